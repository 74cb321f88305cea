// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/kungfu_log_parser.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::monitor;
using namespace std::chrono_literals;

namespace {

std::optional<LogEvent> parse(LogParser& parser, const std::string& line)
{
    return parser.parse(line, Stream::Out, {1ns, 2ns});
}

template <typename Event>
Event only(const std::string& line)
{
    KungFuLogParser parser;
    const auto event = parse(parser, line);
    if (!event || !std::holds_alternative<Event>(*event)) {
        QTest::qFail(qPrintable("no event of this kind: " + QString::fromStdString(line)), __FILE__, __LINE__);
        return {};
    }
    return std::get<Event>(*event);
}

bool near(double value, double expected)
{
    return std::abs(value - expected) <= 1e-9 * std::abs(expected);
}

} // namespace

class TestKungFuLogParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Every spelling that KungFu's regular expression allows.
    void stateSync()
    {
        for (const std::string what : {"step", "step:", "offset"})
            for (const std::string colon : {" ", " : "}) {
                const auto plain = only<MetricEvent>("sync " + what + colon + "320 -> 640");
                QCOMPARE(plain.value, 640.0);
                QCOMPARE(*only<MetricEvent>("sync " + what + colon + "320 -> 640 on step 10").iteration, 10LL);
            }
        QCOMPARE(only<IterationEvent>("KungfuLogStepHook::after_run(20, 1420), 0.085s per step").duration->count(),
                 85000000LL);
        const auto noise = only<MetricEvent>("after step: 391, |gns|: 512.3, bs=64, |gns|/bs: 8.0, ratio_ema: 7.2");
        QCOMPARE(noise.value, 512.3);
        QCOMPARE(*noise.iteration, 391LL);
    }

    void iterations()
    {
        const auto plain = only<IterationEvent>("[127.0.0.1.10000::stdout] Iter #9: 31.6 img/sec per /gpu:0");
        QCOMPARE(plain.iteration, 9LL);
        QCOMPARE(*plain.samplesPerSecond, 31.6);
        QCOMPARE(plain.device, std::string("/gpu:0"));
        QCOMPARE(plain.origin.worker, std::string("127.0.0.1.10000"));
        QVERIFY(!plain.warmup && !plain.duration);
        const auto glued = only<IterationEvent>("Cluster response Iter #20: 30.2 img/sec per /gpu:0");
        QCOMPARE(glued.iteration, 20LL);
        QCOMPARE(only<IterationEvent>("Iter #0: 12.9 img/sec per GPU").device, std::string("GPU"));
        QCOMPARE(only<IterationEvent>("Iter #0: 9 img/sec per /job:worker/task:1").device,
                 std::string("/job:worker/task:1"));
        const auto warm = only<IterationEvent>("Warmup Step #1: 43.1 img/sec per /gpu:0, took 0.742s");
        QVERIFY(warm.warmup);
        QVERIFY(*warm.duration == 742ms);
        const auto elastic = only<IterationEvent>("step: 12, rank=3, np=4, took 12.5ms");
        QCOMPARE(elastic.origin.rank, 3);
        QCOMPARE(*elastic.workers, 4);
        QVERIFY(*elastic.duration == 12500us);
        const auto micro = only<IterationEvent>("warmup step 2, took 0.5s, equivalent data rate: 1.5 GiB/s");
        QVERIFY(micro.warmup && *micro.duration == 500ms);
        QVERIFY(!only<IterationEvent>("step 2, took 0.5s, equivalent data rate: 1.5 GiB/s").warmup);
        const auto local = only<IterationEvent>("local step 7, took 0.123s, 260.16 samples / sec");
        QCOMPARE(*local.samplesPerSecond, 260.16);
    }

    void results()
    {
        const auto mean = only<ResultEvent>("Img/sec per /gpu:0: 43.4 +-1.2");
        QCOMPARE(mean.mean, 43.4);
        QCOMPARE(*mean.spread, 1.2);
        QVERIFY(!mean.final);
        const auto total = only<ResultEvent>("Total img/sec on 32 GPU(s): 406.5 +-22.7");
        QCOMPARE(total.workers, 32);
        QCOMPARE(total.unit, std::string("samples/s in total"));
        const auto result = only<ResultEvent>(
            R"(RESULT: 43.429020 +-1.212320 {"framework":"kungfu","np":32,"strategy":"MULTI_BINARY_TREE_STAR","bs":32,"model":"ResNet50","kf-opt":"sync-sgd","fuse":false})");
        QCOMPARE(result.mean, 43.42902);
        QCOMPARE(*result.spread, 1.21232);
        QCOMPARE(result.workers, 32);
        QVERIFY(result.final);
        QCOMPARE(int(result.settings.size()), 7);
        QCOMPARE(result.settings[2].second, std::string("MULTI_BINARY_TREE_STAR"));
        QCOMPARE(result.settings[6].second, std::string("false"));
        const auto micro = only<ResultEvent>(R"(RESULT: 1.5 +-0.25 (GiB/s) {"method":"CPU","np":4})");
        QCOMPARE(micro.mean, 1.5 * 1073741824);
        QCOMPARE(*micro.spread, 0.25 * 1073741824);
        QCOMPARE(micro.unit, std::string("B/s"));
        const auto scaling = only<ResultEvent>("RESULT: 260.16 samples / sec, batch size: 32, cluster size 2");
        QCOMPARE(scaling.workers, 2);
        const auto time = only<ResultEvent>("[I] took 450.386632ms, rate: 7.62GiB/s");
        QVERIFY(near(time.mean, 7.62 * 1073741824));
        QVERIFY(*time.duration == 450386632ns);
        const auto bench =
            only<ResultEvent>("[I] Result: model: resnet50-imagenet, 214 parameters, size ~ [256B, 9MiB], "
                              "total 97MiB, mode: par, rate: 7.62GiB/s");
        QCOMPARE(bench.settings[0].second, std::string("resnet50-imagenet"));
        QCOMPARE(bench.settings[5].second, std::string("par"));
        QVERIFY(bench.final);
    }

    void resultsMayHoldAnything()
    {
        const auto nested = only<ResultEvent>(R"(RESULT: 1.5 +-0.2 {"np": 4, "more": {"a": [1, 2]}, "text": "x"})");
        QCOMPARE(nested.workers, 4);
        QCOMPARE(int(nested.settings.size()), 2);
        const std::string deep = std::string(500000, '[') + std::string(500000, ']');
        QCOMPARE(int(only<ResultEvent>("RESULT: 1.5 +-0.2 {\"a\":" + deep + "}").settings.size()), 0);
        QCOMPARE(only<ResultEvent>(R"(RESULT: 1.5 +-0.2 {"np":99999999999})").workers, INT_MAX);
        QCOMPARE(only<ResultEvent>(R"(RESULT: 1.5 +-0.2 {"np":-3})").workers, 0);
    }

    void metrics_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("value");
        const auto row = [](const char* name, const char* line, double value) {
            QTest::newRow(line) << QString(line) << QString(name) << value;
        };
        row("gradient-noise-scale", "[a.1::stderr] Gradient Noise Scale: -7.01199627", -7.01199627);
        row("gradient-noise-scale", "Gradient Noise Scale: 1e+20", 1e20);
        row("gradient-noise-scale", "Gradient Noise Scale: -inf", -INFINITY);
        row("gradient-variance", "Variance: 0.000222897754", 0.000222897754);
        row("all-reduce-throughput", "[I] MonitorStrategy:: Checking Throughput = 119.70 MiB/s, reff= 92.11 MiB/s",
            119.70 * 1048576);
        row("all-reduce-throughput-trace", "[I] Global Step #17, Master[0], Throughput=101.00 MiB/s ", 101.0 * 1048576);
        row("reference-throughput", "[I] AP:: Thrroughput = 115.14 MiB/s", 115.14 * 1048576);
        row("votes", "[I] AP:: cluster response -> 7", 7);
        row("cluster-size", "[I] arrived at v2, new np=3, local: +1/-0, global: +2/-0", 3);
        row("tensors", "[I] model has 214 parameters, size ~ [256B, 9MiB], total 97MiB", 214);
        row("sync-offset", "sync offset 320 -> 640 on step 10", 640);
        row("sync-offset", "sync step: 5 -> 6", 6);
        row("samples-per-second", "Img/sec 12.5 per worker, Img/sec 50 per cluster, np=4", 12.5);
        row("samples-per-second", "global_step 800 average_throughput 12.6 number of workers 1", 12.6);
        row("global-steps-per-second", "INFO:tensorflow:global_step/sec: 1.58544", 1.58544);
        row("samples-per-second", "I0904 16:59:44.791337 139815124088640 tpu_estimator.py:2308] examples/sec: 12.6664",
            12.6664);
    }
    void metrics()
    {
        QFETCH(QString, line);
        QFETCH(QString, name);
        QFETCH(double, value);
        const auto metric = only<MetricEvent>(line.toStdString());
        QCOMPARE(QString::fromStdString(metric.name), name);
        QVERIFY(metric.value == value || near(metric.value, value));
    }

    void metricsHaveTheirStep()
    {
        QVERIFY(
            near(*only<MetricEvent>("[I] MonitorStrategy:: Checking Throughput = 68.82 MiB/s, reff= 92.11 MiB/s").limit,
                 92.11 * 1048576));
        QCOMPARE(*only<MetricEvent>("[I] Global Step #17, Master[0], Throughput=101.00 MiB/s").iteration, 17LL);
        QCOMPARE(*only<MetricEvent>("sync offset 320 -> 640 on step 10").iteration, 10LL);
        QVERIFY(std::isnan(only<MetricEvent>("Variance: nan").value));
    }

    void theRest()
    {
        QCOMPARE(only<PhaseEvent>("Running warmup...").phase, std::string("warmup"));
        QCOMPARE(only<PhaseEvent>("Running benchmark...").phase, std::string("benchmark"));
        QVERIFY(*only<PhaseEvent>("init took 1.157s").duration == 1157ms);
        QCOMPARE(only<PhaseEvent>("bcast_op took 0.964s").phase, std::string("bcast_op"));
        QCOMPARE(only<SettingEvent>("Model: ResNet50").value, std::string("ResNet50"));
        QCOMPARE(only<SettingEvent>("Batch size: 32").name, std::string("batch"));
        QCOMPARE(only<SwitchEvent>("Interference detected. Changing to alternative comm strategy !").stage,
                 std::string("switch"));
        QCOMPARE(
            only<SwitchEvent>("Cluster response Interference detected. Changing to alternative comm strategy !").stage,
            std::string("switch"));
        QCOMPARE(only<SwitchEvent>("[I] AP:: Taking reff window snapshot").stage, std::string("reference"));
        QCOMPARE(only<SwitchEvent>("[I] AP:: cluster reached consensus on changing to alternative strategy").stage,
                 std::string("consensus"));
        const auto resize = only<ResizeEvent>("resize 1 -> 2 took 20.39s");
        QCOMPARE(resize.to, 2);
        QVERIFY(*resize.duration == 20390ms && !resize.summary);
        QVERIFY(only<ResizeEvent>("resize #0 1 -> 2 took 20.39s").summary);
        const auto runtime = only<ResizeEvent>("[I] resize 2 -> 3 took 8.7ms, rank 1 -> 0");
        QCOMPARE(runtime.rankBefore, 1);
        QCOMPARE(runtime.rankAfter, 0);
        const auto finish = only<FinishEvent>("[I] all 4/8 local peers finished, took 1m56.574329056s");
        QCOMPARE(finish.finished, 4);
        QCOMPARE(finish.workers, 8);
        const auto failed = only<FailureEvent>("[E] #<127.0.0.1.10000> exited with error: exit status 1");
        QCOMPARE(failed.peer, std::string("127.0.0.1.10000"));
        QCOMPARE(failed.what, std::string("exit status 1"));
        QCOMPARE(only<FailureEvent>("exit on error: 2 tasks failed at main.go:12").what, std::string("2 tasks failed"));
        QVERIFY(only<MessageEvent>("[W] diverge proposal detected among 3 peers! I proposed x").level
                == MessageLevel::Warning);
        QVERIFY(only<MessageEvent>("[E] full update detected: [0@0]{}@{} -> x").level == MessageLevel::Error);
        QCOMPARE(only<MessageEvent>("[I] mode: par").text, std::string("mode: par"));
        QVERIFY(only<MessageEvent>(
                    "[0] One or more tensors were submitted to be reduced, gathered or broadcasted by subset "
                    "of ranks and are waiting for remainder of ranks for more than 60 seconds.")
                    .level
                == MessageLevel::Warning);
        const auto setting = only<SettingEvent>("[kf-env]: KUNGFU_CONFIG_LOG_LEVEL=DEBUG");
        QCOMPARE(setting.name, std::string("KUNGFU_CONFIG_LOG_LEVEL"));
        QCOMPARE(setting.value, std::string("DEBUG"));
        QCOMPARE(only<SettingEvent>("[arg] [2]=-np").value, std::string("-np"));
        QCOMPARE(only<SettingEvent>("[nic] [0] lo :: 127.0.0.1/8, ::1/128").name, std::string("lo"));
    }

    void silentAndUnknownLines()
    {
        KungFuLogParser parser;
        for (const char* line : {"Cluster response", "[a.1::stdout] Cluster response ", "", "...", "   "})
            QVERIFY(!parse(parser, line));
        QCOMPARE(parser.counts().silent, 5ull);
        QVERIFY(!parse(parser, "the user's own output"));
        QVERIFY(!parse(parser, "more of it"));
        QCOMPARE(parser.counts().unknown, 2ull);
        QVERIFY(!parse(parser, "Iter #5: 31.6 img/s"));
        QVERIFY(!parse(parser, "Iter #99999999999999999999: 31.6 img/sec per GPU"));
        QVERIFY(!parse(parser, "RESULT: 1.5 +-0.2 {\"np\":"));
        QVERIFY(!parse(parser, "Iter #5: 3.1.6 img/sec per GPU"));
        QCOMPARE(parser.counts().damaged, 4ull);
        QCOMPARE(parser.counts().read, 11ull);
        QCOMPARE(int(parser.issues().size()), 2);
        QCOMPARE(parser.issues()[0].kind, std::string("unknown-line"));
        QCOMPARE(parser.issues()[0].count, 2LL);
        QCOMPARE(parser.issues()[0].example, std::string("the user's own output"));
        QCOMPARE(parser.issues()[0].where, std::string("line 6"));
        QVERIFY(parser.issues()[0].severity == Severity::Note);
    }

    void ratesOfTensorFlowCountOnce()
    {
        KungFuLogParser parser;
        const std::string tensorFlow = "INFO:tensorflow:examples/sec: 12.6";
        const std::string absl = "I0904 16:59:44.791337 139815124088640 tpu_estimator.py:2308] examples/sec: 12.6";
        QVERIFY(parse(parser, "[a.1::stderr] " + tensorFlow));
        QVERIFY(parse(parser, "[a.2::stderr] " + tensorFlow));
        QVERIFY(!parse(parser, "[a.1::stderr] " + absl));
        QVERIFY(!parse(parser, "[a.2::stderr] " + absl));
        // The same value once more is a new measurement.
        QVERIFY(parse(parser, "[a.1::stderr] " + tensorFlow));
        QVERIFY(!parse(parser, "[a.1::stderr] " + absl));
        QVERIFY(parse(parser, "[a.1::stderr] " + absl));
        QVERIFY(!parse(parser, "[a.1::stderr] " + tensorFlow));
        QCOMPARE(parser.counts().events, 4ull);
        QCOMPARE(parser.counts().silent, 4ull);
        QCOMPARE(parser.counts().unknown, 0ull);
    }

    void ranksComeFromThePeerList()
    {
        KungFuLogParser parser(LogSource{-1, {"10.0.0.19:10000", "10.0.0.20:10000"}});
        const auto event = parse(parser, "[10.0.0.20.10000::stdout] Iter #1: 5 img/sec per GPU");
        QCOMPARE(originOf(*event).rank, 1);
        const auto horovod = parse(parser, "[1,7]<stdout>:Iter #1: 5 img/sec per GPU");
        QCOMPARE(originOf(*horovod).rank, 7);
    }

    void registry()
    {
        for (const std::string& name : logParserNames())
            QVERIFY(*makeLogParser(name));
        const auto refused = makeLogParser("caffe");
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestKungFuLogParser)
#include "tst_kungfu_log_parser.moc"
