// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_volume.h"

#include "core/analysis/traffic_views.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace millrace::analysis {

namespace {

/// Source and destination; noRow stands for all.
using Link = std::pair<std::uint32_t, std::uint32_t>;

struct LinkBytes
{
    double wire = 0;
    double payload = 0;
    double repeated = 0;
};

/// Every flow counts for its link, its node and all nodes.
std::map<Link, LinkBytes> bytesByLink(const TrafficSummary& summary)
{
    std::map<Link, LinkBytes> links;
    for (const Flow& flow : summary.flows) {
        for (const Link& link : {Link{flow.source, flow.destination}, Link{flow.source, noRow}, Link{noRow, noRow}}) {
            LinkBytes& bytes = links[link];
            bytes.wire += static_cast<double>(flow.wireBytes);
            bytes.payload += static_cast<double>(flow.payloadBytes);
            bytes.repeated += static_cast<double>(std::min(flow.retransmittedBytes, flow.payloadBytes));
        }
    }
    return links;
}

TrafficSelection selectionOf(const Link& link)
{
    TrafficSelection selection;
    if (link.first != noRow)
        selection.source = link.first;
    if (link.second != noRow)
        selection.destination = link.second;
    return selection;
}

class Expectations
{
public:
    Expectations(std::span<const ExpectedVolume> expected, const std::map<Link, LinkBytes>& links) : m_links(links)
    {
        for (const ExpectedVolume& one : expected)
            m_known[{one.source, one.destination}] += one.bytesPerStep;
    }

    [[nodiscard]] double of(const Link& link) const
    {
        if (const auto known = m_known.find(link); known != m_known.end())
            return known->second;
        if (link.first == noRow)
            return sumOf([](const Link& part) { return part.first != noRow && part.second == noRow; });
        if (link.second == noRow)
            return sumOf([&](const Link& part) { return part.first == link.first && part.second != noRow; });
        const auto bytes = m_links.find(link);
        return bytes != m_links.end() && bytes->second.payload > 0 ? unknown : 0;
    }

private:
    template <typename IsPart>
    [[nodiscard]] double sumOf(IsPart isPart) const
    {
        double sum = 0;
        for (const auto& [link, bytes] : m_links)
            sum += isPart(link) ? of(link) : 0;
        return sum;
    }

    const std::map<Link, LinkBytes>& m_links;
    std::map<Link, double> m_known;
};

double share(double part, double whole)
{
    return whole > 0 ? part / whole : unknown;
}

StepVolume volumeOf(const Link& link, const LinkBytes& bytes, std::span<const double> perStep, double expected)
{
    StepVolume volume;
    volume.source = link.first;
    volume.destination = link.second;
    volume.wirePerStep = summarise(perStep);
    const double within = std::accumulate(perStep.begin(), perStep.end(), 0.0);
    volume.outside = 1 - std::min(1.0, share(within, bytes.wire));
    volume.payloadPerStep = volume.wirePerStep.mean * share(bytes.payload - bytes.repeated, bytes.wire);
    volume.expected = expected;
    volume.ratio = share(volume.payloadPerStep, expected);
    volume.headerOverhead = share(bytes.wire, bytes.payload) - 1;
    volume.retransmittedShare = share(bytes.repeated, bytes.payload);
    return volume;
}

} // namespace

double ringAllReduceBytes(std::size_t nodes, double bytes) noexcept
{
    const auto n = static_cast<double>(nodes);
    return nodes < 2 ? 0 : 2 * (n - 1) / n * bytes;
}

std::vector<double> bytesWithin(const BinnedSeries& series, std::span<const LoggedStep> stretches)
{
    std::vector<double> result;
    for (const LoggedStep& stretch : stretches) {
        double sum = 0;
        const auto first = std::ranges::lower_bound(series.index, series.binOf(stretch.begin));
        for (auto row = static_cast<std::size_t>(first - series.index.begin());
             row < series.size() && series.beginOf(series.index[row]) < stretch.end; ++row) {
            const std::int64_t begin = series.beginOf(series.index[row]);
            const std::int64_t covered = std::min(begin + series.width, stretch.end) - std::max(begin, stretch.begin);
            sum += series.bytes[row] * static_cast<double>(covered) / static_cast<double>(series.width);
        }
        result.push_back(sum);
    }
    return result;
}

std::vector<LoggedStep> stretchesOf(std::span<const TrafficStep> steps)
{
    std::vector<LoggedStep> stretches;
    for (const TrafficStep& step : steps)
        stretches.push_back({step.begin, step.end});
    return stretches;
}

std::vector<StepVolume> stepVolumes(const TrafficSummary& summary, std::span<const LoggedStep> steps,
                                    std::span<const ExpectedVolume> expected)
{
    const std::map<Link, LinkBytes> links = bytesByLink(summary);
    const Expectations expectations(expected, links);
    std::vector<StepVolume> volumes;
    for (const auto& [link, bytes] : links)
        volumes.push_back(
            volumeOf(link, bytes, bytesWithin(seriesOf(summary, selectionOf(link)), steps), expectations.of(link)));
    // noRow is the largest number: what is summed up goes before its parts.
    const auto rank = [](const StepVolume& volume) { return std::pair(volume.source + 1, volume.destination + 1); };
    std::ranges::sort(volumes, {}, rank);
    return volumes;
}

} // namespace millrace::analysis
