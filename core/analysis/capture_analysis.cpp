// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/duplicate_filter.h"
#include "core/analysis/parallel_pass.h"
#include "core/analysis/partial_results.h"
#include "core/analysis/pipelined_pass.h"
#include "core/analysis/traffic_pass.h"
#include "core/capture/frame_decoder.h"
#include "core/capture/packet_reader.h"

#include <fmt/format.h>

#include <cmath>

namespace millrace::analysis {

namespace {

/// Processing between reading and counting packets: maps times to another clock and filters out packets that another
/// interface of the file saw before.
class PacketIntake
{
public:
    explicit PacketIntake(const AnalysisRequest& request)
        : m_correction(request.clock), m_correcting(!(request.clock == ClockCorrection{})),
          m_keepsDuplicates(request.traffic.duplicates)
    {
    }

    /// The packets that count; the same memory where no processing is needed.
    std::span<const capture::Packet> take(std::span<const capture::Packet> packets, const capture::PacketReader& reader,
                                          TraceSource& source)
    {
        if (!m_correcting && !looksForDuplicates(reader))
            return packets;
        m_packets.assign(packets.begin(), packets.end());
        return std::span(m_packets).first(takeInPlace(m_packets, reader, source));
    }
    /// The number of packets that count; they come first.
    std::size_t takeInPlace(std::span<capture::Packet> packets, const capture::PacketReader& reader,
                            TraceSource& source)
    {
        const std::size_t kept = looksForDuplicates(reader) ? dropDuplicates(packets, reader, source) : packets.size();
        if (m_correcting && kept > 0)
            correct(packets.first(kept), source);
        return kept;
    }

private:
    [[nodiscard]] bool looksForDuplicates(const capture::PacketReader& reader) const
    {
        const auto& interfaces = reader.info().interfaces;
        return !m_keepsDuplicates && !interfaces.empty()
            && (interfaces.size() > 1 || interfaces.front().linkType == capture::link_type::linuxSll2);
    }
    std::size_t dropDuplicates(std::span<capture::Packet> packets, const capture::PacketReader& reader,
                               TraceSource& source)
    {
        std::size_t kept = 0;
        for (const capture::Packet& packet : packets) {
            const auto bytes = reader.bytes(packet);
            const std::uint16_t linkType = reader.info().interfaces[packet.interface].linkType;
            if (m_duplicates.isDuplicate(packet, bytes, m_duplicates.pointOf(0, linkType, packet, bytes)))
                ++source.duplicates;
            else
                packets[kept++] = packet;
        }
        return kept;
    }
    void correct(std::span<capture::Packet> packets, TraceSource& source) const
    {
        const std::int64_t before = packets.front().time;
        for (capture::Packet& packet : packets)
            packet.time = m_correction.correct(packet.time);
        if (source.clockOffset == 0)
            source.clockOffset = packets.front().time - before;
    }

    ClockCorrection m_correction;
    bool m_correcting;
    bool m_keepsDuplicates;
    DuplicateFilter m_duplicates;
    std::vector<capture::Packet> m_packets;
};

/// Reads some packets into the pass; returns their number.
template <typename Pass>
Result<std::size_t> readSome(capture::PacketReader& reader, Pass& pass, PacketIntake& intake, TraceSource& source)
{
    MR_TRY(packets, reader.next());
    if (!packets.empty())
        pass.add(intake.take(packets, reader, source));
    return packets.size();
}

Result<std::size_t> readSome(capture::PacketReader& reader, PipelinedPass& pass, PacketIntake& intake,
                             TraceSource& source)
{
    const std::span<capture::Packet> room = pass.room();
    MR_TRY(count, reader.next(room));
    pass.given(intake.takeInPlace(room.first(count), reader, source));
    return count;
}

template <typename Pass>
Result<TrafficSummary> readThrough(capture::PacketReader& reader, Pass& pass, const AnalysisRequest& request,
                                   TraceSource source, const JobContext& job)
{
    constexpr std::uint64_t reportEvery = std::uint64_t{8} << 20;
    PartialResults partials(request);
    PacketIntake intake(request);
    std::uint64_t reported = 0;
    source.fileBytes = reader.bytesTotal();
    for (;;) {
        MR_TRY(count, readSome(reader, pass, intake, source));
        if (count == 0)
            break;
        if (reader.bytesRead() - reported >= reportEvery) {
            reported = reader.bytesRead();
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "analysing the capture was cancelled");
            job.progress(static_cast<long long>(reported), static_cast<long long>(reader.bytesTotal()),
                         "Reading packets");
            partials.show(pass, [&] {
                source.info = reader.info();
                return std::vector{source};
            });
        }
    }
    TrafficSummary summary = pass.finish();
    summary.filter = request.filter;
    source.info = reader.info();
    noteDuplicates(summary, source.duplicates, "interfaces of the file");
    summary.sources = {std::move(source)};
    if (reader.addresses().overflowed())
        summary.issues.push_back({"too-many-addresses", Severity::Warning, 1,
                                  "IPv6 addresses beyond the first million are taken as one", ""});
    return summary;
}

} // namespace

void noteDuplicates(TrafficSummary& summary, std::uint64_t duplicates, std::string_view points)
{
    if (duplicates > 0)
        summary.issues.push_back(
            {"duplicates", Severity::Note, static_cast<std::int64_t>(duplicates),
             fmt::format("packets that several {} saw count once, where they were seen first", points), ""});
}

std::int64_t ClockCorrection::correct(std::int64_t time) const noexcept
{
    const double since = static_cast<double>(time - reference) / 1e9;
    return time - std::llround((offset + drift * since) * 1e9);
}

Result<TrafficSummary> analyseCapture(const std::filesystem::path& file, const AnalysisRequest& request,
                                      const JobContext& job)
{
    MR_TRY(reader, capture::PacketReader::open(file, {request.filter, job.stop, request.traffic.tunnels}));
    TraceSource source;
    source.file = file.string();
    if (request.threads <= 1) {
        TrafficPass pass(request.traffic, reader.addresses());
        return readThrough(reader, pass, request, std::move(source), job);
    }
    if (request.threads == 2) {
        PipelinedPass pass(request.traffic, reader.addresses());
        return readThrough(reader, pass, request, std::move(source), job);
    }
    ParallelPass pass(request.traffic, reader.addresses(), request.threads - 1);
    return readThrough(reader, pass, request, std::move(source), job);
}

} // namespace millrace::analysis
