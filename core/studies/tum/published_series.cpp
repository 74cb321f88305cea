// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/published_series.h"

#include "core/analysis/block_bootstrap.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

constexpr double bitsPerByte = 8;

double gigabitsPerSecond(std::uint64_t bytes, double seconds)
{
    return static_cast<double>(bytes) * bitsPerByte / seconds / 1e9;
}

double twoDecimals(double value)
{
    return std::nearbyint(value * 100) / 100;
}

struct Table
{
    std::string prefix;
    std::string subject;
    std::string what; ///< "of all traffic together"
    double divisor = 10; ///< of the deviation
    bool sample = true; ///< deviation with n-1
    StudyWindow window;
};

std::string rightWords(const std::vector<double>& seconds)
{
    if (seconds.size() < 2)
        return {};
    const Interval t = meanInterval(seconds);
    return fmt::format("n = {}; Student's interval, as if the seconds did not depend on each other: {:.4g} to {:.4g}",
                       seconds.size(), t.low, t.high);
}

report::PublishedFigures intervalFigures(const Table& table, const std::vector<double>& published,
                                         const std::vector<double>& right)
{
    const std::string spread = table.sample ? "sample deviation" : "population deviation";
    const std::string window =
        fmt::format("means of the seconds {} to {} {}", table.window.begin, table.window.end, table.what);
    const std::string definition =
        fmt::format("{}: m, and m ± 1.96 s/{:g}, s the {}; two decimals", window, table.divisor, spread);
    const std::string rightDefinition = window
        + " by time, silence included; 95 % interval by a circular block bootstrap, so that neighbouring "
          "seconds may depend on each other";
    std::string remark = rightWords(right);
    double m = unknown, half = unknown;
    if (!published.empty() && std::ranges::none_of(published, [](double each) { return std::isnan(each); })) {
        m = mean(published);
        half = 1.96 * (table.sample ? standardDeviation(published) : populationDeviation(published)) / table.divisor;
    } else {
        remark = fmt::format("the run ends before second {}, which the study uses", table.window.end);
    }
    const Interval interval = analysis::blockBootstrapInterval(right);
    const double rightMean = right.empty() ? unknown : mean(right);
    return {{table.prefix + ".low", table.subject, "Gbit/s", twoDecimals(m - half), interval.low, definition,
             rightDefinition, remark},
            {table.prefix + ".mean", table.subject, "Gbit/s", twoDecimals(m), rightMean, definition, rightDefinition,
             remark},
            {table.prefix + ".high", table.subject, "Gbit/s", twoDecimals(m + half), interval.high, definition,
             rightDefinition, remark}};
}

std::int64_t firstMillisecond(const PublishedTraffic& traffic)
{
    return traffic.milliseconds.empty() ? 0 : traffic.milliseconds.first();
}

/// Full seconds of the window that the run covers, by time.
std::vector<double> rightSeconds(const PublishedTraffic& traffic, const analysis::SparseBins& bins, StudyWindow window)
{
    std::vector<double> seconds;
    const std::int64_t origin = firstMillisecond(traffic);
    const std::int64_t last = traffic.milliseconds.last();
    for (std::int64_t second = window.begin; second < window.end && origin + (second + 1) * 1000 <= last + 1; ++second)
        seconds.push_back(gigabitsPerSecond(bins.sum(origin + second * 1000, origin + (second + 1) * 1000), 1));
    return seconds;
}

} // namespace

StudyRows StudyRows::ofPairs(const PublishedTraffic& traffic)
{
    std::vector<Stretch> ranges;
    for (const PairTotals& pair : traffic.pairs)
        if (pair.ipv4 && !pair.milliseconds.empty())
            ranges.push_back({pair.milliseconds.first(), pair.milliseconds.last() + 1});
    std::ranges::sort(ranges, {}, &Stretch::begin);
    StudyRows rows;
    for (const Stretch& range : ranges) {
        if (!rows.m_stretches.empty() && range.begin <= rows.m_stretches.back().end)
            rows.m_stretches.back().end = std::max(rows.m_stretches.back().end, range.end);
        else
            rows.m_stretches.push_back(range);
    }
    return rows;
}

StudyRows StudyRows::ofAll(const PublishedTraffic& traffic)
{
    StudyRows rows;
    if (!traffic.milliseconds.empty())
        rows.m_stretches.push_back({traffic.milliseconds.first(), traffic.milliseconds.last() + 1});
    return rows;
}

