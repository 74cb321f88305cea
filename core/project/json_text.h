// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace millrace::project {

/// Reads JSON. The error is one sentence with line and column (in bytes, from 1) and what was expected; values nested
/// deeper than 64 levels and members that stand twice in an object are refused too.
[[nodiscard]] Result<Json> parseJson(std::string_view text);
/// The layout of project files: two spaces, members in their order, lists of plain values and small objects inside
/// lists on one line where they fit into 120 columns, a newline at the end. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string canonicalText(const Json& json);

} // namespace millrace::project
