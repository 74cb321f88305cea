// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/flow_columns.h"
#include "core/analysis/traffic_pass.h"
#include "core/report/clock_report.h"
#include "core/report/table_writers.h"
#include "core/report/traffic_report.h"
#include "tests/core/analysis/made_packets.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <sys/resource.h>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::report;
using Json = nlohmann::ordered_json;

namespace {

TrafficSummary summaryOf(const std::vector<capture::Packet>& packets, const TrafficOptions& options = {})
{
    const capture::AddressBook book;
    TrafficPass pass(options, book);
    pass.add(packets);
    return pass.finish();
}

capture::Packet udpPacket(std::int64_t time, std::uint32_t source, std::uint32_t destination, std::uint16_t port)
{
    analysis::test::MadePackets made;
    capture::Packet packet = made.tcp(time, source, port, destination, 4791, 100);
    packet.protocol = capture::ip_protocol::udp;
    packet.tcpFlags = 0;
    return packet;
}

/// TCP from node 1 to 2 with a segment sent twice, UDP from 1 to 3, both from 1 to 4.
TrafficSummary mixedTraffic()
{
    analysis::test::MadePackets made;
    for (const std::uint32_t to : {2u, 4u})
        for (const std::uint32_t sequence : {0u, 100u, 100u, 200u})
            made.tcp(1'000'000 + sequence * 1000, 1, 40000, to, 5001, 100).sequence = sequence;
    for (int i = 0; i < 4; ++i) {
        made.packets.push_back(udpPacket(2'000'000 + i * 1000, 1, 3, 50000));
        made.packets.push_back(udpPacket(2'000'000 + i * 1000, 1, 4, 50000));
    }
    return summaryOf(made.packets);
}

std::size_t columnOf(const Table& table, std::string_view name)
{
    const auto found = std::ranges::find(table.columns, name, &Column::name);
    return static_cast<std::size_t>(found - table.columns.begin());
}

const Cell& cellOf(const Table& table, std::size_t row, std::string_view name)
{
    return table.rows.at(row).at(columnOf(table, name));
}

std::string remarkOf(std::uint32_t frameBytes)
{
    analysis::test::MadePackets made;
    made.tcp(0, 1, 1, 2, 2, 10).wireBytes = frameBytes;
    made.tcp(1, 1, 1, 2, 2, 10);
    const Table table = trafficTotalsTable(summaryOf(made.packets));
    for (const auto& row : table.rows)
        if (std::get<std::string>(row[0]) == "largest frame")
            return std::get<std::string>(row[2]);
    return "no row";
}

std::string jsonOf(const TrafficSummary& summary, const std::vector<std::string>& tables)
{
    std::string text;
    const auto written = writeTrafficJson(summary, tables, {}, [&text](std::string_view piece) -> Result<void> {
        text += piece;
        return {};
    });
    return written ? text : written.error().text();
}

long long peakKilobytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::atoll(line.c_str() + 6);
    return 0;
}

/// Two pairs with a million bins of 1 µs; the second pair has two flows.
TrafficSummary manyBins()
{
    analysis::test::MadePackets made;
    made.tcp(0, 1, 40000, 2, 5001, 100);
    made.tcp(1, 2, 40000, 1, 5001, 100);
    made.tcp(2, 2, 40001, 1, 5001, 100);
    TrafficSummary summary = summaryOf(made.packets);
    FlowBins& bins = summary.bins;
    constexpr std::uint32_t perFlow = 333'333;
    bins = {0, 1000, {0, perFlow, 2 * perFlow, 3 * perFlow, 3 * perFlow}, {}, {}, {}};
    for (std::uint32_t i = 0; i < 3 * perFlow; ++i) {
        bins.index.push_back(i % perFlow * 2);
        bins.packets.push_back(1);
        bins.wireBytes.push_back(154);
    }
    return summary;
}

} // namespace

class TestTrafficReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhenAFrameIsLarge_data()
    {
        QTest::addColumn<uint>("bytes");
        QTest::addColumn<QString>("begin");
        QTest::newRow("snap length") << 104u << "";
        QTest::newRow("MTU 1500") << 1514u << "";
        QTest::newRow("with two tags") << 1522u << "";
        QTest::newRow("one byte more") << 1523u << "above 1522 B";
        QTest::newRow("jumbo") << 9000u << "above 1522 B (MTU 1500 with two VLAN tags): jumbo frames, or";
        QTest::newRow("jumbo with two tags") << 9022u << "above 1522 B";
        QTest::newRow("64 KiB") << 65536u << "above 9022 B (MTU 9000 with two VLAN tags): segmentation offload";
    }
    void saysWhenAFrameIsLarge()
    {
        QFETCH(uint, bytes);
        QFETCH(QString, begin);
        const QString remark = QString::fromStdString(remarkOf(bytes));
        QCOMPARE(remark.isEmpty(), begin.isEmpty());
        QVERIFY2(remark.startsWith(begin), qPrintable(remark));
    }

    void unknownOrderIsNotZero()
    {
        const Table pairs = pairTrafficTable(mixedTraffic());
        QCOMPARE(pairs.rows.size(), std::size_t(3));
        for (const char* name : {"retransmissions", "retransmitted", "out_of_order"}) {
            QVERIFY(!isUnknown(cellOf(pairs, 0, name)));
            QVERIFY2(isUnknown(cellOf(pairs, 1, name)), name); // UDP only
            QVERIFY(!isUnknown(cellOf(pairs, 2, name)));
        }
        QCOMPARE(std::get<double>(cellOf(pairs, 2, "retransmissions")), 1.0);
        QCOMPARE(std::get<double>(cellOf(pairs, 2, "packets")), 8.0);
        QCOMPARE(std::get<double>(cellOf(pairs, 2, "retransmitted")), 0.25); // of the TCP packets
        TrafficOptions without;
        without.order = false;
        analysis::test::MadePackets made;
        made.tcp(0, 1, 1, 2, 2, 10);
        QVERIFY(isUnknown(cellOf(pairTrafficTable(summaryOf(made.packets, without)), 0, "retransmissions")));
        const Json json = Json::parse(jsonOf(mixedTraffic(), {"pairs"}));
        QVERIFY(json["pairs"]["rows"][1][columnOf(pairs, "retransmissions")].is_null());
    }

    void flowsOfUdpHaveNoFlags()
    {
        const TrafficSummary summary = mixedTraffic();
        const Table flows = flowTable(summary);
        QCOMPARE(flows.columns.size(), std::size_t(flowColumnCount));
        int udp = 0;
        for (std::size_t row = 0; row < flows.rows.size(); ++row) {
            const bool isTcp = std::get<std::string>(cellOf(flows, row, "protocol")) == "TCP";
            udp += isTcp ? 0 : 1;
            for (const char* name : {"syn", "retransmissions", "duplicate_acks", "rtt_samples", "ece", "flags"})
                QCOMPARE(isUnknown(cellOf(flows, row, name)), !isTcp);
            QCOMPARE(std::get<std::string>(cellOf(flows, row, "dscp")), std::string("0"));
            QVERIFY(isUnknown(cellOf(flows, row, "ce_share")));
        }
        QCOMPARE(udp, 2);
    }

    void writesJsonRowByRow()
    {
        const TrafficSummary summary = mixedTraffic();
        const std::vector<std::string> names = trafficTableNames();
        const Json json = Json::parse(jsonOf(summary, names));
        QCOMPARE(json["format"].get<std::string>(), std::string("millrace-traffic"));
        for (const std::string& name : names)
            QVERIFY2(json[name] == toJson(trafficTable(summary, name)), name.c_str());
        QVERIFY(json["rates"]["rows"].size() > 3);
        const Json some = Json::parse(jsonOf(summary, {"flows"}));
        QVERIFY(some.contains("flows") && !some.contains("bursts"));
    }

    void namesTables()
    {
        QCOMPARE(chosenTrafficTables("flows, bursts").value(), (std::vector<std::string>{"flows", "bursts"}));
        const auto wrong = chosenTrafficTables("flows,burst");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, ErrorCode::InvalidInput);
        QVERIFY(wrong.error().what.find("\"burst\"") != std::string::npos
                && wrong.error().what.find("bursts") != std::string::npos);
    }

    void writesCsvRowByRow()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const TrafficSummary summary = mixedTraffic();
        QVERIFY(writeTrafficCsv(summary, path, {"flows", "rates"}));
        for (const char* name : {"flows", "rates"}) {
            std::ifstream in(path / (std::string(name) + ".csv"), std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            QCOMPARE(text, toCsv(trafficTable(summary, name)));
        }
        QVERIFY(!std::filesystem::exists(path / "bursts.csv"));
    }

    /// A million rows take no more memory than the largest pair's bins: as tables, they took more than 400 MiB.
    void needsLittleMemory()
    {
        const TrafficSummary summary = manyBins();
        const long long before = peakKilobytes();
        std::uint64_t bytes = 0, lines = 0;
        const auto count = [&](std::string_view piece) -> Result<void> {
            bytes += piece.size();
            lines += static_cast<std::uint64_t>(std::ranges::count(piece, '\n'));
            return {};
        };
        QVERIFY(writeTrafficJson(summary, {"rates", "flows"}, {}, count));
        QVERIFY(lines > 660'000);
        QVERIFY(bytes > 20'000'000);
        [[maybe_unused]] const long long grown = peakKilobytes() - before;
#ifndef MR_SANITIZED // which keeps freed memory
        QVERIFY2(grown < 60'000, qPrintable(QString::number(grown)));
#endif
    }

    void stopsAtTheFirstError()
    {
        int calls = 0;
        const auto failing = [&calls](std::string_view) -> Result<void> {
            return ++calls > 2 ? Result<void>(fail(ErrorCode::DiskFull, "no room")) : Result<void>();
        };
        const auto written = writeTrafficJson(manyBins(), {"rates"}, {}, failing);
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::DiskFull);
        QCOMPARE(calls, 3);
    }

    void clocksHaveAllTheirDigits()
    {
        ClockReport report;
        CaptureClock first, second, third;
        first.known = second.known = third.known = true;
        first.file = "a.pcap";
        second.file = "b.pcap";
        third.file = "c.pcap";
        second.offset = -3600.5;
        second.bound = third.bound = 1e-6;
        second.drift = 50.01e-6;
        third.offset = 1.234567;
        second.reference = third.reference = 1'704'067'200'123'456'789;
        report.captures = {first, second, third};
        PathObservation path;
        path.sent = 900;
        path.received = 890;
        report.paths = {path};
        const std::string text = toText(clockTable(report), {.width = 200});
        for (const char* part : {"-3600.500000", "1.234567", "0.000001", "50.01", "ppm", "2024-01-01T00:00:00.123456Z"})
            QVERIFY2(text.find(part) != std::string::npos, (std::string(part) + " is not in\n" + text).c_str());
        const Table table = clockTable(report);
        QCOMPARE(std::get<double>(cellOf(table, 1, "offset")), -3600.5);
        QVERIFY(isUnknown(cellOf(table, 0, "at")));
        const std::string paths = toText(pathTable(report));
        QVERIFY2(paths.find("first and the last 5 %, at most 0.5 s") != std::string::npos, paths.c_str());
    }
};

QTEST_APPLESS_MAIN(TestTrafficReport)
#include "tst_traffic_report.moc"
