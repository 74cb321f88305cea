// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"

#include <algorithm>
#include <string_view>

namespace millrace::run {

/// Counters of the interface that carries the experiment: the named one; without a name the first that is not "lo".
/// Null when the sample has none.
[[nodiscard]] inline const counters::InterfaceCounters* experimentInterface(const agent::Sample& sample,
                                                                            std::string_view name) noexcept
{
    const auto it = std::ranges::find_if(
        sample.interfaces, [name](const auto& each) { return name.empty() ? each.name != "lo" : each.name == name; });
    return it == sample.interfaces.end() ? nullptr : &*it;
}

} // namespace millrace::run
