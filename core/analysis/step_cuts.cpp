// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_cuts.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace millrace::analysis {

namespace {

constexpr std::size_t fewestVolumes = 4; ///< in the traffic
constexpr double mostVolumes = 1000;
constexpr double volumeRatio = 1.04; ///< ratio of consecutive candidate volumes
constexpr double volumeTolerance = 0.25; ///< of the volume: a step that differs by this much does not match at all
constexpr double leastMisfit = 0.3; ///< minimum cost of a step in volumes, so that remnants are merged into steps
constexpr double silenceWeight = 0.15; ///< of a silence on the wrong side, in volumes
constexpr double largestStep = 2.5; ///< volumes; more are not merged
constexpr std::size_t mostLearned = 600; ///< pulses from which the volume is learned

double silenceBefore(const std::vector<Pulse>& pulses, std::size_t i)
{
    return static_cast<double>(pulses[i].begin - pulses[i - 1].end);
}

/// Longest first.
std::vector<double> silencesOf(const std::vector<Pulse>& pulses)
{
    std::vector<double> silences;
    for (std::size_t i = 1; i < pulses.size(); ++i)
        silences.push_back(silenceBefore(pulses, i));
    std::sort(silences.begin(), silences.end(), std::greater<>());
    return silences;
}

void append(Pulse& pulse, const Pulse& next)
{
    pulse.end = next.end;
    pulse.bytes += next.bytes;
    pulse.packets += next.packets;
}

/// Merges pulses separated by silences shorter than `least`.
std::vector<Pulse> joined(const std::vector<Pulse>& pulses, double least)
{
    std::vector<Pulse> all;
    for (const Pulse& pulse : pulses) {
        if (all.empty() || static_cast<double>(pulse.begin - all.back().end) >= least)
            all.push_back(pulse);
        else
            append(all.back(), pulse);
    }
    return all;
}

/// The best cuts for one volume and one silence.
class CutPlan
{
public:
    CutPlan(const std::vector<Pulse>& pulses, double volume, double silence)
        : m_pulses(pulses), m_volume(volume), m_cost(pulses.size() + 1, std::numeric_limits<double>::infinity()),
          m_from(pulses.size() + 1, 0)
    {
        m_relative.assign(pulses.size(), 1);
        m_inside.assign(pulses.size(), 0);
        for (std::size_t i = 1; i < pulses.size(); ++i) {
            m_relative[i] = std::min(1.0, silenceBefore(pulses, i) / silence);
            m_inside[i] = std::pow(m_relative[i], 4); // sixteen that are half as long count as one
        }
        m_cost[0] = 0;
        for (std::size_t end = 1; end <= pulses.size(); ++end)
            findStepBefore(end);
    }

