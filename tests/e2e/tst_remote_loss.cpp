// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "tests/e2e/remote_bed.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <csignal>
#include <fstream>
#include <iostream>
#include <thread>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Figures of runs whose network loses packets, and what that does to everybody else.
class TestRemoteLoss : public QObject
{
    Q_OBJECT

    std::optional<RemoteBed> m_bed;

    void write(const RemoteProject& project) const
    {
        std::ofstream(m_bed->folder() / "small.millrace") << projectText(project);
    }
    std::string on(int machine, const std::string& line) const
    {
        return m_bed->on(machine, {"/bin/sh", "-c", line}).out;
    }
    /// Gbit/s of a transfer of a second from the first machine to another; the better of some.
    [[nodiscard]] double speedTo(const std::string& address, int rounds = 3) const
    {
        double best = 0;
        for (int round = 0; round < rounds; ++round) {
            const Json report = Json::parse(on(1, "iperf3 -J -t 1 -c " + address), nullptr, false);
            if (report.is_object() && report.contains("end") && report["end"].contains("sum_received"))
                best = std::max(best, report["end"]["sum_received"]["bits_per_second"].get<double>() / 1e9);
        }
        return best;
    }

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        m_bed.emplace(3);
        if (!m_bed->why().empty())
            QSKIP(m_bed->why().c_str());
    }
    void cleanupTestCase() { m_bed.reset(); }

    void figuresAreThoseWithoutLoss()
    {
        write({.nodes = 2,
               .model = "mobilenetv2",
               .steps = 12,
               .factors = R"([{"name": "loss", "levels": ["0%", "1%", "2%", "5%"]}])",
               .links = R"({"loss": "0%", "rate": "200Mbit/s"})",
               .capture = R"({"enabled": true})"});
        const auto finished = m_bed->cli({"run", "small.millrace", "--new", "--no-report"}, 500);
        QVERIFY2(finished.code == 0, finished.text());
        const fs::path store = m_bed->folder() / "small.mrdb";
        const auto runs = runsOf(store);
        QCOMPARE(countOf(runs, store::RunState::Done), 4);
        std::map<std::string, double> payload;
        for (const store::RunRecord& run : runs) {
            const std::string level = run.factors[0].level;
            const double loss = parseDouble(level.substr(0, level.size() - 1)).value_or(0) / 100;
            payload[level] = metricOf(store, run.id, "sent_payload_per_step");
            const double repeated = metricOf(store, run.id, "captured_retransmissions");
            std::cout << level << ": payload per step " << payload[level] << ", captured retransmissions " << repeated
                      << "\n";
            for (const store::GateResult& gate : gatesOf(store, run.id, "traffic"))
                QVERIFY2(gate.verdict == store::Verdict::Pass, gate.sentence.c_str());
            // Of all packets, those without data included; some are sent again although they had arrived.
            QVERIFY2(repeated >= 0.4 * loss && repeated <= 1.8 * loss + 0.001, level.c_str());
        }
        // Counters know nothing of TCP's options: what it says about lost pieces (SACK) stays in, some tenths of a
        // percent.
        for (const auto& [level, bytes] : payload)
            QVERIFY2(std::abs(bytes / payload.at("0%") - 1) < 0.01, level.c_str());
        const std::string left = m_bed->leftOnAll();
        QVERIFY2(left.empty(), left.c_str());
    }

    void othersKeepTheirSpeed()
    {
        if (on(1, "command -v iperf3").empty())
            QSKIP("the speed of others is measured by iperf3, which is missing");
        write({.nodes = 2,
               .model = "mobilenetv2",
               .steps = 4000,
               .links = R"({"loss": "5%", "rate": "50Mbit/s"})",
               .gate = false});
        on(3, "iperf3 -s -D >/dev/null 2>&1");
        (void)speedTo("10.79.0.3", 1);
        const double before = speedTo("10.79.0.3");
        auto cli = m_bed->startCli({"run", "small.millrace", "--new", "--no-report"});
        for (const Deadline end = deadlineIn(60s); timeLeft(end) > 0ns && on(1, "pgrep -x millrace-worker").empty();)
            std::this_thread::sleep_for(200ms);
        QVERIFY(!on(1, "tc qdisc show dev eth1 | grep 4d52").empty());
        const double during = speedTo("10.79.0.3");
        cli.signalGroup(SIGINT);
        QVERIFY(cli.wait(deadlineIn(60s)));
        const double after = speedTo("10.79.0.3");
        std::cout << "Gbit/s to a machine off the experiment: " << before << " before, " << during << " during, "
                  << after << " after\n";
        // The workload needs processors too; a setting of the whole interface leaves a thirtieth.
        QVERIFY(during > 0.5 * std::max(before, after));
        on(3, "pkill -x iperf3");
        const std::string left = m_bed->leftOnAll();
        QVERIFY2(left.empty(), left.c_str());
    }
};

QTEST_APPLESS_MAIN(TestRemoteLoss)
#include "tst_remote_loss.moc"
