// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"
#include "core/base/job.h"
#include "core/store/records.h"

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::report {

/// One step of the workload: from the first rank's start to the last rank's end, nanoseconds since the epoch.
struct RecordedStep
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    int number = 1; ///< from 1, separately for warm-up and measured steps
    bool warmup = false;

    bool operator==(const RecordedStep&) const = default;
};

/// The run in which captures were recorded, with data from its record.
struct RecordedRun
{
    std::filesystem::path store;
    store::RunRecord run;
    std::map<std::string, std::string> nodes; ///< by address: "10.77.0.1" is "node0"
    std::map<std::string, std::string> files; ///< by the file's name in the store's folder: "9f….pcap" is "node0.pcap"
    std::vector<RecordedStep> steps; ///< in order of time
    std::vector<store::Event> events; ///< in the order in which they were written
};

/// The run that recorded these captures, found by the folder and the hash in their names. None for captures from
/// elsewhere, without their store, or from different runs. The k-th sample of the series "step.time" of every rank is
/// step k; steps whose middle is before the event "phase" of text "benchmark" are warm-up.
[[nodiscard]] Result<std::optional<RecordedRun>> recordedRunOf(std::span<const std::filesystem::path> captures,
                                                               const JobContext& job = {});

/// "node0.pcap" for a capture of the run, otherwise the file's own name.
[[nodiscard]] std::string captureName(const RecordedRun* run, const std::filesystem::path& capture);

/// Node names by row of TrafficSummary::addresses; empty where the run's record has none.
[[nodiscard]] std::vector<std::string> nodeNames(const analysis::TrafficSummary& traffic, const RecordedRun& run);

} // namespace millrace::report
