// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "made_captures.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace millrace::importers {

namespace {

template <typename Number>
void appendBig(std::string& out, Number value)
{
    for (int shift = int(sizeof(Number)) * 8 - 8; shift >= 0; shift -= 8)
        out += static_cast<char>((static_cast<std::uint64_t>(value) >> shift) & 0xff);
}

void appendLittle(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out += static_cast<char>((value >> shift) & 0xff);
}

void appendAddress(std::string& out, const std::string& address)
{
    std::istringstream in(address);
    std::string part;
    while (std::getline(in, part, '.'))
        out += static_cast<char>(std::stoi(part));
}

std::string ethernet(std::uint16_t type)
{
    std::string frame(6, '\2');
    frame += std::string(6, '\4');
    appendBig(frame, type);
    return frame;
}

} // namespace

std::string ipv4Frame(const std::string& source, const std::string& destination, std::uint16_t sourcePort,
                      std::uint16_t destinationPort, std::size_t payload, std::uint32_t sequence, std::uint8_t protocol)
{
    const std::size_t transport = protocol == 6 ? 20 : 8;
    std::string frame = ethernet(0x0800);
    frame += "\x45";
    frame += '\0';
    appendBig(frame, static_cast<std::uint16_t>(20 + transport + payload));
    appendBig(frame, std::uint32_t(0x00004000));
    frame += '\x40';
    frame += static_cast<char>(protocol);
    appendBig(frame, std::uint16_t(0));
    appendAddress(frame, source);
    appendAddress(frame, destination);
    appendBig(frame, sourcePort);
    appendBig(frame, destinationPort);
    if (protocol == 6) {
        appendBig(frame, sequence);
        appendBig(frame, std::uint32_t(1));
        appendBig(frame, std::uint16_t(0x5010));
        appendBig(frame, std::uint16_t(500));
        appendBig(frame, std::uint32_t(0));
    } else {
        appendBig(frame, static_cast<std::uint16_t>(8 + payload));
        appendBig(frame, std::uint16_t(0));
    }
    return frame + std::string(payload, '\0');
}

