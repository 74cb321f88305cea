// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string_view>

namespace millrace::worker {

/// Writes complete lines to stdout, each call at once, so that output of other writers to the same pipe is not
/// interleaved. Timeout if nobody reads for 30 s.
[[nodiscard]] Result<void> writeLines(std::string_view lines);

} // namespace millrace::worker
