// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/injected_truth.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace millrace::report {

namespace {

constexpr std::size_t blocks = 8;
constexpr std::size_t leastOfBlock = 2;
constexpr double medianToMean = 1.2533; // standard deviation of a median ÷ that of a mean, of normal values
constexpr double normalSpread = 1.4826; // standard deviation ÷ median distance
constexpr std::size_t leastAfter = 5; // iterations
constexpr double busierThanOthers = 2;
constexpr double leastRunDelayShare = 0.1;
constexpr double leastSteal = 0.02;
constexpr double mostRatio = 2; // measured ÷ requested, or the inverse

double spreadOf(std::span<const double> values, double centre)
{
    std::vector<double> distances;
    for (const double value : values)
        distances.push_back(std::abs(value - centre));
    return normalSpread * median(distances);
}

bool isAlike(double one, double other)
{
    return one > 0 && other > 0 && one <= mostRatio * other && other <= mostRatio * one;
}

std::string percentText(double share)
{
    return fmt::format("{:.1f} %", 100 * share);
}

/// Decides on all runs together.
class TruthCheck
{
public:
    explicit TruthCheck(std::span<const MeasuredTruth> runs) : m_runs(runs), m_decisions(runs.size()) { }

    std::vector<TruthDecision> decide()
    {
        rejectBusy(&MeasuredTruth::runDelayShare, leastRunDelayShare,
                   "machine busy: its workers waited for a CPU {} of the time (median of all runs: {})");
        rejectBusy(&MeasuredTruth::steal, leastSteal, "machine busy: {} CPU steal (median of all runs: {})");
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            rejectUncertain(i);
        const std::vector<TruthDecision> usable = m_decisions;
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            if (usable[i].problem.empty())
                place(i, usable);
        return std::move(m_decisions);
    }

private:
    void rejectBusy(double MeasuredTruth::*share, double least, const char* text)
    {
        std::vector<double> known;
        for (const MeasuredTruth& run : m_runs)
            if (std::isfinite(run.*share))
                known.push_back(run.*share);
        if (known.size() < 3)
            return;
        const double usual = median(known);
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            if (m_runs[i].*share > std::max(least, busierThanOthers * usual) && m_decisions[i].problem.empty())
                m_decisions[i].problem =
                    fmt::format(fmt::runtime(text), percentText(m_runs[i].*share), percentText(usual));
    }

    void rejectUncertain(std::size_t i)
    {
        const MeasuredTruth& run = m_runs[i];
        const double wanted = run.requested > 0 ? run.requested : run.effect.size;
        const bool isCertain = run.effect.uncertainty <= std::max(wanted, leastSlowdown) / 2;
        if (!isCertain && m_decisions[i].problem.empty())
            m_decisions[i].problem = fmt::format("uncertain ground truth: iterations were {} longer, ± {}",
                                                 percentText(run.effect.size), percentText(run.effect.uncertainty));
    }

    /// Effects in the usable runs of a cell.
    [[nodiscard]] std::vector<double> sizesOf(const std::string& cell, const std::vector<TruthDecision>& usable) const
    {
        std::vector<double> sizes;
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            if (m_runs[i].cell == cell && usable[i].problem.empty())
                sizes.push_back(m_runs[i].effect.size);
        return sizes;
    }

    void place(std::size_t i, const std::vector<TruthDecision>& usable)
    {
        const MeasuredTruth& run = m_runs[i];
        TruthDecision& decision = m_decisions[i];
        const double size = run.effect.size;
        const std::vector<double> sizes = sizesOf(run.cell, usable);
        const bool asRequested = !(run.requested > 0) || isAlike(size, run.requested);
        const double usual = median(sizes);
        const bool disagrees = !isAlike(size, usual) && std::abs(size - usual) > run.effect.uncertainty;
        const auto agreeing = std::ranges::count_if(sizes, [&](double each) { return isAlike(each, size); });
        if (disagrees && (sizes.size() > 2 || !asRequested)) {
            decision.problem = fmt::format("iterations were {} longer, but {} in the median of its repetitions",
                                           percentText(size), percentText(usual));
        } else if (!asRequested && size > run.requested && agreeing < 2) {
            decision.problem = fmt::format("iterations were {} longer, {} was requested, and no other run confirms it",
                                           percentText(size), percentText(run.requested));
        } else if (asRequested && run.requested > 0) {
            decision.level = run.requested;
        } else {
            decision.level = nearestLevel(usual);
            decision.isMoved = run.requested > 0;
            if (!(decision.level > 0))
                decision.problem = fmt::format("iterations were only {} longer under load", percentText(size));
        }
    }

    std::span<const MeasuredTruth> m_runs;
    std::vector<TruthDecision> m_decisions;
};

} // namespace

TimesMedian timesMedian(std::span<const double> times)
{
    if (times.empty())
        return {unknown, unknown};
    TimesMedian all{median(times), 0};
    if (times.size() < blocks * leastOfBlock) {
        all.deviation = medianToMean * spreadOf(times, all.value) / std::sqrt(static_cast<double>(times.size()));
        return all;
    }
    std::vector<double> medians;
    for (std::size_t i = 0; i < blocks; ++i) {
        const std::size_t begin = i * times.size() / blocks;
        medians.push_back(median(times.subspan(begin, (i + 1) * times.size() / blocks - begin)));
    }
    const double spread = std::max(spreadOf(medians, median(medians)), standardDeviation(medians) / 2);
    all.deviation = medianToMean * spread / std::sqrt(static_cast<double>(blocks));
    return all;
}

LoadEffect loadEffect(std::span<const double> before, std::span<const double> loaded, std::span<const double> after)
{
    const TimesMedian first = timesMedian(before);
    const TimesMedian load = timesMedian(loaded);
    const TimesMedian last = after.size() >= leastAfter ? timesMedian(after) : TimesMedian{unknown, unknown};
    double free = first.value;
    double deviation = first.deviation;
    double moved = 0;
    if (std::isfinite(last.value) && std::isfinite(first.value)) {
        free = (first.value + last.value) / 2;
        deviation = std::hypot(first.deviation, last.deviation) / 2;
        moved = std::abs(first.value - last.value) / 2;
    }
    const double ratio = load.value / free;
    if (!std::isfinite(ratio))
        return {unknown, std::numeric_limits<double>::infinity()};
    return {ratio - 1, ratio * (2 * std::hypot(load.deviation / load.value, deviation / free) + moved / free)};
}

std::vector<TruthDecision> decideTruths(std::span<const MeasuredTruth> runs)
{
    return TruthCheck(runs).decide();
}

double nearestLevel(double slowdown) noexcept
{
    double nearest = unknown;
    for (const double level : {0.05, 0.08, 0.1, 0.2, 0.5})
        if (slowdown >= leastSlowdown
            && !(std::abs(std::log(slowdown / level)) >= std::abs(std::log(slowdown / nearest))))
            nearest = level;
    return nearest;
}

} // namespace millrace::report
