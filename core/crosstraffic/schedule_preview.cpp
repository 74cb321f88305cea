// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/crosstraffic/flow_schedule.h"

#include <algorithm>
#include <cmath>

namespace millrace::crosstraffic {

namespace {

constexpr std::size_t tailPoints = 500;
constexpr Nanoseconds narrowest = std::chrono::milliseconds(1);

Nanoseconds binOf(Nanoseconds duration, std::size_t maximumBins)
{
    const auto bins = static_cast<std::int64_t>(std::max<std::size_t>(maximumBins, 1));
    const std::int64_t wide = (duration.count() + bins - 1) / bins;
    const std::int64_t grains = (wide + narrowest.count() - 1) / narrowest.count();
    return narrowest * std::max<std::int64_t>(grains, 1);
}

void fillBins(SchedulePreview& preview, const FlowSchedule& schedule)
{
    std::vector<double> close(preview.bitsPerSecond.size(), 0);
    double endless = 0;
    for (std::size_t i = 0; i < schedule.flows.size(); ++i) {
        const Flow& flow = schedule.flows[i];
        if (flow.start >= schedule.duration || flow.start < Nanoseconds(0))
            continue;
        const auto bin = static_cast<std::size_t>(flow.start / preview.bin);
        if (flow.bytes == 0)
            endless += schedule.flowBitsPerSecond > 0 ? schedule.flowBitsPerSecond : unknown;
        const Nanoseconds width = std::min(preview.bin, schedule.duration - preview.bin * static_cast<int>(bin));
        preview.bitsPerSecond[bin] += static_cast<double>(flow.bytes) * 8e9 / static_cast<double>(width.count());
        if (i + 1 < schedule.flows.size() && schedule.flows[i + 1].start - flow.start < preview.burstGap)
            ++close[bin];
    }
    for (double& rate : preview.bitsPerSecond)
        rate += endless;
    const double most = close.empty() ? 0 : *std::ranges::max_element(close);
    for (const double count : close)
        preview.burstIndicator.push_back(most > 0 ? count / most : 0);
    preview.meanBitsPerSecond =
        static_cast<double>(schedule.bytes()) * 8e9 / static_cast<double>(schedule.duration.count()) + endless;
    preview.peakBitsPerSecond = std::isnan(endless) ? unknown : *std::ranges::max_element(preview.bitsPerSecond);
}

void fillSizes(SchedulePreview& preview, const FlowSchedule& schedule)
{
    std::vector<double> sizes;
    for (const Flow& flow : schedule.flows)
        if (flow.bytes > 0)
            sizes.push_back(static_cast<double>(flow.bytes));
    preview.meanFlowBytes = mean(sizes);
    std::ranges::sort(sizes);
    const std::size_t stride = std::max<std::size_t>(1, (sizes.size() + tailPoints - 1) / tailPoints);
    for (std::size_t i = 0; i < sizes.size(); i += stride)
        if (preview.sizeTail.empty() || preview.sizeTail.back().first < sizes[i]) {
            const auto from = std::ranges::lower_bound(sizes, sizes[i]) - sizes.begin();
            preview.sizeTail.emplace_back(sizes[i], 1 - static_cast<double>(from) / static_cast<double>(sizes.size()));
        }
}

double variationOf(const FlowSchedule& schedule)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < schedule.flows.size(); ++i)
        gaps.push_back(static_cast<double>((schedule.flows[i].start - schedule.flows[i - 1].start).count()));
    const double average = mean(gaps);
    return gaps.size() < 2 || average == 0 ? unknown : populationDeviation(gaps) / average;
}

} // namespace

std::uint64_t FlowSchedule::bytes() const noexcept
{
    std::uint64_t sum = 0;
    for (const Flow& flow : flows)
        sum += flow.start < duration ? flow.bytes : 0;
    return sum;
}

SchedulePreview previewOf(const FlowSchedule& schedule, std::size_t maximumBins)
{
    SchedulePreview preview;
    if (schedule.duration <= Nanoseconds(0))
        return preview;
    preview.bin = binOf(schedule.duration, maximumBins);
    const auto bins = (schedule.duration + preview.bin - Nanoseconds(1)) / preview.bin;
    preview.bitsPerSecond.assign(static_cast<std::size_t>(bins), 0);
    fillBins(preview, schedule);
    fillSizes(preview, schedule);
    preview.gapVariation = variationOf(schedule);
    return preview;
}

} // namespace millrace::crosstraffic
