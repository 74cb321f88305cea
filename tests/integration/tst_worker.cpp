// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/collective/traffic.h"
#include "core/monitor/builtin_log_parser.h"
#include "core/trainer/model.h"
#include "tests/core/collective/ranks.h"

#include <QtTest>
#include <csignal>
#include <filesystem>
#include <numeric>
#include <poll.h>
#include <set>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

std::string workerProgram()
{
    return (std::filesystem::path(qEnvironmentVariable("MR_BIN").toStdString()) / "millrace-worker").string();
}

/// One rank in a process of its own; its lines become events while it runs.
class Rank
{
public:
    Rank(ChildProcess process, int rank) : m_process(std::move(process)), m_parser(monitor::LogSource{rank, {}}) { }

    pid_t pid() const { return m_process.pid(); }
    const std::string& errors() const { return m_errors; }
    const monitor::LineCounts& counts() const { return m_parser.counts(); }

    template <typename Event>
    std::vector<Event> of() const
    {
        std::vector<Event> found;
        for (const monitor::LogEvent& event : m_events)
            if (const auto* each = std::get_if<Event>(&event))
                found.push_back(*each);
        return found;
    }

    /// Reads what is there; false once both streams have ended.
    bool pump()
    {
        std::vector<std::string> lines;
        const bool out = drain(m_process.output, [&](std::string_view bytes) { m_splitter.feed(bytes, lines); });
        const bool err = drain(m_process.errors, [&](std::string_view bytes) { m_errors += bytes; });
        for (const std::string& line : lines)
            if (auto event = m_parser.parse(line, monitor::Stream::Out, {monotonicNow(), wallNow()}))
                m_events.push_back(std::move(*event));
        return out || err;
    }

    std::optional<ExitStatus> exited() { return m_process.poll(); }
    void kill(int signal) const { ::kill(pid(), signal); }

private:
    template <typename Take>
    static bool drain(UniqueFd& fd, Take take)
    {
        if (!fd)
            return false;
        pollfd ready{fd.get(), POLLIN, 0};
        while (::poll(&ready, 1, 0) > 0) {
            char buffer[65536];
            const ssize_t count = ::read(fd.get(), buffer, sizeof buffer);
            if (count <= 0) {
                fd.reset();
                return false;
            }
            take(std::string_view(buffer, static_cast<std::size_t>(count)));
        }
        return true;
    }

    ChildProcess m_process;
    monitor::BuiltinLogParser m_parser;
    LineSplitter m_splitter;
    std::vector<monitor::LogEvent> m_events;
    std::string m_errors;
};

/// Some ranks of one run. `missing` ranks are never started.
class Run
{
public:
    Run(int ranks, const std::vector<std::string>& options, const std::vector<int>& missing = {})
        : m_peers(collective::loopbackPeers(ranks)), m_exits(static_cast<std::size_t>(ranks)),
          m_ends(static_cast<std::size_t>(ranks))
    {
        for (int rank = 0; rank < ranks; ++rank) {
            Command command;
            command.argv = {workerProgram(),      "train",   "--rank",
                            std::to_string(rank), "--peers", collective::peerListText(m_peers)};
            command.argv.insert(command.argv.end(), options.begin(), options.end());
            m_ranks.push_back(nullptr);
            if (std::ranges::count(missing, rank) > 0)
                continue;
            auto process = ChildProcess::start(command);
            if (process)
                m_ranks.back() = std::make_unique<Rank>(*std::move(process), rank);
            else
                qWarning("%s", process.error().text().c_str());
            m_isStarted = m_isStarted && process;
        }
    }

    Rank& operator[](int rank) { return *m_ranks[static_cast<std::size_t>(rank)]; }
    const collective::PeerList& peers() const { return m_peers; }
    const std::optional<ExitStatus>& exitOf(int rank) const { return m_exits[static_cast<std::size_t>(rank)]; }
    Nanoseconds endOf(int rank) const { return m_ends[static_cast<std::size_t>(rank)]; }

