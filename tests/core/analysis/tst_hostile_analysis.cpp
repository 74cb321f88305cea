// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_pass.h"
#include "tests/core/capture/made_damage.h"
#include "tests/core/capture/made_exchange.h"
#include "tests/core/capture/read_capture.h"

#include <QtTest>

#include <cmath>
#include <fstream>
#include <numeric>
#include <thread>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::test;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t year = 365 * 86'400 * second;

long long peakKilobytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::atoll(line.c_str() + 6);
    return 0;
}

/// What must hold of every summary, whatever the file; empty when it does.
std::string fault(const TrafficSummary& summary, std::uint64_t packets)
{
    const FlowBins& bins = summary.bins;
    if (summary.packets.all != packets)
        return std::to_string(summary.packets.all) + " packets of " + std::to_string(packets);
    if (std::accumulate(bins.packets.begin(), bins.packets.end(), std::uint64_t{0}) != packets)
        return "packets in bins";
    if (std::accumulate(bins.wireBytes.begin(), bins.wireBytes.end(), std::uint64_t{0}) != summary.wireBytes)
        return "bytes in bins";
    if (bins.begin.size() < summary.flows.size() + 1 || bins.begin.back() != bins.index.size())
        return "rows of bins";
    for (const Flow& flow : summary.flows)
        if (flow.packets == 0 || flow.first > flow.last || flow.source >= summary.addresses.size())
            return "a flow";
    for (const Burst& burst : summary.bursts)
        if (burst.flow >= summary.flows.size() || burst.packets == 0)
            return "a burst";
    return {};
}

/// Unknown round trips are alike too.
bool sameFlow(Flow one, Flow other)
{
    for (double Flow::*field : {&Flow::rttMinimum, &Flow::rttMean, &Flow::rttMaximum, &Flow::rttP99}) {
        if (std::isnan(one.*field) && std::isnan(other.*field))
            one.*field = other.*field = 0;
    }
    return one == other;
}

} // namespace

class TestHostileAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void damagedFiles_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("pcap") << 0;
        QTest::newRow("pcapng") << 3;
        QTest::newRow("gzip") << 4;
    }

    /// Every truncation, every byte turned, and scrambles.
    void damagedFiles()
    {
        QFETCH(int, number);
        const SmallCapture whole = smallCaptures().at(static_cast<std::size_t>(number));
        QString wrong;
        std::size_t count = 0;
        const Damaged check = [&](const Bytes& bytes, std::size_t, const std::string& how) {
            // One of the four values of each byte; the reader's own test takes all.
            if (how.find(" is ") != std::string::npos && ++count % 4 != 0)
                return;
            writeBytes(m_file, bytes);
            const ReadCapture read = readCapture(m_file);
            AnalysisRequest request;
            request.threads = bytes.size() % 8 == 0 ? 2 : 1;
            request.traffic.maxFlows = bytes.size() % 3 == 0 ? 8 : 400'000;
            const auto summary = analyseCapture(m_file, request);
            // A block that a scramble copied to another interface is a packet that two interfaces saw.
            const std::uint64_t duplicates = summary ? summary->sources.front().duplicates : 0;
            if (summary.has_value() == read.error.has_value())
                wrong += QString::fromStdString(how + ": only one of reader and analysis opens it; ");
            else if (summary && !fault(*summary, read.packets.size() - duplicates).empty())
                wrong += QString::fromStdString(how + ": " + fault(*summary, read.packets.size() - duplicates) + "; ");
        };
        forEachTruncation(whole, check);
        forEachFlip(whole, check);
        forEachScramble(whole, 150, check);
        QCOMPARE(wrong.left(500), QString());
    }

    void gapsOfYears_data()
    {
        QTest::addColumn<qint64>("width");
        for (const qint64 width : {1'000, 1'000'000, 1'000'000'000})
            QTest::addRow("bins of %lld ns", static_cast<long long>(width)) << width;
    }

    void gapsOfYears()
    {
        QFETCH(qint64, width);
        std::vector<MadeRecord> records;
        for (std::int64_t i = 0; i < 60; ++i)
            for (MadeRecord record : recordsOf(knownExchanges())) {
                record.time = record.time + (i % 4 == 3 ? -i : i) * year;
                if (record.time >= 0 && record.time < 4'294'967'295 * second)
                    records.push_back(record);
            }
        writeBytes(m_file, pcapFile({.nanoseconds = true}, records));
        AnalysisRequest request;
        request.traffic.binWidth = width;
        const long long before = peakKilobytes();
        QElapsedTimer timer;
        timer.start();
        const auto summary = analyseCapture(m_file, request);
        QVERIFY(summary.has_value());
        QVERIFY(before > 0);
        QCOMPARE(QString::fromStdString(fault(*summary, records.size())), QString());
#ifndef MR_SANITIZED
        QVERIFY(timer.elapsed() < 2000);
        QVERIFY(peakKilobytes() - before < 64 * 1024);
#endif
    }

    void zerosOfFiveGigabytes()
    {
        writeBytes(m_file, smallCaptures().at(0).bytes);
        std::filesystem::resize_file(m_file, std::uintmax_t{5} << 30);
        QElapsedTimer timer;
        timer.start();
        const auto summary = analyseCapture(m_file, {});
        QVERIFY(summary.has_value());
        QCOMPARE(summary->packets.all, std::uint64_t{smallCaptures().at(0).recordEnds.size()});
        QVERIFY(timer.elapsed() < 10'000);
    }

    /// More connections, bins and bursts than are kept: all packets still count.
    void moreThanIsKept()
    {
        std::vector<MadeRecord> records;
        for (std::uint32_t i = 0; i < 60'000; ++i) {
            const Bytes datagram = udp(static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(i / 7), 10);
            records.push_back({madeEpoch * second + i * 3'000'000LL,
                               wrapped(Wrapping::Ethernet, {"", 0x0800, ipv4({.protocol = 17}, datagram)}), 0});
        }
        writeBytes(m_file, pcapFile({}, records));
        AnalysisRequest request;
        request.traffic.maxFlows = 1000;
        request.traffic.maxBins = 5000;
        request.traffic.maxBursts = 100;
        for (const int threads : {1, 2}) {
            request.threads = threads;
            const auto summary = analyseCapture(m_file, request);
            QVERIFY(summary.has_value());
            QCOMPARE(QString::fromStdString(fault(*summary, records.size())), QString());
            QVERIFY(summary->flows.size() <= 1000 && summary->packets.beyondMaxFlows > 50'000);
        }
    }

    /// However many threads share the work, the result is the same.
    void threadsAgree()
    {
        std::vector<MadeRecord> records;
        for (std::int64_t i = 0; i < 300; ++i)
            for (MadeRecord record : recordsOf(knownExchanges())) {
                record.time += i * 2'200'000'000 + static_cast<std::int64_t>(records.size()) * 377 % 1000;
                record.frame[14 + 15] = static_cast<std::uint8_t>(i % 40); // of the address of the source
                records.push_back(record);
            }
        writeBytes(m_file, pcapFile({.nanoseconds = true}, records));
        AnalysisRequest request;
        request.threads = 1;
        const auto one = analyseCapture(m_file, request);
        QVERIFY(one.has_value());
        QVERIFY(one->flows.size() > 1000);
        for (const int threads : {2, 3, 4}) {
            request.threads = threads;
            int pictures = 0;
            request.partialEvery = std::chrono::milliseconds(1);
            request.onPartial = [&](const TrafficSummary& summary) {
                pictures += fault(summary, summary.packets.all).empty() ? 1 : -1000;
            };
            const auto more = analyseCapture(m_file, request);
            QVERIFY(more.has_value() && pictures >= 0);
            QVERIFY(more->packets == one->packets && more->first == one->first && more->last == one->last);
            QVERIFY(more->flows.size() == one->flows.size() && more->bins == one->bins && more->bursts == one->bursts);
            for (std::size_t i = 0; i < one->flows.size(); ++i)
                QVERIFY2(sameFlow(more->flows[i], one->flows[i]), std::to_string(i).c_str());
            QVERIFY(more->frameSizes == one->frameSizes && more->interArrivals == one->interArrivals);
            QVERIFY(more->peaks == one->peaks && more->addresses == one->addresses);
        }
    }

    void cancelled()
    {
        Bytes bytes = zstdCompressed(smallCaptures().at(0).bytes);
        const Bytes zeros = zstdCompressed(Bytes(std::size_t{32} << 20));
        for (int i = 0; i < 200; ++i)
            bytes.insert(bytes.end(), zeros.begin(), zeros.end());
        writeBytes(m_file, bytes);
        std::stop_source stop;
        QElapsedTimer asked;
        std::jthread soon([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            asked.start();
            stop.request_stop();
        });
        const auto result = analyseCapture(m_file, {}, {stop.get_token(), {}});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QVERIFY(asked.elapsed() < 500);
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_file = std::filesystem::path(m_folder.path().toStdString()) / "hostile.capture";
};

QTEST_APPLESS_MAIN(TestHostileAnalysis)
#include "tst_hostile_analysis.moc"
