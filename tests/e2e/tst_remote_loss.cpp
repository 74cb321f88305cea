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
    /// Gbit/s of others: of the best of some transfers between a machine of the experiment and one off it, either way,
    /// and of an ssh session over the NIC of the experiment.
    struct Speeds
    {
        double out = 0;
        double in = 0;
        double ssh = 0;
    };
    [[nodiscard]] double iperf(const std::string& options) const
    {
        const Json report = Json::parse(on(1, "iperf3 -J -t 1 -c 10.79.0.3 " + options), nullptr, false);
        return report.is_object() && report.contains("end") && report["end"].contains("sum_received")
            ? report["end"]["sum_received"]["bits_per_second"].get<double>() / 1e9
            : 0;
    }
    [[nodiscard]] double sshOnce() const
    {
        constexpr double bytes = 1e8;
        const auto begin = std::chrono::steady_clock::now();
        // From the third machine's network, with this machine's files, where the key is.
        const std::string folder = m_bed->folder().string();
        const auto received = m_bed->beside({"/bin/sh", "-c",
                                             "nsenter -t $(cat " + folder + "/pid.n3) -n ssh -F " + folder
                                                 + "/ssh_config -o HostName=10.79.0.1 -o HostKeyAlias=10.78.0.1 n1 "
                                                   "head -c 100000000 /dev/zero | wc -c"});
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        return trim(received.out) == "100000000" ? 8 * bytes / took.count() / 1e9 : 0;
    }
    /// Other programs come and go on this machine: of some rounds the best, until all reach `enough`.
    [[nodiscard]] Speeds speeds(int rounds, const Speeds& enough) const
    {
        Speeds best;
        const auto isEnough = [&] { return best.out > enough.out && best.in > enough.in && best.ssh > enough.ssh; };
        for (int round = 0; round < rounds && !isEnough(); ++round) {
            best.out = std::max(best.out, iperf(""));
            best.in = std::max(best.in, iperf("-R"));
            best.ssh = std::max(best.ssh, sshOnce());
        }
        return best;
    }

    std::optional<Speeds> m_without;

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
               .steps = 6,
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
            // Of all packets, those without data included; a late machine sends some again although they had arrived.
            QVERIFY2(repeated >= 0.4 * loss && repeated <= 1.8 * loss + 0.005, level.c_str());
        }
        for (const auto& [level, bytes] : payload)
            QVERIFY2(std::abs(bytes / payload.at("0%") - 1) < 0.005, level.c_str());
        const std::string left = m_bed->leftOnAll();
        QVERIFY2(left.empty(), left.c_str());
    }

    void othersKeepTheirSpeed_data()
    {
        QTest::addColumn<QString>("links");
        QTest::newRow("loss") << R"({"loss": "5%"})";
        QTest::newRow("rate") << R"({"rate": "50Mbit/s"})";
        QTest::newRow("loss and rate") << R"({"loss": "5%", "rate": "50Mbit/s"})";
    }
    /// The workload computes, so that the processors are free for those who measure.
    void othersKeepTheirSpeed()
    {
        QFETCH(QString, links);
        if (on(1, "command -v iperf3").empty())
            QSKIP("the speed of others is measured by iperf3, which is missing");
        write({.nodes = 2, .steps = 100, .computeTime = "20s", .links = links.toStdString(), .gate = false});
        if (!m_without) {
            on(3,
               "setsid -f iperf3 -s >/dev/null 2>&1 </dev/null; "
               "for i in $(seq 50); do ss -Hltn | grep -q :5201 && break; sleep 0.1; done");
            (void)iperf("");
            constexpr double never = 1e9;
            m_without = speeds(2, {never, never, never});
        }
        auto cli = m_bed->startCli({"run", "small.millrace", "--new", "--no-report"});
        for (const Deadline end = deadlineIn(60s); timeLeft(end) > 0ns && on(1, "pgrep -x millrace-worker").empty();)
            std::this_thread::sleep_for(200ms);
        QVERIFY(!on(1, "tc qdisc show | grep 4d52").empty());
        const Speeds half{0.5 * m_without->out, 0.5 * m_without->in, 0.5 * m_without->ssh};
        const Speeds during = speeds(6, half);
        QVERIFY(!on(1, "tc qdisc show | grep 4d52").empty());
        cli.signalGroup(SIGINT);
        QVERIFY(cli.wait(deadlineIn(60s)));
        for (const auto& [name, member] :
             {std::pair("from it", &Speeds::out), std::pair("to it", &Speeds::in), std::pair("ssh", &Speeds::ssh)}) {
            std::cout << "Gbit/s of others, " << name << ": " << (*m_without).*member << " without, " << during.*member
                      << " with the impairment\n";
            // A setting of the whole interface leaves a thirtieth.
            QVERIFY2(during.*member > 0.5 * (*m_without).*member && during.*member > 0, name);
        }
        const std::string left = m_bed->leftOnAll();
        QVERIFY2(left.empty(), left.c_str());
    }
};

QTEST_APPLESS_MAIN(TestRemoteLoss)
#include "tst_remote_loss.moc"
