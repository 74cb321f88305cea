// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string_view>

namespace millrace::store {

/// The states of a run, in the order of its way.
enum class RunState
{
    Planned,
    Preparing, ///< claimed: from here on the nodes may have been changed
    Running,
    Collecting,
    Analysing,
    Done,
    Failed,
    Cancelled,
    Invalid, ///< finished, but a gate was not met: kept, not counted
};

enum class CampaignState
{
    Planned,
    Running,
    Done,
    Failed,
    Cancelled
};

/// Stable lower-case names: "planned", "preparing", …
[[nodiscard]] std::string_view stateName(RunState state) noexcept;
[[nodiscard]] std::string_view stateName(CampaignState state) noexcept;
[[nodiscard]] Result<RunState> parseRunState(std::string_view name);
[[nodiscard]] Result<CampaignState> parseCampaignState(std::string_view name);

/// Done, Failed, Cancelled or Invalid.
[[nodiscard]] bool isFinal(RunState state) noexcept;
/// Preparing, Running, Collecting or Analysing: found at start, it was interrupted.
[[nodiscard]] bool isActive(RunState state) noexcept;
/// One step forward along the way; from every state that is not final to Failed or Cancelled; Analysing also to
/// Invalid.
[[nodiscard]] bool isAllowed(RunState from, RunState to) noexcept;

} // namespace millrace::store
