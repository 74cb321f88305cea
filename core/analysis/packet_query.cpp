// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/packet_query.h"

#include "core/analysis/flow_finder.h"
#include "core/capture/packet_filter.h"
#include "core/capture/packet_reader.h"
#include "core/capture/pcap_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace millrace::analysis {

namespace {

/// Decides for each packet whether it matches a query.
class Wanted
{
public:
    Wanted(const TrafficSummary& summary, const PacketQuery& query) : m_query(query), m_finder(summary)
    {
        for (const TraceSource& source : summary.sources)
            if (source.file == query.file.string())
                m_offset = source.clockOffset;
        const TrafficSelection& selection = query.selection;
        m_all = !selection.source && !selection.destination && selection.flows.empty();
        if (!m_all) {
            m_flows.assign(summary.flows.size(), false);
            for (const std::uint32_t row : flowsOf(summary, selection))
                m_flows[row] = true;
        }
    }

    /// The row of its flow in `flow`. InvalidInput when the filter does not support the packet's link type.
    Result<bool> operator()(const capture::Packet& packet, const capture::PacketReader& reader, std::uint32_t& flow)
    {
        const std::int64_t time = packet.time + m_offset;
        if (time < m_query.begin || time >= m_query.end)
            return false;
        flow = m_finder.flowOf(packet, time, reader.addresses());
        if (!m_all && (flow == noRow || !m_flows[flow]))
            return false;
        if (m_query.filter.empty())
            return true;
        const std::uint16_t linkType = reader.info().interfaces[packet.interface].linkType;
        auto filter = m_filters.find(linkType);
        if (filter == m_filters.end()) {
            MR_TRY(compiled, capture::PacketFilter::compile(m_query.filter, linkType));
            filter = m_filters.emplace(linkType, std::move(compiled)).first;
        }
        return filter->second.matches(reader.bytes(packet), packet.wireBytes);
    }
    [[nodiscard]] std::int64_t clockOffset() const noexcept { return m_offset; }

private:
    const PacketQuery& m_query;
    FlowFinder m_finder;
    std::int64_t m_offset = 0;
    bool m_all = true;
    std::vector<bool> m_flows;
    std::map<std::uint16_t, capture::PacketFilter> m_filters;
};

/// Calls function(packet, number, flow) for each matching packet.
template <typename Function>
Result<void> forEachWanted(const TrafficSummary& summary, const PacketQuery& query, capture::PacketReader& reader,
                           const JobContext& job, Function function)
{
    Wanted wanted(summary, query);
    std::uint64_t number = 0;
    for (;;) {
        MR_TRY(packets, reader.next());
        if (packets.empty())
            return {};
        for (const capture::Packet& packet : packets) {
            ++number;
            std::uint32_t flow = noRow;
            MR_TRY(fits, wanted(packet, reader, flow));
            if (fits)
                MR_CHECK(function(packet, number, flow));
        }
        if ((number & 0x3fff) < packets.size()) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "looking for packets was cancelled");
            job.progress(static_cast<long long>(reader.bytesRead()), static_cast<long long>(reader.bytesTotal()),
                         "Looking for packets");
        }
    }
}

void append(PacketRows& rows, const capture::Packet& packet, std::int64_t time, std::uint64_t number,
            std::uint32_t flow)
{
    rows.time.push_back(time);
    rows.number.push_back(number);
    rows.offset.push_back(packet.offset);
    rows.flow.push_back(flow);
    rows.wireBytes.push_back(packet.wireBytes);
    rows.payloadBytes.push_back(packet.payloadBytes);
    rows.sequence.push_back(packet.sequence);
    rows.acknowledgement.push_back(packet.acknowledgement);
    rows.window.push_back(packet.window);
    rows.tcpFlags.push_back(packet.protocol == capture::ip_protocol::tcp ? packet.tcpFlags : std::uint8_t{0});
}

} // namespace

Result<PacketRows> packetsOf(const TrafficSummary& summary, const PacketQuery& query, const JobContext& job)
{
    MR_TRY(reader, capture::PacketReader::open(query.file, {"", job.stop, summary.options.tunnels}));
    std::int64_t offset = 0;
    for (const TraceSource& source : summary.sources)
        if (source.file == query.file.string())
            offset = source.clockOffset;
    PacketRows rows;
    MR_CHECK(
        forEachWanted(summary, query, reader, job,
                      [&](const capture::Packet& packet, std::uint64_t number, std::uint32_t flow) -> Result<void> {
                          if (rows.size() < query.most)
                              append(rows, packet, packet.time + offset, number, flow);
                          else
                              ++rows.beyond;
                          return {};
                      }));
    return rows;
}

Result<std::uint64_t> extractPackets(const TrafficSummary& summary, const PacketQuery& query,
                                     const std::filesystem::path& target, const JobContext& job)
{
    MR_TRY(reader, capture::PacketReader::open(query.file, {"", job.stop, summary.options.tunnels}));
    std::optional<capture::PcapWriter> writer;
    std::uint16_t linkType = 0;
    std::uint64_t written = 0;
    MR_CHECK(forEachWanted(summary, query, reader, job,
                           [&](const capture::Packet& packet, std::uint64_t number, std::uint32_t) -> Result<void> {
                               const std::uint16_t type = reader.info().interfaces[packet.interface].linkType;
                               if (!writer) {
                                   MR_TRY(opened, capture::PcapWriter::create(target, type, 262'144));
                                   writer.emplace(std::move(opened));
                                   linkType = type;
                               }
                               if (type != linkType)
                                   return fail(
                                       ErrorCode::InvalidInput,
                                       fmt::format("packet {} of {} has another link type than the packets before it, "
                                                   "which pcap cannot store; narrow the selection to one interface",
                                                   number, query.file.string()));
                               ++written;
                               return writer->add(packet.time, packet.wireBytes, reader.bytes(packet));
                           }));
    if (!writer)
        return fail(ErrorCode::NotFound, "no packet fits the selection, so no file was written");
    MR_CHECK(writer->finish());
    return written;
}

} // namespace millrace::analysis
