// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// One analysis of a capture per process, for compare_capture.py, which compares it with other programs; the time to the
// first plot and the time until a cancelled analysis ends; and a generator of larger captures.

#include "core/analysis/traffic_pass.h"
#include "core/capture/packet_reader.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <map>
#include <thread>

using namespace millrace;
using Clock = std::chrono::steady_clock;

namespace {

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Of this program alone: what a process was before it became another program counts for getrusage().
long long peakKilobytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::atoll(line.c_str() + 6);
    return 0;
}

struct Options
{
    std::string file;
    std::string filter;
    std::string out;
    int threads = 1;
    bool order = true;
    bool partial = false;
    int copies = 1;
    int cut = 0;
    std::string from;
};

int readOnly(const Options& options)
{
    auto reader = capture::PacketReader::open(options.file, {options.filter, {}});
    std::uint64_t packets = 0, bytes = 0;
    while (reader) {
        const auto some = reader->next();
        if (!some || some->empty())
            break;
        packets += some->size();
        for (const capture::Packet& packet : *some)
            bytes += packet.wireBytes;
    }
    fmt::print("{{\"packets\": {}, \"bytes\": {}}}\n", packets, bytes);
    return reader ? 0 : 1;
}

int analyse(const Options& options)
{
    analysis::AnalysisRequest request;
    request.filter = options.filter;
    request.threads = options.threads;
    request.traffic.order = options.order;
    const Clock::time_point begin = Clock::now();
    double first = 0;
    int pictures = 0;
    if (options.partial)
        request.onPartial = [&](const analysis::TrafficSummary&) {
            first = pictures++ == 0 ? secondsSince(begin) : first;
        };
    const auto summary = analysis::analyseCapture(options.file, request);
    const double wall = secondsSince(begin);
    if (!summary) {
        fmt::print(stderr, "{}\n", summary.error().text());
        return 1;
    }
    std::uint64_t retransmissions = 0;
    for (const analysis::Flow& flow : summary->flows)
        retransmissions += flow.retransmissions;
    fmt::print(
        "{{\"packets\": {}, \"flows\": {}, \"bins\": {}, \"bursts\": {}, \"retransmissions\": {}, \"wall\": {:.4f}, "
        "\"first\": {:.4f}, \"pictures\": {}, \"rss\": {}}}\n",
        summary->packets.all, summary->flows.size(), summary->bins.index.size(), summary->bursts.size(),
        retransmissions, wall, first, pictures, peakKilobytes());
    return 0;
}

/// Cancels at ten places of the analysis; prints how long it went on.
int cancel(const Options& options)
{
    analysis::AnalysisRequest request;
    request.threads = options.threads;
    Clock::time_point begin = Clock::now();
    (void)analysis::analyseCapture(options.file, request);
    const double whole = secondsSince(begin);
    double longest = 0;
    for (int i = 0; i < 10; ++i) {
        std::stop_source stop;
        Clock::time_point asked;
        std::jthread soon([&] {
            std::this_thread::sleep_for(std::chrono::duration<double>(whole * (i + 0.5) / 10));
            asked = Clock::now();
            stop.request_stop();
        });
        const auto result = analysis::analyseCapture(options.file, request, {stop.get_token(), {}});
        const Clock::time_point ended = Clock::now();
        soon.join();
        if (!result)
            longest = std::max(longest, std::chrono::duration<double>(ended - asked).count());
    }
    fmt::print("{{\"whole\": {:.4f}, \"longest\": {:.4f}}}\n", whole, longest);
    return 0;
}

/// Rewrites the ports of Ethernet frames with IPv4 and TCP, so that copies and pieces become connections of their own.
class PortShift
{
public:
    explicit PortShift(int cut) : m_cut(cut) { }

