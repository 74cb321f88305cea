// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/importers/file_format.h"

#include <string>
#include <string_view>

namespace millrace::importers {

/// The newest supported version of Flent's data files.
constexpr int newestFlentVersion = 4;

/// A data file of Flent (*.flent, *.flent.gz unpacked): x_values, results, raw_values, metadata; versions 1 to 4.
///
/// Each key of `results` is the node of a series: "net.rate" (bit/s) for rates, "net.rtt" (s) for times, "flent.share"
/// for percentages, "flent.value" for all others, in the unit given by the metadata (SERIES_META), by the key itself
/// ("Ping (ms) ICMP"), or by Flent's tests for this name ("unit-guessed"); "no-unit": none of these. Raw values are the
/// series "net.rate_raw" and so on, at their own times; before version 4 not all were converted, which is done here as
/// in Flent (request rates to times, bit/s to Mbit/s). Metrics of each key: "rate" and "rate_median" or "rtt",
/// "rtt_median", "rtt_p99", or "flent_mean".
/// factors tool, test, title, host, local_host, duration, step.
///
/// Starts at T0, otherwise at TIME, both UTC; times of older files, which have no time zone, are shifted by multiples
/// of a quarter of an hour to the start of their raw values ("zone-guessed"). Issues: "length-differs" (results and
/// x_values), "damaged-value", "damaged-series", "no-time", those of readLooseJson(). InvalidInput for other JSON;
/// Unsupported for a newer version.
[[nodiscard]] Result<ToolRun> parseFlent(std::string_view text, const std::string& name);
/// Whether this is the beginning of a Flent data file. Its keys are sorted, so that `metadata` comes first.
[[nodiscard]] bool looksLikeFlent(std::string_view head);

extern const FileFormat flentFormat;

} // namespace millrace::importers
