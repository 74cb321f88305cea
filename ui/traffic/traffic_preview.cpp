// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/traffic/traffic_preview.h"

#include "core/base/file_io.h"
#include "core/base/version.h"
#include "core/crosstraffic/load_file.h"
#include "ui/base/format.h"
#include "ui/plots/live_series.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace millrace::ui {

namespace {

using crosstraffic::FlowSchedule;
using crosstraffic::Pattern;
using crosstraffic::SizeDistribution;
using crosstraffic::TrafficProfile;
using report::FigureSpec;

struct TrafficPreviewText
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::TrafficPreview)
};

constexpr Nanoseconds mostTime = std::chrono::seconds(10);
constexpr Nanoseconds leastTime = std::chrono::milliseconds(1);
constexpr double mostFlows = 500'000;

std::string text(const QString& words)
{
    return words.toStdString();
}

/// How long a stretch has at most so many flows as can be shown quickly.
Nanoseconds shownTime(const TrafficProfile& profile)
{
    const Nanoseconds wanted = std::min(mostTime, profile.phases.loaded);
    if (profile.pattern == Pattern::Trace || profile.pattern == Pattern::Stream)
        return wanted;
    const auto sizes = profile.pattern == Pattern::PublishedPoisson
        ? Result<SizeDistribution>(SizeDistribution::fixed(static_cast<double>(profile.sizes.fixedBytes)))
        : crosstraffic::sizesOf(profile.sizes);
    if (!sizes || !(sizes->mean() > 0))
        return wanted;
    const auto sources = profile.matrix == crosstraffic::Matrix::One
        ? 1
        : profile.sources.size() + (profile.matrix == crosstraffic::Matrix::AllToAll ? profile.destinations.size() : 0);
    const double perSecond = profile.bitsPerSecond / 8 / sizes->mean() * static_cast<double>(sources);
    const double seconds = mostFlows / std::max(perSecond, 1e-9);
    if (seconds * 1e9 >= static_cast<double>(wanted.count()))
        return wanted;
    return std::max(leastTime, Nanoseconds(static_cast<std::int64_t>(seconds * 1e9)));
}

/// With nodes for those that are missing, so that a look is possible before they are chosen.
TrafficProfile withNodes(TrafficProfile profile)
{
    if (profile.sources.empty())
        profile.sources = {text(TrafficPreviewText::tr("source"))};
    if (profile.destinations.empty())
        profile.destinations = {text(TrafficPreviewText::tr("destination"))};
    if (profile.name.empty() || profile.name == "none")
        profile.name = "preview";
    return profile;
}

std::shared_ptr<LiveSeries> seriesOf(const std::vector<double>& values, Nanoseconds bin, Nanoseconds end)
{
    auto series = std::make_shared<LiveSeries>();
    std::vector<std::int64_t> times;
    std::vector<double> steps;
    for (std::size_t i = 0; i < values.size(); ++i) {
        times.push_back(static_cast<std::int64_t>(i) * bin.count());
        steps.push_back(values[i]);
    }
    if (!values.empty()) {
        times.push_back(std::max(end.count() - 1, times.back() + 1));
        steps.push_back(values.back());
    }
    series->append(times, steps);
    series->finish();
    return series;
}

/// What is to be said about the load as a whole, of which only the beginning is shown.
Result<void> describeWhole(TrafficPreview& preview, FlowSchedule shown, std::uint64_t seed)
{
    const TrafficProfile whole = withNodes(preview.profile);
    const double longer = static_cast<double>(whole.phases.loaded.count()) / static_cast<double>(preview.shown.count());
    if (longer > 1 && longer * static_cast<double>(shown.flows.size()) <= mostFlows) {
        MR_TRY(schedule, crosstraffic::makeSchedule(whole, seed));
        shown = std::move(schedule);
    }
    preview.flaws = std::move(shown.flaws);
    preview.volumes = std::move(shown.volumes);
    return {};
}

Result<void> firstError(const TrafficProfile& profile)
{
    for (const Issue& issue : validate(profile))
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::InvalidInput, issue.example);
    return {};
}

} // namespace

