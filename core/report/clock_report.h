// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/clock_alignment.h"
#include "core/report/table.h"

namespace millrace::report {

/// The clocks of captures relative to that of the first one.
[[nodiscard]] Table clockTable(const analysis::ClockReport& clocks);
/// Loss and delay between the nodes whose captures share packets.
[[nodiscard]] Table pathTable(const analysis::ClockReport& clocks);

} // namespace millrace::report
