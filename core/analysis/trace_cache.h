// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic_pass.h"

#include <filesystem>
#include <string>

namespace millrace::analysis {

/// Identifies the input of an analysis: the file's content (its size, its modification time and 64 blocks of 4 KiB
/// spread over it), the filter, the options and the version of this program. Io, NotFound.
[[nodiscard]] Result<std::string> traceKey(const std::filesystem::path& file, const AnalysisRequest& request);

/// Analyses of captures, one file each, named by traceKey(). Several processes may use one folder.
class TraceCache
{
public:
    /// The folder is created on the first write; the oldest files are removed when all together exceed `most` bytes.
    explicit TraceCache(std::filesystem::path folder, std::uint64_t most = std::uint64_t{1} << 30);
    /// $XDG_CACHE_HOME/millrace/traces, or ~/.cache/millrace/traces.
    [[nodiscard]] static std::filesystem::path standardFolder();

    /// NotFound when there is none; a damaged one is removed and not found.
    [[nodiscard]] Result<TrafficSummary> load(const std::string& key) const;
    [[nodiscard]] Result<void> save(const std::string& key, const TrafficSummary& summary) const;

private:
    [[nodiscard]] std::filesystem::path fileOf(const std::string& key) const;
    void prune() const;

    std::filesystem::path m_folder;
    std::uint64_t m_most;
};

/// analyseCapture(), or its cached result. A cache that cannot be written is not an error.
[[nodiscard]] Result<TrafficSummary> analyseCached(const std::filesystem::path& file, const AnalysisRequest& request,
                                                   const TraceCache& cache, const JobContext& job = {});

} // namespace millrace::analysis
