// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::grid {

enum class TokenKind
{
    Name,
    Number,
    Text,
    Symbol,
    End
};

struct Token
{
    TokenKind kind = TokenKind::End;
    std::string text; ///< of a Text without quotes and escapes; of a Number with its unit
    std::size_t column = 1; ///< in characters
};

/// Splits a condition into tokens, the last of which is End. Fails with the column on unexpected characters,
/// unterminated texts and more than 10 000 characters.
[[nodiscard]] Result<std::vector<Token>> tokenise(std::string_view text);
[[nodiscard]] Error failAt(std::size_t column, std::string_view sentence);

} // namespace millrace::grid