    [[nodiscard]] double cost() const { return m_cost.back(); }
    [[nodiscard]] std::vector<Pulse> steps() const
    {
        std::vector<Pulse> steps;
        for (std::size_t end = m_pulses.size(); end > 0; end = m_from[end]) {
            Pulse step = m_pulses[m_from[end]];
            for (std::size_t i = m_from[end] + 1; i < end; ++i)
                append(step, m_pulses[i]);
            steps.push_back(step);
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

private:
    /// The best step that ends before a pulse.
    void findStepBefore(std::size_t end)
    {
        double bytes = 0, inside = 0;
        for (std::size_t begin = end; begin-- > 0;) {
            bytes += m_pulses[begin].bytes;
            if (begin + 1 < end && bytes > largestStep * m_volume)
                return;
            const double cost = m_cost[begin] + misfit(bytes)
                + silenceWeight * m_volume * (inside + (begin > 0 ? 1 - m_relative[begin] : 0));
            if (cost < m_cost[end]) {
                m_cost[end] = cost;
                m_from[end] = begin;
            }
            inside += m_inside[begin];
        }
    }

    [[nodiscard]] double misfit(double bytes) const
    {
        const double off = (bytes / m_volume - 1) / volumeTolerance;
        return std::max(bytes, leastMisfit * m_volume) * std::min(1.0, off * off);
    }

    const std::vector<Pulse>& m_pulses;
    double m_volume;
    std::vector<double> m_relative; ///< silence before each pulse / the silence between steps, at most 1
    std::vector<double> m_inside; ///< cost inside a step, in volumes × silenceWeight
    std::vector<double> m_cost;
    std::vector<std::size_t> m_from;
};

/// As many as there are volumes in the traffic: the median of the longest silences.
double silenceFor(const std::vector<double>& silences, double total, double volume)
{
    const auto steps = static_cast<std::size_t>(total / volume);
    return silences[std::min(silences.size() - 1, steps / 2)];
}

double totalOf(const std::vector<Pulse>& pulses)
{
    return std::accumulate(pulses.begin(), pulses.end(), 0.0,
                           [](double sum, const Pulse& pulse) { return sum + pulse.bytes; });
}

double medianVolume(std::vector<Pulse> steps)
{
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::ranges::nth_element(steps, middle, {}, &Pulse::bytes);
    return middle->bytes;
}

double separationOf(const std::vector<double>& cuts, const std::vector<double>& silences)
{
    if (cuts.empty())
        return 0;
    const double least = silences[cuts.size() - 1];
    const auto longest = std::ranges::count_if(cuts, [&](double cut) { return cut >= least; });
    return static_cast<double>(longest) / static_cast<double>(cuts.size());
}

/// A volume, the silence between its steps, and the cost per byte of cutting the traffic into such steps.
struct Learned
{
    double volume = 0;
    double silence = 0;
    double cost = std::numeric_limits<double>::infinity();
    double contrast = 0; ///< relative advantage over other volumes of similar size
};

Learned tryVolume(const std::vector<Pulse>& pulses, const std::vector<double>& silences, double total, double volume)
{
    const double silence = silenceFor(silences, total, volume);
    return {volume, silence, CutPlan(pulses, volume, silence).cost() / total};
}

/// Relative to the median of the volumes up to twice as large or small, without the nearest ones.
double contrastOf(const Learned& best, const std::vector<Learned>& others)
{
    std::vector<double> costs;
    for (const Learned& other : others) {
        const double ratio = std::max(other.volume / best.volume, best.volume / other.volume);
        if (ratio > 1.2 && ratio < 2.1)
            costs.push_back(other.cost);
    }
    return costs.empty() ? 0 : 1 - best.cost / median(costs);
}

Learned learnVolume(const std::vector<Pulse>& pulses, const JobContext& job)
{
    const std::vector<double> silences = silencesOf(pulses);
    const double total = totalOf(pulses);
    std::vector<Learned> tried;
    const double least = total / std::min(mostVolumes, static_cast<double>(pulses.size()) * 1.2);
    for (double volume = total / fewestVolumes; volume >= least; volume /= volumeRatio) {
        if (job.cancelled())
            return {};
        tried.push_back(tryVolume(pulses, silences, total, volume));
    }
    Learned best = *std::ranges::min_element(tried, {}, &Learned::cost);
    for (int round = 0; round < 3; ++round) {
        const double volume = medianVolume(CutPlan(pulses, best.volume, best.silence).steps());
        if (const Learned again = tryVolume(pulses, silences, total, volume); again.cost < best.cost)
            best = again;
    }
    best.contrast = contrastOf(best, tried);
    return best;
}

/// Cuts all pulses as was learned from some of them.
VolumeCuts cutAs(const Learned& learned, const std::vector<Pulse>& pulses)
{
    // Much shorter silences are not cuts; ignoring them keeps long captures of uneven traffic fast.
    constexpr double negligible = 0.05;
    const std::vector<Pulse> some = joined(pulses, negligible * learned.silence);
    const CutPlan plan(some, learned.volume, learned.silence);
    VolumeCuts cuts;
    cuts.volume = learned.volume;
    cuts.silence = learned.silence;
    cuts.contrast = learned.contrast;
    cuts.cost = plan.cost() / totalOf(some);
    cuts.steps = plan.steps();
    const std::vector<double> between = silencesOf(cuts.steps);
    cuts.shortest = between.empty() ? 0 : between.back();
    cuts.separation = separationOf(between, silencesOf(some));
    return cuts;
}

} // namespace

std::vector<Pulse> pulsesOf(const BinnedSeries& series, double quiet)
{
    std::vector<Pulse> pulses;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (series.bytes[i] < quiet)
            continue;
        const std::int64_t begin = series.beginOf(series.index[i]);
        if (pulses.empty() || begin > pulses.back().end)
            pulses.push_back({begin, begin, 0, 0});
        pulses.back().end = begin + series.width;
        pulses.back().bytes += series.bytes[i];
        pulses.back().packets += series.packets[i];
    }
    return pulses;
}

VolumeCuts cutByVolume(const std::vector<Pulse>& pulses, const JobContext& job)
{
    VolumeCuts cuts;
    if (pulses.size() < fewestVolumes)
        return cuts;
    if (pulses.size() <= mostLearned)
        return cutAs(learnVolume(pulses, job), pulses);
    // Learned from some of the middle, and from all with the short silences closed.
    const auto begin = pulses.begin() + static_cast<std::ptrdiff_t>((pulses.size() - mostLearned) / 2);
    cuts = cutAs(learnVolume({begin, begin + static_cast<std::ptrdiff_t>(mostLearned)}, job), pulses);
    const std::vector<Pulse> longest = joined(pulses, silencesOf(pulses)[mostLearned - 1]);
    if (longest.size() > 2 * mostLearned) // of many silences of one length
        return cuts;
    VolumeCuts others = cutAs(learnVolume(longest, job), pulses);
    return others.cost < cuts.cost ? others : cuts;
}

} // namespace millrace::analysis
