// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/parallel_pass.h"
#include "core/analysis/pipelined_pass.h"
#include "core/analysis/traffic_pass.h"
#include "core/capture/packet_reader.h"

#include <fmt/format.h>

#include <cmath>

namespace millrace::analysis {

namespace {

using Clock = std::chrono::steady_clock;

/// Shows what was found so far: soon at first, then in growing distances, so that it never takes much of the time.
class Partials
{
public:
    explicit Partials(const AnalysisRequest& request)
        : m_request(request), m_next(Clock::now() + request.partialEvery / 3)
    {
    }

    template <typename Pass>
    void show(Pass& pass, const capture::PacketReader& reader, const TraceSource& source)
    {
        if (!m_request.onPartial || Clock::now() < m_next)
            return;
        const Clock::time_point begin = Clock::now();
        TrafficSummary summary = pass.snapshot();
        summary.filter = m_request.filter;
        summary.sources = {source};
        summary.sources.front().info = reader.info();
        m_request.onPartial(std::move(summary));
        const Clock::time_point end = Clock::now();
        m_next = end + std::max<Clock::duration>(m_request.partialEvery, 10 * (end - begin));
    }

private:
    const AnalysisRequest& m_request;
    Clock::time_point m_next;
};

/// Packets with the times of another clock; the same packets where nothing is to be corrected.
class CorrectedPackets
{
public:
    explicit CorrectedPackets(const ClockCorrection& correction)
        : m_correction(correction), m_correcting(!(correction == ClockCorrection{}))
    {
    }

    std::span<const capture::Packet> onTime(std::span<const capture::Packet> packets, TraceSource& source)
    {
        if (!m_correcting)
            return packets;
        m_packets.assign(packets.begin(), packets.end());
        correct(m_packets, source);
        return m_packets;
    }
    void correct(std::span<capture::Packet> packets, TraceSource& source) const
    {
        if (!m_correcting || packets.empty())
            return;
        const std::int64_t before = packets.front().time;
        for (capture::Packet& packet : packets)
            packet.time = m_correction.correct(packet.time);
        if (source.clockOffset == 0)
            source.clockOffset = packets.front().time - before;
    }

private:
    ClockCorrection m_correction;
    bool m_correcting;
    std::vector<capture::Packet> m_packets;
};

/// Reads some packets into the pass; how many.
template <typename Pass>
Result<std::size_t> readSome(capture::PacketReader& reader, Pass& pass, CorrectedPackets& clock, TraceSource& source)
{
    MR_TRY(packets, reader.next());
    if (!packets.empty())
        pass.add(clock.onTime(packets, source));
    return packets.size();
}

Result<std::size_t> readSome(capture::PacketReader& reader, PipelinedPass& pass, CorrectedPackets& clock,
                             TraceSource& source)
{
    const std::span<capture::Packet> room = pass.room();
    MR_TRY(count, reader.next(room));
    clock.correct(room.first(count), source);
    pass.given(count);
    return count;
}

template <typename Pass>
Result<TrafficSummary> readThrough(capture::PacketReader& reader, Pass& pass, const AnalysisRequest& request,
                                   TraceSource source, const JobContext& job)
{
    constexpr std::uint64_t reportEvery = std::uint64_t{8} << 20;
    Partials partials(request);
    CorrectedPackets clock(request.clock);
    std::uint64_t reported = 0;
    source.fileBytes = reader.bytesTotal();
    for (;;) {
        MR_TRY(count, readSome(reader, pass, clock, source));
        if (count == 0)
            break;
        if (reader.bytesRead() - reported >= reportEvery) {
            reported = reader.bytesRead();
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "analysing the capture was cancelled");
            job.progress(static_cast<long long>(reported), static_cast<long long>(reader.bytesTotal()),
                         "Reading packets");
            partials.show(pass, reader, source);
        }
    }
    TrafficSummary summary = pass.finish();
    summary.filter = request.filter;
    source.info = reader.info();
    summary.sources = {std::move(source)};
    if (reader.addresses().overflowed())
        summary.issues.push_back({"too-many-addresses", Severity::Warning, 1,
                                  "IPv6 addresses beyond the first million are taken as one", ""});
    return summary;
}

} // namespace

std::int64_t ClockCorrection::correct(std::int64_t time) const noexcept
{
    const double since = static_cast<double>(time - reference) / 1e9;
    return time - std::llround((offset + drift * since) * 1e9);
}

Result<TrafficSummary> analyseCapture(const std::filesystem::path& file, const AnalysisRequest& request,
                                      const JobContext& job)
{
    MR_TRY(reader, capture::PacketReader::open(file, {request.filter, job.stop}));
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
