// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/ssh_destination.h"

#include "core/base/text.h"

#include <algorithm>

namespace millrace::cluster {

namespace {

bool isPort(std::string_view text) noexcept
{
    const auto port = parseInteger(text);
    return port && *port >= 1 && *port <= 65535;
}

} // namespace

bool isHarmlessName(std::string_view word) noexcept
{
    constexpr std::string_view special("'`\"$\\;&<>|(){}");
    return !word.empty() && word.front() != '-' && std::ranges::none_of(word, [&](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == 127 || special.find(c) != std::string_view::npos;
    });
}

bool isSshDestination(std::string_view text) noexcept
{
    if (text.starts_with("ssh://")) {
        text.remove_prefix(6);
        if (text.ends_with('/'))
            text.remove_suffix(1);
    }
    if (const auto at = text.rfind('@'); at != std::string_view::npos) {
        if (!isHarmlessName(text.substr(0, at)))
            return false;
        text.remove_prefix(at + 1);
    }
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos)
            return false;
        const std::string_view behind = text.substr(end + 1);
        return isHarmlessName(text.substr(1, end - 1))
            && (behind.empty() || (behind.front() == ':' && isPort(behind.substr(1))));
    }
    if (std::ranges::count(text, ':') != 1)
        return isHarmlessName(text);
    return isHarmlessName(text.substr(0, text.find(':'))) && isPort(text.substr(text.find(':') + 1));
}

} // namespace millrace::cluster
