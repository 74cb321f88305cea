// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"
#include "core/base/file_io.h"
#include "core/crosstraffic/load_file.h"
#include "core/crosstraffic/published_patterns.h"
#include "core/crosstraffic/size_distribution.h"
#include "core/store/metric_kinds.h"
#include "core/studies/flumen/runs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace {

constexpr double packetBytes = 1460; ///< unit of the sizes in the study's file

void addGaps(const std::vector<crosstraffic::LoadFlow>& flows, const FlumenFile& file, ImportedRun& run)
{
    analysis::Moments gaps;
    for (std::size_t i = 1; i < flows.size(); ++i) {
        const auto gap = static_cast<double>(flows[i].microseconds - flows[i - 1].microseconds) / 1e6;
        gaps.add(gap);
        if (gap < 0)
            countIssue(run.files.front().issues,
                       {"time-backwards", Severity::Warning, 1,
                        fmt::format("a flow starts {:.6f} s before the one above it", -gap),
                        fmt::format("{} line {}", file.name, i + 2)});
    }
    if (gaps.weight() < 1)
        return;
    addMetric(run, "flow_gap_mean", gaps.mean(), "s", "mean distance of starts in the order of the file");
    addMetric(run, "flow_gap_deviation", gaps.deviation(), "s", "standard deviation of the same");
    if (gaps.mean() > 0)
        addMetric(run, "flow_gap_variation", gaps.deviation() / gaps.mean(), "", "deviation ÷ mean");
}

std::string sizeText(double bytes)
{
    return fmt::format("{:.0f} packets", bytes / packetBytes);
}

} // namespace

Result<void> fillLoadFile(const FlumenFile& file, ImportedRun& run, const JobContext& job)
{
    MR_TRY(text, readFile(file.path, mostFlumenBytes));
    MR_TRY(flows, crosstraffic::parseLoadFile(text));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "reading the load was cancelled");
    run.files.front().rows = flows.size();
    addMetric(run, "flows", static_cast<double>(flows.size()), "", "flows in the load file");
    if (flows.empty())
        return {};
    addGaps(flows, file, run);
    std::ranges::stable_sort(flows, {}, &crosstraffic::LoadFlow::microseconds);
    analysis::Moments sizes;
    std::vector<int> destinations;
    analysis::Series series{"flow.size", "", "B", {}, {}};
    for (const crosstraffic::LoadFlow& flow : flows) {
        sizes.add(static_cast<double>(flow.bytes));
        destinations.push_back(flow.destination);
        series.times.push_back(flow.microseconds * 1000);
        series.values.push_back(static_cast<double>(flow.bytes));
    }
    std::ranges::sort(destinations);
    destinations.erase(std::ranges::unique(destinations).begin(), destinations.end());
    const double bytes = sizes.mean() * sizes.weight();
    const double last = static_cast<double>(flows.back().microseconds) / 1e6;
    addMetric(run, "flow_bytes", bytes, "B", "of all flows");
    addMetric(run, "flow_size_mean", sizes.mean(), "B", "mean size of the flows");
    addMetric(run, "flow_size_deviation", sizes.deviation(), "B", "standard deviation of the sizes");
    addMetric(run, "destinations", static_cast<double>(destinations.size()), "", "that flows go to");
    addMetric(run, "cross_time", last, "s", "start of the last flow");
    if (last > 0)
        addMetric(run, store::metrics::crossRequested.name, bytes * 8 / last, "bit/s",
                  "bytes of all flows ÷ start of the last one");
    run.series.push_back(std::move(series));
    return {};
}

Result<void> fillFlowSizes(const FlumenFile& file, ImportedRun& run)
{
    using crosstraffic::Convention;
    using crosstraffic::SizeDistribution;
    MR_TRY(text, readFile(file.path, std::size_t(4) << 20));
    MR_TRY(step, SizeDistribution::parse(text, packetBytes, Convention::Step));
    MR_TRY(line, SizeDistribution::parse(text, packetBytes, Convention::Interpolated));
    run.files.front().rows = step.points().size();
    addMetric(run, "flow_size_mean", step.mean(), "B", "only the listed sizes occur, as the study draws them");
    addMetric(run, "flow_size_deviation", step.deviation(), "B", "likewise");
    addMetric(run, "flow_size_variation", step.deviation() / step.mean(), "", "deviation ÷ mean");
    addMetric(run, "flow_size_mean_interpolated", line.mean(), "B",
              "sizes even between the listed ones, as network simulators read the file");
    addMetric(run, "flow_size_mean_published", crosstraffic::publishedMeanBytes, "B",
              "the constant of the study's generators, regardless of the file");
    const std::size_t most = 1000;
    for (std::size_t i = 0; i < std::min(step.points().size(), most); ++i)
        addMetric(run, "flow_size_cumulative", step.points()[i].cumulative, "share", "of flows up to this size",
                  sizeText(step.points()[i].bytes));
    return {};
}

} // namespace millrace::studies::flumen
