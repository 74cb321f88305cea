// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"

namespace millrace::project {

/// Applies the change from `before` to `after` to `raw`, the text's own JSON, from which `before` was read. Unchanged
/// parts stay as in `raw`; members that only `raw` has are kept. Items of lists are matched by equality, else by their
/// "name", else by their index.
[[nodiscard]] Json mergeJson(const Json& raw, const Json& before, const Json& after);

} // namespace millrace::project
