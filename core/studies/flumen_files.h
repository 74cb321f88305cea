// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/importers/line_reader.h"
#include "core/studies/flumen_models.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// The formats of the cross-traffic study (study B, B3, B4).
enum class FlumenFormat
{
    Iterations, ///< iteration times by load
    Rates, ///< measured cross traffic by load
    ReferenceRates, ///< cross traffic measured without a job, two sections
    Cdf, ///< sorted iteration times
    Histogram, ///< of window rates
    RateSamples, ///< time and rate, from a workbook
    HostSamples, ///< time and rate of several hosts
    LoadFile, ///< flows of a load (B3.2)
    FlowSizes, ///< cumulative distribution of sizes (B3.1)
    ClientRate, ///< bw.txt (B3.4)
    ServerBytes, ///< server_received_bytes (B3.5)
    RdmaProbe, ///< fraction_RDMA_probe_0 (B3.6)
    FlowDurations, ///< flow_durations.txt (B3.4)
    WindowRates ///< what tcpdump_processing.py prints (B3.7)
};
[[nodiscard]] std::string_view formatName(FlumenFormat format) noexcept;

struct FlumenFile
{
    std::filesystem::path path;
    std::string name; ///< as the study has it ("cdfs/processed_results/BERT_8G_burst_TCP.csv"), whatever was imported
    FlumenFormat format = FlumenFormat::Iterations;
    const FlumenSeries* series = nullptr; ///< null: the names do not say
    const FlumenModel* model = nullptr;
    bool extended = false; ///< loads beyond the capacity of the link
    std::optional<double> load; ///< bit/s, from the name
    std::uintmax_t bytes = 0;
    bool isEarlier = false; ///< of an earlier import, not of the folder
    std::shared_ptr<const std::string> sheet = {}; ///< of a workbook, as lines with commas; null: the file is a text
};

struct FlumenFolder
{
    std::filesystem::path path;
    std::vector<FlumenFile> files; ///< by name
    Issues issues; ///< "not-of-this-study", "passed-over", "copy", …
};

/// Looks for files of the study by their names, and by their first bytes where those could be of anything. A folder at
/// any depth, or one file. InvalidInput when there is none; Cancelled.
/// Files of `earlier` imports are added where the folder has none of that name.
[[nodiscard]] Result<FlumenFolder> findFlumenFiles(const std::filesystem::path& folder, const JobContext& job = {},
                                                   std::span<const std::filesystem::path> earlier = {});
/// The lines of a file, or of the sheet of a workbook that it is.
[[nodiscard]] Result<importers::LineReader> openLines(const FlumenFile& file);
/// Whether the study names such files, so that one of that name is the same in every import; the programs' own outputs
/// (bw.txt) are named alike in every folder.
[[nodiscard]] bool isNamedByTheStudy(FlumenFormat format) noexcept;

} // namespace millrace::studies
