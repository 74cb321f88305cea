// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

struct Token
{
    std::string text;
    int line = 0;
};

using Tokens = std::vector<Token>;

[[nodiscard]] bool isWordStart(char c);
[[nodiscard]] bool isWordPart(char c);
/// The tokens of a C++ source without comments and directives; texts are ", numbers 0. Of an alternative (#if … #else)
/// the first branch counts.
[[nodiscard]] Tokens tokensOf(std::string_view source);
