// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/text.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace {

/// A name with options, as users write policies and failures: "NAME" or "NAME(OPTION,…)". Views into the text.
struct CallText
{
    std::string_view name;
    std::vector<std::string_view> options; ///< trimmed, none of them empty
};

/// Several joined with '+'; none for "none" and for an empty text. InvalidInput if a closing parenthesis is missing.
[[nodiscard]] inline Result<std::vector<CallText>> parseCalls(std::string_view text)
{
    std::vector<CallText> calls;
    if (trim(text).empty() || trim(text) == "none")
        return calls;
    for (const std::string_view part : split(text, '+')) {
        const std::string_view whole = trim(part);
        const std::size_t open = whole.find('(');
        CallText& call = calls.emplace_back();
        call.name = trim(whole.substr(0, open));
        if (open == whole.npos)
            continue;
        if (!whole.ends_with(')'))
            return fail(ErrorCode::InvalidInput, "\"" + std::string(whole) + "\" lacks a closing parenthesis");
        for (const std::string_view option : split(whole.substr(open + 1, whole.size() - open - 2), ','))
            if (!trim(option).empty())
                call.options.push_back(trim(option));
    }
    return calls;
}

} // namespace millrace
