// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/monitor/log_parser.h"
#include "core/monitor/pattern_reader.h"

#include <QtTest>
#include <cmath>
#include <cstdio>

using namespace millrace;
using namespace millrace::monitor;
using namespace std::chrono_literals;

namespace {

std::vector<LogEvent> eventsOf(LogParser& parser, const std::string& line, Stream stream = Stream::Out)
{
    std::vector<LogEvent> events;
    for (auto event = parser.parse(line, stream, {1ns, 2ns}); event; event = parser.more())
        events.push_back(std::move(*event));
    return events;
}

/// Feeds lines to one parser and keeps all that it says.
struct Reading
{
    std::unique_ptr<LogParser> parser;
    std::vector<LogEvent> events;

    Reading(const char* framework, const std::vector<std::string>& lines, LogSource source = {})
        : parser(*makeLogParser(framework, std::move(source)))
    {
        for (const std::string& line : lines)
            for (LogEvent& event : eventsOf(*parser, line))
                events.push_back(std::move(event));
    }

    template <typename Event>
    std::vector<Event> of() const
    {
        std::vector<Event> found;
        for (const LogEvent& event : events)
            if (const auto* each = std::get_if<Event>(&event))
                found.push_back(*each);
        return found;
    }
};

bool near(double value, double expected)
{
    return std::abs(value - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

const std::vector<std::string> everyKind{
    "[1,0]<stdout>:Epoch: [0][     3/20019]\tTime  0.163 ( 0.412)\tData  0.001 ( 0.040)\tLoss 6.9e+00 (6.9e+00)",
    "[default1]:{\"event\":\"step\",\"rank\":1,\"mono_ns\":5,\"wall_ns\":6,\"step\":0,\"warmup\":false,\"step_ns\":9,"
    "\"samples\":4}",
    "[rank3]:[W1120 19:39:17.123456789 ProcessGroupGloo.cpp:715] Warning: Unable to resolve hostname",
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB",
    "E1201 12:00:00.123000 140 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: 1) local_rank: "
    "0 (pid: 1234) of binary: /usr/bin/python3",
    "  1/196 [..............................] - ETA: 3:12 - loss: 2.9312\r196/196 [====] - 12s 61ms/step - loss: "
    "1.8021",
    "196/196 \u2501\u2501\u2501\u2501 12s 61ms/step - accuracy: 0.38 - loss: 1.80",
    "Batch,0,1626091385.123456,2.9312,0.1015",
    "Epoch,0,1626091460.220001,1.8021,0.3817",
    "INFO:tensorflow:loss = 2.3, step = 100 (12.5 sec)",
    "10\timages/sec: 123.4 +/- 0.5 (jitter = 1.2)\t7.902",
    "2024-01-01 10:00:00.123456: E tensorflow/core/distributed_runtime/x.cc:12] UNAVAILABLE: Socket closed",
    "Mar 23 01:28:58.301 [INFO] [hivemind.optim.optimizer.step:434] Averaged gradients with 4 peers",
    "_step,_runtime,_timestamp,01_general/step,02_timing/step_time_s",
    "20,10,1681083049,9,0.164458",
    "Missing ranks:",
    "0: [grad/1, grad/2]",
    "[0] NCCL WARN Connect to 10.0.0.2<47000> failed : Connection refused",
};

} // namespace

class TestFrameworkLogParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A log of the cross-traffic study: all ranks print the same iteration.
    void meters()
    {
        const Reading log("pytorch-ddp",
                          {everyKind[0],
                           "[1,2]<stdout>:Epoch: [1][     3/20019]\tTime  0.170 ( 0.412)\tLoss 6.9e+00 (6.9e+00)\r",
                           "Epoch: [0][  12/3125]\tTime  0.163 ( 0.412)", "Test: [ 0/196]\tTime 1.0 ( 1.0)"});
        const auto steps = log.of<IterationEvent>();
        QCOMPARE(int(steps.size()), 3);
        QCOMPARE(steps[0].iteration, 3LL);
        QVERIFY(*steps[0].duration == 163ms);
        QCOMPARE(*steps[0].loss, 6.9);
        QCOMPARE(steps[0].origin.rank, 0);
        QCOMPARE(steps[1].iteration, 20022LL);
        QCOMPARE(steps[1].origin.rank, 2);
        QCOMPARE(steps[2].iteration, 12LL);
        QVERIFY(!steps[2].loss);
        QCOMPARE(log.parser->counts().silent, 1ull);
        const Reading bad("pytorch-ddp", {"Epoch: [0][  12/3125", "Epoch: [0][1/2]\tData 3 (3)"});
        QCOMPARE(bad.parser->counts().damaged, 2ull);
    }

    /// Our script under torchrun: JSON, and lines for people that repeat it; two events glued together.
    void workerJson()
    {
        const std::string step = R"({"event":"step","rank":1,"mono_ns":5,"wall_ns":6,"step":7,"warmup":false,)"
                                 R"("step_ns":250000000,"samples":8,"loss":2.5})";
        const Reading log("pytorch-ddp",
                          {"[default1]:" + step, "[default0]:Iter #7: 32.0 img/sec per CPU", "Model: resnet50",
                           step + step, "torch says: " + step});
        const auto steps = log.of<IterationEvent>();
        QCOMPARE(int(steps.size()), 4);
        for (const IterationEvent& each : steps) {
            QCOMPARE(each.iteration, 7LL);
            QCOMPARE(each.origin.rank, 1);
            QVERIFY(near(*each.samplesPerSecond, 32));
            QCOMPARE(*each.loss, 2.5);
            QVERIFY(!each.communication);
        }
        QCOMPARE(log.parser->counts().read, 6ull);
        QCOMPARE(log.parser->counts().silent, 2ull);
    }

    void torchrunFailures()
    {
        const Reading log(
            "pytorch-ddp",
            {"[rank2]: Traceback (most recent call last):", "[rank2]:   File \"train.py\", line 7, in <module>",
             "[rank2]:     main()",
             "[rank2]: RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer "
             "[10.0.0.2]:4711",
             everyKind[4], "============================================================", "train.py FAILED",
             "------------------------------------------------------------", "Failures:", "  <NO_OTHER_FAILURES>",
             "Root Cause (first observed failure):", "[0]:", "  time      : 2024-01-01_10:00:00", "  host      : node3",
             "  rank      : 5 (local_rank: 1)", "  exitcode  : -9 (pid: 12)", "  error_file: <N/A>",
             "  traceback : Signal 9 (SIGKILL) received by PID 12",
             "============================================================"});
        const auto failures = log.of<FailureEvent>();
        QCOMPARE(int(failures.size()), 3);
        QCOMPARE(failures[0].origin.rank, 2);
        QCOMPARE(failures[0].code, std::string("peer-failed"));
        QCOMPARE(failures[0].peer, std::string("[10.0.0.2]:4711"));
        QCOMPARE(failures[1].peer, std::string("local rank 0"));
        QCOMPARE(failures[2].peers, std::vector<int>{5});
        QCOMPARE(failures[2].peer, std::string("node3"));
        QCOMPARE(failures[2].what, std::string("rank 5 on node3 ended with exit code -9"));
        QCOMPARE(log.parser->counts().unknown, 0ull);
    }

    void libraryFailures()
    {
        const auto only = [](const std::string& line) {
            const Reading log("pytorch-ddp", {line});
            const auto failures = log.of<FailureEvent>();
            return failures.size() == 1 ? failures[0].code : std::string("none");
        };
        QCOMPARE(only("[E ProcessGroupNCCL.cpp:475] [Rank 1] Watchdog caught collective operation timeout: "
                      "WorkNCCL(SeqNum=4) ran for 1800123 milliseconds before timing out."),
                 std::string("timeout"));
        QCOMPARE(only("[E socket.cpp:860] [c10d] The client socket has timed out after 60s while trying to connect to "
                      "(10.0.0.1, 29500)."),
                 std::string("timeout"));
        QCOMPARE(only("torch.distributed.DistNetworkError: Connection refused"), std::string("unreachable"));
        QCOMPARE(only("RuntimeError: CUDA out of memory. Tried to allocate 2 GiB"), std::string());
        QCOMPARE(only("[W socket.cpp:663] [c10d] The client socket has failed to connect to [node0]:29500 (errno: 111 "
                      "- Connection refused)."),
                 std::string("none"));
        QCOMPARE(only("my program: the word Error: is not an exception"), std::string("none"));
    }

    void mpirunAndSlurm()
    {
        const Reading log("horovod",
                          {"mpirun noticed that process rank 1 with PID 0 on node n1 exited on signal 9 (Killed).",
                           "srun: error: node7: task 3: Exited with exit code 1"});
        const auto failures = log.of<FailureEvent>();
        QCOMPARE(int(failures.size()), 2);
        QCOMPARE(failures[0].peers, std::vector<int>{1});
        QCOMPARE(failures[0].peer, std::string("n1"));
        QCOMPARE(failures[1].peers, std::vector<int>{3});
        QCOMPARE(failures[1].peer, std::string("node7"));
    }

    /// train_history.log of the traffic study: rows after launcher prefixes; durations are differences of time stamps.
    void rows()
    {
        const Reading log(
            "tensorflow",
            {"[1,0]<stdout>:Type,ID,Timestamp,Loss,Accuracy", "[1,0]<stdout>:Batch,0,1626091385.123456,2.9312,0.1015",
             "[1,0]<stdout>:Batch,1,1626091385.401122,2.8874,0.1093",
             "[1,0]<stdout>:Epoch,0,1626091460.220001,1.8021,0.3817", "[1,0]<stdout>:Batch,0,1626091470.0,1.7,0.4",
             "[1,0]<stdout>:Batch,1,1626091470.5,1.6,0.4", "Batch,1,nan,2,3", "Batch,1,2,3"});
        const auto steps = log.of<IterationEvent>();
        QCOMPARE(int(steps.size()), 4);
        QVERIFY(!steps[0].duration);
        QVERIFY(std::abs(double(steps[1].duration->count()) - 277666e3) < 1000);
        QVERIFY(steps[1].origin.timedByWorker);
        QVERIFY(!steps[2].duration);
        QCOMPARE(steps[2].iteration, 2LL);
        QCOMPARE(steps[3].iteration, 3LL);
        QVERIFY(*steps[3].duration == 500ms);
        QCOMPARE(log.of<MetricEvent>()[0].value, 0.3817);
        QCOMPARE(log.parser->counts().damaged, 2ull);
        QCOMPARE(log.parser->counts().silent, 1ull);
    }

    void progressBars()
    {
        const Reading log("tensorflow",
                          {"Epoch 2/20", everyKind[5],
                           "\x1b[1m196/196\x1b[0m \x1b[32m\u2501\u2501\x1b[0m\x1b[37m\x1b[0m \x1b[1m12s\x1b[0m "
                           "61ms/step - accuracy: 0.3817 - loss: 1.8021",
                           "196/196 - 12s - loss: 1.8021 - accuracy: 0.3817 - 12s/epoch - 62ms/step"});
        const auto steps = log.of<IterationEvent>();
        QCOMPARE(int(steps.size()), 4);
        QCOMPARE(steps[0].iteration, 196LL);
        QCOMPARE(*steps[0].loss, 2.9312);
        QVERIFY(!steps[0].duration);
        QCOMPARE(steps[1].iteration, 391LL);
        QVERIFY(*steps[1].duration == 61ms);
        QCOMPARE(*steps[2].loss, 1.8021);
        QVERIFY(*steps[2].duration == 61ms);
        QVERIFY(*steps[3].duration == 62ms);
        QCOMPARE(log.of<PhaseEvent>()[0].phase, std::string("epoch 2"));
    }

    void estimatorsAndBenchmarks()
    {
        const Reading log("tensorflow",
                          {"INFO:tensorflow:loss = 2.5, step = 0", "INFO:tensorflow:loss = 2.3, step = 100 (12.5 sec)",
                           "INFO:tensorflow:global_step/sec: 1.5",
                           "I0904 16:59:44.791337 139815124088640 "
                           "tpu_estimator.py:2308] global_step/sec: 1.5",
                           everyKind[10], "total images/sec: 450.33", everyKind[11],
                           "INFO:tensorflow:Saving checkpoints for 0 into /x."});
        const auto steps = log.of<IterationEvent>();
        QCOMPARE(int(steps.size()), 3);
        QVERIFY(*steps[1].duration == 125ms);
        QCOMPARE(*steps[2].samplesPerSecond, 123.4);
        QCOMPARE(*steps[2].loss, 7.902);
        QCOMPARE(int(log.of<MetricEvent>().size()), 1);
        QCOMPARE(log.of<ResultEvent>()[0].mean, 450.33);
        QCOMPARE(log.of<FailureEvent>()[0].code, std::string("unreachable"));
        QCOMPARE(log.of<MessageEvent>()[0].text, std::string("Saving checkpoints for 0 into /x."));
    }

    void hivemind()
    {
        const std::string at = "Mar 23 01:28:58.301 [INFO] [hivemind.optim.optimizer.step:434] ";
        const Reading log(
            "hivemind",
            {at + "run accumulated 4096 samples for epoch #2 from 4 peers. ETA 0.00 sec (refresh in 0.50 sec)",
             everyKind[12], at + "Transitioning to epoch 3",
             "Mar 23 01:28:58.301 [WARN] [hivemind.averaging.averager._step:472] Averaging step failed: "
             "could not find a group",
             "_step,_runtime,_timestamp,01_general/step,01_general/locally_processed_samples,"
             "02_timing/step_time_s,03_hivemind/num_peers",
             "174,109,1681083052,65,2080,58.063731,8.0", "175,110,1681083053,66,2112,0.290730,8.0",
             "176,110,1681083053,,,,"});
        const auto metrics = log.of<MetricEvent>();
        QCOMPARE(int(metrics.size()), 2);
        QCOMPARE(metrics[0].name, std::string("accumulated-samples"));
        QCOMPARE(metrics[0].value, 4096.0);
        QCOMPARE(*metrics[0].iteration, 2LL);
        QCOMPARE(metrics[1].value, 4.0);
        QCOMPARE(log.of<PhaseEvent>()[0].phase, std::string("epoch 3"));
        QVERIFY(log.of<MessageEvent>()[0].level == MessageLevel::Warning);
        const auto steps = log.of<IterationEvent>();
        QCOMPARE(int(steps.size()), 2);
        QCOMPARE(steps[1].duration->count(), 290730000LL);
        QCOMPARE(*steps[1].samples, 32LL);
        QCOMPARE(*steps[1].workers, 8);
        QCOMPARE(steps[1].origin.wall.count(), 1681083053000000000LL);
    }

    /// Output of Millrace's scripts other than steps.
    void scripts()
    {
        const Reading monitor(
            "hivemind",
            {R"({"event":"progress","rank":-1,"mono_ns":1,"wall_ns":2,"epoch":3,"peers":4,"samples":512,)"
             R"("samples_per_second":17.5})",
             "queen is ready", "address: /ip4/10.0.0.1/tcp/4000/p2p/Qm"});
        QCOMPARE(monitor.of<MetricEvent>()[0].value, 512.0);
        QCOMPARE(*monitor.of<MetricEvent>()[0].iteration, 3LL);
        QCOMPARE(monitor.of<MetricEvent>()[0].origin.rank, -1);
        QCOMPARE(monitor.of<SettingEvent>()[0].value, std::string("/ip4/10.0.0.1/tcp/4000/p2p/Qm"));
        const Reading server("tensorflow", {"ps 0 is ready"});
        QCOMPARE(monitor.parser->counts().unknown + server.parser->counts().unknown, 0ull);
    }

    void stalls()
    {
        const Reading log(
            "horovod",
            {"[1,3]<stderr>:[2020-09-18 03:11:09.123456: W /tmp/horovod/common/stall_inspector.cc:105] One "
             "or more tensors were submitted to be reduced, gathered or broadcasted by subset of ranks and "
             "are waiting for remainder of ranks for more than 60 seconds. ",
             "[1,3]<stderr>:Missing ranks:", "[1,3]<stderr>:0: [grad/1, grad/2]", "[1,3]<stderr>:2: [grad/1]",
             "Fri Sep 18 03:11:09 2020[0]<stderr>:hello"});
        const auto messages = log.of<MessageEvent>();
        QCOMPARE(int(messages.size()), 3);
        QCOMPARE(messages[0].origin.rank, 3);
        QCOMPARE(messages[1].text, std::string("rank 0 is missing: [grad/1, grad/2]"));
        QCOMPARE(messages[2].text, std::string("rank 2 is missing: [grad/1]"));
        QVERIFY(messages[2].level == MessageLevel::Warning);
        QCOMPARE(log.parser->counts().unknown, 1ull);
    }

    void prefixes()
    {
        const auto rankOf = [](const std::string& line, LogSource source = {}) {
            const Reading log("command", {line}, std::move(source));
            return log.of<IterationEvent>().size() == 1 ? log.of<IterationEvent>()[0].origin.rank : -2;
        };
        const std::string step = "Iter #4: 12.9 img/sec per GPU";
        QCOMPARE(rankOf(step), -1);
        QCOMPARE(rankOf("[1,3]<stdout>:" + step), 3);
        QCOMPARE(rankOf("[default2]:" + step), 2);
        QCOMPARE(rankOf("[default2]:" + step, LogSource{-1, {}, 4}), 6);
        QCOMPARE(rankOf("[rank5]: " + step, LogSource{-1, {}, 4}), 5);
        QCOMPARE(rankOf(" 7: " + step), 7);
        QCOMPARE(rankOf("node-3: " + step), -1);
        QCOMPARE(rankOf("\x1b[1;32m[1,1]<stderr>:\x1b[m" + step + "\r"), 1);
        const Reading pdsh("command", {"node-3: " + step});
        QCOMPARE(pdsh.of<IterationEvent>()[0].origin.worker, std::string("node-3"));
        const Reading glued("command", {"[1,0]<stdout>:" + step + "[1,1]<stdout>:" + step});
        QCOMPARE(int(glued.of<IterationEvent>().size()), 2);
        QCOMPARE(glued.of<IterationEvent>()[1].origin.rank, 1);
    }

    void patterns()
    {
        const std::vector<PatternSpec> specs{
            {"step {step:d} took {seconds:f} s, loss {loss:g}", "step"},
            {"[{rank:d}/{workers:d}] warm {step:d}: {milliseconds:f} ms, {samples:d} samples", "warmup"},
            {"mean {samples_per_second:f} per second {t} done", "result"},
            {"oh no: {text:r}", "failure"},
            {"# {r}", "ignore"}};
        auto parser = makePatternLogParser(specs);
        QVERIFY(parser);
        const auto step =
            std::get<IterationEvent>(eventsOf(**parser, "[1,2]<stdout>:step 7 took 0.25 s, loss 1e-3")[0]);
        QCOMPARE(step.iteration, 7LL);
        QVERIFY(*step.duration == 250ms);
        QCOMPARE(*step.loss, 1e-3);
        QCOMPARE(step.origin.rank, 2);
        const auto warm = std::get<IterationEvent>(eventsOf(**parser, "[3/4] warm 1: 500 ms, 32 samples")[0]);
        QVERIFY(warm.warmup);
        QCOMPARE(warm.origin.rank, 3);
        QCOMPARE(*warm.workers, 4);
        QVERIFY(near(*warm.samplesPerSecond, 64));
        QCOMPARE(std::get<ResultEvent>(eventsOf(**parser, "mean 12.5 per second (all) done")[0]).mean, 12.5);
        QCOMPARE(std::get<FailureEvent>(eventsOf(**parser, "oh no: a fire")[0]).what, std::string("a fire"));
        QVERIFY(eventsOf(**parser, "# remark").empty());
        QVERIFY(eventsOf(**parser, "step 99999999999999999999 took 1 s, loss 1").empty());
        QCOMPARE((*parser)->counts().damaged, 1ull);
        QCOMPARE((*parser)->counts().silent, 1ull);
    }

    void wrongPatterns_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("event");
        QTest::newRow("event") << "x {step:d}"
                               << "stepp";
        QTest::newRow("field") << "x {stepp:d}"
                               << "step";
        QTest::newRow("kind") << "x {step:f}"
                              << "step";
        QTest::newRow("text as number") << "x {step:d} {text:d}"
                                        << "step";
        QTest::newRow("no number") << "x {seconds:f}"
                                   << "step";
        QTest::newRow("open") << "x {step:d"
                              << "step";
        QTest::newRow("no kind") << "x {step}"
                                 << "step";
        QTest::newRow("too many") << "{d} {d} {d} {d} {d} {d} {d} {d} {step:d}"
                                  << "step";
    }

