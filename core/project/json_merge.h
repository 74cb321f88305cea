// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"

namespace millrace::project {

/// Carries the change from `before` to `after` over to `raw`, the text's own JSON, from which `before` was read. What
/// did not change stays as it is in `raw`; members that only `raw` has are kept. Items of lists are recognised by being
/// equal, else by their "name", else by their position.
[[nodiscard]] Json mergeJson(const Json& raw, const Json& before, const Json& after);

} // namespace millrace::project
