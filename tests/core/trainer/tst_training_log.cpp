// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

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
