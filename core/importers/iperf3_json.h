// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/importers/file_format.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// Output of `iperf3 -J` and `iperf3 --json-stream`, one run for each document. Directions are those of the machine
/// that wrote the file: "sent" and "received", with --bidir both; a stream is "sent 1", "received 2", … in file order.
/// Intervals that iperf3 left out (-O) are left out here ("omitted-interval", a note).
///
/// series "net.rate" (bit/s, payload), "tcp.rtt" (s), "tcp.cwnd" (B), "tcp.retransmissions" (segments/s),
/// "net.jitter" (s), "net.loss" (share); of both directions, and of each stream where there are several. A value
/// belongs to the interval that ends at its time. iperf3 gives the start time in full seconds.
/// metrics "rate" (bit/s; what arrived), "rate_sender", "sent", "received" (B), "retransmissions", "rtt", "rtt_min",
/// "rtt_max", "jitter" (s), "loss", "cpu_local", "cpu_remote" (cores), "rate_intervals".
/// factors tool, protocol, direction, streams, client, server, duration, requested_rate, congestion_control.
///
/// Issues: "tool-error" (an error reported by iperf3), "sums-differ" (its sums differ from those of its streams),
/// "damaged-interval", "double-document" (repeated), "no-intervals", and those of readLooseJson(). InvalidInput when no
/// document is from iperf3.
[[nodiscard]] Result<std::vector<ToolRun>> parseIperf3(std::string_view text, const std::string& name, Issues& issues);
/// Whether a document or the beginning of one is from iperf3.
[[nodiscard]] bool looksLikeIperf3(std::string_view head);

extern const FileFormat iperf3Format;

} // namespace millrace::importers
