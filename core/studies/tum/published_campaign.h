// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/least_squares.h"
#include "core/base/result.h"
#include "core/base/unknown.h"
#include "core/report/published_figure.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace millrace::studies::tum {

/// The factors of one run of the traffic study, in the study's own spelling where it has one.
struct StudyFactors
{
    std::string framework; ///< "tf_sync", "horovod", "kungfu_ssgd", "kungfu_pairavg"
    std::string model; ///< "mobilenetv2", "densenet201", "resnet50", "resnet101"
    std::string optimizer;
    std::string batch; ///< per worker, "64"
    std::string backend;
    std::string delay; ///< "normal", "loss_0.1"
    std::string topology;

    bool operator==(const StudyFactors&) const = default;
};

/// Input of one run for the figures over several runs.
struct StudyRun
{
    std::string name; ///< of its folder
    StudyFactors factors;
    std::map<std::pair<std::string, std::string>, std::uint64_t> pairs; ///< wire bytes by source and destination
    std::uint64_t wireBytes = 0;
    double flows = unknown; ///< as the study counts them
    double allFlows = unknown; ///< directed 5-tuples, UDP and IPv6 too
    double durationMinutes = unknown; ///< of the training log
    double megabytesPerStep = unknown; ///< as published
    double rightMegabytesPerStep = unknown;
};

/// How a selected value is compared with a run's: the notebook's "in" matches substrings when the selected value is not
/// a list: "BINARY_TREE_STAR" then also selects runs with TREE and STAR.
enum class Selection
{
    AsPublished,
    Exact
};
/// Selected values; an empty one means all.
[[nodiscard]] std::vector<const StudyRun*> selectRuns(std::span<const StudyRun> runs, const StudyFactors& wanted,
                                                      Selection how);

/// Cells 4-5, Fig. 4: mean GB (1e9 bytes) from each host to each other.
struct PatternMap
{
    std::string framework;
    std::string topology;
    std::vector<std::string> hosts; ///< ascending
    std::vector<std::vector<double>> asPublished; ///< row: source; NaN: a host is missing in one of the runs
    std::vector<std::vector<double>> right; ///< exact selection; pairs without traffic are 0
    std::vector<std::string> publishedRuns;
    std::vector<std::string> rightRuns;
};
/// Of every framework and topology that occurs, with Adam, batch 64 and no loss.
[[nodiscard]] std::vector<PatternMap> patternMaps(std::span<const StudyRun> runs);

/// Cells 9-13, Fig. 10: duration by loss, divided by the shortest. Subject: the loss in percent.
[[nodiscard]] report::PublishedFigures lossDurations(std::span<const StudyRun> runs);
/// Cells 20-22, Fig. 5. Subject: framework, topology and model.
[[nodiscard]] report::PublishedFigures flowCounts(std::span<const StudyRun> runs);
/// Cells 23-25, Fig. 3: GB of all workers together, and the volume of a ring all-reduce where the model is known.
/// Subject: framework, backend, topology, model and batch.
[[nodiscard]] report::PublishedFigures dataTransferred(std::span<const StudyRun> runs);

/// The study's constants, MB: 14, 80, 98 and 171; NaN for other models.
[[nodiscard]] double studyModelMegabytes(std::string_view model) noexcept;
/// Loss in percent of "normal", "0", "loss_0.1" or "0.1"; none for other texts.
[[nodiscard]] std::optional<double> lossPercent(std::string_view delay);

/// Cells 37-42, Sec. VI: MB per step by model size and dummies for framework and backend, batch (as a category) and
/// topology, the first level of each left out.
struct StudyRegression
{
    analysis::LeastSquaresFit asPublished; ///< by the pseudo-inverse, of the published MB per step
    analysis::LeastSquaresFit right; ///< of the correct MB per step; redundant columns left out
    std::vector<std::string> runs; ///< used for the fit
    std::string remark;
};
/// InvalidInput when no run has a known model and MB per step.
[[nodiscard]] Result<StudyRegression> studyRegression(std::span<const StudyRun> runs);

} // namespace millrace::studies::tum
