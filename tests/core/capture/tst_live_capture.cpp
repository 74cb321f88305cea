// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/capture/live_capture.h"

#include <QtTest>
#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace millrace::capture;
using namespace std::chrono_literals;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string toolText(const std::vector<std::string>& argv)
{
    const auto output = runCommand({argv, {{"TZ", "UTC"}, {"LC_ALL", "C"}}, {}}, deadlineIn(60s));
    return output && output->succeeded() ? output->out : "failed: " + (output ? output->err : output.error().text());
}

bool tool(const std::vector<std::string>& argv)
{
    const auto output = runCommand({argv, {}, {}}, deadlineIn(20s));
    return output && output->succeeded();
}

std::uint64_t packetsIn(const std::filesystem::path& file)
{
    const std::string text = toolText({"capinfos", "-McTm", file.string()});
    return static_cast<std::uint64_t>(std::atoll(text.substr(text.rfind(',') + 1).c_str()));
}

/// An IPv4 UDP packet from 10.0.0.1 to the port, inside Ethernet.
Bytes udpFrame(std::uint16_t port, std::size_t size)
{
    Bytes bytes{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x08, 0x00};
    const auto ip = static_cast<std::uint16_t>(size - 14);
    bytes.insert(bytes.end(), {0x45, 0, std::uint8_t(ip >> 8), std::uint8_t(ip), 0, 1, 0x40, 0, 64, 17, 0, 0});
    bytes.insert(bytes.end(), {10, 0, 0, 1, 10, 0, 0, 2, 0x13, 0x89, std::uint8_t(port >> 8), std::uint8_t(port)});
    const auto udp = static_cast<std::uint16_t>(ip - 20);
    bytes.insert(bytes.end(), {std::uint8_t(udp >> 8), std::uint8_t(udp), 0, 0});
    bytes.resize(size);
    return bytes;
}

/// Puts frames onto an interface.
class FrameSource
{
public:
    explicit FrameSource(const char* interface) : m_fd(::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0))
    {
        sockaddr_ll address{};
        address.sll_family = AF_PACKET;
        address.sll_ifindex = static_cast<int>(::if_nametoindex(interface));
        ::bind(m_fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
        int size = 1 << 22;
        ::setsockopt(m_fd.get(), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    }
    /// How many were sent.
    int send(const Bytes& frame, int count) const
    {
        int sent = 0;
        for (int i = 0; i < count; ++i)
            sent += ::send(m_fd.get(), frame.data(), frame.size(), 0) == static_cast<ssize_t>(frame.size()) ? 1 : 0;
        return sent;
    }

private:
    UniqueFd m_fd;
};

template <typename Condition>
bool waitUntil(Condition condition, Nanoseconds limit)
{
    const Deadline end = deadlineIn(limit);
    while (!condition() && timeLeft(end) > 0ns)
        std::this_thread::sleep_for(5ms);
    return condition();
}

std::string text(const CaptureStatus& status)
{
    return "received " + std::to_string(status.counts.received) + ", dropped "
        + std::to_string(status.counts.droppedByKernel) + ", written " + std::to_string(status.counts.writtenPackets)
        + ", reason " + status.reason;
}

} // namespace

