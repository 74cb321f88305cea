// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/step_detector.h"
#include "core/analysis/traffic.h"
#include "core/base/statistics.h"

#include <span>

namespace millrace::analysis {

/// What each of `nodes` workers sends in one synchronous ring all-reduce of `bytes`: 2 (N − 1) / N · S (study A, A6).
/// 0 for fewer than two nodes.
[[nodiscard]] double ringAllReduceBytes(std::size_t nodes, double bytes) noexcept;

/// Bytes that theory sends in each step. Addresses are rows of TrafficSummary::addresses.
struct ExpectedVolume
{
    std::uint32_t source = 0;
    std::uint32_t destination = noRow; ///< noRow: to all others together
    double bytesPerStep = 0;
};

/// Measured against expected volume of one link, of all links of one node, or of all nodes. What is not known is NaN.
struct StepVolume
{
    std::uint32_t source = noRow; ///< noRow: all nodes
    std::uint32_t destination = noRow; ///< noRow: all others
    Summary wirePerStep; ///< bytes of frames within each step
    double outside = 0; ///< share of the frames' bytes that no step covers
    double payloadPerStep = 0; ///< without repetitions: mean of wirePerStep times this share of the frames' bytes
    double expected = 0; ///< bytes in each step
    double ratio = 0; ///< payloadPerStep / expected
    double headerOverhead = 0; ///< frames' bytes / payload − 1; acknowledgements without data are in it
    double retransmittedShare = 0; ///< payload that had been seen before / payload
};

/// The bytes of a series within each stretch of time; a bin that lies in a stretch only in part counts in part.
/// Stretches in order of time.
[[nodiscard]] std::vector<double> bytesWithin(const BinnedSeries& series, std::span<const LoggedStep> stretches);
[[nodiscard]] std::vector<LoggedStep> stretchesOf(std::span<const TrafficStep> steps);

/// All nodes together first, then each sending node, followed by its links. Steps in order of time, from the log or
/// from detectSteps(). The expectation of a node without one of its own is the sum over its links, that of all nodes
/// the sum over the nodes; it is unknown when a part is. Links without payload (acknowledgements alone) are expected to
/// have none.
[[nodiscard]] std::vector<StepVolume> stepVolumes(const TrafficSummary& summary, std::span<const LoggedStep> steps,
                                                  std::span<const ExpectedVolume> expected);

} // namespace millrace::analysis