    void apply(std::vector<std::uint8_t>& frame, int copy)
    {
        if (frame.size() < 38 || frame[12] != 8 || frame[13] != 0 || frame[23] != 6)
            return;
        std::uint8_t* tcp = frame.data() + 14 + (frame[14] & 15) * 4;
        if (tcp + 4 > frame.data() + frame.size())
            return;
        const auto half = [](const std::uint8_t* p) { return static_cast<std::uint32_t>(p[0] << 8 | p[1]); };
        std::uint32_t source = half(tcp), destination = half(tcp + 2);
        std::uint32_t addresses = 0, other = 0;
        std::memcpy(&addresses, frame.data() + 26, 4);
        std::memcpy(&other, frame.data() + 30, 4);
        // The same for both directions.
        const std::uint64_t connection = (std::uint64_t{addresses ^ other} << 32) | (source ^ destination);
        const std::uint32_t piece = m_cut > 0 ? m_seen[connection]++ / static_cast<std::uint32_t>(m_cut) : 0;
        const std::uint32_t moved = piece * 13 + static_cast<std::uint32_t>(copy);
        std::uint32_t& larger = source > destination ? source : destination;
        larger = 1024 + (larger + moved) % 64000;
        for (const std::uint32_t port : {source, destination}) {
            *tcp++ = static_cast<std::uint8_t>(port >> 8);
            *tcp++ = static_cast<std::uint8_t>(port);
        }
    }

private:
    int m_cut;
    std::map<std::uint64_t, std::uint32_t> m_seen;
};

/// Copies of a capture one behind the other, each with ports of its own; or its connections cut into pieces of so many
/// packets.
int make(const Options& options)
{
    std::ofstream out(options.out, std::ios::binary);
    const std::uint32_t header[6]{0xa1b23c4d, 2 | 4 << 16, 0, 0, 262144, 1};
    out.write(reinterpret_cast<const char*>(header), sizeof header);
    std::int64_t shift = 0;
    for (int copy = 0; copy < options.copies; ++copy) {
        PortShift ports(options.cut);
        auto reader = capture::PacketReader::open(options.from);
        std::int64_t first = 0, last = 0;
        while (reader) {
            const auto packets = reader->next();
            if (!packets || packets->empty())
                break;
            first = first == 0 ? packets->front().time : first;
            for (const capture::Packet& packet : *packets) {
                const auto bytes = reader->bytes(packet);
                std::vector<std::uint8_t> frame(bytes.begin(), bytes.end());
                ports.apply(frame, copy);
                const std::int64_t time = packet.time + shift;
                last = std::max(last, packet.time);
                const std::uint32_t head[4]{static_cast<std::uint32_t>(time / 1'000'000'000),
                                            static_cast<std::uint32_t>(time % 1'000'000'000),
                                            static_cast<std::uint32_t>(frame.size()), packet.wireBytes};
                out.write(reinterpret_cast<const char*>(head), sizeof head);
                out.write(reinterpret_cast<const char*>(frame.data()), static_cast<std::streamsize>(frame.size()));
            }
        }
        shift += last - first + 1'000'000'000;
    }
    return out.good() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Analysing captures: one run per process, for compare_capture.py");
    app.require_subcommand(1);
    Options options;
    const auto add = [&](const char* name, const char* what) {
        CLI::App* command = app.add_subcommand(name, what);
        command->add_option("file", options.file)->required();
        command->add_option("--threads", options.threads);
        command->add_option("--filter", options.filter);
        command->add_flag("!--no-order", options.order, "without order statistics and round-trip times");
        command->add_flag("--partial", options.partial, "with pictures of what was found so far");
        return command;
    };
    const CLI::App* run = add("run", "one analysis");
    const CLI::App* read = add("read", "only read and decode");
    const CLI::App* cancelled = add("cancel", "how long a cancelled analysis continues");
    CLI::App* maker = app.add_subcommand("make", "a larger capture (ns, pcap) from another one");
    maker->add_option("from", options.from)->required();
    maker->add_option("out", options.out)->required();
    maker->add_option("--copies", options.copies);
    maker->add_option("--cut", options.cut, "a new connection after so many packets");
    CLI11_PARSE(app, argc, argv);
    if (*run)
        return analyse(options);
    if (*read)
        return readOnly(options);
    return *cancelled ? cancel(options) : make(options);
}
