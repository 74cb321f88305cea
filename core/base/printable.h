// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace millrace {

/// Returns the beginning of a name of a foreign file for a sentence, with ? for what is not printable ASCII.
[[nodiscard]] inline std::string printable(std::string_view name)
{
    constexpr std::size_t most = 80;
    std::string text(name.substr(0, most));
    const auto isOdd = [](char c) { return c < ' ' || c > '~'; };
    std::ranges::replace_if(text, isOdd, '?');
    return name.size() > most ? text + "…" : text;
}

} // namespace millrace
