// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string_view>

namespace millrace::store {

/// States of a run, in their order.
enum class RunState
{
    Planned,
    Preparing, ///< claimed: nodes may be changed from here on
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

/// Whether it is Done, Failed, Cancelled or Invalid.
[[nodiscard]] bool isFinal(RunState state) noexcept;
/// Whether it is Preparing, Running, Collecting or Analysing: if found at start, it was interrupted.
[[nodiscard]] bool isActive(RunState state) noexcept;
/// Whether it is one step forward; from every state that is not final to Failed or Cancelled; from Analysing also to
/// Invalid.
[[nodiscard]] bool isAllowed(RunState from, RunState to) noexcept;

} // namespace millrace::store
