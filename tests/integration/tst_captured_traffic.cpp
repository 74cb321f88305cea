// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_pass.h"
#include "core/base/process.h"
#include "tests/core/capture/tshark_oracle.h"

#include <QtTest>

#include <array>
#include <sched.h>
#include <sstream>
#include <sys/mount.h>
#include <thread>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

bool tool(const std::string& line)
{
    const auto output = runCommand({{"/bin/sh", "-c", line}, {}, {}}, deadlineIn(60s));
    if (output && output->succeeded())
        return true;
    qWarning("%s: %s", line.c_str(), output ? output->err.c_str() : output.error().text().c_str());
    return false;
}

/// Packets, bytes, first and last time by both ends.
struct Sum
{
    std::uint64_t packets = 0, bytes = 0;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;

    bool operator==(const Sum&) const = default;
};
using Sums = std::map<std::string, Sum>;

Sums sumsOf(const TrafficSummary& summary)
{
    Sums sums;
    for (const Flow& flow : summary.flows) {
        Sum& sum = sums[summary.addresses[flow.source].text() + " " + std::to_string(flow.sourcePort) + " "
                        + summary.addresses[flow.destination].text() + " " + std::to_string(flow.destinationPort)];
        sum.packets += flow.packets;
        sum.bytes += flow.wireBytes;
        sum.first = std::min(sum.first, flow.first);
        sum.last = std::max(sum.last, flow.last);
    }
    return sums;
}

Sums sumsOf(const std::vector<TsharkRow>& rows)
{
    Sums sums;
    for (const TsharkRow& row : rows) {
        const auto port = [&](const char* tcp, const char* udp) {
            return !row.at(tcp).empty() ? row.at(tcp) : !row.at(udp).empty() ? row.at(udp) : std::string("0");
        };
        if (row.at("ip.src").empty())
            continue;
        Sum& sum = sums[row.at("ip.src") + " " + port("tcp.srcport", "udp.srcport") + " " + row.at("ip.dst") + " "
                        + port("tcp.dstport", "udp.dstport")];
        const std::int64_t time = epochNanoseconds(row.at("frame.time_epoch"));
        ++sum.packets;
        sum.bytes += std::stoull(row.at("frame.len"));
        sum.first = std::min(sum.first, time);
        sum.last = std::max(sum.last, time);
    }
    return sums;
}

} // namespace

/// Real TCP through a bottleneck that drops, recorded by tcpdump at the sender and at the receiver, and what tshark and
/// tcptrace say of it.
class TestCapturedTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* name : {"ip", "tc", "iperf3", "tcpdump"})
            if (!isInstalled(name))
                QSKIP("ip, tc, iperf3 and tcpdump are needed");
        if (::unshare(CLONE_NEWNET) != 0)
            QSKIP("making a network namespace needs root");
        m_peer.emplace(*ChildProcess::start({{"unshare", "-n", "sleep", "600"}, {}, {}}));
        std::this_thread::sleep_for(200ms);
        const std::string pid = std::to_string(m_peer->pid());
        m_inside = "nsenter -t " + pid + " -n ";
        QVERIFY(
            tool("sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1; ip link set lo up; "
                 "ip link add v0 type veth peer name v1 netns "
                 + pid));
        QVERIFY(
            tool("ip addr add 10.9.0.1/24 dev v0; ip link set v0 up; ethtool -K v0 tso off gso off gro off || true"));
        QVERIFY(tool(m_inside
                     + "sh -c 'ip addr add 10.9.0.2/24 dev v1; ip link set v1 up; ip link set lo up; "
                       "ethtool -K v1 tso off gso off gro off || true'"));
        // A small queue: TCP fills it until packets are lost.
        QVERIFY(tool("tc qdisc add dev v0 root tbf rate 40mbit burst 4kb limit 40kb"));
        m_server.emplace(*ChildProcess::start({{"sh", "-c", m_inside + "iperf3 -s -p 5201"}, {}, {}}));
        std::this_thread::sleep_for(500ms);
        record();
    }

    void flowsAreThoseOfTshark_data() { bothEnds(); }
    void flowsAreThoseOfTshark()
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        QFETCH(QString, file);
        const auto rows = tsharkFields(folder() / file.toStdString(), packetFields());
        QVERIFY(rows.has_value());
        const Sums expected = sumsOf(*rows), found = sumsOf(analysed(file));
        QVERIFY(expected.size() >= 8);
        QCOMPARE(found.size(), expected.size());
        for (const auto& [ends, sum] : expected)
            QVERIFY2(found.contains(ends) && found.at(ends) == sum, ends.c_str());
    }

    void lossesAreThoseOfTcptrace_data() { bothEnds(); }
    void lossesAreThoseOfTcptrace()
    {
        if (!isInstalled("tcptrace"))
            QSKIP("tcptrace is not installed");
        QFETCH(QString, file);
        const auto out = outputOf({"tcptrace", "-l", "-r", "-n", "--csv", (folder() / file.toStdString()).string()});
        QVERIFY(out.has_value());
        const TrafficSummary summary = analysed(file);
        std::uint64_t lost = 0;
        int compared = 0;
        for (const auto& row : rowsOf(*out))
            for (const bool client : {true, false}) {
                const std::string own = client ? "_a2b" : "_b2a";
                const Flow* flow = flowOf(summary, row.at(client ? "port_a" : "port_b"),
                                          row.at(client ? "port_b" : "port_a"), row.at(client ? "host_a" : "host_b"));
                QVERIFY(flow != nullptr);
                const auto value = [&](const std::string& name) { return std::stoull(row.at(name + own)); };
                QCOMPARE(flow->packets, value("total_packets"));
                QCOMPARE(flow->payloadBytes, value("actual_data_bytes"));
                QCOMPARE(flow->retransmissions, value("rexmt_data_pkts"));
                QCOMPARE(flow->retransmittedBytes, value("rexmt_data_bytes"));
                QCOMPARE(flow->outOfOrder, value("outoforder_pkts"));
                QCOMPARE(flow->zeroWindows, value("zero_win_adv"));
                // tcptrace leaves out those next to repetitions of what had been acknowledged.
                QVERIFY2(flow->rttCount >= value("RTT_samples"),
                         qPrintable(QStringLiteral("%1 round trips, %2 by tcptrace, %3 of %4 packets repeated")
                                        .arg(flow->rttCount)
                                        .arg(value("RTT_samples"))
                                        .arg(flow->retransmissions)
                                        .arg(flow->packets)));
                QVERIFY(static_cast<double>(flow->rttCount) <= 1.5 * static_cast<double>(value("RTT_samples")) + 3);
                lost += flow->retransmissions + flow->outOfOrder;
                ++compared;
            }
        QVERIFY(compared >= 8);
        QVERIFY2(lost > 20, "the bottleneck dropped too little for this test to say anything");
    }

