// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_pass.h"
#include "core/capture/packet_reader.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace millrace;

namespace {

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// What the last byte of the input chooses, so that a file that was found can be run again alone.
struct Choice
{
    capture::ReaderOptions reader;
    analysis::AnalysisRequest request;
    bool analyse = true; ///< the reader alone is many times as fast
};

Choice choiceOf(unsigned byte)
{
    Choice choice;
    choice.analyse = (byte & 1) != 0;
    if ((byte & 3) == 3)
        choice.reader.filter = choice.request.filter = "ip or ip6 or vlan";
    choice.reader.tunnels = choice.request.traffic.tunnels = (byte & 6) == 6;
    choice.request.threads = (byte & 28) == 28 ? 2 : 1;
    choice.request.traffic.order = (byte & 32) == 0;
    choice.request.traffic.idleTimeout = (byte & 64) != 0 ? 1'000'000'000 : 0;
    if ((byte & 128) != 0) {
        choice.request.traffic.maxFlows = 16;
        choice.request.traffic.maxBins = 16;
        choice.request.traffic.maxBursts = 4;
        choice.request.traffic.binWidth = 1000;
    }
    return choice;
}

/// Reads everything and touches every captured byte; returns the number of packets, or nothing when it does not open.
std::optional<std::uint64_t> readThrough(const std::string& path, const Choice& choice)
{
    auto reader = capture::PacketReader::open(path, choice.reader);
    if (!reader)
        return std::nullopt;
    std::uint64_t count = 0;
    volatile unsigned sum = 0;
    for (;;) {
        const auto packets = reader->next();
        require(packets.has_value(), "reading does not fail");
        if (packets->empty())
            break;
        for (const capture::Packet& packet : *packets) {
            const auto bytes = reader->bytes(packet);
            sum = std::accumulate(bytes.begin(), bytes.end(), sum + packet.linkBytes);
            require(packet.interface < reader->info().interfaces.size(), "the interface is known");
            ++count;
        }
    }
    require(count + reader->info().filtered == reader->info().packets, "every packet is counted");
    return count;
}

void checkSums(const analysis::TrafficSummary& summary, std::uint64_t count)
{
    std::uint64_t duplicates = 0;
    for (const analysis::TraceSource& source : summary.sources)
        duplicates += source.duplicates;
    require(summary.packets.all + duplicates == count, "the pass counts every packet");
    std::uint64_t wire = 0, packets = 0;
    for (std::size_t i = 0; i < summary.bins.index.size(); ++i) {
        wire += summary.bins.wireBytes[i];
        packets += summary.bins.packets[i];
        require(summary.bins.index[i] >= 0, "bins begin at the start");
    }
    require(wire == summary.wireBytes && packets + duplicates == count, "bins hold every packet");
    require(summary.bins.begin.size() >= summary.flows.size() + 1, "every flow has its bins");
    for (const analysis::Burst& burst : summary.bursts)
        require(burst.flow < summary.flows.size() && burst.packets > 0, "a burst belongs to a flow");
    for (std::size_t i = 0; i < summary.flows.size(); ++i) {
        const analysis::Flow& flow = summary.flows[i];
        require(flow.source < summary.addresses.size() && flow.destination < summary.addresses.size(), "addresses");
        require(flow.first <= flow.last && flow.packets > 0, "a flow has its time");
        require(flow.reverse == analysis::noRow || summary.flows[flow.reverse].reverse == i, "two directions");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const int file = ::memfd_create("capture", MFD_CLOEXEC);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    const bool written = ::ftruncate(file, 0) == 0 && ::pwrite(file, data, size, 0) == static_cast<ssize_t>(size);
    require(written, "the input can be written");
    const Choice choice = choiceOf(size == 0 ? std::uint8_t{0} : data[size - 1]);
    const auto count = readThrough(path, choice);
    if (!choice.analyse)
        return 0;
    const auto summary = analysis::analyseCapture(path, choice.request);
    require(summary.has_value() == count.has_value(), "both open it, or neither");
    if (summary)
        checkSums(*summary, *count);
    return 0;
}
