// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_state.h"

#include <array>
#include <fmt/format.h>

namespace millrace::store {

namespace {

constexpr std::array<std::string_view, 9> runStates = {"planned", "preparing", "running",   "collecting", "analysing",
                                                       "done",    "failed",    "cancelled", "invalid"};
constexpr std::array<std::string_view, 5> campaignStates = {"planned", "running", "done", "failed", "cancelled"};

template <typename State, std::size_t size>
Result<State> parseState(const std::array<std::string_view, size>& names, std::string_view name)
{
    for (std::size_t i = 0; i < size; ++i)
        if (names[i] == name)
            return static_cast<State>(i);
    return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is not a state", name));
}

} // namespace

std::string_view stateName(RunState state) noexcept
{
    return runStates[static_cast<std::size_t>(state)];
}
std::string_view stateName(CampaignState state) noexcept
{
    return campaignStates[static_cast<std::size_t>(state)];
}
Result<RunState> parseRunState(std::string_view name)
{
    return parseState<RunState>(runStates, name);
}
Result<CampaignState> parseCampaignState(std::string_view name)
{
    return parseState<CampaignState>(campaignStates, name);
}

bool isFinal(RunState state) noexcept
{
    return state >= RunState::Done;
}
bool isActive(RunState state) noexcept
{
    return state > RunState::Planned && state < RunState::Done;
}

bool isAllowed(RunState from, RunState to) noexcept
{
    if (isFinal(from))
        return false;
    if (to == RunState::Failed || to == RunState::Cancelled)
        return true;
    if (to == RunState::Invalid)
        return from == RunState::Analysing;
    return static_cast<int>(to) == static_cast<int>(from) + 1;
}

} // namespace millrace::store
