// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/peer_meter.h"
#include "core/trainer/training_log.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::trainer;
using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

namespace {

class FixedClock final : public Clock
{
public:
    Nanoseconds monotonic() const override { return 17ns; }
    Nanoseconds wall() const override { return 1700000000000000042ns; }
};

struct Written
{
    std::vector<std::string> calls;
    FixedClock clock;

    TrainingLog log(int rank)
    {
        return TrainingLog(
            rank,
            [this](std::string_view lines) -> Result<void> {
                calls.emplace_back(lines);
                return {};
            },
            clock);
    }
};

TrainSpec spec()
{
    TrainSpec made;
    made.peers = *collective::parsePeerList("10.77.0.1:10000,10.77.0.2:10000,10.77.0.3:10000");
    made.model = *findModel("resnet50");
    made.session.strategy = collective::Strategy::Ring;
    return made;
}

std::string humanPart(const std::string& call)
{
    return call.substr(call.find('\n') + 1);
}

} // namespace

class TestTrainingLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsLookLikeKungFu()
    {
        Written written;
        TrainingLog log = written.log(0);
        QVERIFY(log.step({0, true, 5ms, 4738ms, 4743ms, 10, 20, 32}));
        QVERIFY(log.step({12, false, 5ms, 715720us, 720720us, 10, 20, 32}));
        QCOMPARE(humanPart(written.calls[0]), std::string("Warmup Step #0: 6.7 img/sec per /gpu:0, took 4.743s\n"));
        QCOMPARE(humanPart(written.calls[1]), std::string("Iter #12: 44.4 img/sec per /gpu:0\n"));
        const Json json = Json::parse(written.calls[1].substr(0, written.calls[1].find('\n')));
        const Json expected = {
            {"event", "step"},      {"rank", 0},        {"mono_ns", 17},         {"wall_ns", 1700000000000000042},
            {"step", 12},           {"warmup", false},  {"compute_ns", 5000000}, {"comm_ns", 715720000},
            {"step_ns", 720720000}, {"sent_bytes", 10}, {"received_bytes", 20},  {"samples", 32}};
        QCOMPARE(json.dump(), expected.dump());
    }

    void reportsByPeer()
    {
        Written written;
        TrainingLog log = written.log(1);
        PeerReport report{2s, 3, 1200, 40ms, {0, 2}, {100, 200}, {300, 400}, {5ms, 6ms}, {1200}, {30ms}};
        QVERIFY(log.peers(report, {collective::Strategy::Star, 1, 32}));
        const Json json = Json::parse(written.calls[0]);
        const Json expected =
            Json::parse("{\"event\":\"peers\",\"rank\":1,\"mono_ns\":17,\"wall_ns\":1700000000000000042,"
                        "\"interval_ns\":2000000000,\"steps\":3,\"payload\":1200,\"comm_ns\":40000000,\"leads\":false,"
                        "\"strategy\":\"STAR\",\"root\":1,\"peers\":[0,2],\"sent\":[100,200],\"received\":[300,400],"
                        "\"waited_ns\":[5000000,6000000],\"pair_bytes\":[1200],\"pair_ns\":[30000000]}");
        QCOMPARE(json.dump(), expected.dump());
    }

    /// What is logged is also shown to a monitoring system.
    void gaugesFollowTheLog()
    {
        Written written;
        TrainingGauges gauges(1);
        TrainingLog log = written.log(1);
        log.show(gauges);
        QVERIFY(log.step({0, false, 5ms, 10ms, 15ms, 10, 20, 32}));
        QVERIFY(log.step({1, false, 5ms, 20ms, 25ms, 10, 20, 32}));
        for (int twice = 0; twice < 2; ++twice)
            QVERIFY(log.peers({2s, 3, 1200, 40ms, {0}, {100}, {300}, {500ms}, {1200}, {30ms}},
                              {collective::Strategy::Star, 1, 32}));
        QVERIFY(log.metric("gradient-noise-scale", 12.5, 1));
        QVERIFY(log.decided({policy::Change::Batch, {}, 64, "goodput-batch", "because"}, 1));
        const std::string text = exposition::metricsText(gauges.families());
        for (const char* line :
             {"millrace_steps_total{rank=\"1\"} 2", "millrace_samples_total{rank=\"1\"} 64",
              "millrace_step_time_seconds{rank=\"1\"} 0.025",
              "millrace_peer_sent_bytes_total{rank=\"1\",peer=\"0\"} 200",
              "millrace_peer_waiting_seconds_total{rank=\"1\",peer=\"0\"} 1",
              "millrace_all_reduce_rate_bytes_per_second{rank=\"1\",strategy=\"STAR\",root=\"1\",pair=\"0\"} 40000",
              "millrace_gradient_noise_scale{rank=\"1\"} 12.5",
              "millrace_decisions_total{rank=\"1\",policy=\"goodput-batch\"} 1"})
            QVERIFY2(text.find(std::string(line) + "\n") != std::string::npos,
                     (std::string(line) + " in " + text).c_str());
    }

    /// Numbers are those of all that may take part, also when others are members.
    void theMeterAddsUpByWorker()
    {
        const auto all = *collective::parsePeerList("10.0.0.1:1,10.0.0.2:1,10.0.0.3:1");
        const auto members = *collective::parsePeerList("10.0.0.3:1,10.0.0.1:1");
        using Statistics = collective::SessionStatistics;
        const Statistics none{{{}, {}}, {}, 0};
        const Statistics some{{{10, 20, 1, 1, 3ms}, {}}, {{100, 5ms}}, 0};
        PeerMeter meter(1s, all);
        QVERIFY(!meter.take(0s, true));
        meter.setMembers(members);
        meter.add(none, some, {.communication = 5ms, .total = 100ms}, 100, 5ms, 10s);
        meter.add(none, some, {.communication = 5ms, .total = 100ms}, 100, 5ms, 10500ms);
        QVERIFY(!meter.take(10800ms, false));
        const auto report = meter.take(10900ms, false);
        QVERIFY(report.has_value());
        QVERIFY(report->interval == 1s);
        QCOMPARE(report->steps, 2);
        QCOMPARE(report->payload, 200u);
        QVERIFY(report->communication == 10ms);
        QCOMPARE(report->peers, std::vector<int>{2});
        QCOMPARE(report->sent, std::vector<std::uint64_t>{20});
        QVERIFY(report->waited == std::vector<Nanoseconds>{6ms});
        QVERIFY(report->pairTime == std::vector<Nanoseconds>{10ms});
        QVERIFY(!meter.take(20s, true)); // no step since
        meter.add(none, some, {.total = 100ms}, 100, 5ms, 11s);
        QVERIFY(meter.take(11100ms, true)->interval == 200ms);
        PeerMeter silent(0s, all);
        silent.add(none, some, {}, 1, 5ms, 1s);
        QVERIFY(!silent.take(100s, true));
    }

    void theRestLooksLikeKungFu()
    {
        Written written;
        TrainingLog log = written.log(0);
        QVERIFY(log.start(spec(), 5ms));
        QVERIFY(log.phase(true));
        QVERIFY(log.phase(false));
        TrainReport report;
        report.steps = 4;
        report.rateMean = 43.42902;
        report.rateDeviation = 0.6185306122;
        QVERIFY(log.end(report, spec(), collective::Strategy::Ring));
        QCOMPARE(humanPart(written.calls[0]), std::string("Model: resnet50\nBatch size: 32\n"));
        QCOMPARE(humanPart(written.calls[1]), std::string("Running warmup...\n"));
        QCOMPARE(humanPart(written.calls[2]), std::string("Running benchmark...\n"));
        QCOMPARE(humanPart(written.calls[3]),
                 std::string("Img/sec per /gpu:0: 43.4 +-1.2\n"
                             R"(RESULT: 43.429020 +-1.212320 {"framework":"millrace","np":3,"strategy":"RING","bs":32,)"
                             R"("model":"resnet50","kf-opt":"sync-sgd","fuse":false})"
                             "\n"));
    }

    void otherRanksWriteJsonAlone()
    {
        Written written;
        TrainingLog log = written.log(2);
        QVERIFY(log.start(spec(), 5ms));
        QVERIFY(log.step({0, true, 5ms, 5ms, 10ms, 0, 0, 32}));
        QVERIFY(log.phase(false));
        QVERIFY(log.end({}, spec(), collective::Strategy::Ring));
        for (const std::string& call : written.calls) {
            QCOMPARE(std::count(call.begin(), call.end(), '\n'), 1);
            QVERIFY(call.ends_with('\n'));
            QCOMPARE(Json::parse(call)["rank"].get<int>(), 2);
        }
    }

    void errorsNameTheRanks()
    {
        Written written;
        TrainingLog log = written.log(1);
        const auto peers = spec().peers;
        QVERIFY(log.error(
            fail(ErrorCode::PeerFailed, "rank 2 (10.77.0.3:10000) has died, as rank 0 (10.77.0.1:10000) reports"),
            peers, 2));
        QVERIFY(log.error(
            fail(ErrorCode::Unreachable, "rank 0 (10.77.0.1:10000) and rank 2 (10.77.0.3:10000) did not come"), peers,
            std::nullopt));
        QVERIFY(log.error(fail(ErrorCode::Cancelled, "rank 1 (10.77.0.2:10000) was stopped"), peers, 1));
        const Json first = Json::parse(written.calls[0]);
        QCOMPARE(first["code"].get<std::string>(), std::string("peer-failed"));
        QCOMPARE(first["peer"].get<int>(), 2);
        QCOMPARE(first["peers"].dump(), std::string("[2]"));
        QCOMPARE(Json::parse(written.calls[1])["peers"].dump(), std::string("[0,2]"));
        QVERIFY(!Json::parse(written.calls[2]).contains("peer"));
    }

    void aFailingSinkIsReported()
    {
        const FixedClock clock;
        TrainingLog log(
            0, [](std::string_view) -> Result<void> { return fail(ErrorCode::Io, "no"); }, clock);
        QVERIFY(!log.phase(true));
        QVERIFY(!log.step({}));
    }

    void aMessageThatIsNoUtf8DoesNotBreakTheLine()
    {
        Written written;
        TrainingLog log = written.log(1);
        QVERIFY(log.error(fail(ErrorCode::Io, "bad \xff byte\nand a new line"), spec().peers, std::nullopt));
        QCOMPARE(std::count(written.calls[0].begin(), written.calls[0].end(), '\n'), 1);
        QVERIFY(Json::accept(written.calls[0]));
    }
};

QTEST_APPLESS_MAIN(TestTrainingLog)
#include "tst_training_log.moc"
