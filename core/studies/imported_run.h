// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/clock.h"
#include "core/base/issue.h"
#include "core/base/json_fields.h"
#include "core/store/records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// A file that a run was read from.
struct SourceFile
{
    std::string path; ///< as the study names it, independent of the imported folder
    std::string format; ///< stable name: "wandb-csv", "iperf-profile", "pcap", …
    std::string sha256;
    std::uint64_t bytes = 0;
    std::uint64_t rows = 0; ///< rows, lines or packets read
    Issues issues; ///< what was wrong with it, `where` with file and line
    std::string location =
        {}; ///< absolute path, from which a later import of the study reads it again; empty: below the folder
};

/// A measurement of others as a Millrace run, before it is stored. Units are those of the store (s, bit/s, B,
/// samples/s); unknown values are left out, never 0.
struct ImportedRun
{
    std::string name; ///< display name: "hivemind-77"; becomes the factor "run_name"
    std::string key; ///< SHA-256 of its input: contents of its files, and whatever else decides its numbers
    std::string identity = {}; ///< identifies the same run in a later import, whatever its files contain; empty: none
    std::vector<store::Factor> factors;
    std::vector<store::Metric> metrics;
    std::vector<analysis::Series> series; ///< with samples
    std::vector<store::Event> events;
    std::vector<SourceFile> files;
    Issues issues; ///< of the run as a whole
    Nanoseconds begin{0}; ///< of the measurement, since 1970; 0: unknown
    Nanoseconds end{0};

    /// Whether there is anything to store: numbers, or damage of readable files, which an audit reports even where no
    /// row of them is used. False when none of its files could be read.
    [[nodiscard]] bool hasContent() const;
};

/// [{"kind", "count", "example", "where"}].
[[nodiscard]] Json issuesJson(const Issues& issues);
/// A UUID (RFC 9562, version 8) from the first digits of a SHA-256, so that equal content has equal UUIDs.
[[nodiscard]] std::string uuidOf(std::string_view sha256);
/// Source and issues as JSON: {"imported": {"study", "folder", "name", "identity", "content", "files": [{"file", "at",
/// "format", "bytes", "rows", "sha256", "issues"}], "issues"}}. This is the snapshot of the run.
[[nodiscard]] std::string provenanceOf(const ImportedRun& run, std::string_view study, std::string_view folder);

} // namespace millrace::studies
