// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/trace_cache.h"

#include <span>

namespace millrace::analysis {

/// True for names that captures have: .pcap, .pcapng, .cap, with .gz or .zst behind it where they are compressed.
[[nodiscard]] bool hasCaptureName(const std::filesystem::path& file);
/// Files as they are, and the captures in folders, by name. NotFound for a folder without any.
[[nodiscard]] Result<std::vector<std::filesystem::path>> captureFiles(std::span<const std::filesystem::path> inputs);

/// Analyses files at the same time, on as many threads as the request says, in their order; the first error ends it.
/// Without partial results. `cache` may be null; `clocks` are the corrections of the files, or none.
[[nodiscard]] Result<std::vector<TrafficSummary>> analyseCaptures(std::span<const std::filesystem::path> files,
                                                                  const AnalysisRequest& request,
                                                                  const TraceCache* cache, const JobContext& job = {},
                                                                  std::span<const ClockCorrection> clocks = {});

} // namespace millrace::analysis
