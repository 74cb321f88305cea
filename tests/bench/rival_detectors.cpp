// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/rival_detectors.h"

#include "core/base/statistics.h"
#include "core/monitor/cusum_detector.h"
#include "core/monitor/ewma_detector.h"
#include "core/monitor/iteration_time.h"
#include "core/monitor/kungfu_rule.h"
#include "core/monitor/kungfu_step_time.h"
#include "core/monitor/page_hinkley_detector.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace millrace::monitor {

namespace {

/// Alarm while the median of the last 5 values is above the median of the 100 before by so many deviations.
std::vector<Alarm> rollingMedian(const ScoredJob& job, double limit)
{
    constexpr std::size_t recent = 5, reference = 100, least = 20;
    std::vector<Alarm> alarms;
    std::deque<double> values;
    bool isAlarmed = false;
    Reference held;
    for (const StepSight& step : job.steps) {
        values.push_back(std::log(iterationTime(step)));
        if (values.size() < least + recent)
            continue;
        if (values.size() > reference + recent)
            values.pop_front();
        const auto split = values.end() - static_cast<std::ptrdiff_t>(recent);
        if (!isAlarmed)
            held = robustReference({values.begin(), split});
        const double now = median(std::vector<double>(split, values.end())) - held.centre;
        const double spread = std::max(held.spread, 0.002);
        if (isAlarmed ? now < 0.5 * limit * spread : now > limit * spread) {
            isAlarmed = !isAlarmed;
            Alarm alarm;
            alarm.over = !isAlarmed;
            alarm.raised = alarm.onset = step.iteration;
            alarms.push_back(std::move(alarm));
        }
    }
    return alarms;
}

/// PELT (Killick, Fearnhead, Eckley 2012) of the mean with a normal cost, segments of at least 5 values; the deviation
/// is the robust one of the differences. A segment that begins above the one before is an alarm at its beginning.
class Pelt
{
public:
    Pelt(const ScoredJob& job, double penalty) : m_penalty(penalty)
    {
        std::vector<double> differences;
        m_sums.push_back(0);
        m_squares.push_back(0);
        for (const StepSight& step : job.steps) {
            const double value = std::log(iterationTime(step));
            if (!m_values.empty())
                differences.push_back(std::abs(value - m_values.back()));
            m_values.push_back(value);
            m_sums.push_back(m_sums.back() + value);
            m_squares.push_back(m_squares.back() + value * value);
        }
        m_variance = std::pow(std::max(0.002, 1.4826 * median(differences) / std::sqrt(2.0)), 2);
    }

    [[nodiscard]] std::vector<Alarm> alarms() const
    {
        std::vector<std::size_t> begins = segments();
        std::vector<Alarm> alarms;
        for (std::size_t i = 1; i + 1 < begins.size(); ++i) {
            const double before = meanOf(begins[i - 1], begins[i]);
            const double since = meanOf(begins[i], begins[i + 1]);
            if (since - before < std::log(1.02))
                continue;
            Alarm alarm;
            alarm.raised = alarm.onset = static_cast<std::int64_t>(begins[i]);
            alarms.push_back(std::move(alarm));
        }
        return alarms;
    }

private:
    [[nodiscard]] double meanOf(std::size_t begin, std::size_t end) const
    {
        return (m_sums[end] - m_sums[begin]) / static_cast<double>(end - begin);
    }
    [[nodiscard]] double costOf(std::size_t begin, std::size_t end) const
    {
        const double sum = m_sums[end] - m_sums[begin];
        return (m_squares[end] - m_squares[begin] - sum * sum / static_cast<double>(end - begin)) / m_variance;
    }
    [[nodiscard]] std::vector<std::size_t> segments() const
    {
        constexpr std::size_t least = 5;
        const std::size_t count = m_values.size();
        std::vector<double> best(count + 1, 1e300);
        std::vector<std::size_t> last(count + 1, 0), candidates{0};
        best[0] = -m_penalty;
        for (std::size_t end = least; end <= count; ++end) {
            for (const std::size_t begin : candidates)
                if (const double cost = best[begin] + costOf(begin, end) + m_penalty; cost < best[end]) {
                    best[end] = cost;
                    last[end] = begin;
                }
            std::erase_if(candidates, [&](std::size_t begin) { return best[begin] + costOf(begin, end) > best[end]; });
            if (end + 1 >= 2 * least)
                candidates.push_back(end + 1 - least);
        }
        std::vector<std::size_t> begins{count};
        while (begins.back() > 0)
            begins.push_back(last[begins.back()]);
        std::ranges::reverse(begins);
        return begins;
    }

    double m_penalty;
    double m_variance = 0;
    std::vector<double> m_values, m_sums, m_squares;
};

/// `count` limits from `low` to `high`, each the same factor above the one before.
std::vector<double> ladder(double low, double high, int count)
{
    std::vector<double> limits;
    for (int i = 0; i < count; ++i)
        limits.push_back(low * std::pow(high / low, i / (count - 1.0)));
    return limits;
}

template <typename Make>
std::function<Judge(double)> fed(Make make)
{
    return [make](double limit) -> Judge {
        return [make, limit](const ScoredJob& job) {
            auto detector = make(job.ranks, limit);
            return replay(job, detector);
        };
    };
}

} // namespace

std::vector<Rival> rivals()
{
    return {
        {"page-hinkley", ladder(5, 2000, 28), fed([](int ranks, double limit) {
             PageHinkleyParameters parameters;
             parameters.threshold = limit;
             return PageHinkleyDetector(ranks, parameters);
         })},
        {"kungfu",
         {0.97, 0.95, 0.925, 0.9, 0.87, 0.84, 0.8, 0.75, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2},
         fed([](int ranks, double limit) { return KungFuRule(ranks, limit); })},
        {"kungfu-step-time", ladder(0.03, 3, 24),
         fed([](int ranks, double limit) { return KungFuStepTime(ranks, limit); })},
        {"ewma", ladder(2, 200, 28), fed([](int ranks, double limit) {
             EwmaParameters parameters;
             parameters.limit = limit;
             return EwmaDetector(ranks, parameters);
         })},
        {"cusum", ladder(3, 2000, 30), fed([](int ranks, double limit) {
             CusumParameters parameters;
             parameters.decision = limit;
             return CusumDetector(ranks, parameters);
         })},
        {"median+MAD", ladder(1, 60, 28),
         [](double limit) -> Judge { return [limit](const ScoredJob& job) { return rollingMedian(job, limit); }; }},
        {"PELT (offline)", ladder(4, 4000, 24),
         [](double limit) -> Judge { return [limit](const ScoredJob& job) { return Pelt(job, limit).alarms(); }; }},
    };
}

double cleanAlarms(const Judge& judge, std::span<const NoiseFamily> families, int controls)
{
    double sum = 0;
    for (const NoiseFamily& family : families)
        sum += tryDetector({&family, SeedSet::Development, controls, {Injection{}}}, judge).cleanAlarms;
    return sum / static_cast<double>(families.size());
}

double tunedLimit(const Rival& rival, std::span<const NoiseFamily> families, double allowedAlarms, int controls)
{
    const auto isLoud = [&](double limit) { return cleanAlarms(rival.at(limit), families, controls) > allowedAlarms; };
    const auto it = std::ranges::partition_point(rival.limits, isLoud);
    return it == rival.limits.end() ? rival.limits.back() : *it;
}

} // namespace millrace::monitor
