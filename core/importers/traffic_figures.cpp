// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/seconds.h"
#include "core/base/unknown.h"
#include "core/importers/published_analysis.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace millrace::importers {

namespace {

using analysis::PublishedFigures;
using analysis::PublishedTraffic;

void addHostBytes(PublishedFigures& figures, const PublishedTraffic& traffic)
{
    double published = 0;
    for (const analysis::HostBytes& each : traffic.sent) {
        const auto bytes = static_cast<double>(each.wireBytes);
        published += each.ipv4 ? bytes : 0;
        figures.push_back({"bytes.sent", each.host, "B", each.ipv4 ? bytes : unknown, bytes,
                           "sum of frame lengths by IPv4 source, retransmissions and headers in it",
                           "the same, IPv6 too", each.ipv4 ? "" : "the study looks at IPv4 only"});
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
    for (const analysis::PublishedFlow& flow : traffic.flows) {
        if (!flow.inStudy || place >= times.size())
            continue;
        worst = std::max(
            {worst, std::abs(times[place].arrival - flow.first), std::abs(times[place].departure - flow.last)});
        ++place;
    }
    figures.push_back({"flows.time-error", "", "s", times.empty() ? unknown : seconds(worst), 0,
                       "largest difference of a flow's published first or last time from the true one", "none",
                       "the study looks times up in the wrong rows where files interleave; the order of files is taken "
                       "to be that of their names"});
    std::size_t shortFlows = 0;
    for (const analysis::PublishedFlow& flow : traffic.flows)
        shortFlows += flow.inStudy && flow.studyLane.size() == 1 && flow.studyLane.front().first == 0 ? 1 : 0;
    figures.push_back({"flows.below-10-s", "", "", shortFlows > 0 ? unknown : 0, static_cast<double>(shortFlows),
                       "temporal flows: the study's script stops at the first flow within one stretch of 10 s",
                       "such flows have a lane of one stretch", ""});
}

} // namespace

PublishedFigures trafficFigures(const PublishedTraffic& traffic, std::span<const FlowTimes> publishedTimes,
                                const PublishedRequest& request)
{
    PublishedFigures figures;
    addHostBytes(figures, traffic);
    addFlows(figures, traffic, publishedTimes);
    const double duration = seconds(traffic.last - traffic.first);
    figures.push_back({"duration", "", "s", unknown, traffic.packets == 0 ? unknown : duration, "",
                       "last minus first packet", "the study gives the training log's duration only"});
    figures.push_back({"throughput.mean", "", "Gbit/s", unknown,
                       duration > 0 ? static_cast<double>(traffic.wireBytes) * 8 / duration / 1e9 : unknown, "",
                       "all frames by the time from the first packet to the last",
                       "the study gives fixed windows only, Tables I and II"});
    figures.push_back({"clock.shift", "", "s", seconds(traffic.wallShift()), 0,
                       "wall clock of " + traffic.zone.name() + " read as UTC", "times in UTC",
                       "the study moves the training log by 7200 s whatever the season"});
    for (auto&& table : {analysis::tableOne(traffic, request.tableOne), analysis::tableTwo(traffic, request.tableTwo)})
        figures.insert(figures.end(), table.begin(), table.end());
    return figures;
}

} // namespace millrace::importers
