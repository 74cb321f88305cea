// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/detector.h"
#include "core/report/scored_run.h"
#include "core/store/event_repository.h"
#include "tests/e2e/cli_runner.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <functional>
#include <unistd.h>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// Three workers behind interfaces of 200 Mbit/s. No other job has as many steps, so its workers are found by them.
int stepsOfThisJob()
{
    return 100'000 + getpid() % 10'000;
}

std::string project()
{
    return R"({"format": "millrace-project", "version": 1, "name": "t",
"clusters": [{"name": "c", "nodes": [{"name": "w0", "nics": [{"rate": "200Mbit"}]},
  {"name": "w1", "nics": [{"rate": "200Mbit"}]}, {"name": "w2", "nics": [{"rate": "200Mbit"}]}]}],
"workloads": [{"name": "w", "model": "resnet50/100", "strategy": "RING_ALLREDUCE", "compute_time": "20ms",
  "warmup_steps": 1, "verify_every": 0, "deadline": "20s", "steps": )"
        + std::to_string(stepsOfThisJob()) + R"(}],
"cross_traffic": [{"name": "x", "sources": ["w0"], "destinations": ["w1"], "pattern": "stream", "rate": "50Mbit",
  "phases": {"baseline": "4s", "loaded": "7s", "recovery": "100ms"}}],
"grids": [{"name": "g", "cluster": "c", "workload": "w", "gate": {"traffic": "100%", "lateness": "1s", "rate": "90%",
  "delay_floor": "20ms"}, "factors": [{"name": "cross_traffic", "levels": ["x"]},
  {"name": "cross_rate", "levels": ["0"]}]}]})";
}

std::vector<int> workers(int rank)
{
    return pidsOf({"millrace-worker train --rank " + std::to_string(rank) + " ", std::to_string(stepsOfThisJob())});
}

/// What the default detector raised in a job to which `harm(pid of worker 1)` was done from its sixth second on, again
/// and again while the job goes. A run that the gates repeat has a worker of its own.
std::vector<monitor::Alarm> alarmsOf(const std::function<void(int)>& harm)
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    (void)writeFileAtomically(path / "p.millrace", project());
    ChildProcess cli = startCli(path, {"run", "p.millrace", "--quiet"});
    if (!waitFor([] { return workers(1).size() == 1; }, 30s))
        return {};
    int last = 0;
    for (const Deadline end = deadlineIn(60s); timeLeft(end) > 0ns && !cli.poll();) {
        const std::vector<int> found = workers(1);
        if (found.empty())
            std::this_thread::sleep_for(20ms);
        else if (std::exchange(last, found.front()) != last)
            std::this_thread::sleep_for(5s);
        else
            harm(found.front());
    }
    (void)cli.wait(deadlineIn(10s));
    std::vector<monitor::Alarm> alarms;
    const fs::path file = path / "p.mrdb";
    auto database = store::Database::openReadOnly(file);
    for (const auto& run : runsOf(file))
        if (const auto page = store::EventRepository(*database).events(run.id, {"alarm", {}, 0, 100}))
            for (const store::Event& event : page->events) {
                std::string detector;
                monitor::Alarm alarm = report::parseAlarm(event.json, detector);
                alarm.sentence = event.text;
                if (detector == monitor::defaultDetector && !alarm.over)
                    alarms.push_back(std::move(alarm));
            }
    return alarms;
}

std::string textOf(const std::vector<monitor::Alarm>& alarms)
{
    std::string text = fmt::format("{} alarms", alarms.size());
    for (const monitor::Alarm& alarm : alarms)
        text += "; " + alarm.sentence;
    return text;
}

/// A busy machine may slow a job down in its own way, so it may be done again.
template <typename IsRight>
void verifyBlame(const std::function<void(int)>& harm, IsRight isRight)
{
    std::string seen;
    for (int attempt = 0; attempt < 3; ++attempt) {
        const std::vector<monitor::Alarm> alarms = alarmsOf(harm);
        if (std::ranges::any_of(alarms, isRight))
            return;
        seen += textOf(alarms) + "\n";
    }
    QFAIL(seen.c_str());
}

} // namespace

class TestBlame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const std::string why = whyNotHere(); !why.empty())
            QSKIP(why.c_str());
    }

    void lossesIntoANode()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("nft")).isEmpty())
            QSKIP("nft is not installed");
        int lossy = 0;
        verifyBlame(
            [&lossy](int worker) {
                std::this_thread::sleep_for(100ms);
                if (std::exchange(lossy, worker) == worker)
                    return;
                const std::string rules = "add table netdev l; add chain netdev l in { type filter hook ingress device "
                                          "eth0 priority 0; }; add rule netdev l in numgen random mod 1000 < 25 drop";
                (void)QProcess::execute(QStringLiteral("nsenter"),
                                        {QStringLiteral("-t"), QString::number(worker), QStringLiteral("-n"),
                                         QStringLiteral("nft"), QString::fromStdString(rules)});
            },
            [](const monitor::Alarm& alarm) {
                return alarm.cause == monitor::Cause::Losses && alarm.link == std::optional(std::pair(0, 1))
                    && alarm.causeSince > 0.002;
            });
    }

    void aWorkerThatIsStoppedAgainAndAgain()
    {
        // More than half of the time: with a third, steps that are bound by the network grow by 8 to 13 % only, which
        // other work on the machine does as well.
        verifyBlame(
            [](int worker) {
                ::kill(worker, SIGSTOP);
                std::this_thread::sleep_for(50ms);
                ::kill(worker, SIGCONT);
                std::this_thread::sleep_for(40ms);
            },
            [](const monitor::Alarm& alarm) {
                return alarm.cause == monitor::Cause::Stopped && alarm.workers == std::vector<int>{1} && !alarm.link
                    && alarm.causeSince > 0.05 && alarm.causeSince < 0.8;
            });
    }
};

QTEST_GUILESS_MAIN(TestBlame)
#include "tst_blame.moc"