/// In a network namespace of its own: what is sent into one end of a veth pair arrives at the other.
class TestLiveCapture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (::unshare(CLONE_NEWNET) != 0)
            QSKIP("making a network namespace needs root");
        (void)writeFile("/proc/sys/net/ipv6/conf/all/disable_ipv6", "1");
        (void)writeFile("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
        QVERIFY(tool({"ip", "link", "set", "lo", "up"}));
        QVERIFY(tool({"ip", "link", "add", "v0", "type", "veth", "peer", "name", "v1"}));
        for (const char* name : {"v0", "v1"})
            QVERIFY(tool({"ip", "link", "set", name, "arp", "off", "up"}));
        m_folder.emplace(*TemporaryFolder::make("mr-live"));
    }

    void init()
    {
        m_spec = {};
        m_spec.interface = "v1";
        m_spec.file = m_folder->path() / (std::string(QTest::currentTestFunction()) + ".pcap");
        m_spec.keepFree = 0;
    }

    void everyPacketIsInTheFile()
    {
        const Nanoseconds before = wallNow();
        auto capture = LiveCapture::start(m_spec);
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        const FrameSource source("v0");
        QCOMPARE(source.send(udpFrame(5001, 1514), 1000), 1000);
        QCOMPARE(source.send(udpFrame(5001, 60), 7), 7);
        const CaptureStatus status = (*capture)->stop();
        QVERIFY2(status.counts.received == 1007, text(status).c_str());
        QCOMPARE(status.counts.droppedByKernel, std::uint64_t(0));
        QCOMPARE(status.counts.droppedByInterface.value_or(9), std::uint64_t(0));
        QCOMPARE(status.counts.writtenPackets, std::uint64_t(1007));
        QCOMPARE(status.counts.wireBytes, std::uint64_t(1000 * 1514 + 7 * 60));
        QCOMPARE(status.counts.largestFrame, 1514u);
        QCOMPARE(status.counts.framesAboveMtu, std::uint64_t(0));
        QVERIFY(!status.running && status.reason.empty() && status.notes.empty());
        QCOMPARE(status.linkType, std::uint16_t(1));
        QCOMPARE(status.mtu, 1500);
        QVERIFY(status.start >= before && status.stop > status.start && status.stop <= wallNow());
        QCOMPARE(status.files, std::vector{m_spec.file});
        QCOMPARE(status.counts.writtenBytes, std::uint64_t(std::filesystem::file_size(m_spec.file)));
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(1007));
        // By another program: times within the recording, lengths, the cut.
        const std::string fields = toolText({"tshark", "-r", m_spec.file.string(), "-c", "1", "-T", "fields", "-e",
                                             "frame.time_epoch", "-e", "frame.len", "-e", "frame.cap_len"});
        const auto parts = split(trim(fields), '\t');
        QCOMPARE(parts.size(), std::size_t(3));
        const double first = std::atof(std::string(parts[0]).c_str());
        QVERIFY(first >= double(before.count()) / 1e9 - 1e-3 && first <= double(status.stop.count()) / 1e9);
        QCOMPARE(std::string(parts[1]), std::string("1514"));
        QCOMPARE(std::string(parts[2]), std::string("100"));
    }

    void stopAgainGivesTheSame()
    {
        auto capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        const CaptureStatus first = (*capture)->stop();
        QVERIFY((*capture)->stop() == first);
        QVERIFY((*capture)->status() == first);
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(0));
    }

    void theStatusMovesWhileItRuns()
    {
        auto capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        const FrameSource source("v0");
        QCOMPARE(source.send(udpFrame(5001, 100), 50), 50);
        QVERIFY(waitUntil([&] { return (*capture)->status().counts.writtenPackets == 50; }, 2s));
        QVERIFY((*capture)->status().running);
    }

    void filterAndDirection_data()
    {
        QTest::addColumn<QByteArray>("filter");
        QTest::addColumn<int>("direction");
        QTest::addColumn<int>("wanted");
        QTest::newRow("both") << QByteArray() << int(CaptureDirection::Both) << 330;
        QTest::newRow("in") << QByteArray() << int(CaptureDirection::In) << 30;
        QTest::newRow("out") << QByteArray() << int(CaptureDirection::Out) << 300;
        QTest::newRow("port") << QByteArray("udp dst port 5001") << int(CaptureDirection::Both) << 110;
        QTest::newRow("port, in") << QByteArray("udp dst port 5001 or arp") << int(CaptureDirection::In) << 10;
        QTest::newRow("none") << QByteArray("tcp") << int(CaptureDirection::Both) << 0;
    }

    void filterAndDirection()
    {
        QFETCH(QByteArray, filter);
        QFETCH(int, direction);
        QFETCH(int, wanted);
        m_spec.filter = filter.toStdString();
        m_spec.direction = static_cast<CaptureDirection>(direction);
        auto capture = LiveCapture::start(m_spec);
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        QCOMPARE(FrameSource("v0").send(udpFrame(5001, 200), 10) + FrameSource("v0").send(udpFrame(6000, 200), 20), 30);
        QCOMPARE(FrameSource("v1").send(udpFrame(5001, 200), 100) + FrameSource("v1").send(udpFrame(6000, 200), 200),
                 300);
        const CaptureStatus status = (*capture)->stop();
        QVERIFY2(status.counts.writtenPackets == std::uint64_t(wanted), text(status).c_str());
        QVERIFY2(status.counts.received == std::uint64_t(wanted), text(status).c_str());
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(wanted));
    }

    void aLoopbackPacketCountsOnce()
    {
        m_spec.interface = "lo";
        m_spec.filter = "icmp";
        auto capture = LiveCapture::start(m_spec);
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        QVERIFY(tool({"ping", "-c", "3", "-i", "0.01", "127.0.0.1"}));
        const CaptureStatus status = (*capture)->stop();
        QVERIFY2(status.counts.writtenPackets == 6 && status.counts.received == 6, text(status).c_str());
    }

    /// The same packets, recorded by tcpdump at the same time.
    void agreesWithTcpdump()
    {
        const auto other = m_folder->path() / "tcpdump.pcap";
        auto tcpdump =
            ChildProcess::start({{"tcpdump", "-i", "v1", "-s", "100", "-B", "65536", "-w", other.string()}, {}, {}});
        QVERIFY(tcpdump);
        QVERIFY(waitUntil([&] { return std::filesystem::exists(other); }, 5s));
        std::this_thread::sleep_for(200ms);
        auto capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        const FrameSource source("v0");
        int sent = 0;
        for (int i = 0; i < 200; ++i)
            sent += source.send(udpFrame(static_cast<std::uint16_t>(i), 60 + static_cast<std::size_t>(i) * 7), 1000);
        const CaptureStatus status = (*capture)->stop();
        std::this_thread::sleep_for(1200ms);
        tcpdump->signalGroup(SIGINT);
        QVERIFY(tcpdump->wait(deadlineIn(10s)));
        QCOMPARE(sent, 200'000);
        QVERIFY2(status.counts.writtenPackets == 200'000, text(status).c_str());
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(200'000));
        QCOMPARE(packetsIn(other), std::uint64_t(200'000));
        // The kernel stamps a packet once for each of them: same lengths, same order.
        const auto lengths = [](const std::filesystem::path& file) {
            return sha256(toolText({"tshark", "-r", file.string(), "-c", "20000", "-T", "fields", "-e", "frame.len",
                                    "-e", "frame.cap_len", "-e", "udp.dstport"}));
        };
        QCOMPARE(lengths(m_spec.file), lengths(other));
    }

    void framesAboveTheMtuAreNoted()
    {
        QVERIFY(setMtu("9000"));
        m_spec.interface = "v0";
        m_spec.direction = CaptureDirection::Out;
        auto capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        // Only what was asked for at the start is the MTU: 4000 bytes are no offload's doing.
        QCOMPARE(FrameSource("v0").send(udpFrame(5001, 4000), 5), 5);
        CaptureStatus status = (*capture)->stop();
        QCOMPARE(status.counts.framesAboveMtu, std::uint64_t(0));
        QVERIFY(setMtu("1500"));
        capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        QVERIFY(setMtu("9000"));
        QCOMPARE(FrameSource("v0").send(udpFrame(5001, 4000), 5), 5);
        status = (*capture)->stop();
        QVERIFY(setMtu("1500"));
        QCOMPARE(status.counts.framesAboveMtu, std::uint64_t(5));
        QCOMPARE(status.counts.largestFrame, 4000u);
        QCOMPARE(status.notes.size(), std::size_t(1));
        QCOMPARE(status.notes.front().kind, std::string("frames-above-mtu"));
        QVERIFY(status.notes.front().example.find("4000") != std::string::npos);
    }

    void theRingKeepsTheNewest()
    {
        m_spec.ringFileBytes = 24 + 116 * 100;
        m_spec.ringFiles = 3;
        auto capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        QCOMPARE(FrameSource("v0").send(udpFrame(1, 200), 650), 650);
        QCOMPARE(FrameSource("v0").send(udpFrame(2, 200), 270), 270);
        const CaptureStatus status = (*capture)->stop();
        QCOMPARE(status.counts.writtenPackets, std::uint64_t(920));
        QCOMPARE(status.files.size(), std::size_t(3));
        std::uint64_t packets = 0, bytes = 0;
        for (const auto& file : status.files) {
            packets += packetsIn(file);
            bytes += std::filesystem::file_size(file);
        }
        QCOMPARE(packets, std::uint64_t(220));
        QCOMPARE(bytes, status.counts.writtenBytes);
        QCOMPARE(status.files.back().filename().string(), std::string("theRingKeepsTheNewest-00010.pcap"));
        int found = 0;
        for (const auto& entry : std::filesystem::directory_iterator(m_folder->path()))
            found += entry.path().filename().string().starts_with("theRing") ? 1 : 0;
        QCOMPARE(found, 3);
    }

    void stopsAtTheMaximumSize()
    {
        m_spec.maximumBytes = 24 + 116 * 100;
        auto capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        QCOMPARE(FrameSource("v0").send(udpFrame(1, 200), 650), 650);
        QVERIFY(waitUntil([&] { return !(*capture)->status().running; }, 2s));
        const CaptureStatus status = (*capture)->stop();
        QVERIFY2(status.reason.find("maximum size") != std::string::npos, status.reason.c_str());
        QCOMPARE(status.counts.writtenPackets, std::uint64_t(100));
        QCOMPARE(std::filesystem::file_size(m_spec.file), std::uintmax_t(24 + 116 * 100));
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(100));
    }

    void theDiskGuardStopsInTime_data()
    {
        QTest::addColumn<quint64>("keepFree");
        QTest::newRow("guard") << quint64(1 << 20);
        QTest::newRow("no guard") << quint64(0);
    }

    void theDiskGuardStopsInTime()
    {
        QFETCH(quint64, keepFree);
        const auto small = *TemporaryFolder::make("mr-small");
        QVERIFY(::mount("tmpfs", small.path().c_str(), "tmpfs", 0, "size=16m") == 0);
        m_spec.file = small.path() / "full.pcap";
        m_spec.keepFree = keepFree;
        auto capture = LiveCapture::start(m_spec);
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        const FrameSource source("v0");
        for (int i = 0; i < 300 && (*capture)->status().running; ++i)
            (void)source.send(udpFrame(1, 200), 1000);
        QVERIFY(waitUntil([&] { return !(*capture)->status().running; }, 2s));
        const CaptureStatus status = (*capture)->stop();
        const auto free = freeSpace(small.path());
        const auto packets = packetsIn(m_spec.file);
        const auto size = std::filesystem::file_size(m_spec.file);
        capture->reset();
        QVERIFY(::umount2(small.path().c_str(), MNT_DETACH) == 0);
        QVERIFY2(status.reason.find(keepFree > 0 ? "must stay free" : "No space left") != std::string::npos,
                 status.reason.c_str());
        QVERIFY(free && *free >= keepFree);
        QVERIFY(size > 8u << 20);
        QCOMPARE(packets, status.counts.writtenPackets);
        QCOMPARE((size - 24) % 116, std::uintmax_t(0));
    }

    void aFullDiskIsSaidAtOnce()
    {
        m_spec.keepFree = std::uint64_t(1) << 60;
        const auto capture = LiveCapture::start(m_spec);
        QVERIFY(!capture);
        QCOMPARE(capture.error().code, ErrorCode::DiskFull);
    }

    void theInterfaceGoes()
    {
        QVERIFY(tool({"ip", "link", "add", "gone0", "type", "veth", "peer", "name", "gone1"}));
        for (const char* name : {"gone0", "gone1"})
            QVERIFY(tool({"ip", "link", "set", name, "arp", "off", "up"}));
        m_spec.interface = "gone1";
        auto capture = LiveCapture::start(m_spec);
        QVERIFY(capture);
        QCOMPARE(FrameSource("gone0").send(udpFrame(1, 200), 10), 10);
        QVERIFY(waitUntil([&] { return (*capture)->status().counts.writtenPackets == 10; }, 2s));
        QVERIFY(tool({"ip", "link", "del", "gone0"}));
        QVERIFY(waitUntil([&] { return !(*capture)->status().running; }, 3s));
        const CaptureStatus status = (*capture)->stop();
        QVERIFY2(status.reason.find("gone1") != std::string::npos, status.reason.c_str());
        QCOMPARE(packetsIn(m_spec.file), std::uint64_t(10));
    }

    void wrongSpecifications_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<int>("code");
        QTest::newRow("no interface") << 0 << int(ErrorCode::InvalidInput);
        QTest::newRow("unknown interface") << 1 << int(ErrorCode::NotFound);
        QTest::newRow("filter") << 2 << int(ErrorCode::InvalidInput);
        QTest::newRow("snap length") << 3 << int(ErrorCode::InvalidInput);
        QTest::newRow("folder") << 4 << int(ErrorCode::NotFound);
        QTest::newRow("ring of one") << 5 << int(ErrorCode::InvalidInput);
    }

    void wrongSpecifications()
    {
        QFETCH(int, what);
        QFETCH(int, code);
        switch (what) {
        case 0: m_spec.interface.clear(); break;
        case 1: m_spec.interface = "eth77"; break;
        case 2: m_spec.filter = "tcp prot 1"; break;
        case 3: m_spec.snapLength = 3; break;
        case 4: m_spec.file = "/nowhere/at/all.pcap"; break;
        default: m_spec.ringFileBytes = 1000; break;
        }
        const auto capture = LiveCapture::start(m_spec);
        QVERIFY(!capture);
        QCOMPARE(int(capture.error().code), code);
    }

private:
    static bool setMtu(const char* mtu)
    {
        return tool({"ip", "link", "set", "v0", "mtu", mtu}) && tool({"ip", "link", "set", "v1", "mtu", mtu});
    }

    static Result<void> writeFile(const char* file, std::string_view text)
    {
        const UniqueFd fd(::open(file, O_WRONLY | O_CLOEXEC));
        return fd && ::write(fd.get(), text.data(), text.size()) > 0 ? Result<void>() : failErrno(file);
    }

    std::optional<TemporaryFolder> m_folder;
    CaptureSpec m_spec;
};

QTEST_APPLESS_MAIN(TestLiveCapture)
#include "tst_live_capture.moc"
