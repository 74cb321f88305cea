// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/importers/tool_run.h"

#include <string>
#include <string_view>

namespace millrace::importers {

/// The newest version of Flent's data files that is known here.
constexpr int newestFlentVersion = 4;

/// A data file of Flent (*.flent, *.flent.gz unpacked): x_values, results, raw_values, metadata; versions 1 to 4.
///
/// Each key of `results` is the node of a series: "net.rate" (bit/s) for rates, "net.rtt" (s) for times, "flent.share"
/// for percentages, "flent.value" for all others, in the unit that the metadata give (SERIES_META), that the key itself
/// names ("Ping (ms) ICMP"), or that Flent's tests of this name have ("unit-guessed"); "no-unit": none of these. Raw
/// values are the series "net.rate_raw" and so on, at their own times; before version 4 they had not been converted
/// everywhere, which is done here as Flent does it (rates of requests to times, bit/s to Mbit/s).
/// metrics of each key: "rate" and "rate_median" or "rtt", "rtt_median", "rtt_p99", or "flent_mean".
/// factors tool, test, title, host, local_host, duration, step.
///
/// Begins at T0, else at TIME, both UTC; times of older files, which have no zone, are moved by whole quarters of an
/// hour to where their raw values begin ("zone-guessed"). Issues: "length-differs" (results and x_values),
/// "damaged-value", "damaged-series", "no-time", those of readLooseJson().
/// InvalidInput for other JSON; Unsupported for a newer version.
[[nodiscard]] Result<ToolRun> parseFlent(std::string_view text, const std::string& name);
/// Whether this is the beginning of a data file of Flent. Its keys are sorted, so that `metadata` comes first.
[[nodiscard]] bool looksLikeFlent(std::string_view head);

} // namespace millrace::importers
