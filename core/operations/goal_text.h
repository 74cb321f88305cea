// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/operations/operations.h"

#include <string>
#include <string_view>

namespace millrace::operations {

/// Reads GOAL as LogGOPSim does: "num_ranks 2", then for each rank a block of "l1: calc 100", "l2: send 8b to 1 tag 3
/// cpu 0 nic 0", "recv 8b from 0", "l2 requires l1", "l2 irequires l1", with // and /* */ comments. Computing is in ns.
/// InvalidInput names the line. A message from any rank or with any tag (-1) is Unsupported: which one arrives first
/// is not in the file. NICs are ignored. The result has passed check().
[[nodiscard]] Result<Operations> parseGoal(std::string_view text);

/// The same as text; operations are named l1, l2, … in the order of the list.
[[nodiscard]] std::string goalText(const Operations& operations);

} // namespace millrace::operations