Result<TrafficPreview> makePreview(const TrafficProfile& profile, std::uint64_t seed, const JobContext& job)
{
    TrafficProfile shown = withNodes(profile);
    MR_CHECK(firstError(shown));
    TrafficPreview preview;
    preview.profile = profile;
    const Nanoseconds asked = std::min(mostTime, shown.phases.loaded);
    shown.phases.loaded = shownTime(shown);
    if (!firstError(shown)) // too short for a period, for instance
        shown.phases.loaded = profile.phases.loaded;
    preview.shown = shown.phases.loaded;
    preview.shortened = preview.shown < asked;
    MR_TRY(schedule, crosstraffic::makeSchedule(shown, seed));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the preview was cancelled");
    preview.flows = schedule.flows.size();
    preview.streams = static_cast<std::size_t>(std::ranges::count(schedule.flows, 0U, &crosstraffic::Flow::bytes));
    preview.values = crosstraffic::previewOf(schedule);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the preview was cancelled");
    if (!std::isnan(preview.values.meanBitsPerSecond))
        preview.rate = seriesOf(preview.values.bitsPerSecond, preview.values.bin, schedule.duration);
    if (preview.flows > preview.streams)
        preview.bursts = seriesOf(preview.values.burstIndicator, preview.values.bin, schedule.duration);
    MR_CHECK(describeWhole(preview, std::move(schedule), seed));
    return preview;
}

FigureSpec sizeFigure(const TrafficPreview& preview)
{
    FigureSpec figure;
    figure.name = "cross-traffic-sizes";
    figure.title = text(TrafficPreviewText::tr("Sizes of flows"));
    figure.kind = report::FigureKind::Lines;
    figure.x.label = text(TrafficPreviewText::tr("size"));
    figure.x.unit = "B";
    figure.x.scale = report::Scale::Logarithmic;
    figure.y.label = text(TrafficPreviewText::tr("share at least so large"));
    figure.y.scale = report::Scale::Logarithmic;
    report::FigureSeries& drawn = figure.series.emplace_back();
    double last = 1;
    for (const auto& [bytes, share] : preview.values.sizeTail) {
        if (!(bytes > 0) || !(share > 0))
            continue;
        report::FigurePoint corner; // the share falls just after a size
        corner.x = bytes;
        corner.y = share;
        if (!drawn.points.empty() && drawn.points.back().x < bytes)
            last = share;
        drawn.points.push_back(corner);
    }
    figure.y.high = 1;
    figure.y.low = std::pow(10, std::floor(std::log10(std::min(last, 0.1))));
    figure.caption = text(TrafficPreviewText::tr("Share of the previewed flows that are at least so large."));
    figure.provenance.toolVersion = programVersion;
    return figure;
}

Result<std::vector<std::filesystem::path>> saveLoadFiles(const TrafficProfile& profile, std::uint64_t seed,
                                                         const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(schedule, crosstraffic::makeSchedule(profile, seed));
    std::vector<std::vector<crosstraffic::LoadFlow>> loads(schedule.sources.size());
    for (const crosstraffic::Flow& flow : schedule.flows) {
        if (flow.bytes == 0)
            return fail(ErrorCode::InvalidInput,
                        text(TrafficPreviewText::tr(
                            "Streams last as long as the load; a load file contains only flows with a size.")));
        loads[static_cast<std::size_t>(flow.source)].push_back(
            {flow.start.count() / 1000, flow.bytes, flow.destination});
    }
    std::vector<std::filesystem::path> files;
    for (std::size_t source = 0; source < loads.size(); ++source) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "saving was cancelled");
        std::filesystem::path target = file;
        if (loads.size() > 1)
            target.replace_filename(file.stem().string() + "-" + schedule.sources[source] + file.extension().string());
        MR_CHECK(writeFileAtomically(
            target, crosstraffic::loadFileText(loads[source], loadRemark(profile, seed, schedule, source))));
        files.push_back(std::move(target));
    }
    return files;
}

Result<void> saveSizeFile(const crosstraffic::SizeSpec& sizes, const std::filesystem::path& file)
{
    MR_TRY(distribution, crosstraffic::sizesOf(sizes));
    return writeFileAtomically(file, distribution.text(sizes.unitBytes));
}

} // namespace millrace::ui