std::int64_t StudyRows::count() const noexcept
{
    std::int64_t rows = 0;
    for (const Stretch& stretch : m_stretches)
        rows += stretch.end - stretch.begin;
    return rows;
}

std::uint64_t StudyRows::sum(const analysis::SparseBins& bins, std::int64_t from, std::int64_t to) const noexcept
{
    std::uint64_t total = 0;
    std::int64_t row = 0;
    for (const Stretch& stretch : m_stretches) {
        const std::int64_t length = stretch.end - stretch.begin;
        const std::int64_t low = std::max<std::int64_t>(from - row, 0);
        const std::int64_t high = std::min(to - row, length);
        if (low < high)
            total += bins.sum(stretch.begin + low, stretch.begin + high);
        row += length;
    }
    return total;
}

std::vector<std::string> studyLinkNames(std::size_t links)
{
    if (links == 12)
        return {"W1-W2", "W1-W3", "W1-W4", "W2-W1", "W2-W3", "W2-W4",
                "W3-W1", "W3-W2", "W3-W4", "W4-W1", "W4-W2", "W4-W3"};
    if (links == 6)
        return {"W1-W2", "W1-W3", "W2-W1", "W2-W4", "W3-W1", "W4-W2"};
    return {};
}

std::vector<PublishedSeries> linkPanel(const PublishedTraffic& traffic, std::int64_t firstRow, std::int64_t rows)
{
    const StudyRows study = StudyRows::ofPairs(traffic);
    const std::int64_t origin = firstMillisecond(traffic);
    const auto links = std::ranges::count(traffic.pairs, true, &PairTotals::ipv4);
    const std::vector<std::string> names = studyLinkNames(static_cast<std::size_t>(links));
    std::vector<PublishedSeries> panel;
    std::size_t position = 0;
    for (const PairTotals& pair : traffic.pairs) {
        PublishedSeries series;
        series.link = fmt::format("{} → {}", pair.source, pair.destination);
        if (pair.ipv4)
            series.studyName = names.empty() ? "" : names[position++];
        series.begin = static_cast<double>(firstRow) / 100;
        series.width = 0.01;
        for (std::int64_t row = firstRow; row < firstRow + rows; ++row) {
            if (pair.ipv4 && row * 10 < study.count())
                series.asPublished.push_back(
                    gigabitsPerSecond(study.sum(pair.milliseconds, row * 10, (row + 1) * 10), series.width));
            if (origin + row * 10 <= traffic.milliseconds.last())
                series.right.push_back(
                    gigabitsPerSecond(pair.milliseconds.sum(origin + row * 10, origin + (row + 1) * 10), series.width));
        }
        panel.push_back(std::move(series));
    }
    return panel;
}

report::PublishedFigures tableOne(const PublishedTraffic& traffic, StudyWindow window)
{
    const StudyRows study = StudyRows::ofAll(traffic);
    std::vector<double> published;
    for (std::int64_t second = window.begin; second < window.end && second * 1000 < study.count(); ++second)
        published.push_back(gigabitsPerSecond(study.sum(traffic.milliseconds, second * 1000, (second + 1) * 1000), 1));
    return intervalFigures({"table1.throughput", "", "of all traffic together", 10, true, window}, published,
                           rightSeconds(traffic, traffic.milliseconds, window));
}

report::PublishedFigures tableTwo(const PublishedTraffic& traffic, StudyWindow window)
{
    const auto link = std::ranges::find(traffic.pairs, true, &PairTotals::ipv4);
    if (link == traffic.pairs.end())
        return {};
    const StudyRows study = StudyRows::ofPairs(traffic);
    std::vector<double> published;
    for (std::int64_t second = window.begin; second < window.end; ++second) {
        const std::int64_t rows = std::clamp<std::int64_t>(study.count() - second * 1000, 0, 1000);
        // A mean of 10 ms rows; the last one divides by 10 although it may be shorter.
        const double tens = std::ceil(static_cast<double>(rows) / 10);
        published.push_back(
            rows == 0
                ? unknown
                : gigabitsPerSecond(study.sum(link->milliseconds, second * 1000, (second + 1) * 1000), tens / 100));
    }
    return intervalFigures({"table2.throughput", fmt::format("{} → {}", link->source, link->destination),
                            "of the study's link W0-W1", 10, false, window},
                           published, rightSeconds(traffic, link->milliseconds, window));
}

} // namespace millrace::studies::tum
