// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace millrace::analysis {

/// A summary as bytes, for the cache and for transfer from a node: everything that mergeTraffic() needs. Little-endian,
/// with a format number at the start and a SHA-256 at the end.
[[nodiscard]] std::string encodeSummary(const TrafficSummary& summary);
/// Corrupt for damaged bytes, NewerVersion for another format number. Memory is at most a small multiple of the bytes.
[[nodiscard]] Result<TrafficSummary> decodeSummary(std::string_view bytes);

} // namespace millrace::analysis
