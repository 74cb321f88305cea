// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/published_figure.h"
#include "core/studies/tum/published_traffic.h"

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::studies::tum {

/// One row of the study's train_history.log.
struct TrainRow
{
    bool epoch = false; ///< the end of an epoch; else a batch
    std::int64_t id = 0; ///< batch within the epoch, or epoch
    std::int64_t time = 0; ///< nanoseconds since 1970-01-01T00:00:00Z
    double loss = 0; ///< running mean within the epoch; NaN: not given
    double accuracy = 0; ///< the same, from 0 to 1
    int rank = -1; ///< -1: not in the line

    bool operator==(const TrainRow&) const = default;
};

/// Figures of the log alone: steps, duration (cells 9-13), mean time of a step.
[[nodiscard]] report::PublishedFigures trainingFigures(std::span<const TrainRow> rows);

/// Accuracy over the data that all workers have sent until then.
struct AccuracyPoint
{
    std::int64_t time = 0; ///< nanoseconds UTC
    double accuracy = 0;
    double gigabytes = 0; ///< 1e9 bytes
};
struct AccuracyCurve
{
    /// Cells 29-31: the log shifted by 7200 s, traffic in bins as long as the mean step, without the first bins so that
    /// both have equal length. Empty where the notebook draws nothing.
    std::vector<AccuracyPoint> asPublished;
    std::vector<AccuracyPoint> right; ///< bytes until each step's time stamp, on one clock
    std::int64_t binsLeftOut = 0; ///< of the published curve
    std::string remark;
};
/// Batch rows only.
[[nodiscard]] AccuracyCurve accuracyCurve(const PublishedTraffic& traffic, std::span<const TrainRow> rows);

/// Cells 34-36: MB (1e6 bytes) per step of all workers together. Published: the mean of all bins as long as the mean
/// step, including those before and after the training. Corrected: bytes between the time stamps of consecutive steps.
[[nodiscard]] report::PublishedFigure dataPerStep(const PublishedTraffic& traffic, std::span<const TrainRow> rows);

/// What the study adds to the times of the log, in summer and winter.
constexpr std::int64_t studyLogShift = 7'200'000'000'000;

} // namespace millrace::studies::tum
