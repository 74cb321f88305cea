// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <fmt/format.h>
#include <string>

namespace millrace::project {

/// `wanted`, or "wanted 2", "wanted 3", … where that is taken.
template <typename IsTaken>
[[nodiscard]] std::string freeName(const std::string& wanted, IsTaken isTaken)
{
    std::string name = wanted;
    for (int number = 2; isTaken(name); ++number)
        name = fmt::format("{} {}", wanted, number);
    return name;
}

/// Whether one of the things has this name.
template <typename Things>
[[nodiscard]] bool hasNamed(const Things& things, const std::string& name)
{
    for (const auto& thing : things)
        if (thing.name == name)
            return true;
    return false;
}

} // namespace millrace::project
