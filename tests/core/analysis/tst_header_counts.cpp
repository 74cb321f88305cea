// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/flow_columns.h"
#include "core/analysis/summary_codec.h"
#include "core/analysis/traffic_pass.h"
#include "core/analysis/traffic_views.h"
#include "tests/core/analysis/first_format.h"
#include "tests/core/capture/made_capture.h"
#include "tests/core/capture/tshark_oracle.h"

#include <QTemporaryDir>
#include <QtTest>

#include <set>
#include <sstream>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::test;

namespace {

/// Marks and echoes of one flow, as text.
struct Marks
{
    std::set<int> dscps;
    std::array<int, 4> ecn{};
    int ece = 0, cwr = 0;

    [[nodiscard]] std::string text() const
    {
        std::string all = "DSCP";
        for (const int value : dscps)
            all += " " + std::to_string(value);
        for (const int count : {ecn[1], ecn[2], ecn[3], ece, cwr})
            all += ", " + std::to_string(count);
        return all;
    }
};

/// Frames in which the traffic class, ECE and CWR go through every combination, between a few ports, over IPv4 and
/// IPv6.
std::vector<MadeRecord> markedFrames()
{
    std::vector<MadeRecord> records;
    for (int i = 0; i < 1200; ++i) {
        const auto tos = static_cast<std::uint8_t>(i % 5 == 0 ? 0 : i * 37);
        const auto port = static_cast<std::uint16_t>(41000 + i % 7);
        const auto flags = static_cast<std::uint8_t>(0x10 | (i * 32 & 0xc0) | (i % 50 == 0 ? 2 : 0));
        const bool isTcp = i % 3 != 0;
        const Bytes segment = isTcp
            ? tcp({.source = port, .sequence = static_cast<std::uint32_t>(i), .flags = flags, .payload = 4})
            : udp(port, 5001, 30);
        const auto protocol = static_cast<std::uint8_t>(isTcp ? 6 : 17);
        const Bytes frame = i % 2 == 0 ? ethernet(0x0800, ipv4({.protocol = protocol, .trafficClass = tos}, segment))
                                       : ethernet(0x86dd, ipv6({.next = protocol, .trafficClass = tos}, segment));
        records.push_back({madeEpoch * 1'000'000'000 + i * 100'000LL, frame});
    }
    return records;
}

/// Frames of many EtherTypes.
std::vector<MadeRecord> mixedFrames()
{
    const auto padded = [](Bytes bytes) {
        bytes.resize(46);
        return bytes;
    };
    std::vector<Bytes> frames;
    for (const NetworkPacket& packet : everyKind())
        if (packet.name.find("ragment") == std::string::npos)
            frames.push_back(ethernet(packet.etherType, packet.bytes));
    frames.push_back(ethernet(38, padded({0x42, 0x42, 3}))); // spanning tree
    frames.push_back(ethernet(46, padded({0xfe, 0xfe, 3, 0x83})));
    for (int i = 0; i < 3; ++i)
        frames.push_back(ethernet(0x8808, padded({0, 1, 0xff, 0xff}))); // pause
    for (int i = 0; i < 4; ++i)
        frames.push_back(ethernet(0x8808, padded({1, 1, 0, 8, 0xff, 0xff}))); // PFC
    frames.push_back(ethernet(0x88cc, padded({2, 7, 4, 2, 0, 0, 0, 0, 1, 4, 3, 5, 'e', 6, 2, 0, 120, 0, 0})));
    frames.push_back(ethernet(0x8915, padded(Bytes(44, 1)))); // RoCEv1
    std::vector<MadeRecord> records;
    for (Bytes& frame : frames)
        records.push_back({madeEpoch * 1'000'000'000 + static_cast<std::int64_t>(records.size()) * 1000, frame});
    return records;
}

/// Layers such as "eth:ip" to frames and bytes, from `tshark -z io,phs`.
std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> hierarchyOf(const std::string& text)
{
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> all;
    std::vector<std::string> path;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t frames = line.find("frames:"), bytes = line.find("bytes:");
        const std::size_t depth = line.find_first_not_of(' ');
        if (frames == std::string::npos || bytes == std::string::npos || depth == std::string::npos)
            continue;
        path.resize(depth / 2);
        path.push_back(line.substr(depth, line.find(' ', depth) - depth));
        std::string name;
        for (const std::string& part : path)
            name += (name.empty() ? "" : ":") + part;
        all[name] = {std::stoull(line.substr(frames + 7)), std::stoull(line.substr(bytes + 6))};
    }
    return all;
}

} // namespace

class TestHeaderCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void marksBesideTshark()
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        const TrafficSummary summary = analysed(markedFrames());
        const auto rows =
            tsharkFields(m_file,
                         {"ip.src", "ipv6.src", "tcp.srcport", "udp.srcport", "ip.dsfield.dscp", "ip.dsfield.ecn",
                          "ipv6.tclass.dscp", "ipv6.tclass.ecn", "tcp.flags.ece", "tcp.flags.cwr", "tcp.flags.syn"});
        QVERIFY(rows);
        const auto isSet = [](const std::string& text) { return text == "1" || text == "True"; };
        std::map<std::string, Marks> theirs;
        for (const TsharkRow& row : *rows) {
            Marks& marks = theirs[row.at("ip.src") + row.at("ipv6.src") + " " + row.at("tcp.srcport") + "/"
                                  + row.at("udp.srcport")];
            marks.dscps.insert(std::stoi(row.at("ip.dsfield.dscp") + row.at("ipv6.tclass.dscp")));
            ++marks.ecn.at(std::stoul(row.at("ip.dsfield.ecn") + row.at("ipv6.tclass.ecn")));
            if (isSet(row.at("tcp.flags.syn")))
                continue;
            marks.ece += isSet(row.at("tcp.flags.ece")) ? 1 : 0;
            marks.cwr += isSet(row.at("tcp.flags.cwr")) ? 1 : 0;
        }
        QCOMPARE(summary.flows.size(), theirs.size());
        bool marked = false;
        for (const Flow& flow : summary.flows) {
            const bool isTcp = flow.protocol == 6;
            const std::string port = std::to_string(flow.sourcePort);
            const Marks& marks =
                theirs[summary.addresses[flow.source].text() + " " + (isTcp ? port + "/" : "/" + port)];
            Marks ours;
            for (int value = 0; value < 64; ++value)
                if ((flow.dscps >> value & 1) != 0)
                    ours.dscps.insert(value);
            ours.ecn = {0, int(flow.ect1), int(flow.ect0), int(flow.ce)};
            ours.ece = int(flow.congestionEchoes);
            ours.cwr = int(flow.windowReductions);
            QCOMPARE(ours.text(), marks.text());
            const double capable = marks.ecn[1] + marks.ecn[2] + marks.ecn[3];
            QCOMPARE(flow.ceShare(), marks.ecn[3] / capable);
            marked = marked || (isTcp && flow.ce > 0 && flow.congestionEchoes > 0 && flow.windowReductions > 0);
        }
        QVERIFY(marked);
    }

    void unmarkedFlowsHaveNoShare()
    {
        const TrafficSummary summary = analysed({{madeEpoch * 1'000'000'000, ethernet(0x0800, ipv4({}, tcp({})))}});
        QCOMPARE(summary.flows[0].dscps, std::uint64_t(1));
        QCOMPARE(flowCellText(summary, summary.flows[0], FlowColumn::Dscp), std::string("0"));
        QVERIFY(std::isnan(summary.flows[0].ceShare()));
    }

    void protocolsBesideTshark()
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        const TrafficSummary summary = analysed(mixedFrames());
        const auto out = outputOf({"tshark", "-n", "-q", "-r", m_file.string(), "-z", "io,phs"});
        QVERIFY(out);
        const auto theirs = hierarchyOf(*out);
        const std::map<std::string, std::string> layers{{"IPv4", "eth:ip"},           {"IPv4 / TCP", "eth:ip:tcp"},
                                                        {"IPv4 / UDP", "eth:ip:udp"}, {"IPv4 / ICMP", "eth:ip:icmp"},
                                                        {"IPv6", "eth:ipv6"},         {"IPv6 / UDP", "eth:ipv6:udp"},
                                                        {"ARP", "eth:arp"},           {"LLDP", "eth:lldp"},
                                                        {"LLC / STP", "eth:llc:stp"}};
        for (const auto& [name, layer] : layers) {
            QVERIFY2(theirs.contains(layer), (layer + " is not in\n" + *out).c_str());
            const auto ours = countsOf(summary, name);
            const auto& expected = theirs.at(layer);
            QVERIFY2(
                ours == expected,
                (name + ": " + std::to_string(ours.first) + " frames, tshark has " + std::to_string(expected.first))
                    .c_str());
        }
        const auto control = theirs.at("eth:macc");
        QCOMPARE(countsOf(summary, "pause").first, std::uint64_t(3));
        QCOMPARE(countsOf(summary, "PFC pause").first, std::uint64_t(4));
        QCOMPARE(countsOf(summary, "pause").second + countsOf(summary, "PFC pause").second, control.second);
        QCOMPARE(countsOf(summary, "RoCEv1").first, std::uint64_t(1));
        QCOMPARE(countsOf(summary, "EtherType 0x88b5").first, std::uint64_t(1));
        QCOMPARE(countsOf(summary, "IPv4 / UDP / RoCEv2").first, std::uint64_t(1));
    }

    /// Every frame is in one EtherType, and every IP packet in one protocol of it.
    void protocolsAddUp()
    {
        const TrafficSummary summary = analysed(mixedFrames());
        std::uint64_t frames = 0, bytes = 0, inIp = 0;
        for (const ProtocolTraffic& one : summary.protocols) {
            if (!one.protocol) {
                frames += one.packets;
                bytes += one.wireBytes;
            } else if (!one.roce) {
                inIp += one.packets;
            }
        }
        QCOMPARE(frames, summary.packets.all);
        QCOMPARE(bytes, summary.wireBytes);
        QCOMPARE(inIp, summary.packets.ipv4 + summary.packets.ipv6);
        const TrafficSummary twice = mergeTraffic({summary, summary});
        QCOMPARE(twice.protocols.size(), summary.protocols.size());
        for (std::size_t i = 0; i < twice.protocols.size(); ++i)
            QCOMPARE(twice.protocols[i].packets, 2 * summary.protocols[i].packets);
    }

    /// What only TCP has is unknown of UDP, never 0.
    void unknownIsNotZero()
    {
        const TrafficSummary summary = analysed(mixedFrames());
        int udpFlows = 0;
        for (const Flow& flow : summary.flows) {
            const bool isTcp = flow.protocol == 6;
            udpFlows += flow.protocol == 17 ? 1 : 0;
            for (const FlowColumn column : {FlowColumn::Retransmissions, FlowColumn::OutOfOrder, FlowColumn::Syn,
                                            FlowColumn::DuplicateAcks, FlowColumn::Ece, FlowColumn::Flags})
                QCOMPARE(flowKnows(summary, flow, column), isTcp);
        }
        QVERIFY(udpFlows > 2);
    }

    /// What stores and nodes of an older version have is read; what it does not say is unknown.
    void readsTheFirstFormat()
    {
        const QByteArray bytes = QByteArray::fromBase64(firstFormatSummary);
        const auto summary = decodeSummary({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        QVERIFY2(summary, summary ? "" : summary.error().text().c_str());
        QCOMPARE(summary->packets.all, std::uint64_t(12));
        QCOMPARE(summary->flows.size(), std::size_t(6));
        QCOMPARE(summary->flows[0].destinationPort, std::uint16_t(5001));
        QVERIFY(summary->protocols.empty() && summary->queuePairs.empty());
        for (const FlowColumn column : {FlowColumn::Dscp, FlowColumn::Ce, FlowColumn::Ece})
            QVERIFY(!flowKnows(*summary, summary->flows[0], column));
        QVERIFY(flowKnows(*summary, summary->flows[0], FlowColumn::Retransmissions));
    }

private:
    TrafficSummary analysed(const std::vector<MadeRecord>& records)
    {
        writeBytes(m_file, pcapFile({.nanoseconds = true}, records));
        return analyseCapture(m_file, {}).value_or(TrafficSummary{});
    }
    static std::pair<std::uint64_t, std::uint64_t> countsOf(const TrafficSummary& summary, const std::string& name)
    {
        for (const ProtocolTraffic& one : summary.protocols)
            if (protocolText(one) == name)
                return {one.packets, one.wireBytes};
        return {0, 0};
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_file = std::filesystem::path(m_folder.path().toStdString()) / "made.pcap";
};

QTEST_APPLESS_MAIN(TestHeaderCounts)
#include "tst_header_counts.moc"