    /// Until `done` holds or every rank of `of` has ended; false at the deadline.
    bool wait(Nanoseconds patience, const std::vector<int>& of, const std::function<bool()>& done = {})
    {
        const Deadline deadline = deadlineIn(patience);
        while (m_isStarted && timeLeft(deadline) > 0ns) {
            for (std::size_t rank = 0; rank < m_ranks.size(); ++rank)
                watch(rank);
            if ((done && done()) || std::ranges::all_of(of, [&](int rank) { return exitOf(rank).has_value(); }))
                return true;
            std::this_thread::sleep_for(2ms);
        }
        return false;
    }
    bool waitForAll(Nanoseconds patience)
    {
        std::vector<int> all(m_ranks.size());
        std::iota(all.begin(), all.end(), 0);
        return wait(patience, all);
    }
    std::size_t measuredSteps(int rank) const
    {
        return m_ranks[static_cast<std::size_t>(rank)]->of<monitor::IterationEvent>().size();
    }

private:
    void watch(std::size_t rank)
    {
        if (!m_ranks[rank] || m_exits[rank])
            return;
        const auto status = m_ranks[rank]->exited();
        m_ranks[rank]->pump();
        if (!status)
            return;
        while (m_ranks[rank]->pump()) { }
        m_exits[rank] = status;
        m_ends[rank] = monotonicNow();
    }

    bool m_isStarted = true;
    collective::PeerList m_peers;
    std::vector<std::unique_ptr<Rank>> m_ranks;
    std::vector<std::optional<ExitStatus>> m_exits;
    std::vector<Nanoseconds> m_ends;
};

const std::vector<std::string> endless{"--model",        "slp-mnist", "--steps",        "1000000", "--warmup",   "0",
                                       "--compute-time", "2ms",       "--verify-every", "10",      "--deadline", "2s"};

CommandOutput runOnce(const std::vector<std::string>& arguments)
{
    Command command;
    command.argv = {workerProgram()};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    const auto output = runCommand(command, deadlineIn(20s));
    return output ? *output : CommandOutput{-1, 0, {}, output.error().text()};
}

} // namespace

