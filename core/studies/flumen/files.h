// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/studies/flumen/models.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::flumen {

/// File formats of the cross-traffic study.
enum class FlumenFormat
{
    Iterations, ///< iteration times by load
    Rates, ///< measured cross traffic by load
    ReferenceRates, ///< cross traffic measured without a job, two sections
    Cdf, ///< sorted iteration times
    Histogram, ///< of window rates
    RateSamples, ///< time and rate, from a workbook
    HostSamples, ///< time and rate of several hosts
    LoadFile, ///< flows of a load
    FlowSizes, ///< cumulative distribution of sizes
    ClientRate, ///< bw.txt
    ServerBytes, ///< server_received_bytes
    RdmaProbe, ///< fraction_RDMA_probe_0
    FlowDurations, ///< flow_durations.txt
    WindowRates ///< output of tcpdump_processing.py
};
[[nodiscard]] std::string_view formatName(FlumenFormat format) noexcept;

struct FlumenFile
{
    std::filesystem::path path;
    std::string
        name; ///< path within the study ("cdfs/processed_results/BERT_8G_burst_TCP.csv"), wherever it was imported from
    FlumenFormat format = FlumenFormat::Iterations;
    const FlumenSeries* series = nullptr; ///< null: not derivable from the names
    const FlumenModel* model = nullptr;
    bool extended = false; ///< loads beyond the capacity of the link
    std::optional<double> load; ///< bit/s, from the name
    std::uintmax_t bytes = 0;
    bool isEarlier = false; ///< from an earlier import, not from the folder
    std::shared_ptr<const std::string> sheet = {}; ///< of a workbook, as lines with commas; null: the file is text
};

struct FlumenFolder
{
    std::filesystem::path path;
    std::vector<FlumenFile> files; ///< by name
    Issues issues; ///< "not-of-this-study", "passed-over", "copy", …
};

/// Finds the study's files by name, and by their first bytes where the name is ambiguous: in a folder at any depth, or
/// a single file. InvalidInput when there is none; Cancelled. Files of `earlier` imports are added where the folder has
/// none of that name.
[[nodiscard]] Result<FlumenFolder> findFlumenFiles(const std::filesystem::path& folder, const JobContext& job = {},
                                                   std::span<const std::filesystem::path> earlier = {});
/// Whether the study's names of such files are unique, so that the same name means the same file in every import; the
/// programs' own outputs (bw.txt) have the same name in every folder.
[[nodiscard]] bool isNamedByTheStudy(FlumenFormat format) noexcept;

} // namespace millrace::studies::flumen
