// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/replay/replay.h"
#include "core/replay/run_feed.h"
#include "core/store/database.h"

namespace millrace::replay {

/// Adds the rows of a stored run: series and events made from lines, unknown lines, metrics and gates. `now`: what
/// today's code makes of the recordings, by name and subject; a stored metric or gate that it could have and has not is
/// a difference.
[[nodiscard]] Result<void> compareWithStore(ReplayReport& report, store::Database& database, store::RunId run,
                                            const RunFeed& feed, const std::vector<store::Metric>& metrics,
                                            const std::vector<store::GateResult>& gates);

/// The rows of recordings that nothing is stored for: what was found.
void describe(ReplayReport& report, const RunFeed& feed);

} // namespace millrace::replay