private:
    static void bothEnds()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("sender") << QStringLiteral("sender.pcap");
        QTest::newRow("receiver") << QStringLiteral("receiver.pcap");
    }

    [[nodiscard]] std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    void record()
    {
        const std::string dump = "tcpdump -Z root -U -B 16384 -s 100 -i ";
        auto sender = ChildProcess::start(
            {{"sh", "-c", "exec " + dump + "v0 -w " + (folder() / "sender.pcap").string()}, {}, {}});
        auto receiver = ChildProcess::start(
            {{"sh", "-c", "exec " + m_inside + dump + "v1 -w " + (folder() / "receiver.pcap").string()}, {}, {}});
        QVERIFY(sender && receiver);
        std::this_thread::sleep_for(1s);
        QVERIFY(tool("iperf3 -c 10.9.0.2 -t 2 -P 2"));
        QVERIFY(tool("iperf3 -c 10.9.0.2 -t 1 -R -b 20M"));
        QVERIFY(tool("iperf3 -c 10.9.0.2 -t 1 -u -b 10M"));
        std::this_thread::sleep_for(500ms);
        (void)sender->stop(5s);
        (void)receiver->stop(5s);
    }

    [[nodiscard]] TrafficSummary analysed(const QString& file) const
    {
        AnalysisRequest request;
        request.filter = "ip"; // the other namespace looks for IPv6 neighbours
        return analyseCapture(folder() / file.toStdString(), request).value_or({});
    }

    static std::vector<std::map<std::string, std::string>> rowsOf(const std::string& out)
    {
        std::vector<std::map<std::string, std::string>> rows;
        std::vector<std::string> names;
        std::istringstream lines(out);
        for (std::string line; std::getline(lines, line);) {
            std::vector<std::string> cells;
            std::istringstream in(line);
            for (std::string cell; std::getline(in, cell, ',');)
                cells.push_back(cell);
            if (line.starts_with("conn_#"))
                names = cells;
            else if (!names.empty() && cells.size() > 100)
                for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i)
                    (i == 0 ? rows.emplace_back() : rows.back())[names[i]] = cells[i];
        }
        return rows;
    }

    static const Flow* flowOf(const TrafficSummary& summary, const std::string& from, const std::string& to,
                              const std::string& host)
    {
        for (const Flow& flow : summary.flows)
            if (flow.protocol == 6 && std::to_string(flow.sourcePort) == from
                && std::to_string(flow.destinationPort) == to && summary.addresses[flow.source].text() == host)
                return &flow;
        return nullptr;
    }

    QTemporaryDir m_folder;
    std::optional<ChildProcess> m_peer;
    std::optional<ChildProcess> m_server;
    std::string m_inside;
};

QTEST_APPLESS_MAIN(TestCapturedTraffic)
#include "tst_captured_traffic.moc"
