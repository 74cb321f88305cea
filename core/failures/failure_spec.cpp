// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/failures/failure_spec.h"

#include "core/base/call_text.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::failures {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 4> names = {"kill", "freeze", "partition", "slow"};
constexpr Nanoseconds longest = 24h * 365;
constexpr int mostWorkers = 100'000;
constexpr double mostFactor = 100;

Error bad(std::string what)
{
    return fail(ErrorCode::InvalidInput, std::move(what));
}

Result<Nanoseconds> durationOf(std::string_view name, std::string_view text, Nanoseconds least)
{
    const auto duration = parseDuration(text);
    if (!duration || *duration < least || *duration > longest)
        return bad(fmt::format("{} must be a duration such as 30s{}, not \"{}\"", name,
                               least > 0ns ? " above zero" : "", text));
    return *duration;
}

Result<void> takeOption(FailureSpec& spec, std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::string_view name = trim(text.substr(0, equals));
    const std::string_view value = equals == text.npos ? std::string_view() : trim(text.substr(equals + 1));
    const bool isKill = spec.kind == FailureKind::Kill;
    if (name == "every") {
        MR_TRY(every, durationOf(name, value, 1ms));
        spec.every = every;
    } else if (name == "at") {
        for (const std::string_view part : split(value, '/')) {
            MR_TRY(time, durationOf(name, trim(part), 0ns));
            spec.at.push_back(time);
        }
        std::ranges::sort(spec.at);
    } else if (name == "who") {
        for (const std::string_view part : split(value, '/')) {
            const auto rank = parseInteger(trim(part));
            if (!rank || *rank < 0 || *rank >= mostWorkers)
                return bad(fmt::format("who must be ranks such as 0/3, not \"{}\"", value));
            spec.who.push_back(static_cast<int>(*rank));
        }
    } else if (name == (isKill ? "repair" : "lasts")) {
        MR_TRY(lasts, durationOf(name, value, isKill ? 0ns : 1ms));
        spec.lasts = lasts;
    } else if (name == "factor" && spec.kind == FailureKind::Slow) {
        const auto factor = parseDouble(value);
        if (!factor || !(*factor > 1 && *factor <= mostFactor))
            return bad(fmt::format("factor must be a number above 1 and at most {}, not \"{}\"", mostFactor, value));
        spec.factor = *factor;
    } else if (name == "seed") {
        const auto seed = parseInteger(value);
        if (!seed || *seed < 0)
            return bad(fmt::format("seed must be a whole number from 0, not \"{}\"", value));
        spec.seed = static_cast<std::uint64_t>(*seed);
    } else
        return bad(fmt::format("{} has no option \"{}\"; it has every, at, who, {}, {}seed", failureName(spec.kind),
                               name, isKill ? "repair" : "lasts", spec.kind == FailureKind::Slow ? "factor, " : ""));
    return {};
}

Result<FailureSpec> parseFailure(const CallText& call)
{
    const auto found = std::ranges::find(names, call.name);
    if (found == names.end())
        return bad(fmt::format("there is no failure \"{}\"; choose none or one of {}", call.name,
                               join({names.begin(), names.end()}, ", ")));
    FailureSpec spec;
    spec.kind = static_cast<FailureKind>(found - names.begin());
    for (const std::string_view option : call.options)
        MR_CHECK(takeOption(spec, option));
    if ((spec.every > 0ns) == !spec.at.empty())
        return bad(
            fmt::format("{} needs either every, the mean time between failures, or at, their times: {}(every=30s)",
                        *found, *found));
    return spec;
}

std::string joined(const auto& values, const auto& textOf)
{
    std::string text;
    for (const auto& value : values)
        text += (text.empty() ? "" : "/") + textOf(value);
    return text;
}

} // namespace

std::string_view failureName(FailureKind kind) noexcept
{
    return names[static_cast<std::size_t>(kind)];
}

std::string FailureSpec::text() const
{
    const FailureSpec standard;
    std::string text = std::string(failureName(kind)) + "(";
    text += every > 0ns ? "every=" + durationText(every)
                        : "at=" + joined(at, [](Nanoseconds time) { return durationText(time); });
    if (!who.empty())
        text += ",who=" + joined(who, [](int rank) { return std::to_string(rank); });
    if (lasts != standard.lasts)
        text += fmt::format(",{}={}", kind == FailureKind::Kill ? "repair" : "lasts", durationText(lasts));
    if (factor != standard.factor)
        text += ",factor=" + shortest(factor);
    if (seed != standard.seed)
        text += fmt::format(",seed={}", seed);
    return text + ")";
}

Result<std::vector<FailureSpec>> parseFailures(std::string_view text)
{
    MR_TRY(calls, parseCalls(text));
    std::vector<FailureSpec> specs;
    for (const CallText& call : calls) {
        MR_TRY(spec, parseFailure(call));
        specs.push_back(std::move(spec));
    }
    return specs;
}

} // namespace millrace::failures
