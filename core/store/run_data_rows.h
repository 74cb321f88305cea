// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <span>
#include <vector>

namespace millrace::store {

/// Metrics, gates and snapshots of runs as rows, for the repositories. Writing replaces rows of the same key and must
/// be inside a transaction of the caller.

[[nodiscard]] Result<void> writeMetrics(Database& database, RunId run, std::span<const Metric> metrics);
[[nodiscard]] Result<void> writeGates(Database& database, RunId run, std::span<const GateResult> gates);
[[nodiscard]] Result<void> writeSnapshots(Database& database, RunId run, std::span<const Snapshot> snapshots);
/// Appends events, which have no key.
[[nodiscard]] Result<void> writeEvents(Database& database, RunId run, std::span<const Event> events);

[[nodiscard]] Result<std::vector<Metric>> readMetrics(Database& database, RunId run);
[[nodiscard]] Result<std::vector<GateResult>> readGates(Database& database, RunId run);
[[nodiscard]] Result<std::vector<Snapshot>> readSnapshots(Database& database, RunId run);

/// Removes all data of a run: series, logs, events, metrics, gates, snapshots, artefacts
/// (their files become orphans).
[[nodiscard]] Result<void> dropRunData(Database& database, RunId run);

} // namespace millrace::store
