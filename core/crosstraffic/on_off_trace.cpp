// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/on_off_trace.h"

#include "core/base/text.h"
#include "core/crosstraffic/traffic_profile.h"

#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace millrace::crosstraffic {

namespace {

constexpr std::string_view traceHeader = "seconds,bit/s";
constexpr double longestSeconds = 7 * 86'400.0;

Error damagedTrace(std::size_t line, std::string_view what)
{
    return fail(ErrorCode::Corrupt,
                fmt::format("line {} of the on/off trace {}; a line is \"seconds,bit/s\", times ascend", line, what));
}

Result<OnOffTrace::Step> stepOf(std::string_view row, std::size_t line)
{
    const auto columns = split(row, ',');
    if (columns.size() != 2)
        return damagedTrace(line, fmt::format("has {} columns instead of 2", columns.size()));
    const auto seconds = parseDouble(trim(columns[0]));
    const auto rate = parseDouble(trim(columns[1]));
    if (!seconds || !(*seconds >= 0) || *seconds > longestSeconds)
        return damagedTrace(line, "does not start with a time from 0 to a week");
    if (!rate || !(*rate >= 0) || *rate > maximumRate)
        return damagedTrace(line, "does not end with a rate from 0 to 1 Tbit/s");
    return OnOffTrace::Step{Nanoseconds(std::llround(*seconds * 1e9)), *rate};
}

} // namespace

double OnOffTrace::bytes() const noexcept
{
    double sum = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Nanoseconds end = i + 1 < steps.size() ? steps[i + 1].at : length;
        sum += steps[i].bitsPerSecond * static_cast<double>((end - steps[i].at).count()) / 8e9;
    }
    return sum;
}

bool looksLikeOnOff(std::string_view text) noexcept
{
    return trim(text.substr(0, text.find('\n'))) == traceHeader;
}

Result<OnOffTrace> parseOnOff(std::string_view text)
{
    if (!looksLikeOnOff(text))
        return fail(ErrorCode::Corrupt, fmt::format("the first line of an on/off trace is \"{}\"", traceHeader));
    OnOffTrace trace;
    std::size_t line = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view row = trim(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (++line == 1 || row.empty())
            continue;
        MR_TRY(step, stepOf(row, line));
        if (!trace.steps.empty() && step.at <= trace.steps.back().at)
            return damagedTrace(line, "is not later than the one before");
        trace.steps.push_back(step);
    }
    if (trace.steps.size() < 2)
        return fail(ErrorCode::Corrupt, "an on/off trace needs two lines after its header: a step and the end");
    trace.length = trace.steps.back().at;
    trace.steps.pop_back();
    return trace;
}

std::string onOffText(const OnOffTrace& trace)
{
    std::string text = fmt::format("{}\n", traceHeader);
    for (const OnOffTrace::Step& step : trace.steps)
        fmt::format_to(std::back_inserter(text), "{},{}\n", shortest(static_cast<double>(step.at.count()) / 1e9),
                       shortest(step.bitsPerSecond));
    return text + fmt::format("{},0\n", shortest(static_cast<double>(trace.length.count()) / 1e9));
}

OnOffTrace onOffFrom(std::span<const double> bitsPerSecond, Nanoseconds bin, double threshold)
{
    OnOffTrace trace;
    for (std::size_t begin = 0; begin < bitsPerSecond.size();) {
        const bool on = bitsPerSecond[begin] >= threshold;
        std::size_t end = begin;
        double sum = 0;
        for (; end < bitsPerSecond.size() && (bitsPerSecond[end] >= threshold) == on; ++end)
            sum += bitsPerSecond[end];
        trace.steps.push_back(
            {bin * static_cast<std::int64_t>(begin), on ? sum / static_cast<double>(end - begin) : 0.0});
        begin = end;
    }
    trace.length = bin * static_cast<std::int64_t>(bitsPerSecond.size());
    return trace;
}

} // namespace millrace::crosstraffic
