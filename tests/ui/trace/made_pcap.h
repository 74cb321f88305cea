// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/core/capture/made_capture.h"

#include <algorithm>

namespace millrace::test {

/// One second of traffic of a star: 10.0.0.1 sends `packets` frames of 1000 B to each of 10.0.0.2 … 10.0.0.4 from the
/// times 0, 250 and 500 ms on, one each millisecond, and gets an ACK for every second one 200 µs later. Two ARP
/// requests stand in front.
inline std::vector<MadeRecord> madeStar(int packets = 200)
{
    std::vector<MadeRecord> records;
    const std::int64_t start = madeEpoch * 1'000'000'000;
    const auto add = [&](std::int64_t time, const NetworkPacket& packet) {
        records.push_back({start + time, wrapped(Wrapping::Ethernet, packet)});
    };
    for (int i = 0; i < 2; ++i)
        add(i * 10'000, {"arp", 0x0806, arp()});
    for (std::uint32_t node = 0; node < 3; ++node) {
        const auto port = static_cast<std::uint16_t>(40'000 + node);
        for (int i = 0; i < packets; ++i) {
            const std::int64_t time = node * 250'000'000 + i * 1'000'000;
            TcpFields data;
            data.source = port;
            data.sequence = 1 + static_cast<std::uint32_t>(i) * 946;
            data.payload = 946;
            data.flags = 0x18;
            Ipv4Fields there;
            there.destination = 0x0a000002 + node;
            add(time + 100'000, {"data", 0x0800, ipv4(there, tcp(data))});
            if (i % 2 == 0)
                continue;
            TcpFields ack;
            ack.source = 5001;
            ack.destination = port;
            ack.acknowledgement = data.sequence + 946;
            Ipv4Fields back;
            back.source = 0x0a000002 + node;
            back.destination = 0x0a000001;
            add(time + 300'000, {"ack", 0x0800, ipv4(back, tcp(ack))});
        }
    }
    std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    return records;
}

/// The star as a pcap file; returns its path. `cut` bytes are missing at the end.
inline std::filesystem::path writeStar(const std::filesystem::path& file, int packets = 200, std::size_t cut = 0)
{
    Bytes bytes = pcapFile({}, madeStar(packets));
    bytes.resize(bytes.size() - cut);
    writeBytes(file, bytes);
    return file;
}

/// A ring of `nodes`, each of which sends `packets` full frames to the next in every step of 250 ms, with an ACK for
/// every second one; the rate rises within a step, and every 40th packet is sent twice.
inline std::vector<MadeRecord> madeTraining(int nodes = 4, int steps = 24, int packets = 150)
{
    std::vector<MadeRecord> records;
    const std::int64_t start = madeEpoch * 1'000'000'000;
    const auto add = [&](std::int64_t time, const Ipv4Fields& ip, const TcpFields& fields) {
        records.push_back({start + time, wrapped(Wrapping::Ethernet, {"tcp", 0x0800, ipv4(ip, tcp(fields))})});
    };
    for (int node = 0; node < nodes; ++node) {
        Ipv4Fields there, back;
        there.source = back.destination = 0xc0a81132 + static_cast<std::uint32_t>(node); // 192.168.17.50
        there.destination = back.source = 0xc0a81132 + static_cast<std::uint32_t>((node + 1) % nodes);
        for (int step = 0; step < steps; ++step)
            for (int i = 0; i < packets; ++i) {
                const std::int64_t time = step * 250'000'000LL + node * 3'000'000LL + i * 900'000LL - i * i * 1'500LL
                    + (node * 37 + i * 53) % 97 * 1000;
                TcpFields data, ack;
                data.source = ack.destination = static_cast<std::uint16_t>(40'000 + node);
                data.sequence = ack.acknowledgement = 1 + static_cast<std::uint32_t>(step * packets + i) * 1448;
                ack.source = data.destination;
                data.payload = 1448;
                data.flags = 0x18;
                add(time, there, data);
                if (i % 40 == 39)
                    add(time + 400'000, there, data);
                if (i % 2 == 1)
                    add(time + 150'000 + i * 700, back, ack);
            }
    }
    std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    return records;
}

} // namespace millrace::test
