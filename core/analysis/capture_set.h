// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/trace_cache.h"

#include <span>

namespace millrace::analysis {

/// Whether a name is that of a capture: .pcap, .pcapng, .cap, optionally followed by .gz or .zst.
[[nodiscard]] bool hasCaptureName(const std::filesystem::path& file);
/// Files as they are, and the captures in folders, by name. NotFound for a folder without any.
[[nodiscard]] Result<std::vector<std::filesystem::path>> captureFiles(std::span<const std::filesystem::path> inputs);

/// Analyses files concurrently, on as many threads as the request says; results in the order of the files; the first
/// error ends it. Without partial results. `cache` may be null; `clocks` are the corrections of the files, or empty.
[[nodiscard]] Result<std::vector<TrafficSummary>> analyseCaptures(std::span<const std::filesystem::path> files,
                                                                  const AnalysisRequest& request,
                                                                  const TraceCache* cache, const JobContext& job = {},
                                                                  std::span<const ClockCorrection> clocks = {});

} // namespace millrace::analysis