    void wrongPatterns()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, event);
        const std::vector<PatternSpec> specs{{pattern.toStdString(), event.toStdString()}};
        const auto parser = makePatternLogParser(specs);
        QVERIFY(!parser);
        QVERIFY(parser.error().code == ErrorCode::InvalidInput);
        QVERIFY(parser.error().what.find(pattern.toStdString()) != std::string::npos);
    }

    void recognised()
    {
        const auto of = [](std::vector<std::string> lines) { return recogniseFramework(lines); };
        QCOMPARE(of({everyKind[0]}), std::string("pytorch-ddp"));
        QCOMPARE(of({everyKind[5], "Epoch 1/2", everyKind[9]}), std::string("tensorflow"));
        QCOMPARE(of({everyKind[12], everyKind[12]}), std::string("hivemind"));
        QCOMPARE(of({"nothing known"}), std::string("command"));
        QCOMPARE(of({R"({"event":"step","rank":1,"mono_ns":5,"wall_ns":6,"step":7,"step_ns":2})"}),
                 std::string("builtin"));
    }

    /// Every truncation and every changed byte of every kind of line, to all parsers: every line is accounted for.
    void hostileBytes()
    {
        Random random(5);
        for (const std::string& name : logParserNames()) {
            auto parser = *makeLogParser(name);
            const auto feed = [&](std::string_view line) {
                for (auto event = parser->parse(line, Stream::Errors, {}); event; event = parser->more()) { }
            };
            for (const std::string& line : everyKind) {
                for (std::size_t length = 0; length <= line.size(); ++length)
                    feed(std::string_view(line).substr(0, length));
                for (std::size_t at = 0; at < line.size(); ++at) {
                    std::string changed = line;
                    changed[at] = static_cast<char>(random.below(256));
                    feed(changed);
                }
            }
            const LineCounts& counts = parser->counts();
            QCOMPARE(counts.events + counts.silent + counts.unknown + counts.damaged, counts.read);
        }
    }

    /// A log that names ever new workers, and one endless line, stay cheap.
    void hostileWorkers()
    {
        auto parser = *makeLogParser("tensorflow");
        for (int i = 0; i < 20000; ++i)
            QVERIFY(
                eventsOf(*parser, "[10.0.0.1." + std::to_string(i) + "::stdout] Batch,0,1626091385.1,2.9,0.1").size()
                == 1);
        std::string turns(maximumLineBytes - 2, '\r');
        static_cast<void>(eventsOf(*parser, turns));
        std::string glued;
        while (glued.size() < 200000)
            glued += "}{\"event\":";
        static_cast<void>(eventsOf(*parser, glued));
        QVERIFY(parser->counts().read > 20000);
    }

    void speed()
    {
        auto parser = *makeLogParser("command");
        QBENCHMARK_ONCE
        {
            for (int i = 0; i < 2000; ++i)
                for (const std::string& line : everyKind)
                    static_cast<void>(eventsOf(*parser, line));
        }
    }
};

QTEST_APPLESS_MAIN(TestFrameworkLogParser)
#include "tst_framework_log_parser.moc"
