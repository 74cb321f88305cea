// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/duplicate_filter.h"
#include "core/analysis/partial_results.h"
#include "core/capture/packet_reader.h"

#include <queue>

namespace millrace::analysis {

namespace {

using capture::Packet;

/// One of the files while they are read together.
class ClockedStream
{
public:
    ClockedStream(capture::PacketReader reader, const std::filesystem::path& file, const ClockCorrection& clock)
        : m_reader(std::move(reader)), m_clock(clock), m_correcting(!(clock == ClockCorrection{}))
    {
        m_source.file = file.string();
        m_source.fileBytes = m_reader.bytesTotal();
    }

    /// False at the end.
    Result<bool> advance()
    {
        if (++m_at < m_packets.size())
            return true;
        MR_TRY(packets, m_reader.next());
        m_packets = packets;
        m_at = 0;
        return !m_packets.empty();
    }
    [[nodiscard]] std::int64_t time()
    {
        const std::int64_t time = m_packets[m_at].time;
        if (!m_correcting)
            return time;
        const std::int64_t corrected = m_clock.correct(time);
        if (m_source.clockOffset == 0)
            m_source.clockOffset = corrected - time;
        return corrected;
    }
    /// The packet with the time and the addresses of the merged files.
    [[nodiscard]] Packet packet(capture::AddressBook& shared)
    {
        Packet packet = m_packets[m_at];
        packet.time = time();
        if (packet.network == capture::Network::Ipv6) {
            packet.source = sharedId(packet.source, shared);
            packet.destination = sharedId(packet.destination, shared);
        }
        return packet;
    }
    [[nodiscard]] std::span<const std::uint8_t> bytes() const { return m_reader.bytes(m_packets[m_at]); }
    [[nodiscard]] std::uint16_t linkType() const
    {
        return m_reader.info().interfaces[m_packets[m_at].interface].linkType;
    }
    [[nodiscard]] const capture::PacketReader& reader() const noexcept { return m_reader; }
    void countDuplicate() noexcept { ++m_source.duplicates; }
    [[nodiscard]] TraceSource source() const
    {
        TraceSource source = m_source;
        source.info = m_reader.info();
        return source;
    }

private:
    [[nodiscard]] capture::AddressId sharedId(capture::AddressId own, capture::AddressBook& shared)
    {
        while (m_ids.size() <= own)
            m_ids.push_back(shared.idOf(
                m_reader.addresses().address(capture::Network::Ipv6, static_cast<capture::AddressId>(m_ids.size()))));
        return m_ids[own];
    }

    capture::PacketReader m_reader;
    ClockCorrection m_clock;
    bool m_correcting;
    TraceSource m_source;
    std::span<const Packet> m_packets;
    std::size_t m_at = 0;
    std::vector<capture::AddressId> m_ids; ///< IPv6 addresses of the file in the shared book
};

/// The files as one stream of packets.
class MergedStreams
{
public:
    Result<void> open(std::span<const std::filesystem::path> files, const AnalysisRequest& request,
                      const JobContext& job, std::span<const ClockCorrection> clocks)
    {
        m_keepsDuplicates = request.traffic.duplicates;
        for (std::size_t i = 0; i < files.size(); ++i) {
            MR_TRY(reader, capture::PacketReader::open(files[i], {request.filter, job.stop, request.traffic.tunnels}));
            m_streams.emplace_back(std::move(reader), files[i], i < clocks.size() ? clocks[i] : ClockCorrection{});
        }
        for (std::uint32_t i = 0; i < m_streams.size(); ++i)
            MR_CHECK(queue(i));
        return {};
    }

    /// Fills `out` with the next packets in order of time; empty at the end.
    Result<void> next(std::vector<Packet>& out, std::size_t most)
    {
        out.clear();
        while (out.size() < most && !m_next.empty()) {
            const std::uint32_t number = m_next.top().second;
            m_next.pop();
            ClockedStream& stream = m_streams[number];
            const Packet packet = stream.packet(m_addresses);
            if (isDuplicate(stream, number, packet))
                stream.countDuplicate();
            else
                out.push_back(packet);
            MR_CHECK(queue(number));
        }
        return {};
    }
    [[nodiscard]] const capture::AddressBook& addresses() const noexcept { return m_addresses; }
    [[nodiscard]] std::vector<TraceSource> sources() const
    {
        std::vector<TraceSource> sources;
        for (const ClockedStream& stream : m_streams)
            sources.push_back(stream.source());
        return sources;
    }
    void report(const JobContext& job) const
    {
        std::uint64_t done = 0, total = 0;
        for (const ClockedStream& stream : m_streams) {
            done += stream.reader().bytesRead();
            total += stream.reader().bytesTotal();
        }
        job.progress(static_cast<long long>(done), static_cast<long long>(total), "Reading packets");
    }

private:
    Result<void> queue(std::uint32_t number)
    {
        MR_TRY(more, m_streams[number].advance());
        if (more)
            m_next.emplace(m_streams[number].time(), number);
        return {};
    }
    [[nodiscard]] bool isDuplicate(const ClockedStream& stream, std::uint32_t number, const Packet& packet)
    {
        if (m_keepsDuplicates)
            return false;
        const auto bytes = stream.bytes();
        return m_duplicates.isDuplicate(packet, bytes, m_duplicates.pointOf(number, stream.linkType(), packet, bytes));
    }

    using Due = std::pair<std::int64_t, std::uint32_t>;
    std::vector<ClockedStream> m_streams;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> m_next;
    capture::AddressBook m_addresses;
    DuplicateFilter m_duplicates;
    bool m_keepsDuplicates = false;
};

} // namespace

Result<TrafficSummary> analyseAsOne(std::span<const std::filesystem::path> files, const AnalysisRequest& request,
                                    const JobContext& job, std::span<const ClockCorrection> clocks)
{
    constexpr std::size_t batch = 1024;
    constexpr int reportEvery = 128; // batches
    MergedStreams streams;
    MR_CHECK(streams.open(files, request, job, clocks));
    TrafficPass pass(request.traffic, streams.addresses());
    PartialResults partials(request);
    std::vector<Packet> packets;
    for (int round = 1;; ++round) {
        MR_CHECK(streams.next(packets, batch));
        if (packets.empty())
            break;
        pass.add(packets);
        if (round % reportEvery != 0)
            continue;
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "analysing the captures was cancelled");
        streams.report(job);
        partials.show(pass, [&streams] { return streams.sources(); });
    }
    TrafficSummary summary = pass.finish();
    summary.filter = request.filter;
    summary.sources = streams.sources();
    std::uint64_t duplicates = 0;
    for (const TraceSource& source : summary.sources)
        duplicates += source.duplicates;
    noteDuplicates(summary, duplicates, files.size() > 1 ? "captures" : "interfaces of the file");
    return summary;
}

} // namespace millrace::analysis
