// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/importers/tool_run.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// What `iperf3 -J` and `iperf3 --json-stream` print, one run for each document. Directions are those of the machine
/// that wrote the file: "sent" and "received", with --bidir both; a stream is "sent 1", "received 2", … in the order of
/// the file. Intervals that iperf3 left out (-O) are left out here ("omitted-interval", a note).
///
/// series "net.rate" (bit/s, payload), "tcp.rtt" (s), "tcp.cwnd" (B), "tcp.retransmissions" (segments/s),
/// "net.jitter" (s), "net.loss" (share); of both directions, and of each stream where there are several. A value
/// belongs to the interval that ends at its time. iperf3 tells when it began in whole seconds.
/// metrics "rate" (bit/s; what arrived), "rate_sender", "sent", "received" (B), "retransmissions", "rtt", "rtt_min",
/// "rtt_max", "jitter" (s), "loss", "cpu_local", "cpu_remote" (cores), "rate_intervals".
/// factors tool, protocol, direction, streams, client, server, duration, requested_rate, congestion_control.
///
/// Issues: "tool-error" (what iperf3 says went wrong), "sums-differ" (its sums are not those of its streams),
/// "damaged-interval", "double-document" (the same again), "no-intervals", and those of readLooseJson().
/// InvalidInput when no document is one of iperf3's.
[[nodiscard]] Result<std::vector<ToolRun>> parseIperf3(std::string_view text, const std::string& name, Issues& issues);
/// Whether a document or the beginning of one is iperf3's.
[[nodiscard]] bool looksLikeIperf3(std::string_view head);

} // namespace millrace::importers
