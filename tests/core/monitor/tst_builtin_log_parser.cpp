// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/monitor/builtin_log_parser.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace millrace;
using namespace millrace::monitor;
using namespace std::chrono_literals;

namespace {

/// A run of one rank as the worker prints it.
const std::vector<std::string> fixture{
    R"({"event":"start","rank":0,"mono_ns":2289804141493,"wall_ns":1795170010260764705,"size":4,"model":"resnet50","tensors":214,"elements":25583592,"bytes":102334368,"batch":32,"strategy":"RING","steps":4,"warmup_steps":1,"verify_every":2,"seed":1,"fuse":false,"compute_ns":5000000,"host":"node0","pid":4368})",
    "Model: resnet50",
    "Batch size: 32",
    R"({"event":"connected","rank":0,"mono_ns":2289838966328,"wall_ns":1795170010295589361,"strategy":"RING","congestion_control":"cubic","connect_ns":34793456})",
    "init took 0.035s",
    R"({"event":"phase","rank":0,"mono_ns":2290286029149,"wall_ns":1795170010742652156,"phase":"warmup"})",
    "Running warmup...",
    R"({"event":"step","rank":0,"mono_ns":2290773306548,"wall_ns":1795170011229929090,"step":0,"warmup":true,"compute_ns":49895416,"comm_ns":437357513,"step_ns":487252929,"sent_bytes":146650176,"received_bytes":165895072,"samples":32})",
    "Warmup Step #0: 65.7 img/sec per /gpu:0, took 0.487s",
    "Running benchmark...",
    R"({"event":"step","rank":0,"mono_ns":2291328783027,"wall_ns":1795170011785405651,"step":0,"warmup":false,"compute_ns":66257563,"comm_ns":467482248,"step_ns":500000000,"sent_bytes":146650176,"received_bytes":165895072,"samples":32})",
    "Iter #0: 60.0 img/sec per /gpu:0",
    R"({"event":"verify","rank":0,"mono_ns":2291599378507,"wall_ns":1795170012056001761,"step":0,"checksum":"763c9d8f443a7745","ok":true})",
    R"({"event":"sent","rank":0,"mono_ns":2293477395020,"wall_ns":1795170013934017992,"tcp_bytes":733260880,"tcp_retransmitted_bytes":1448})",
    R"({"event":"end","rank":0,"mono_ns":2293477395021,"wall_ns":1795170013934017993,"steps":4,"samples_per_second":68.5,"rate_mean":70.5,"rate_stddev":10,"step_mean_ns":466607799.5,"step_stddev_ns":81324500.6})",
    "Img/sec per /gpu:0: 70.7 +-24.0",
    R"(RESULT: 70.716132 +-24.036541 {"framework":"millrace","np":4,"strategy":"RING","bs":32,"model":"resnet50"})",
};

std::vector<LogEvent> read(LogParser& parser, const std::vector<std::string>& lines)
{
    std::vector<LogEvent> events;
    for (const std::string& line : lines)
        if (auto event = parser.parse(line, Stream::Out, {3ns, 4ns}))
            events.push_back(std::move(*event));
    return events;
}

} // namespace

class TestBuiltinLogParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resizesHaveTheirParts()
    {
        BuiltinLogParser parser;
        const auto events = read(
            parser,
            {R"({"event":"step","rank":0,"mono_ns":1,"wall_ns":2,"step":4,"warmup":false,"step_ns":500000000,"samples":32,"workers":3})",
             R"({"event":"noticed","rank":0,"mono_ns":5,"wall_ns":6,"code":"peer-failed","peer":2,"peers":[2],"what":"rank 2 died"})",
             R"({"event":"resize","rank":0,"mono_ns":7,"wall_ns":8,"version":2,"from":3,"to":2,"cause":"failure","step":5,"redone_steps":1,"detect_ns":10,"decide_ns":20,"connect_ns":30,"state_ns":40,"first_step_ns":50,"resize_ns":90})",
             "resize 3 -> 2 took 0.00ms", "configuration server listens on 10.0.0.1:9100"});
        QCOMPARE(int(events.size()), 3);
        QCOMPARE(*std::get<IterationEvent>(events[0]).workers, 3);
        QVERIFY(std::get<IterationEvent>(events[0]).hasMembers());
        QVERIFY(std::get<NoticedEvent>(events[1]).peers == std::vector<int>{2});
        const auto& resize = std::get<ResizeEvent>(events[2]);
        QCOMPARE(resize.from, 3);
        QCOMPARE(resize.to, 2);
        QVERIFY(*resize.duration == 90ns);
        QVERIFY((*resize.phases == ResizeEvent::Phases{2, "failure", 5, 1, 10ns, 20ns, 30ns, 40ns, 50ns}));
        QVERIFY(parser.issues().empty());
    }

    void reportsByPeer()
    {
        BuiltinLogParser parser;
        const std::string start = "{\"event\":\"peers\",\"rank\":1,\"mono_ns\":7,\"wall_ns\":8,";
        const auto events =
            read(parser,
                 {start
                      + "\"interval_ns\":2000000000,\"steps\":3,\"payload\":1200,\"comm_ns\":40,\"leads\":true,"
                        "\"strategy\":\"STAR\",\"root\":1,\"peers\":[0,2],\"sent\":[100,5000000000],"
                        "\"received\":[300,400],\"waited_ns\":[5,6],\"pair_bytes\":[1200],\"pair_ns\":[30]}",
                  start + "\"interval_ns\":2,\"peers\":[0,2],\"sent\":[1],\"received\":[1,1],\"waited_ns\":[1,1]}",
                  start + "\"interval_ns\":0,\"peers\":[]}", "metrics at http://127.0.0.1:9100/metrics"});
        QCOMPARE(int(events.size()), 1);
        const auto& report = std::get<PeersEvent>(events[0]);
        QVERIFY(report.interval == 2s && report.communication == 40ns && report.leads);
        QCOMPARE(report.strategy, std::string("STAR"));
        QCOMPARE(report.root, 1);
        QVERIFY((report.peers == std::vector<PeersEvent::Peer>{{0, 100, 300, 5ns}, {2, 5000000000, 400, 6ns}}));
        QVERIFY((report.pairs == std::vector<PeersEvent::Pair>{{1200, 30ns}}));
        QCOMPARE(parser.counts().damaged, 2u);
    }

    void aRunIsReadOnce()
    {
        BuiltinLogParser parser;
        const auto events = read(parser, fixture);
        QCOMPARE(int(events.size()), 8);
        const auto& start = std::get<StartEvent>(events[0]);
        QCOMPARE(start.workers, 4);
        QCOMPARE(start.model, std::string("resnet50"));
        QCOMPARE(start.tensors, 214LL);
        QCOMPARE(start.bytes, 102334368ull);
        QCOMPARE(start.strategy, std::string("RING"));
        QCOMPARE(start.host, std::string("node0"));
        QCOMPARE(start.pid, 4368LL);
        const auto& connected = std::get<ConnectedEvent>(events[1]);
        QCOMPARE(connected.congestionControl, std::string("cubic"));
        QVERIFY(connected.duration == 34793456ns);
        QCOMPARE(std::get<PhaseEvent>(events[2]).phase, std::string("warmup"));
        const auto& warm = std::get<IterationEvent>(events[3]);
        QVERIFY(warm.warmup);
        const auto& step = std::get<IterationEvent>(events[4]);
        QVERIFY(!step.warmup);
        QVERIFY(*step.duration == 500ms);
        QVERIFY(*step.compute == 66257563ns);
        QVERIFY(*step.communication == 467482248ns);
        QCOMPARE(*step.samplesPerSecond, 64.0);
        QCOMPARE(*step.sentBytes, 146650176ull);
        QCOMPARE(*step.receivedBytes, 165895072ull);
        QVERIFY(step.origin.timedByWorker);
        QCOMPARE(step.origin.monotonic.count(), 2291328783027LL);
        QCOMPARE(step.origin.wall.count(), 1795170011785405651LL);
        const auto& verify = std::get<VerifyEvent>(events[5]);
        QVERIFY(verify.ok);
        QCOMPARE(verify.checksum, std::string("763c9d8f443a7745"));
        const auto& sent = std::get<SentEvent>(events[6]);
        QCOMPARE(sent.bytes, 733260880ull);
        QCOMPARE(sent.retransmittedBytes, 1448ull);
        const auto& result = std::get<ResultEvent>(events[7]);
        QCOMPARE(result.mean, 70.5);
        QCOMPARE(*result.spread, 19.6);
        QCOMPARE(result.iterations, 4LL);
        QVERIFY(result.final);
        QCOMPARE(result.settings[1].first, std::string("samples_per_second"));
        QCOMPARE(parser.counts().silent, std::uint64_t(fixture.size() - 8));
        QVERIFY(parser.issues().empty());
    }

    void humanLinesAloneAreRead()
    {
        std::vector<std::string> human;
        for (const std::string& line : fixture)
            if (!line.starts_with('{'))
                human.push_back(line);
        BuiltinLogParser parser;
        const auto events = read(parser, human);
        QCOMPARE(events.size(), human.size());
        QCOMPARE(std::get<IterationEvent>(events[4]).iteration, 0LL);
        QVERIFY(std::get<ResultEvent>(events.back()).final);
    }

    void failures()
    {
        BuiltinLogParser parser(LogSource{5, {}});
        const auto events = read(parser,
                                 {"{\"event\":\"error\",\"rank\":5,\"mono_ns\":1,\"wall_ns\":2,\"code\":\"peer-"
                                  "failed\",\"peer\":2,\"peers\":[2,3],\"what\":\"rank 2 "
                                  "\\\"died\\\"\"}",
                                  "millrace-worker: rank 2 died"});
        QCOMPARE(int(events.size()), 1);
        const auto& failure = std::get<FailureEvent>(events[0]);
        QCOMPARE(failure.code, std::string("peer-failed"));
        QCOMPARE(failure.peers, (std::vector<int>{2, 3}));
        QCOMPARE(failure.what, std::string("rank 2 \"died\""));
        QCOMPARE(parser.counts().silent, 1ull);
        // A worker that fails before its first event reports the failure as plain text only.
        BuiltinLogParser other(LogSource{5, {}});
        const auto refused = read(other, {"millrace-worker: unknown model \"x\""});
        QCOMPARE(std::get<FailureEvent>(refused[0]).what, std::string("unknown model \"x\""));
        QCOMPARE(originOf(refused[0]).rank, 5);
        QCOMPARE(originOf(refused[0]).monotonic.count(), 3LL);
    }

    void strangeLines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("kind");
        QTest::newRow("user's text") << "hello"
                                     << "unknown";
        QTest::newRow("user's JSON") << R"({"loss":1.5})"
                                     << "unknown";
        QTest::newRow("unknown event") << R"({"event":"lunch","rank":0})"
                                       << "unknown";
        QTest::newRow("event is not a text") << R"({"event":5})"
                                             << "unknown";
        QTest::newRow("braces") << "{ not json"
                                << "unknown";
        QTest::newRow("cut") << "{\"event\":\"step\",\"rank\":0,\"step\":12,\"war"
                             << "damaged";
        QTest::newRow("step without number") << R"({"event":"step","rank":0,"step_ns":5})"
                                             << "damaged";
        QTest::newRow("step number is text") << R"({"event":"step","rank":0,"step":"1","step_ns":5})"
                                             << "damaged";
        QTest::newRow("negative duration") << R"({"event":"step","rank":0,"step":1,"step_ns":-5})"
                                           << "damaged";
        QTest::newRow("verify without verdict") << R"({"event":"verify","step":0})"
                                                << "damaged";
        QTest::newRow("error without words") << R"({"event":"error"})"
                                             << "damaged";
        QTest::newRow("end without rate") << R"({"event":"end","steps":5})"
                                          << "damaged";
        QTest::newRow("blank") << ""
                               << "silent";
    }
    void strangeLines()
    {
        QFETCH(QString, line);
        QFETCH(QString, kind);
        BuiltinLogParser parser;
        QVERIFY(read(parser, {line.toStdString()}).empty());
        QCOMPARE(parser.counts().unknown, kind == "unknown" ? 1ull : 0ull);
        QCOMPARE(parser.counts().damaged, kind == "damaged" ? 1ull : 0ull);
        QCOMPARE(parser.counts().silent, kind == "silent" ? 1ull : 0ull);
    }

    void longLinesAreNotLookedInto()
    {
        BuiltinLogParser parser;
        QVERIFY(read(parser, {std::string(maximumLineBytes + 1, 'x'), std::string(maximumLineBytes, '{')}).empty());
        QCOMPARE(parser.issues()[0].kind, std::string("long-line"));
        QCOMPARE(parser.counts().damaged, 1ull);
        QVERIFY(parser.issues()[0].example.size() < 300);
    }

    void textsAreValidUtf8()
    {
        BuiltinLogParser parser;
        const auto events = read(parser, {"{\"event\":\"error\",\"what\":\"bad \xff byte\"}"});
        QCOMPARE(std::get<FailureEvent>(events[0]).what, std::string("bad \xef\xbf\xbd byte"));
    }

    void everyTruncationAndChangedBytes()
    {
        Random random(3);
        for (const std::string& line : fixture) {
            BuiltinLogParser parser;
            std::uint64_t fed = 0;
            for (std::size_t length = 0; length <= line.size(); ++length, ++fed) {
                const auto event = parser.parse(std::string_view(line).substr(0, length), Stream::Out, {});
                QVERIFY(length == line.size() || !line.starts_with('{') || !event);
            }
            for (int change = 0; change < 2000; ++change, ++fed) {
                std::string changed = line;
                for (std::uint64_t bytes = 1 + random.below(3); bytes > 0; --bytes)
                    changed[random.below(changed.size())] = static_cast<char>(random.below(256));
                static_cast<void>(parser.parse(changed, Stream::Out, {}));
            }
            const LineCounts& counts = parser.counts();
            QCOMPARE(counts.events + counts.silent + counts.unknown + counts.damaged, counts.read);
            QVERIFY(counts.read >= fed); // a carriage return makes two of one
        }
    }

    /// Half a million step lines a second were asked for; a tenth of it fails here, whatever else the machine does.
    void speed()
    {
        BuiltinLogParser parser;
        constexpr int lines = 50000;
        std::int64_t steps = 0;
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < lines; ++i) {
            const auto event = parser.parse(fixture[10], Stream::Out, {});
            steps += event && std::holds_alternative<IterationEvent>(*event) ? 1 : 0;
        }
        const double perSecond = lines * 1e9 / static_cast<double>(timer.nsecsElapsed());
        QCOMPARE(steps, static_cast<std::int64_t>(lines));
        qInfo("%.0f step lines a second", perSecond);
#ifndef MR_SANITIZED
        QVERIFY(perSecond > 50000);
#endif
    }
};

QTEST_APPLESS_MAIN(TestBuiltinLogParser)
#include "tst_builtin_log_parser.moc"
