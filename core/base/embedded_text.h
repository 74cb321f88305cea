// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace {

/// A file of resources, compiled in; see core/embed_texts.cmake.
struct EmbeddedText
{
    std::string_view name; ///< of the file, "multi-cloud.json"
    std::string_view text;
};

} // namespace millrace
