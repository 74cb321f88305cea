// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/studies/imported_run.h"
#include "core/studies/tum/run.h"

#include <vector>

namespace millrace::studies::tum {

/// The factors of a run, quantities as numbers: batch, and loss as a share.
[[nodiscard]] std::vector<store::Factor> factorsOf(const TumRunFolder& folder);
/// Each known figure as "name" (corrected) and "name_published" where the two differ or only that is known; in the
/// units of the store: bit/s, B, s.
[[nodiscard]] std::vector<store::Metric> metricsOf(const report::PublishedFigures& figures);
/// "traffic.rate" (bit/s in bins of 10 ms, silence as a 0 at both its ends), by sender "net.sent"; "training.accuracy",
/// "training.loss", "training.data" (bytes of all workers until then).
[[nodiscard]] std::vector<analysis::Series> seriesOf(const TumRun& run);
/// A run of the traffic study as the store takes it; paths of its files are below `folder`. Large captures have no
/// SHA-256.
[[nodiscard]] ImportedRun importedRunOf(const TumRun& run, const std::filesystem::path& folder);

} // namespace millrace::studies::tum
