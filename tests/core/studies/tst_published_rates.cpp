// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/studies/flumen/published_delay.h"
#include "core/studies/flumen/published_rates.h"

#include <QtTest>
#include <cmath>
#include <numeric>

using namespace millrace;
using namespace millrace::importers;
using namespace millrace::report;
using namespace millrace::studies::flumen;

namespace {

constexpr std::int64_t second = 1'000'000'000;

void near(double value, double expected, double relative = 1e-9)
{
    const double scale = expected == 0 ? 1 : std::abs(expected);
    QVERIFY2(std::abs(value - expected) <= relative * scale,
             qPrintable(QString("%1, not %2").arg(value, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

const PublishedFigure& figure(const PublishedFigures& figures, std::string_view name)
{
    const auto found = std::ranges::find(figures, name, &PublishedFigure::name);
    if (found == figures.end())
        qFatal("no figure of this name");
    return *found;
}

/// 2000 packets of 1448 bytes, gaps of 3 µs with probability 0.9, else 200 µs.
std::vector<LoggedPacket> referenceLog(std::int64_t at)
{
    Random random(2021);
    std::vector<LoggedPacket> log;
    for (int i = 0; i < 2000; ++i) {
        log.push_back({at, 1448});
        at += random.uniform() < 0.9 ? 3'000 : 200'000;
    }
    return log;
}

/// The script's windows once more, straight from its description: a block of `length` lines keeps one list of lengths
/// and gaps, which is looked at in the middle and at the end of each block.
std::vector<double> windowsAgain(const std::vector<LoggedPacket>& log, int length)
{
    std::vector<double> lengths(unsigned(length), 0.0), gaps(unsigned(length), 0.0), rates;
    for (std::size_t i = 0; i < log.size(); ++i) {
        const std::size_t place = i % unsigned(length);
        if (i > 0) {
            lengths[place] = log[i].payloadBytes;
            gaps[place] = double(log[i].time - log[i - 1].time) / 1e9;
        }
        const double time = std::accumulate(gaps.begin(), gaps.end(), 0.0);
        if ((place == unsigned(length) / 2 || place == unsigned(length) - 1) && time > 0)
            rates.push_back(std::accumulate(lengths.begin(), lengths.end(), 0.0) / (time * 125e6));
    }
    return rates;
}

PublishedFigures windowFigures(const std::vector<LoggedPacket>& log, std::uint64_t skip = 0)
{
    EqualPacketWindows windows(skip, 30);
    for (const LoggedPacket& packet : log)
        windows.add(packet);
    return windows.figures();
}

PublishedFigures secondsFigures(const std::vector<LoggedPacket>& log)
{
    SecondsRate rate;
    for (const LoggedPacket& packet : log)
        rate.add(packet);
    return rate.figures();
}

PacketRecord sequenced(std::int64_t time, std::uint32_t source, std::uint32_t destination, std::uint32_t sequence,
                       std::uint32_t length = 100)
{
    PacketRecord packet;
    packet.time = time;
    packet.source = source;
    packet.destination = destination;
    packet.sourcePort = 1;
    packet.destinationPort = 2;
    packet.sequence = sequence;
    packet.sequenceEnd = sequence + length;
    packet.protocol = 6;
    packet.knows = known::addresses | known::ports | known::sequence;
    return packet;
}

} // namespace

class TestPublishedRates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void windowsOverEstimate()
    {
        const auto log = referenceLog(10 * 3600 * second);
        const PublishedFigures figures = windowFigures(log);
        const std::vector<double> again = windowsAgain(log, 30);
        const double mean = std::accumulate(again.begin(), again.end(), 0.0) / double(again.size());
        near(figure(figures, "rate.mean").asPublished, mean);
        QCOMPARE(figure(figures, "rate.windows").asPublished, double(again.size()));
        double squares = 0;
        for (const double each : again)
            squares += (each - mean) * (each - mean);
        const double deviation = std::sqrt(squares / double(again.size()));
        near(figure(figures, "rate.deviation").asPublished, deviation);
        double inside = 0, count = 0;
        for (const double each : again)
            if (std::abs(each - mean) <= deviation) {
                inside += each;
                ++count;
            }
        near(figure(figures, "rate.truncated-mean").asPublished, inside / count);
        // Right: bytes by time, whatever the windows.
        const double right = 1999.0 * 1448 * 8 / double(log.back().time - log.front().time);
        near(figure(figures, "rate.mean").right, right);
        near(right, 0.533, 0.15); // another draw gave 0.533 and 0.799
        QVERIFY(figure(figures, "rate.mean").relative() > 0.3);
        near(figure(figures, "rate.mean").difference(), mean - right);
    }

    void skippedLines()
    {
        const auto log = referenceLog(0);
        // The script's count begins at 1 and compares with skip - 1: 102 lines given leave 100 out.
        const std::vector<LoggedPacket> rest(log.begin() + 100, log.end());
        const PublishedFigures figures = windowFigures(log, 102);
        near(figure(figures, "rate.mean").right, figure(windowFigures(rest), "rate.mean").right);
        const double time = double(rest.back().time - rest.front().time) / 1e9;
        near(figure(figures, "rate.time").asPublished, time);
        QVERIFY(std::isnan(figure(windowFigures({}), "rate.mean").right));
        QVERIFY(std::isnan(figure(windowFigures({{1, 2}}), "rate.mean").asPublished));
    }

    void midnight()
    {
        std::vector<LoggedPacket> log;
        for (int i = 0; i < 100; ++i)
            log.push_back({86'399 * second + i * 20'000'000ll, 1000});
        const PublishedFigures figures = windowFigures(log);
        near(figure(figures, "rate.time").asPublished, 99 * 0.02 - 86'400);
        near(figure(figures, "rate.time").right, 99 * 0.02);
        near(figure(figures, "rate.mean").right, 1000 * 8 / 20e6);
    }

    void secondsThatAreIdle()
    {
        // 0.1 s of traffic, 9 s of nothing, 0.15 s of traffic: the script has two bins.
        std::vector<LoggedPacket> log;
        for (int i = 0; i < 100; ++i)
            log.push_back({i * 1'000'000ll, 942});
        for (int i = 0; i <= 150; ++i)
            log.push_back({9 * second + 100'000'000 + i * 1'000'000ll, 942});
        const PublishedFigures figures = secondsFigures(log);
        // Bins of 100 and 151 packets of 1000 bytes; the last one by 0.25 s; the larger is a quarter above the mean.
        const double first = 100 * 8000 / 1e9, last = 151 * 8000 / 1e9 / 0.25;
        QVERIFY(last > 1.25 * (first + last) / 2);
        near(figure(figures, "job.rate").asPublished, first);
        near(figure(figures, "job.rate").right, 250 * 8000 / 9.25 / 1e9);
        near(figure(figures, "job.time").asPublished, 9.25);
        near(figure(figures, "packet.mean-bits").asPublished, 8000);
        near(figure(figures, "packet.second-moment").asPublished, 64e6);
        QVERIFY(std::isnan(figure(figures, "packet.mean-bits").right));
    }

    void secondsThatAreWhole()
    {
        const PublishedFigures figures = secondsFigures({{0, 42}, {second / 2, 42}, {2 * second, 42}});
        QVERIFY(std::isnan(figure(figures, "job.rate").asPublished));
        near(figure(figures, "job.rate").right, 2 * 800 / 2e9);
        QVERIFY(std::isnan(figure(secondsFigures({}), "job.rate").right));
        SecondsRate unreadable;
        unreadable.addUnreadable();
        unreadable.add({0, 100});
        unreadable.add({second / 2, 100});
        QVERIFY(std::isnan(figure(unreadable.figures(), "job.rate").asPublished));
        near(figure(unreadable.figures(), "job.rate").right, 158 * 8 / 0.5 / 1e9);
    }

    void secondsAcrossMidnight()
    {
        std::vector<LoggedPacket> log;
        for (int i = 0; i <= 25; ++i)
            log.push_back({86'399 * second + i * 100'000'000ll, 67});
        const PublishedFigures figures = secondsFigures(log);
        near(figure(figures, "job.time").asPublished, 2.5);
        // 11, 10 and 5 packets of 1000 bits; the last second counts half.
        near(figure(figures, "job.rate").asPublished, (11 + 10 + 5 / 0.5) / 3 * 1000 / 1e9);
    }

    void threeLogsOnOneAxis()
    {
        // Each log sends 1000 bytes every 1 ms; they begin 10 s, 0 s and 5 s after the earliest.
        std::vector<std::vector<LoggedPacket>> logs(3);
        const std::int64_t starts[] = {10, 0, 5};
        for (std::size_t k = 0; k < 3; ++k)
            for (int i = 0; i < 1000; ++i)
                logs[k].push_back({3600 * second + starts[k] * second + i * 1'000'000ll, 1000});
        const auto rates = syncedRates(logs, 30);
        QVERIFY(rates);
        for (std::size_t k = 0; k < 3; ++k) {
            near((*rates)[k].figures[0].right, 0.008);
            near((*rates)[k].right.front().rate, 0.008);
            near((*rates)[k].right.front().time, double(starts[k]) + 0.015);
            QCOMPARE((*rates)[k].right.size(), std::size_t(61)); // i = 0, 16, … below 970
        }
        // The first log begins with the third one's time (5 s), so its first difference is 5 s too long.
        near((*rates)[0].windows.front().rate, 30'000 * 8 / (5.03 * 1e9), 1e-9);
        // The second one begins with the first one's: its first difference is -10 s.
        near((*rates)[1].windows.front().rate, 30'000 * 8 / (-9.97 * 1e9), 1e-9);
        // The third one: 1000 kB by 5.999 s instead of 0.999 s.
        near((*rates)[2].figures[0].asPublished, 1'000'000 * 8 / (5.999 * 1e9), 1e-9);
        QVERIFY(!syncedRates(std::span(logs).first(1), 30));
        logs[1].clear();
        QVERIFY(!syncedRates(logs, 30));
    }

    void bursts()
    {
        // Ten packets 10 µs apart, then 1 ms of silence; windows of ten.
        std::vector<LoggedPacket> log;
        for (int burst = 0; burst < 20; ++burst)
            for (int i = 0; i < 10; ++i)
                log.push_back({burst * 1'090'000ll + i * 10'000ll, 500});
        const auto windows = burstWindows(log, 10, packetBurstGap);
        QVERIFY(windows);
        near(figure(windows->figures, "bursts.short-gaps").right, 180.0 / 199);
        near(windows->windows[0].rate, 5000 * 8 / 1'090'000.0);
        QCOMPARE(windows->windows[0].burst, 1.0);
        near(figure(windows->figures, "rate.long-term").asPublished, 100'000 * 8 / double(log.back().time));
        // All gaps of flows are below 800 µs but those between bursts.
        const auto flows = burstWindows(log, 10, flowBurstGap);
        near(figure(flows->figures, "bursts.short-gaps").right, 180.0 / 199);
        // Equal times count once.
        const auto merged = burstWindows(std::vector<LoggedPacket>{{0, 1}, {0, 2}, {10, 3}, {20, 4}}, 2, 100);
        QVERIFY(merged);
        near(merged->windows[0].rate, (3 + 3) * 8 / 20.0);
        QVERIFY(!burstWindows(log, 1000, packetBurstGap));
        QVERIFY(!burstWindows({}, 1, packetBurstGap));
    }

    void delays()
    {
        // 100 packets there (2 ms), the receiver's clock 5 ms ahead; 50 back. Number 10 is sent again, number 20 is
        // lost, number 30 arrives without having been logged by the sender.
        HostLog sender{0, {}}, receiver{1, {}};
        constexpr std::int64_t millisecond = 1'000'000;
        for (std::uint32_t i = 0; i < 100; ++i) {
            const std::int64_t at = i * 100'000ll;
            if (i != 30)
                sender.packets.push_back(sequenced(at, 0, 1, i * 100));
            if (i != 20)
                receiver.packets.push_back(sequenced(at + 7 * millisecond, 0, 1, i * 100));
            if (i % 2 == 0) {
                receiver.packets.push_back(sequenced(at + 5 * millisecond, 1, 0, i * 10, 10));
                sender.packets.push_back(sequenced(at + 2 * millisecond, 1, 0, i * 10, 10));
            }
        }
        const auto byTime = [](const PacketRecord& a, const PacketRecord& b) { return a.time < b.time; };
        std::ranges::stable_sort(sender.packets, byTime);
        std::ranges::stable_sort(receiver.packets, byTime);
        const std::vector<HostLog> logs = {sender, receiver};
        const DelayResult result = packetDelays(logs);
        QCOMPARE(result.flows.size(), std::size_t(2));
        const FlowDelay& there = result.flows[0];
        QCOMPARE(there.source, 0u);
        QCOMPARE(there.sent, std::uint64_t(99));
        QCOMPARE(there.received, std::uint64_t(99));
        QCOMPARE(there.pairs, std::uint64_t(98));
        QCOMPARE(there.retransmits, std::uint64_t(1)); // number 20 was passed over
        near(there.mean, 0.007);
        near(there.clockOffset, 0.005);
        near(there.rightMean, 0.002);
        QCOMPARE(there.rightPairs, std::uint64_t(98));
        const FlowDelay& back = result.flows[1];
        near(back.mean, -0.003); // a negative delay, which the script accepts
        near(back.rightMean, 0.002);
        near(back.clockOffset, -0.005);
        QVERIFY(back.addsUp());
        near(figure(result.figures, "delay.mean").right, 0.002);
    }

    void delaysOneWay()
    {
        const std::vector<HostLog> logs = {{0, {sequenced(0, 0, 1, 5)}}, {1, {sequenced(2'000'000, 0, 1, 5)}}};
        const DelayResult result = packetDelays(logs);
        near(result.flows[0].rightMean, 0.002);
        QVERIFY(std::isnan(result.flows[0].clockOffset));
        QVERIFY(figure(result.figures, "delay.mean").remark.find("one direction") != std::string::npos);
        QVERIFY(packetDelays({}).flows.empty());
    }
};

QTEST_APPLESS_MAIN(TestPublishedRates)
#include "tst_published_rates.moc"
