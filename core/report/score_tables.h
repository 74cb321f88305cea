// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector_score.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace millrace::report {

/// The verdicts of the detectors on one run.
struct JudgedRun
{
    std::vector<Cell> identity; ///< the run
    monitor::ScoredJob job; ///< without steps and links
    std::map<std::string, monitor::JobVerdict> verdicts; ///< by detector
};

/// One row for each detector and level, with its definitions as Column::how.
[[nodiscard]] Table scoreTable(std::span<const monitor::DetectorScore> scores);
/// One row for each run: its injection, and the verdict of each detector ("after 6", "missed", "1 false").
[[nodiscard]] Table judgedRunTable(std::vector<Column> identity, std::span<const JudgedRun> runs,
                                   std::span<const std::string> detectors);
/// F1, delay and false alarms by level, one series for each detector.
[[nodiscard]] std::vector<FigureSpec> scoreFigures(std::span<const monitor::DetectorScore> scores,
                                                   const Provenance& provenance);

} // namespace millrace::report
