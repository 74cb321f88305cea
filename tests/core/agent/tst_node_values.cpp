// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/capture_json.h"
#include "core/agent/impair_json.h"
#include "core/agent/node_values_json.h"
#include "core/agent/probe_json.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::agent;

namespace {

/// What arrives at the other side.
Json sent(const Json& json)
{
    return Json::parse(json.dump());
}

Sample fullSample()
{
    Sample sample;
    sample.monotonic = Nanoseconds(1);
    sample.wall = Nanoseconds(1'795'000'000'000'000'001);
    sample.interfaces = {{"eth0", 1, 2, 3, 4, 5, 6, 7, 18'446'744'073'709'551'615ull}, {"lo", 9, 8, 7, 6, 5, 4, 3, 2}};
    counters::PeerTcp peer;
    peer.address = "10.77.0.2";
    peer.sockets = 2;
    peer.ackedBytes = 3;
    peer.receivedBytes = 4;
    peer.sentBytes = 5;
    peer.retransmittedBytes = 6;
    peer.retransmissions = 7;
    peer.unackedSegments = 8;
    peer.minimumRtt = Nanoseconds(9);
    peer.meanRtt = Nanoseconds(10);
    peer.maximumRtt = Nanoseconds(11);
    peer.meanWindow = 12.5;
    peer.deliveryRate = 1e9;
    peer.congestionControl = "cubic";
    sample.peers = {peer};
    sample.processes = {{ProcessId{1}, {Nanoseconds(100), 200, 3, Nanoseconds(7), 2}},
                        {ProcessId{12}, {Nanoseconds(4), 5, 6}}};
    sample.machine = counters::MachineCpu{Nanoseconds(1), Nanoseconds(2), Nanoseconds(3), Nanoseconds(4)};
    sample.availableMemory = 1 << 30;
    return sample;
}

} // namespace

class TestNodeValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void impairments()
    {
        impair::ImpairSpec spec;
        spec.interface = "eth1";
        spec.peers = {{"10.0.0.2", 1e9, Nanoseconds(1), Nanoseconds(2), 0.0005, 3, true}};
        spec.protectedAddresses = {"10.0.0.9"};
        spec.protectedPorts = {22, 2222};
        spec.deadMan = Nanoseconds(5);
        QVERIFY(*fromJson<impair::ImpairSpec>(sent(toJson(spec))) == spec);
        impair::ImpairAbility ability;
        ability.rights = ability.nft = ability.tbf = ability.nftLoss = ability.ifb = true;
        ability.reason = "why";
        QVERIFY(*fromJson<impair::ImpairAbility>(sent(toJson(ability))) == ability);
        const impair::ImpairReport report{"eth1", impair::Backend::TbfAndNft, spec.peers, {"a warning"}};
        QVERIFY(*fromJson<impair::ImpairReport>(sent(toJson(report))) == report);
        const impair::ImpairStatus status{"eth1", true, {{"10.0.0.2", 1, 2, 3, 4, 5}}, {"", 6, 7, 8, 9, 10}};
        QVERIFY(*fromJson<impair::ImpairStatus>(sent(toJson(status))) == status);
        const RestoreReport restored{true, {"other queues"}};
        QVERIFY(*fromJson<RestoreReport>(sent(toJson(restored))) == restored);
        for (const Json& odd : {Json(), Json(7), Json::array(), Json{{"peers", 3}}, Json{{"interface", "x"}}}) {
            QCOMPARE(fromJson<impair::ImpairSpec>(odd).error().code, ErrorCode::Protocol);
            QCOMPARE(fromJson<impair::ImpairStatus>(odd).error().code, ErrorCode::Protocol);
            QCOMPARE(fromJson<impair::ImpairReport>(odd).error().code, ErrorCode::Protocol);
        }
    }

    void commands()
    {
        const Command command{{"prog", "a b", ""}, {{"A", "1"}, {"B", ""}}, "/tmp"};
        QVERIFY(*fromJson<Command>(sent(toJson(command))) == command);
        const Command bare{{"prog"}, {}, {}};
        QVERIFY(*fromJson<Command>(sent(toJson(bare))) == bare);
        QVERIFY(*fromJson<Command>(Json::parse(R"({"argv":["prog"]})")) == bare);
    }

    void processes()
    {
        const StartedProcess started{ProcessId{3}, 4711};
        QVERIFY(*fromJson<StartedProcess>(sent(toJson(started))) == started);
        for (const OutputStream stream : {OutputStream::Output, OutputStream::Errors}) {
            const ProcessLine line{ProcessId{3}, stream, "text \"quoted\"\t", Nanoseconds(5), Nanoseconds(6)};
            QVERIFY(*fromJson<ProcessLine>(sent(toJson(line))) == line);
        }
        const ProcessExit exit{ProcessId{3}, {0, 9}, Nanoseconds(1), 2, Nanoseconds(3), Nanoseconds(4)};
        QVERIFY(*fromJson<ProcessExit>(sent(toJson(exit))) == exit);
        const ExitStatus status{7, 0};
        QVERIFY(*fromJson<ExitStatus>(sent(toJson(status))) == status);
    }

    void samplings()
    {
        const SamplingSpec spec{std::chrono::milliseconds(20), false, true, false, true, {10'000, 10'100}};
        QVERIFY(*fromJson<SamplingSpec>(sent(toJson(spec))) == spec);
        QVERIFY(*fromJson<Sample>(sent(toJson(fullSample()))) == fullSample());
        const Sample empty{Nanoseconds(1), Nanoseconds(2), {}, {}, {}, {}, 0};
        QVERIFY(*fromJson<Sample>(sent(toJson(empty))) == empty);
        const SampleBatch batch{SamplingId{2}, 3, {fullSample(), empty}};
        QVERIFY(*fromJson<SampleBatch>(sent(toJson(batch))) == batch);
        const SamplingEnd end{1, 2, Nanoseconds(3)};
        QVERIFY(*fromJson<SamplingEnd>(sent(toJson(end))) == end);
        const AgentHealth health{Nanoseconds(1), 2, 3, 4, 5};
        QVERIFY(*fromJson<AgentHealth>(sent(toJson(health))) == health);
    }

    void probes()
    {
        const probe::DelayReport delay{10,
                                       1,
                                       {Nanoseconds(5), Nanoseconds(6)},
                                       {Nanoseconds(1), Nanoseconds(2), Nanoseconds(3)},
                                       {Nanoseconds(-4), Nanoseconds(5), Nanoseconds(6)}};
        QVERIFY(*fromJson<probe::DelayReport>(sent(toJson(delay))) == delay);
        const probe::LossReport loss{100, 99, 1, 2};
        QVERIFY(*fromJson<probe::LossReport>(sent(toJson(loss))) == loss);
        const probe::RateReport rate{100, 99, 0, 1514, 1.25e9, 1e9};
        QVERIFY(*fromJson<probe::RateReport>(sent(toJson(rate))) == rate);
        const auto delaySpec = fromJson<probe::DelaySpec>(
            sent(toJson(probe::DelaySpec{{"10.0.0.1", 7}, 3, Nanoseconds(4), 100, Nanoseconds(5)})));
        QVERIFY(delaySpec);
        QVERIFY((delaySpec->responder == Endpoint{"10.0.0.1", 7}));
        QCOMPARE(delaySpec->packets, 3);
        QCOMPARE(delaySpec->payloadBytes, 100);
        const auto lossSpec =
            fromJson<probe::LossSpec>(sent(toJson(probe::LossSpec{{"10.0.0.1", 7}, 3, 4.5, 100, Nanoseconds(5)})));
        QVERIFY(lossSpec);
        QCOMPARE(lossSpec->packetsPerSecond, 4.5);
        QCOMPARE(lossSpec->patience, Nanoseconds(5));
        const auto rateSpec = fromJson<probe::RateSpec>(
            sent(toJson(probe::RateSpec{{"10.0.0.1", 7}, 1e9, Nanoseconds(4), 1514, Nanoseconds(5)})));
        QVERIFY(rateSpec);
        QCOMPARE(rateSpec->bitsPerSecond, 1e9);
        QCOMPARE(rateSpec->frameBytes, 1514);
    }

    void recordings()
    {
        capture::CaptureSpec spec;
        spec.interface = "eth0";
        spec.filter = "tcp port 1";
        spec.snapLength = 96;
        spec.direction = capture::CaptureDirection::Out;
        spec.file = "/tmp/a.pcap";
        spec.maximumBytes = 5'000'000'000'000;
        spec.ringFileBytes = 7;
        spec.ringFiles = 3;
        spec.keepFree = 11;
        spec.kernelBuffer = 12;
        const auto readSpec = fromJson<capture::CaptureSpec>(sent(toJson(spec)));
        QVERIFY(readSpec && *readSpec == spec);
        capture::CaptureStatus status;
        status.running = false;
        status.reason = "disk";
        status.counts = {1, 2, 3, 4, 5, 6, 7, 8};
        status.start = Nanoseconds(1'795'000'000'000'000'001);
        status.stop = Nanoseconds(1'795'000'000'000'000'002);
        status.linkType = 113;
        status.mtu = 9000;
        status.interface = "eth0";
        status.files = {"/tmp/a.pcap", "/tmp/b.pcap"};
        status.notes = {{"dropped", Severity::Error, 5, "five", "eth0"}};
        auto readStatus = fromJson<capture::CaptureStatus>(sent(toJson(status)));
        QVERIFY(readStatus && *readStatus == status);
        status.counts.droppedByInterface.reset();
        readStatus = fromJson<capture::CaptureStatus>(sent(toJson(status)));
        QVERIFY(readStatus && *readStatus == status);
        const Json whole = toJson(status);
        for (const auto& [key, value] : whole.items()) {
            Json part = whole;
            part.erase(key);
            QVERIFY2(!fromJson<capture::CaptureStatus>(part), key.c_str());
        }
    }

    void blocksOfFiles()
    {
        const FileBlock block{std::string("\0\xff\nbytes", 8), 77, 1'000};
        const auto read = parseFileBlock(sent(toJson(block)));
        QVERIFY(read && *read == block);
        Json damaged = toJson(block);
        damaged["data"] = "AAAA";
        QCOMPARE(parseFileBlock(damaged).error().code, ErrorCode::Corrupt);
        damaged["data"] = "!";
        QCOMPARE(parseFileBlock(damaged).error().code, ErrorCode::Corrupt);
        damaged.erase("data");
        QCOMPARE(parseFileBlock(damaged).error().code, ErrorCode::Protocol);
    }

    void anythingMissingIsAnErrorWithItsName()
    {
        const Json whole = toJson(SampleBatch{SamplingId{2}, 3, {fullSample()}});
        for (const auto& [key, value] : whole.items()) {
            if (key == "event")
                continue;
            Json part = whole;
            part.erase(key);
            const auto batch = fromJson<SampleBatch>(part);
            QVERIFY2(!batch, key.c_str());
            QCOMPARE(batch.error().code, ErrorCode::Protocol);
            QVERIFY2(batch.error().what.find(key) != std::string::npos, batch.error().what.c_str());
        }
    }

    void otherTypesAreErrors()
    {
        QVERIFY(!fromJson<Command>(Json::parse(R"({"argv":"prog"})")));
        QVERIFY(!fromJson<Command>(Json::parse(R"({"argv":["prog"],"environment":["A"]})")));
        QVERIFY(!fromJson<SamplingSpec>(Json::array()));
        QVERIFY(!fromJson<ProcessLine>(nullptr));
        QVERIFY(!fromJson<Sample>(Json::parse(R"({"mono_ns":1,"wall_ns":2,"interfaces":{"eth0":[1,2]}})")));
        QVERIFY(!fromJson<Sample>(Json::parse(R"({"mono_ns":1,"wall_ns":2,"processes":{"x":[1,2,3]}})")));
    }
};

QTEST_APPLESS_MAIN(TestNodeValues)
#include "tst_node_values.moc"
