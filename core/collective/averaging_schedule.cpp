// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/averaging_schedule.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::collective {

namespace {

constexpr int mostLocalSteps = 1'000'000;

/// Steps from the begin of a round to the averaging of a fragment; the last one is averaged at its end.
std::int64_t offsetOf(const AveragingSchedule& schedule, int fragment) noexcept
{
    return (std::int64_t(fragment) + 1) * schedule.localSteps / schedule.fragments;
}

/// The first fragment that is averaged when so many steps of the round are done, or later. The offsets increase by at
/// least one from fragment to fragment.
int fragmentFrom(const AveragingSchedule& schedule, std::int64_t inRound) noexcept
{
    return static_cast<int>((inRound * schedule.fragments + schedule.localSteps - 1) / schedule.localSteps) - 1;
}

} // namespace

std::optional<int> AveragingSchedule::fragmentAfter(std::int64_t done) const noexcept
{
    const std::int64_t inRound = (done - 1) % localSteps + 1;
    const int fragment = fragmentFrom(*this, inRound);
    return offsetOf(*this, fragment) == inRound ? std::optional(fragment) : std::nullopt;
}

std::int64_t AveragingSchedule::nextFrom(std::int64_t done) const noexcept
{
    const std::int64_t inRound = (done - 1) % localSteps + 1;
    return done - inRound + offsetOf(*this, fragmentFrom(*this, inRound));
}

std::int64_t AveragingSchedule::averagings(std::int64_t steps, int fragment) const noexcept
{
    return (steps - offsetOf(*this, fragment) + localSteps) / localSteps;
}

std::int64_t AveragingSchedule::averagings(std::int64_t steps) const noexcept
{
    std::int64_t sum = 0;
    for (int fragment = 0; fragment < fragments; ++fragment)
        sum += averagings(steps, fragment);
    return sum;
}

Result<void> check(const AveragingSchedule& schedule)
{
    const auto bad = [](std::string what) { return fail(ErrorCode::InvalidInput, std::move(what)); };
    if (schedule.localSteps < 1 || schedule.localSteps > mostLocalSteps)
        return bad(fmt::format("there are 1 to {} local steps from one averaging to the next, not {}", mostLocalSteps,
                               schedule.localSteps));
    if (schedule.fragments < 1 || schedule.fragments > schedule.localSteps)
        return bad(fmt::format("the number of fragments must be from 1 to that of the local steps, {}; {} are too {}",
                               schedule.localSteps, schedule.fragments, schedule.fragments < 1 ? "few" : "many"));
    const int most = schedule.localSteps / schedule.fragments - 1;
    if (schedule.overlapSteps < 0 || schedule.overlapSteps > most)
        return bad(fmt::format("with {} local steps and {} fragments an averaging can overlap 0 to {} steps, not {}",
                               schedule.localSteps, schedule.fragments, most, schedule.overlapSteps));
    return {};
}

Result<void> check(const AveragingSchedule& schedule, std::int64_t steps)
{
    MR_CHECK(check(schedule));
    if (schedule.averagings(steps) == 0)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the {} measured steps end before the first averaging, after {} local steps", steps,
                                schedule.localSteps / schedule.fragments));
    return {};
}

Fragment fragmentOf(std::size_t elements, int fragments, int fragment) noexcept
{
    const auto count = static_cast<std::size_t>(fragments);
    const auto place = static_cast<std::size_t>(fragment);
    const auto beginOf = [&](std::size_t part) { return elements / count * part + std::min(part, elements % count); };
    return {beginOf(place), beginOf(place + 1)};
}

std::vector<std::size_t> tensorsWithin(std::span<const std::size_t> tensors, const Fragment& fragment)
{
    std::vector<std::size_t> parts;
    std::size_t first = 0;
    for (const std::size_t elements : tensors) {
        const std::size_t begin = std::max(first, fragment.begin);
        const std::size_t end = std::min(first + elements, fragment.end);
        if (begin < end)
            parts.push_back(end - begin);
        first += elements;
    }
    return parts;
}

} // namespace millrace::collective