std::string arpFrame()
{
    std::string frame = ethernet(0x0806);
    appendBig(frame, std::uint64_t(0x0001'0800'0604'0001));
    frame += std::string(6, '\4');
    appendAddress(frame, workerAddress(0));
    frame += std::string(6, '\0');
    appendAddress(frame, workerAddress(1));
    return frame + std::string(18, '\0');
}

std::string ipv6Frame()
{
    std::string frame = ethernet(0x86dd);
    appendBig(frame, std::uint32_t(0x60000000));
    appendBig(frame, std::uint16_t(20));
    frame += "\x06\x40";
    for (const char last : {'\1', '\2'}) {
        frame += "\xfe\x80";
        frame += std::string(13, '\0');
        frame += last;
    }
    appendBig(frame, std::uint16_t(5));
    appendBig(frame, std::uint16_t(6));
    appendBig(frame, std::uint32_t(7));
    appendBig(frame, std::uint32_t(8));
    appendBig(frame, std::uint16_t(0x5010));
    appendBig(frame, std::uint16_t(1));
    appendBig(frame, std::uint32_t(0));
    return frame;
}

void writePcap(const std::filesystem::path& file, const std::vector<MadePacket>& packets, bool nanoseconds)
{
    std::string bytes;
    appendLittle(bytes, nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4);
    appendLittle(bytes, 0x00040002);
    appendLittle(bytes, 0);
    appendLittle(bytes, 0);
    appendLittle(bytes, 100);
    appendLittle(bytes, 1);
    for (const MadePacket& packet : packets) {
        const std::string captured = packet.frame.substr(0, 100);
        const std::int64_t fraction = packet.time % 1'000'000'000;
        appendLittle(bytes, static_cast<std::uint32_t>(packet.time / 1'000'000'000));
        appendLittle(bytes, static_cast<std::uint32_t>(nanoseconds ? fraction : fraction / 1000));
        appendLittle(bytes, static_cast<std::uint32_t>(captured.size()));
        appendLittle(bytes, static_cast<std::uint32_t>(packet.frame.size()));
        bytes += captured;
    }
    writeText(file, bytes);
}

std::string workerAddress(int k)
{
    return fmt::format("192.168.17.{}", 50 + k % 4);
}

void writeFourHosts(const std::filesystem::path& folder, std::int64_t begin)
{
    for (int k = 0; k < 4; ++k) {
        std::vector<MadePacket> packets;
        for (int i = 0; i < 200; ++i) {
            const std::int64_t time = begin + i * 310'000;
            const auto port = static_cast<std::uint16_t>(k);
            packets.push_back(
                {time,
                 ipv4Frame(workerAddress(k), workerAddress(k + 1), static_cast<std::uint16_t>(40000 + port), 2222, 1448,
                           static_cast<std::uint32_t>(1 + i * 1448))});
            if (i % 20 == 0)
                packets.push_back(
                    {time + 50'000,
                     ipv4Frame(workerAddress(k), workerAddress(k + 2), static_cast<std::uint16_t>(41000 + port), 22,
                               100, static_cast<std::uint32_t>(1 + i * 5))});
        }
        writePcap(folder / fmt::format("worker-{}-tcpdump.pcap", k), packets);
    }
}

void writeTemporalHosts(const std::filesystem::path& folder, std::int64_t begin)
{
    for (int k = 0; k < 4; ++k) {
        std::vector<MadePacket> packets;
        for (int i = 0; i < 1200; ++i)
            packets.push_back({begin + i * 31'000'000ll + k * 3'000'000,
                               ipv4Frame(workerAddress(k), workerAddress(k + 1), static_cast<std::uint16_t>(40000 + k),
                                         2222, 1448, static_cast<std::uint32_t>(1 + i * 1448))});
        writePcap(folder / fmt::format("worker-{}-tcpdump.pcap", k), packets);
    }
}

void writeOddRuns(const std::filesystem::path& folder)
{
    constexpr std::int64_t t = winterTime, ms = 1'000'000;
    const auto frame = [](int from, int to, int sourcePort, int destinationPort, std::size_t payload,
                          std::uint8_t protocol = 6) {
        return ipv4Frame(workerAddress(from), workerAddress(to), static_cast<std::uint16_t>(sourcePort),
                         static_cast<std::uint16_t>(destinationPort), payload, 1, protocol);
    };
    const auto a = folder / "kungfu_ssgd-resnet50-adam-64-kungfu-normal-TREE";
    writePcap(a / "worker-0-tcpdump.pcap",
              {{t, frame(0, 1, 40000, 2222, 10)},
               {t + 2 * ms + 900'000, frame(0, 1, 40000, 2222, 20)},
               {t + 12'000 * ms, frame(0, 1, 40000, 2222, 33)}},
              true);
    writePcap(a / "worker-1-tcpdump.pcap",
              {{t + 3'700 * ms, frame(1, 0, 2222, 40000, 0)},
               {t + 5'000 * ms + 123, frame(1, 0, 5000, 22, 1)},
               {t + 16'500 * ms, frame(1, 0, 2222, 40000, 0)},
               {t + 33'800 * ms, frame(1, 0, 2222, 40000, 7)}},
              true);
    const auto b = folder / "tf_sync-mobilenetv2-adam-128-grpc-loss_0.1-ring";
    writePcap(b / "worker-0-tcpdump.pcap",
              {{t, frame(0, 2, 40000, 2222, 10)},
               {t + ms, frame(0, 2, 53, 53, 50, 17)},
               {t + 2 * ms, arpFrame()},
               {t + 3 * ms, ipv6Frame()}},
              true);
    writePcap(b / "worker-2-tcpdump.pcap",
              {{t + ms + 10, frame(2, 3, 9, 80, 100)},
               {t + 4 * ms + 10, frame(2, 0, 2222, 40000, 0)},
               {t + 5 * ms + 10, frame(2, 0, 100, 8080, 1400)},
               {t + 6 * ms + 10, frame(2, 3, 10, 80, 100)},
               {t + 9 * ms, frame(2, 3, 9, 80, 100)}},
              true);
}

std::string runTool(const std::string& commandLine, const std::string& zone)
{
    const std::string command = fmt::format("TZ={} LC_ALL=C {} 2>/dev/null", zone, commandLine);
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr)
        return {};
    std::string text;
    char block[65536];
    for (std::size_t got = 0; (got = std::fread(block, 1, sizeof block, pipe)) > 0;)
        text.append(block, got);
    return ::pclose(pipe) == 0 ? text : std::string();
}

bool hasTool(const std::string& name)
{
    return !runTool("command -v " + name).empty();
}

bool runTshark(const std::filesystem::path& run, const std::string& zone)
{
    for (const auto& entry : std::filesystem::directory_iterator(run)) {
        if (entry.path().extension() != ".pcap")
            continue;
        const std::string text =
            runTool(fmt::format("tshark -r '{}' -T fields -E header=y -e frame.time -e ip.src -e ip.dst -e tcp.srcport "
                                "-e tcp.dstport -e frame.interface_name -e frame.len",
                                entry.path().string()),
                    zone);
        if (text.empty())
            return false;
        writeText(run / "parsed-files" / (entry.path().stem().string() + ".csv"), text);
    }
    return true;
}

void writeText(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace millrace::importers
