// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_capture.h"
#include "tests/core/capture/made_tunnels.h"
#include "tests/core/capture/read_capture.h"
#include "tests/core/capture/tshark_oracle.h"

#include "core/capture/frame_decoder.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/mman.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::capture;
using namespace millrace::test;

namespace {

/// A frame that ends where the memory of the process does: reading one byte too many is a crash.
class GuardedFrame
{
public:
    GuardedFrame() : m_page(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)))
    {
        void* const memory = ::mmap(nullptr, 2 * m_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        m_memory = static_cast<std::uint8_t*>(memory);
        ::mprotect(m_memory + m_page, m_page, PROT_NONE);
    }
    ~GuardedFrame() { ::munmap(m_memory, 2 * m_page); }

    Packet decode(const std::uint8_t* frame, std::size_t size, std::size_t wire, bool tunnels)
    {
        std::uint8_t* const begin = m_memory + m_page - size;
        std::copy(frame, frame + size, begin);
        AddressBook book;
        FrameDecoder decoder(book, tunnels);
        Packet packet;
        packet.capturedBytes = static_cast<std::uint32_t>(size);
        packet.wireBytes = static_cast<std::uint32_t>(wire);
        decoder.decode(link_type::ethernet, begin, packet);
        return packet;
    }

private:
    std::size_t m_page;
    std::uint8_t* m_memory;
};

/// Takes the layers around the innermost packet out of a row.
void keepInnermost(TsharkRow& row)
{
    const QStringList layers = QString::fromStdString(row["frame.protocols"]).split(QLatin1Char(':'));
    qsizetype network = -1;
    for (const char* name : {"ip", "ipv6", "arp"})
        network = std::max(network, layers.lastIndexOf(QLatin1String(name)));
    const auto drop = [&row](const std::string& prefix) {
        for (auto& [field, text] : row)
            if (field.starts_with(prefix + "."))
                text.clear();
    };
    for (const char* name : {"ip", "ipv6", "arp"})
        if (network < 0 || layers[network] != QLatin1String(name))
            drop(name);
    for (const char* name : {"tcp", "udp"})
        if (layers.lastIndexOf(QLatin1String(name)) < network)
            drop(name);
}

} // namespace

class TestTunnels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void isWhatTsharkFinds()
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        const std::filesystem::path file = written();
        std::vector<std::string> fields = packetFields();
        fields.insert(fields.end(), {"frame.protocols", "ip.dsfield", "ipv6.tclass"});
        auto rows = tsharkFields(file, fields, true);
        QVERIFY(rows);
        const ReadCapture read = readCapture(file, {.tunnels = true});
        QCOMPARE(rows->size(), read.packets.size());
        QString wrong;
        for (std::size_t i = 0; i < read.packets.size(); ++i) {
            const TunnelFrame& made = m_frames[i];
            const Packet& packet = read.packets[i];
            if (packet.has(packet_mark::tunnel) != made.opens)
                wrong += QString::fromStdString(made.name + (made.opens ? " stays closed; " : " is opened; "));
            if (made.name.find("spanning") != std::string::npos
                || made.name.find("another version") != std::string::npos
                || made.name.find("without") != std::string::npos)
                continue; // tshark shows what is within, where nothing has an address, or guesses
            TsharkRow& row = (*rows)[i];
            keepInnermost(row);
            const std::string found = difference(packet, read.addresses, row);
            if (!found.empty())
                wrong += QString::fromStdString(made.name + ": " + found + "; ");
            const std::string tos = row["ip.dsfield"] + row["ipv6.tclass"];
            if (packet.isIp() && std::strtol(tos.c_str(), nullptr, 0) != packet.trafficClass)
                wrong += QString::fromStdString(made.name + ": traffic class " + tos + "; ");
        }
        QCOMPARE(wrong, QString());
    }

    void staysOuterUnlessAsked()
    {
        const ReadCapture read = readCapture(written());
        for (const Packet& packet : read.packets)
            QVERIFY(!packet.has(packet_mark::tunnel));
        QCOMPARE(read.addresses.address(Network::Ipv4, read.packets[0].source).text(), std::string("192.168.0.1"));
        QCOMPARE(read.packets[0].destinationPort, std::uint16_t(4789));
        QCOMPARE(read.packets[0].dscp(), std::uint8_t(10));
    }

    void knowsTheInnerPacket()
    {
        const ReadCapture read = readCapture(written(), {.tunnels = true});
        const Packet& packet = read.packets[0];
        QCOMPARE(read.addresses.address(Network::Ipv4, packet.source).text(), std::string("10.0.0.1"));
        QCOMPARE(packet.destinationPort, std::uint16_t(5001));
        QCOMPARE(packet.payloadBytes, 300u);
        QCOMPARE(packet.ecn(), ecn::congestionExperienced);
        QCOMPARE(packet.wireBytes, static_cast<std::uint32_t>(m_frames[0].frame.size()));
    }

    void endsWithTheFrame()
    {
        GuardedFrame guarded;
        QString wrong;
        for (const TunnelFrame& made : m_frames) {
            const std::size_t size = made.frame.size();
            const Packet whole = guarded.decode(made.frame.data(), size, size, true);
            for (std::size_t cut = 0; cut < size; ++cut) {
                const Packet packet = guarded.decode(made.frame.data(), cut, size, true);
                // What is known of a cut frame is what the whole one says, of one of its packets.
                const bool inner = packet.has(packet_mark::tunnel) && packet.isTcp();
                if (inner && made.name != "VXLAN in GRE"
                    && (packet.sourcePort != whole.sourcePort || packet.payloadBytes != whole.payloadBytes))
                    wrong += QString::fromStdString(made.name + " cut to " + std::to_string(cut) + "; ");
            }
        }
        QCOMPARE(wrong, QString());
    }

    void survivesFlippedBits()
    {
        GuardedFrame guarded;
        for (const TunnelFrame& made : m_frames) {
            Bytes frame = made.frame;
            for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
                frame[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
                for (const std::size_t size : {frame.size(), std::min<std::size_t>(frame.size(), 96)}) {
                    const Packet packet = guarded.decode(frame.data(), size, frame.size(), true);
                    QVERIFY(packet.linkBytes <= size || packet.has(packet_mark::headersCut));
                    QVERIFY(packet.wireBytes == frame.size());
                }
                frame[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
            }
        }
    }

    /// A frame of nothing but tunnels ends, and what is too deep stays closed.
    void doesNotDigForever()
    {
        Bytes inner = ipv4({.protocol = 4}, ipv4({}, tcp({.payload = 10})));
        for (int i = 0; i < 60; ++i)
            inner = ipv4({.protocol = 4}, inner);
        GuardedFrame guarded;
        const Bytes frame = ethernet(0x0800, inner);
        const Packet packet = guarded.decode(frame.data(), frame.size(), frame.size(), true);
        QVERIFY(packet.has(packet_mark::tunnel));
        QCOMPARE(packet.protocol, ip_protocol::ipv4);
    }

private:
    std::filesystem::path written()
    {
        std::vector<MadeRecord> records;
        for (const TunnelFrame& made : m_frames)
            records.push_back(
                {madeEpoch * 1'000'000'000 + static_cast<std::int64_t>(records.size()) * 1'000'000, made.frame});
        const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / "tunnels.pcap";
        writeBytes(file, pcapFile({.nanoseconds = true}, records));
        return file;
    }

    QTemporaryDir m_folder;
    std::vector<TunnelFrame> m_frames = tunnelFrames();
};

QTEST_APPLESS_MAIN(TestTunnels)
#include "tst_tunnels.moc"
