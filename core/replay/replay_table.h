// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/replay/replay.h"
#include "core/report/table.h"

namespace millrace::replay {

/// What was found then and now, side by side, differences first; only what was found where nothing was stored. Notes
/// say what could not be compared, and what the parsers did not understand.
[[nodiscard]] report::Table comparisonTable(const ReplayReport& report);

} // namespace millrace::replay