/// millrace-worker as real processes on loopback.
class TestWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStrategyGivesTheBytesForetold_data()
    {
        QTest::addColumn<int>("strategy");
        for (const collective::Strategy strategy : collective::allStrategies())
            QTest::addRow("%s", std::string(collective::strategyName(strategy)).c_str()) << static_cast<int>(strategy);
    }
    void everyStrategyGivesTheBytesForetold()
    {
        QFETCH(int, strategy);
        const auto chosen = static_cast<collective::Strategy>(strategy);
        Run run(4,
                {"--strategy", std::string(collective::strategyName(chosen)), "--model", "mobilenetv2", "--steps", "4",
                 "--warmup", "1", "--compute-time", "1ms", "--verify-every", "2", "--congestion-control", "cubic"});
        QVERIFY(run.waitForAll(60s));
        const auto model = trainer::findModel("mobilenetv2");
        const auto resolved = collective::resolve(chosen, run.peers());
        const auto traffic = collective::predictTraffic(collective::tensorsOfSizes(model->tensors), run.peers(),
                                                        resolved, collective::ChunkHash::Name);
        std::set<std::string> checksums;
        for (int rank = 0; rank < 4; ++rank) {
            QVERIFY2(run.exitOf(rank)->succeeded(), run[rank].errors().c_str());
            QCOMPARE(int(run[rank].of<monitor::StartEvent>().size()), 1);
            const auto connected = run[rank].of<monitor::ConnectedEvent>();
            QCOMPARE(int(connected.size()), 1);
            QCOMPARE(connected[0].congestionControl, std::string("cubic"));
            QCOMPARE(connected[0].strategy, std::string(collective::strategyName(resolved)));
            const auto steps = run[rank].of<monitor::IterationEvent>();
            QCOMPARE(int(steps.size()), 5);
            for (const auto& step : steps) {
                QCOMPARE(*step.sentBytes, traffic.sentBy(rank));
                QCOMPARE(*step.receivedBytes, traffic.receivedBy(rank));
                QCOMPARE(step.origin.rank, rank);
                QVERIFY(*step.duration == *step.compute + *step.communication);
            }
            const auto verified = run[rank].of<monitor::VerifyEvent>();
            QCOMPARE(int(verified.size()), 2);
            for (const auto& each : verified)
                QVERIFY(each.ok);
            checksums.insert(verified[1].checksum);
            QCOMPARE(run[rank].of<monitor::ResultEvent>().back().iterations, 4LL);
            QCOMPARE(run[rank].counts().unknown + run[rank].counts().damaged, 0ull);
            // Model, batch, init, two phases, five steps, mean and result: on rank 0 alone.
            QCOMPARE(run[rank].counts().silent, rank == 0 ? 12ull : 0ull);
        }
        QCOMPARE(int(checksums.size()), 1);
    }

    void aKilledOrFrozenRankEndsTheOthers_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("victim");
        QTest::addColumn<QString>("strategy");
        for (const char* strategy : {"RING", "STAR", "RING_ALLREDUCE"}) {
            QTest::addRow("killed, %s", strategy) << SIGKILL << 2 << QString(strategy);
            QTest::addRow("frozen, %s", strategy) << SIGSTOP << 1 << QString(strategy);
        }
        QTest::newRow("killed root") << SIGKILL << 0 << "STAR";
        QTest::newRow("frozen root") << SIGSTOP << 0 << "STAR";
    }
    void aKilledOrFrozenRankEndsTheOthers()
    {
        QFETCH(int, signal);
        QFETCH(int, victim);
        QFETCH(QString, strategy);
        auto options = endless;
        if (signal == SIGKILL)
            options.back() = "12s"; // a death is seen long before
        options.insert(options.end(), {"--strategy", strategy.toStdString()});
        Run run(4, options);
        QVERIFY(
            run.wait(20s, {0, 1, 2, 3}, [&] { return run.measuredSteps(0) > 20 && run.measuredSteps(victim) > 20; }));
        std::vector<int> others;
        for (int rank = 0; rank < 4; ++rank) {
            QVERIFY2(!run.exitOf(rank), run[rank].errors().c_str());
            if (rank != victim)
                others.push_back(rank);
        }
        const Nanoseconds begin = monotonicNow();
        run[victim].kill(signal);
        const bool ended = run.wait(20s, others);
        if (signal == SIGSTOP)
            run[victim].kill(SIGKILL);
        QVERIFY(ended);
        for (const int rank : others) {
            QCOMPARE(run.exitOf(rank)->exitCode, 4);
            const auto failures = run[rank].of<monitor::FailureEvent>();
            QCOMPARE(int(failures.size()), 1);
            QCOMPARE(failures[0].code, std::string("peer-failed"));
            QCOMPARE(failures[0].peers, std::vector<int>{victim});
            QVERIFY2(failures[0].what.find(run.peers().describe(victim)) != std::string::npos,
                     failures[0].what.c_str());
            // A death is seen at once, a frozen rank after the deadline of 2 s. The rest is for a busy machine.
            const auto took = run.endOf(rank) - begin;
            QVERIFY2(took < 6s, std::to_string(took.count()).c_str());
        }
    }

    void peersThatNeverComeAreNamed()
    {
        auto options = endless;
        options.insert(options.end(), {"--connect-deadline", "1s"});
        const Nanoseconds begin = monotonicNow();
        Run run(4, options, {1, 3});
        QVERIFY(run.wait(20s, {0, 2}));
        for (const int rank : {0, 2}) {
            QCOMPARE(run.exitOf(rank)->exitCode, 4);
            const auto failures = run[rank].of<monitor::FailureEvent>();
            QCOMPARE(int(failures.size()), 1);
            QCOMPARE(failures[0].code, std::string("unreachable"));
            QCOMPARE(failures[0].peers, (std::vector<int>{1, 3}));
            QVERIFY(run.endOf(rank) - begin > 900ms);
            QVERIFY(run.endOf(rank) - begin < 10s);
        }
    }

    void termEndsCleanly_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("code");
        QTest::newRow("SIGTERM") << SIGTERM << 143;
        QTest::newRow("SIGINT") << SIGINT << 130;
    }
    void termEndsCleanly()
    {
        QFETCH(int, signal);
        QFETCH(int, code);
        auto options = endless;
        options.insert(options.end(), {"--fuse", "true"});
        Run run(3, options);
        QVERIFY(run.wait(20s, {0, 1, 2}, [&] { return run.measuredSteps(1) > 10; }));
        run[1].kill(signal);
        QVERIFY(run.waitForAll(10s));
        QCOMPARE(run.exitOf(1)->exitCode, code);
        QCOMPARE(run[1].of<monitor::FailureEvent>()[0].code, std::string("cancelled"));
        for (const int rank : {0, 2}) {
            QCOMPARE(run.exitOf(rank)->exitCode, 4);
            QCOMPARE(run[rank].of<monitor::FailureEvent>()[0].peers, std::vector<int>{1});
        }
    }

    void allStoppedTogether()
    {
        // The signal must wake a long computation.
        Run run(3, {"--model", "slp-mnist", "--steps", "10", "--compute-time", "1h", "--deadline", "2s"});
        QVERIFY(run.wait(20s, {0, 1, 2}, [&] {
            return run[0].of<monitor::PhaseEvent>().size() + run[1].of<monitor::PhaseEvent>().size()
                + run[2].of<monitor::PhaseEvent>().size()
                == 3;
        }));
        const Nanoseconds begin = monotonicNow();
        for (int rank = 0; rank < 3; ++rank)
            run[rank].kill(SIGTERM);
        QVERIFY(run.waitForAll(10s));
        int stopped = 0;
        for (int rank = 0; rank < 3; ++rank) {
            // One may hear of another one's end before its own signal.
            const int code = run.exitOf(rank)->exitCode;
            QVERIFY2(code == 143 || code == 4, std::to_string(code).c_str());
            stopped += code == 143 ? 1 : 0;
            QVERIFY(run.endOf(rank) - begin < 8s);
        }
        QVERIFY(stopped >= 1);
    }

    void waitingForPeersCanBeStopped()
    {
        Run run(2, {"--connect-deadline", "1h"}, {1});
        QVERIFY(run.wait(20s, {0}, [&] { return !run[0].of<monitor::StartEvent>().empty(); }));
        run[0].kill(SIGTERM);
        QVERIFY(run.wait(5s, {0}));
        QCOMPARE(run.exitOf(0)->exitCode, 143);
    }

    void differentSettingsAreNoted()
    {
        const auto peers = collective::loopbackPeers(2);
        std::vector<CommandOutput> outputs(2);
        std::vector<std::thread> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads.emplace_back([&, rank] {
                outputs[static_cast<std::size_t>(rank)] =
                    runOnce({"train", "--rank", std::to_string(rank), "--peers", collective::peerListText(peers),
                             "--model", "slp-mnist", "--strategy", rank == 0 ? "RING" : "STAR"});
            });
        for (auto& thread : threads)
            thread.join();
        for (const CommandOutput& output : outputs) {
            QCOMPARE(output.exitCode, 2);
            QVERIFY2(output.err.find("settings") != std::string::npos, output.err.c_str());
        }
    }

    void anOutputThatNobodyWantsEndsTheWorker()
    {
        Command command;
        const auto peers = collective::loopbackPeers(1);
        command.argv = {
            workerProgram(), "train",     "--rank",  "0",       "--peers",        collective::peerListText(peers),
            "--model",       "slp-mnist", "--steps", "1000000", "--compute-time", "1ms"};
        auto child = ChildProcess::start(command);
        QVERIFY(child);
        child->output.reset();
        const auto status = child->wait(deadlineIn(10s));
        QVERIFY(status);
        QCOMPARE(status->exitCode, 1);
    }

    void badOptionsGiveOneSentence_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("words");
        const QStringList good{"train", "--rank", "0", "--peers", "127.0.0.1:9,127.0.0.1:10"};
        QTest::newRow("nothing") << QStringList{} << "subcommand";
        QTest::newRow("unknown command") << QStringList{"trian"} << "trian";
        QTest::newRow("unknown option") << good + QStringList{"--bath", "5"} << "--bath";
        QTest::newRow("no rank") << QStringList{"train", "--peers", "127.0.0.1:9"} << "--rank";
        QTest::newRow("strategy") << good + QStringList{"--strategy", "RIGN"} << "RING";
        QTest::newRow("model") << good + QStringList{"--model", "resnet51"} << "\"resnet50\"";
        QTest::newRow("peers") << QStringList{"train", "--rank", "0", "--peers", "localhost:9"} << "--peers";
        QTest::newRow("port") << QStringList{"train", "--rank", "0", "--peers", "127.0.0.1:70000"} << "--peers";
        QTest::newRow("twice") << QStringList{"train", "--rank", "0", "--peers", "127.0.0.1:9,127.0.0.1:9"}
                               << "--peers";
        QTest::newRow("rank") << QStringList{"train", "--rank", "2", "--peers", "127.0.0.1:9,127.0.0.1:10"} << "rank 2";
        QTest::newRow("duration") << good + QStringList{"--compute-time", "5 parsec"} << "--compute-time";
        QTest::newRow("deadline") << good + QStringList{"--deadline", "0"} << "deadline";
        QTest::newRow("jitter") << good + QStringList{"--compute-jitter", "0.4"} << "jitter";
        QTest::newRow("flops") << good + QStringList{"--device-flops", "fast"} << "--device-flops";
        QTest::newRow("straggler") << good + QStringList{"--straggler", "1"} << "--straggler";
        QTest::newRow("straggler's rank") << good + QStringList{"--straggler", "7:2"} << "straggler 7";
        QTest::newRow("hash") << good + QStringList{"--chunk-hash", "MD5"} << "--chunk-hash";
        QTest::newRow("segment") << good + QStringList{"--segment", "lots"} << "--segment";
        QTest::newRow("buffer") << good + QStringList{"--socket-buffer", "5GiB"} << "--socket-buffer";
        QTest::newRow("batch") << good + QStringList{"--batch", "0"} << "batch";
        QTest::newRow("steps") << good + QStringList{"--steps", "0"} << "step";
        QTest::newRow("fusion") << good + QStringList{"--fuse", "perhaps"} << "--fuse";
        QTest::newRow("fusion without value") << good + QStringList{"--fuse"} << "--fuse";
        QTest::newRow("steps are not number") << good + QStringList{"--steps", "many"} << "--steps";
    }
    void badOptionsGiveOneSentence()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, words);
        std::vector<std::string> arguments;
        for (const QString& option : options)
            arguments.push_back(option.toStdString());
        const CommandOutput output = runOnce(arguments);
        QCOMPARE(output.exitCode, 2);
        QVERIFY(output.out.empty());
        QVERIFY2(output.err.find(words.toStdString()) != std::string::npos, output.err.c_str());
        QVERIFY(output.err.starts_with("millrace-worker: "));
        QCOMPARE(std::count(output.err.begin(), output.err.end(), '\n'), 1);
    }

    void anUnknownCongestionControlIsRefused()
    {
        Run run(2, {"--model", "slp-mnist", "--congestion-control", "carrier-pigeon", "--connect-deadline", "3s"});
        QVERIFY(run.waitForAll(10s));
        const auto failures = run[0].of<monitor::FailureEvent>();
        QCOMPARE(int(failures.size()), 1);
        QVERIFY2(failures[0].what.find("carrier-pigeon") != std::string::npos, failures[0].what.c_str());
        QVERIFY(run.exitOf(0)->exitCode == 1 || run.exitOf(0)->exitCode == 2);
    }

    void modelsAreListed()
    {
        const CommandOutput output = runOnce({"models"});
        QVERIFY(output.succeeded());
        for (const std::string& name : trainer::modelNames()) {
            const auto model = trainer::findModel(name);
            QVERIFY2(output.out.find("\n" + name + " ") != std::string::npos, name.c_str());
            QVERIFY(output.out.find(std::to_string(model->bytes())) != std::string::npos);
        }
    }

    /// Not a goal, but a guard: a step of two tiny tensors costs well under a millisecond in an idle machine.
    void smallStepsAreCheap()
    {
        Run run(4,
                {"--model", "slp-mnist", "--steps", "2000", "--warmup", "20", "--compute-time", "0", "--verify-every",
                 "0", "--strategy", "RING"});
        QVERIFY(run.waitForAll(60s));
        const auto result = run[0].of<monitor::ResultEvent>().back();
        for (const auto& [name, value] : result.settings)
            if (name == "step_mean_ns")
                qInfo("slp-mnist over 4 ranks: %.0f steps a second", 1e9 / parseDouble(value).value_or(1));
        QCOMPARE(result.iterations, 2000LL);
    }
};

QTEST_APPLESS_MAIN(TestWorker)
#include "tst_worker.moc"
