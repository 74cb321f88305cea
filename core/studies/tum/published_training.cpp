// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/published_training.h"

#include "core/base/clock.h"
#include "core/base/floor_divide.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

constexpr std::int64_t million = 1'000'000;
constexpr std::int64_t mostOffsets = 3000; ///< that the notebook tries

std::vector<TrainRow> batches(std::span<const TrainRow> rows)
{
    std::vector<TrainRow> steps;
    std::ranges::copy_if(rows, std::back_inserter(steps), [](const TrainRow& row) { return !row.epoch; });
    return steps;
}

/// The time stamp as pandas makes it of the log's seconds: a double, cut to nanoseconds.
std::int64_t pandasTime(std::int64_t time)
{
    const double seconds = static_cast<double>(time) / 1e9 + static_cast<double>(studyLogShift) / 1e9;
    const double whole = std::floor(seconds);
    const double fraction = std::nearbyint((seconds - whole) * 1e9) / 1e9;
    return static_cast<std::int64_t>(whole) * 1'000'000'000 + static_cast<std::int64_t>(fraction * 1e9);
}

/// Mean of the differences of consecutive rows, in nanoseconds, truncated to integers as pandas does; 0: none.
std::int64_t meanStep(const std::vector<TrainRow>& steps)
{
    if (steps.size() < 2)
        return 0;
    return (pandasTime(steps.back().time) - pandasTime(steps.front().time))
        / static_cast<std::int64_t>(steps.size() - 1);
}

/// The bins of pandas' resample: of equal length, aligned to midnight of the first day, wall clock.
class StepBins
{
public:
    StepBins(const PublishedTraffic& traffic, std::int64_t step) : m_traffic(traffic), m_step(step)
    {
        const std::int64_t shift = traffic.wallShift();
        const std::int64_t first = traffic.milliseconds.first() * million + shift;
        const std::int64_t last = traffic.milliseconds.last() * million + shift;
        const std::int64_t midnight = floorDivide(first, nanosecondsPerDay) * nanosecondsPerDay;
        m_begin = midnight + floorDivide(first - midnight, step) * step - shift;
        m_count = floorDivide(last - shift - m_begin, step) + 1;
    }
    [[nodiscard]] std::int64_t count() const noexcept { return m_count; }
    /// Milliseconds that start within the bin.
    [[nodiscard]] std::uint64_t bytes(std::int64_t bin) const noexcept
    {
        return m_traffic.milliseconds.sum(ceilMillisecond(m_begin + bin * m_step),
                                          ceilMillisecond(m_begin + (bin + 1) * m_step));
    }

private:
    [[nodiscard]] static std::int64_t ceilMillisecond(std::int64_t time) noexcept
    {
        return floorDivide(time + million - 1, million);
    }

    const PublishedTraffic& m_traffic;
    std::int64_t m_step;
    std::int64_t m_begin = 0; ///< UTC
    std::int64_t m_count = 0;
};

bool isUsableStep(const PublishedTraffic& traffic, std::int64_t step)
{
    // A bin below a microsecond means a log with all its rows at one time.
    return step >= 1000 && !traffic.milliseconds.empty();
}

/// Bytes of all traffic before a time; within a millisecond, proportionally.
double bytesUntil(const PublishedTraffic& traffic, std::int64_t& cursor, double& sum, std::int64_t time)
{
    const std::int64_t bin = floorDivide(time, million);
    sum += static_cast<double>(traffic.milliseconds.sum(cursor, bin));
    cursor = std::max(cursor, bin);
    const double share = static_cast<double>(time - bin * million) / static_cast<double>(million);
    return sum + share * traffic.milliseconds.at(bin);
}

std::vector<double> bytesUntilSteps(const PublishedTraffic& traffic, const std::vector<TrainRow>& steps)
{
    std::vector<double> bytes;
    std::int64_t cursor = traffic.milliseconds.first();
    double sum = 0;
    for (const TrainRow& step : steps)
        bytes.push_back(bytesUntil(traffic, cursor, sum, step.time));
    return bytes;
}

