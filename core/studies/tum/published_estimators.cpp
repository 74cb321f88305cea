// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/published_estimators.h"

#include "core/base/seconds.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace millrace::studies::tum {

namespace {

using report::PublishedFigures;

void addHostBytes(PublishedFigures& figures, const PublishedTraffic& traffic)
{
    double published = 0;
    for (const HostBytes& each : traffic.sent) {
        const auto bytes = static_cast<double>(each.wireBytes);
        published += each.ipv4 ? bytes : 0;
        figures.push_back({"bytes.sent", each.host, "B", each.ipv4 ? bytes : unknown, bytes,
                           "sum of frame lengths by IPv4 source, retransmissions and headers in it",
                           "the same, IPv6 too", each.ipv4 ? "" : "the study considers IPv4 only"});
    }
    figures.push_back({"bytes.all", "", "B", published, static_cast<double>(traffic.wireBytes),
                       "sum of frame lengths of packets with an IPv4 source", "sum of all frame lengths", ""});
}

void addFlows(PublishedFigures& figures, const PublishedTraffic& traffic, std::span<const FlowTimes> times)
{
    figures.push_back({"flows", "", "", static_cast<double>(traffic.studyFlows()),
                       static_cast<double>(traffic.flows.size()), "directed 4-tuples of TCP over IPv4",
                       "directed 5-tuples, UDP and IPv6 too", ""});
    std::int64_t worst = 0;
    std::size_t place = 0;
    for (const PublishedFlow& flow : traffic.flows) {
        if (!flow.inStudy || place >= times.size())
            continue;
        worst = std::max(
            {worst, std::abs(times[place].arrival - flow.first), std::abs(times[place].departure - flow.last)});
        ++place;
    }
    figures.push_back(
        {"flows.time-error", "", "s", times.empty() ? unknown : seconds(worst), 0,
         "largest difference of a flow's published first or last time from the true one", "none",
         "the study looks times up in the wrong rows if files are interleaved; files are ordered by name"});
    std::size_t shortFlows = 0;
    for (const PublishedFlow& flow : traffic.flows)
        shortFlows += flow.inStudy && flow.studyLane.size() == 1 && flow.studyLane.front().first == 0 ? 1 : 0;
    figures.push_back({"flows.below-10-s", "", "", shortFlows > 0 ? unknown : 0, static_cast<double>(shortFlows),
                       "temporal flows: the study's script stops at the first flow within one stretch of 10 s",
                       "such flows have a lane of one stretch", ""});
}

/// A row of all files concatenated, and which value needs its time.
struct WantedRow
{
    std::uint64_t row = 0;
    std::int64_t* time = nullptr;
};

/// The study uses a packet's position in the sorted table as row number in the concatenated, unsorted files, so the
/// times of a flow's first and last packet come from the wrong rows.
Result<std::vector<FlowTimes>> timesAsPublished(const PublishedTraffic& traffic, const PublishedRequest& request,
                                                const std::vector<PublishedFile>& files, const JobContext& job)
{
    std::vector<FlowTimes> times;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranks;
    for (const PublishedFlow& flow : traffic.flows)
        if (flow.inStudy) {
            times.push_back({flow.first, flow.last});
            ranks.emplace_back(flow.firstRank, flow.lastRank);
        }
    if (request.files.size() < 2)
        return times;
    std::vector<WantedRow> wanted;
    for (std::size_t i = 0; i < times.size(); ++i) {
        wanted.push_back({ranks[i].first, &times[i].arrival});
        wanted.push_back({ranks[i].second, &times[i].departure});
    }
    std::ranges::sort(wanted, {}, &WantedRow::row);
    importers::NameBook names;
    std::uint64_t begin = 0;
    auto next = wanted.begin();
    for (std::size_t file = 0; file < request.files.size() && next != wanted.end(); ++file) {
        MR_TRY(opened, importers::openPackets(request.files[file], names, request.packets));
        for (;;) {
            MR_TRY(packets, opened.source->next());
            MR_CHECK(
                watchReading(job, opened.source->bytesRead(), opened.source->bytesTotal(), "flow times as published"));
            if (packets.empty())
                break;
            for (; next != wanted.end() && next->row - begin < packets.front().row + packets.size(); ++next)
                *next->time = packets[next->row - begin - packets.front().row].time;
        }
        begin += files[file].packets;
    }
    return times;
}

} // namespace

PublishedFigures trafficFigures(const PublishedTraffic& traffic, std::span<const FlowTimes> publishedTimes,
                                const PublishedTrafficOptions& options)
{
    PublishedFigures figures;
    addHostBytes(figures, traffic);
    addFlows(figures, traffic, publishedTimes);
    const double duration = seconds(traffic.last - traffic.first);
    figures.push_back({"duration", "", "s", unknown, traffic.packets == 0 ? unknown : duration, "",
                       "last minus first packet", "the study reports only the duration of the training log"});
    figures.push_back({"throughput.mean", "", "Gbit/s", unknown,
                       duration > 0 ? static_cast<double>(traffic.wireBytes) * 8 / duration / 1e9 : unknown, "",
                       "all frames by the time from the first packet to the last",
                       "the study uses fixed windows only, Tables I and II"});
    figures.push_back({"clock.shift", "", "s", seconds(traffic.wallShift()), 0,
                       "wall clock of " + traffic.zone.name() + " read as UTC", "times in UTC",
                       "the study shifts the training log by 7200 s in every season"});
    for (auto&& table : {tableOne(traffic, options.tableOne), tableTwo(traffic, options.tableTwo)})
        figures.insert(figures.end(), table.begin(), table.end());
    return figures;
}

TrafficEstimators::TrafficEstimators(const importers::NameBook& names, PublishedTrafficOptions options)
    : m_options(std::move(options)), m_pass(m_options.wallZone, names)
{
}

Result<void> TrafficEstimators::finish(const PublishedRequest& request, std::vector<PublishedFile>& files,
                                       const JobContext& job)
{
    traffic = m_pass.finish();
    MR_TRY(times, timesAsPublished(traffic, request, files, job));
    publishedTimes = std::move(times);
    figures = trafficFigures(traffic, publishedTimes, m_options);
    return {};
}

PublishedSection TrafficEstimators::section() const
{
    return {"Traffic study", "traffic_study", figures};
}

} // namespace millrace::studies::tum
