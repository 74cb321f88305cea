// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string_view>

namespace millrace::worker {

/// Writes whole lines to standard output, each call at once, so that no other writer to the same pipe gets in between.
/// Timeout when nobody reads for 30 s.
[[nodiscard]] Result<void> writeLines(std::string_view lines);

} // namespace millrace::worker
