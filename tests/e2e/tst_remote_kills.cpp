// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "tests/e2e/remote_bed.h"

#include <QtTest>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <thread>

using namespace millrace;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// A campaign over ssh with loss and recordings, and kill -9 at a random moment to a random part of it.
class TestRemoteKills : public QObject
{
    Q_OBJECT

    static constexpr int machines = 3;
    std::optional<e2e::RemoteBed> m_bed;

    void makeBed()
    {
        m_bed.reset();
        m_bed.emplace(machines);
        std::ofstream(m_bed->folder() / "small.millrace") << e2e::projectText({.nodes = machines,
                                                                               .steps = 20,
                                                                               .computeTime = "30ms",
                                                                               .links = R"({"loss": "1%"})",
                                                                               .gate = false,
                                                                               .capture = R"({"enabled": true})"});
    }

    [[nodiscard]] e2e::Finished wholeCampaign() const
    {
        return m_bed->cli({"run", "small.millrace", "--new", "--no-report"});
    }

    /// What it was, for the protocol.
    std::string killSomething(int kind, int machine, ChildProcess& cli)
    {
        switch (kind) {
        case 0: cli.signalGroup(SIGKILL); return "controller";
        case 1:
            m_bed->on(machine, {"pkill", "-9", "-x", "millrace-agent"});
            return fmt::format("agent on n{}", machine);
        case 2: m_bed->on(machine, {"pkill", "-9", "-f", "sshd: root"}); return fmt::format("ssh of n{}", machine);
        default: m_bed->kill(machine); return fmt::format("machine n{}", machine);
        }
    }

private Q_SLOTS:
    void nothingIsLeftWhateverIsKilled()
    {
        makeBed();
        if (!m_bed->why().empty())
            QSKIP(m_bed->why().c_str());
        // The kills are spread over all of a campaign, however fast this machine is.
        QVERIFY2(wholeCampaign().code == 0, "the programs do not come to the machines");
        const Nanoseconds begin = monotonicNow();
        const auto whole = wholeCampaign();
        const Nanoseconds length = monotonicNow() - begin;
        QVERIFY2(whole.code == 0, whole.text());
        constexpr int points = 20;
        Random random(20261120);
        int left = 0;
        int beds = 0;
        for (int point = 0; point < points; ++point) {
            fs::remove_all(m_bed->folder() / "small.mrdb");
            auto cli = m_bed->startCli({"run", "small.millrace", "--new", "--no-report"});
            const auto delay = std::chrono::duration_cast<std::chrono::milliseconds>(random.uniform() * length);
            std::this_thread::sleep_for(delay);
            const int kind = static_cast<int>(random.uniform() * 4);
            const int machine = 1 + static_cast<int>(random.uniform() * machines);
            const std::string what = killSomething(kind, machine, cli);
            if (!cli.wait(deadlineIn(60s)))
                cli.signalGroup(SIGKILL);
            const std::string found = m_bed->leftOnAll(40);
            qDebug("%2d: %s after %lld ms: %s", point + 1, what.c_str(), static_cast<long long>(delay.count()),
                   found.empty() ? "nothing left" : found.c_str());
            left += static_cast<int>(std::ranges::count(found, '\n')) + (found.empty() ? 0 : 1);
            if (kind == 3) {
                makeBed();
                // Every second time the next campaign, and so the next kill, has the copying in it.
                if (++beds % 2 == 0)
                    m_bed->putPrograms();
            }
        }
        qDebug("%d kill points: %d queues, processes, recordings and files left", points, left);
        QCOMPARE(left, 0);
    }
};

QTEST_APPLESS_MAIN(TestRemoteKills)
#include "tst_remote_kills.moc"