std::vector<AccuracyPoint> publishedCurve(const PublishedTraffic& traffic, const std::vector<TrainRow>& steps,
                                          AccuracyCurve& curve)
{
    const StepBins bins(traffic, meanStep(steps));
    const auto rows = static_cast<std::int64_t>(steps.size());
    curve.binsLeftOut = bins.count() - rows;
    if (curve.binsLeftOut < 0 || curve.binsLeftOut >= mostOffsets) {
        curve.remark = fmt::format("the notebook draws no figure: {} bins of traffic for {} steps", bins.count(), rows);
        return {};
    }
    std::vector<AccuracyPoint> points;
    double sum = 0;
    for (std::int64_t bin = 0; bin < bins.count(); ++bin) {
        sum += static_cast<double>(bins.bytes(bin));
        if (bin < curve.binsLeftOut)
            continue;
        const TrainRow& step = steps[static_cast<std::size_t>(bin - curve.binsLeftOut)];
        points.push_back({step.time, step.accuracy, sum / 1e9});
    }
    return points;
}

std::vector<TrainRow> inOrder(std::vector<TrainRow> steps)
{
    std::ranges::stable_sort(steps, {}, &TrainRow::time);
    return steps;
}

} // namespace

report::PublishedFigures trainingFigures(std::span<const TrainRow> rows)
{
    if (rows.empty())
        return {};
    const std::vector<TrainRow> steps = batches(rows);
    const auto [first, last] = std::ranges::minmax_element(rows, {}, &TrainRow::time);
    const double minutes = static_cast<double>(last->time - first->time) / 60e9;
    report::PublishedFigures figures;
    figures.push_back({"training.duration",
                       "",
                       "min",
                       minutes,
                       minutes,
                       "largest minus smallest time stamp of the log, epochs included",
                       "the same",
                       {}});
    const double step = steps.size() < 2 ? unknown : static_cast<double>(meanStep(steps)) / 1e9;
    figures.push_back(
        {"training.step", "", "s", step, step, "mean difference of the time stamps of batch rows", "the same", {}});
    const double count = static_cast<double>(steps.size());
    figures.push_back({"training.steps", "", "", count, count, "batch rows of the log", "the same", {}});
    return figures;
}

AccuracyCurve accuracyCurve(const PublishedTraffic& traffic, std::span<const TrainRow> rows)
{
    AccuracyCurve curve;
    const std::vector<TrainRow> steps = batches(rows);
    if (!isUsableStep(traffic, meanStep(steps))) {
        curve.remark = "fewer than two steps at different times, or no traffic";
        return curve;
    }
    curve.asPublished = publishedCurve(traffic, steps, curve);
    const std::vector<TrainRow> ordered = inOrder(steps);
    const std::vector<double> bytes = bytesUntilSteps(traffic, ordered);
    for (std::size_t i = 0; i < ordered.size(); ++i)
        curve.right.push_back({ordered[i].time, ordered[i].accuracy, bytes[i] / 1e9});
    return curve;
}

report::PublishedFigure dataPerStep(const PublishedTraffic& traffic, std::span<const TrainRow> rows)
{
    report::PublishedFigure figure;
    figure.name = "data.per-step";
    figure.unit = "MB";
    figure.definition = "all traffic in bins as long as the mean step, on a raster from midnight; mean of the bins "
                        "from the first packet to the last";
    figure.rightDefinition = "bytes between the time stamps of steps that follow each other, mean over steps; capture "
                             "and log on one clock";
    const std::vector<TrainRow> steps = inOrder(batches(rows));
    const std::int64_t step = meanStep(batches(rows));
    if (!isUsableStep(traffic, step)) {
        figure.remark = "fewer than two steps at different times, or no traffic";
        return figure;
    }
    const StepBins bins(traffic, step);
    const std::uint64_t all = traffic.milliseconds.sum(traffic.milliseconds.first(), traffic.milliseconds.last() + 1);
    figure.asPublished = static_cast<double>(all) / static_cast<double>(bins.count()) / 1e6;
    const std::vector<double> bytes = bytesUntilSteps(traffic, steps);
    figure.right = (bytes.back() - bytes.front()) / static_cast<double>(bytes.size() - 1) / 1e6;
    figure.remark = "the published mean takes in what was sent before the first and after the last step";
    return figure;
}

} // namespace millrace::studies::tum
