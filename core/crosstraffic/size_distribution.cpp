// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/size_distribution.h"

#include "core/base/text.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace millrace::crosstraffic {

namespace {

constexpr double largestBytes = 1e15;
constexpr std::size_t maximumPoints = 1'000'000;

Error damagedSizes(std::size_t line, std::string_view what)
{
    return fail(ErrorCode::Corrupt,
                fmt::format("line {} {}; a line has a size and the share of flows up to that size, sizes and shares "
                            "never fall",
                            line, what));
}

std::vector<std::string_view> columnsOf(std::string_view line)
{
    std::vector<std::string_view> columns;
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == ';'; };
    line = line.substr(0, line.find('#'));
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t begin = i;
        while (i < line.size() && !isSpace(line[i]))
            ++i;
        if (i > begin)
            columns.push_back(line.substr(begin, i - begin));
        while (i < line.size() && isSpace(line[i]))
            ++i;
    }
    return columns;
}

Result<SizeDistribution::Point> pointOf(const std::vector<std::string_view>& columns, std::size_t line)
{
    if (columns.size() != 2 && columns.size() != 3)
        return damagedSizes(line, fmt::format("has {} columns instead of 2 or 3", columns.size()));
    const auto size = parseDouble(columns.front());
    const auto share = parseDouble(columns.back());
    if (!size || !std::isfinite(*size) || *size < 0)
        return damagedSizes(line, "does not start with a size");
    if (!share || !std::isfinite(*share) || *share < 0 || *share > 100)
        return damagedSizes(line, "does not end with a share from 0 to 1");
    return SizeDistribution::Point{*size, *share};
}

/// Converts percentages to shares of 1.
Result<void> normalise(std::vector<SizeDistribution::Point>& points, std::size_t lastLine)
{
    if (points.empty())
        return fail(ErrorCode::Corrupt,
                    "there is no point in it; write lines with a size and the share of flows up to "
                    "that size");
    const double whole = points.back().cumulative > 1.5 ? 100 : 1;
    if (std::abs(points.back().cumulative - whole) > 1e-6 * whole)
        return damagedSizes(lastLine, "is the last one and its share is not 1");
    for (auto& point : points)
        point.cumulative /= whole;
    points.back().cumulative = 1;
    return {};
}

} // namespace

SizeDistribution::SizeDistribution(std::vector<Point> points, Convention convention)
    : m_points(std::move(points)), m_convention(convention)
{
}

SizeDistribution SizeDistribution::fixed(double bytes)
{
    return {{{std::max(bytes, 1.0), 1}}, Convention::Step};
}

Result<SizeDistribution> SizeDistribution::parse(std::string_view text, double unitBytes, Convention convention)
{
    if (!(unitBytes > 0) || unitBytes > largestBytes)
        return fail(ErrorCode::InvalidInput, "the unit of the sizes must be more than 0 bytes");
    std::vector<Point> points;
    std::size_t line = 0;
    std::size_t lastLine = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const auto columns = columnsOf(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++line;
        if (columns.empty())
            continue;
        MR_TRY(point, pointOf(columns, line));
        point.bytes *= unitBytes;
        if (point.bytes > largestBytes)
            return damagedSizes(line, "has a size of more than 1 PB");
        if (!points.empty() && point.bytes < points.back().bytes)
            return damagedSizes(line, "has a smaller size than the one before");
        if (!points.empty() && point.cumulative < points.back().cumulative)
            return damagedSizes(line, "has a smaller share than the one before");
        if (points.size() == maximumPoints)
            return damagedSizes(line, "comes after a million points");
        points.push_back(point);
        lastLine = line;
    }
    MR_CHECK(normalise(points, lastLine));
    SizeDistribution distribution(std::move(points), convention);
    if (!(distribution.mean() > 0))
        return fail(ErrorCode::Corrupt, "all its sizes are 0; at least one must be larger");
    return distribution;
}

double SizeDistribution::mean() const noexcept
{
    double sum = 0;
    Point before{m_points.front().bytes, 0};
    for (const Point& point : m_points) {
        const double rise = point.cumulative - before.cumulative;
        sum += rise * (m_convention == Convention::Step ? point.bytes : (before.bytes + point.bytes) / 2);
        before = point;
    }
    return sum;
}

double SizeDistribution::deviation() const noexcept
{
    double squares = 0;
    Point before{m_points.front().bytes, 0};
    for (const Point& point : m_points) {
        const double a = m_convention == Convention::Step ? point.bytes : before.bytes;
        const double b = point.bytes;
        squares += (point.cumulative - before.cumulative) * (a * a + a * b + b * b) / 3;
        before = point;
    }
    const double average = mean();
    return std::sqrt(std::max(0.0, squares - average * average));
}

double SizeDistribution::quantile(double fraction) const noexcept
{
    if (std::isnan(fraction))
        return unknown;
    const auto at = std::ranges::find_if(
        m_points, [&](const Point& point) { return point.cumulative > 0 && point.cumulative >= fraction; });
    if (at == m_points.end())
        return m_points.back().bytes;
    if (m_convention == Convention::Step || at == m_points.begin())
        return at->bytes;
    const Point& before = *std::prev(at);
    const double rise = at->cumulative - before.cumulative;
    const double part = rise > 0 ? std::clamp((fraction - before.cumulative) / rise, 0.0, 1.0) : 1;
    return before.bytes + part * (at->bytes - before.bytes);
}

double SizeDistribution::at(double uniform) const noexcept
{
    const auto at = std::ranges::upper_bound(m_points, uniform, {}, &Point::cumulative);
    if (at == m_points.end())
        return m_points.back().bytes;
    if (m_convention == Convention::Step || at == m_points.begin())
        return at->bytes;
    const Point& before = *std::prev(at);
    return before.bytes
        + (at->bytes - before.bytes) * (uniform - before.cumulative) / (at->cumulative - before.cumulative);
}

std::uint64_t SizeDistribution::draw(Random& random) const noexcept
{
    return static_cast<std::uint64_t>(std::max(1.0, std::round(at(random.uniform()))));
}

std::string SizeDistribution::text(double unitBytes) const
{
    std::string text;
    for (const Point& point : m_points)
        text += fmt::format("{} 1 {}\n", shortest(point.bytes / unitBytes), shortest(point.cumulative));
    return text;
}

} // namespace millrace::crosstraffic
