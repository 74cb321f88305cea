// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/decision.h"

#include "core/policy/observation.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::policy {
namespace {

constexpr std::uint64_t valueBits = 0xffffffff;
constexpr int strategyShift = 32;
constexpr int changeShift = 48;

} // namespace

std::string_view changeName(Change change) noexcept
{
    switch (change) {
    case Change::Strategy: return "strategy";
    case Change::Batch: return "batch";
    case Change::Workers: return "workers";
    }
    return "";
}

std::optional<Change> parseChange(std::string_view name) noexcept
{
    for (const Change change : {Change::Strategy, Change::Batch, Change::Workers})
        if (name == changeName(change))
            return change;
    return std::nullopt;
}

std::string Decision::text() const
{
    switch (change) {
    case Change::Strategy:
        return value == 0 ? std::string(collective::strategyName(strategy))
                          : fmt::format("{} at rank {}", collective::strategyName(strategy), value);
    case Change::Batch: return fmt::format("{} samples per worker", value);
    case Change::Workers: return value == 1 ? "1 worker" : fmt::format("{} workers", value);
    }
    return {};
}

std::uint64_t Decision::word() const noexcept
{
    const std::uint64_t which = change == Change::Strategy ? static_cast<std::uint64_t>(strategy) : 0;
    return static_cast<std::uint64_t>(change) << changeShift | which << strategyShift
        | static_cast<std::uint32_t>(value);
}

std::optional<Decision> Decision::ofWord(std::uint64_t word)
{
    const std::uint64_t change = word >> changeShift;
    const std::uint64_t which = word >> strategyShift & 0xffff;
    const std::uint64_t value = word & valueBits;
    if (change < 1 || change > 3 || which >= collective::allStrategies().size() || value > 0x7fffffff)
        return std::nullopt;
    return Decision{static_cast<Change>(change), static_cast<collective::Strategy>(which), static_cast<int>(value)};
}

std::uint64_t Setting::word() const noexcept
{
    return static_cast<std::uint64_t>(strategy) << 48 | static_cast<std::uint64_t>(root) << 24
        | static_cast<std::uint64_t>(batch);
}

Setting Setting::ofWord(std::uint64_t word) noexcept
{
    return {static_cast<collective::Strategy>(word >> 48), static_cast<int>(word >> 24 & 0xffffff),
            static_cast<int>(word & 0xffffff)};
}

Nanoseconds Observation::stepTime() const noexcept
{
    return duration.empty() ? Nanoseconds(0) : *std::ranges::max_element(duration);
}

Nanoseconds Observation::communicationTime() const noexcept
{
    return communication.empty() ? Nanoseconds(0) : *std::ranges::max_element(communication);
}

} // namespace millrace::policy
