// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace millrace::project {

/// Parses JSON. The error is one sentence with line and column (in bytes, from 1) and what was expected; nesting deeper
/// than 64 levels and duplicate keys are refused too.
[[nodiscard]] Result<Json> parseJson(std::string_view text);
/// Returns the layout of project files: two spaces, members in their order, lists of plain values and small objects
/// inside lists on one line if they fit into 120 columns, a newline at the end. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string canonicalText(const Json& json);

} // namespace millrace::project
