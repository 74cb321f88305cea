// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace {

/// Resource file compiled into the program; see core/embed_texts.cmake.
struct EmbeddedText
{
    std::string_view name; ///< file name, for example "multi-cloud.json"
    std::string_view text;
};

} // namespace millrace
