// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/command.h"

#include <string_view>

namespace millrace {

namespace {

std::string shellQuoted(std::string_view word)
{
    constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
    if (!word.empty() && word.find_first_not_of(harmless) == std::string_view::npos)
        return std::string(word);
    std::string text = "'";
    for (const char c : word) {
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    }
    return text + "'";
}

} // namespace

std::string commandText(const Command& command)
{
    std::string text;
    if (!command.folder.empty())
        text += "cd " + shellQuoted(command.folder.string()) + " &&";
    for (const auto& [name, value] : command.environment)
        text += (text.empty() ? "" : " ") + name + "=" + shellQuoted(value);
    bool first = true;
    for (const auto& word : command.argv) {
        // A first word with "=" would be read as an assignment by a shell.
        const bool assignment = first && word.find('=') != std::string::npos;
        text += (text.empty() ? "" : " ") + (assignment ? "'" + word + "'" : shellQuoted(word));
        first = false;
    }
    return text;
}

} // namespace millrace
