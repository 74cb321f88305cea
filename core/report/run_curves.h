// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/store/result_query.h"
#include "core/store/series_repository.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace millrace::report {

/// The origin of the time axis.
enum class CurveTime
{
    SinceStart, ///< of the run; of its first sample where the store lacks the start
    SinceFirstSample, ///< of this series in the run, on any node
    Absolute ///< the epoch
};

enum class CurveSmoothing
{
    None,
    Median, ///< over this many columns around each
    Ewma ///< exponentially weighted mean of the past with a time constant, for irregular samples
};

/// How the series of several nodes of a run are combined.
enum class NodeCombination
{
    Each, ///< a line each
    Mean,
    Sum, ///< only where all nodes with any values have one
    Minimum,
    Maximum
};

struct CurveOptions
{
    std::size_t width = 600; ///< columns over the range
    CurveTime time = CurveTime::SinceStart;
    std::optional<store::TimeRange> range; ///< of that time, in nanoseconds; absent: everything
    CurveSmoothing smoothing = CurveSmoothing::None;
    std::size_t medianColumns = 9; ///< an even number is rounded up to the next odd one
    double timeConstant = 10; ///< seconds
    NodeCombination nodes = NodeCombination::Mean;
    std::vector<std::string> groupBy; ///< factors; if not empty: the median of the runs of a group with its quartiles
    std::size_t mostLines = 500; ///< of one series; later runs are left out

    bool operator==(const CurveOptions&) const = default;
};

/// The data of a run needed for curves.
struct CurveRun
{
    store::RunId id;
    std::string uuid;
    store::CampaignId campaign;
    std::string campaignUuid;
    int position = 0;
    int repetition = 0;
    std::int64_t started = 0; ///< nanoseconds since the epoch; 0: unknown
    std::vector<store::Factor> factors;

    bool operator==(const CurveRun&) const = default;
};

/// Runs whose curves can be drawn, and their series and factors.
struct CurveSubject
{
    std::size_t campaigns = 0; ///< that the runs are of
    std::vector<CurveRun> runs; ///< that have series, in order of execution
    std::vector<store::SeriesSummary> series; ///< series of most runs first
    std::vector<std::string> factors; ///< with more than one level among the runs
    std::size_t without = 0; ///< matching runs without series
};
[[nodiscard]] Result<CurveSubject> curveSubject(store::Database& database, const store::ResultFilter& filter,
                                                const JobContext& job = {});

/// The runs of a group, or a single run.
struct CurveGroup
{
    std::vector<std::string> levels; ///< of the factors; "" where a run lacks one
    std::vector<std::size_t> runs; ///< positions
};
/// In the order of levels (numbers ascending, then texts); without factors each run is a group.
[[nodiscard]] std::vector<CurveGroup> curveGroups(const std::vector<CurveRun>& runs,
                                                  const std::vector<std::string>& factors);

/// One column of a line. For a single run, the minimum, maximum, first and last value measured in it; for a group,
/// combined nodes and smoothed values first = last = value, and for a group the minimum and the maximum are the
/// quartiles. `count` is the number of samples, for a group the number of runs. A column with count 0 is a gap.
struct CurveColumn
{
    analysis::SeriesColumn column;
    double value = 0; ///< mean of the samples, or the derived value; NaN in a gap
};

struct Curve
{
    std::size_t group = 0; ///< index in the groups
    std::string node; ///< with NodeCombination::Each
    std::vector<CurveColumn> columns; ///< in order of time
};

/// The lines of one series name, all in columns with the same limits.
struct SeriesCurves
{
    std::string name;
    std::string unit;
    std::vector<Curve> lines; ///< in order of group and node
    std::int64_t begin = 0; ///< of the first column, in nanoseconds of the chosen time
    std::int64_t step = 1; ///< nanoseconds per column
    store::TimeRange data{0, 0}; ///< of all samples, also outside of the range; empty: none
    std::int64_t samples = 0; ///< that were read
    std::size_t leftOut = 0; ///< lines beyond the limit
    std::size_t otherUnit = 0; ///< series left out because their unit differs from that of the first
    Issues issues; ///< "damaged-chunk"
};

/// Reads all samples of these series of these runs and aggregates them in columns, on several threads; every call opens
/// its own connections. Between the columns of a run, values are linearly interpolated, as drawn; this makes runs and
/// nodes with different sample times comparable: at the columns. Nothing is assumed before the first and after the last
/// sample, nor across a gap. Groups as returned by curveGroups(). Cancelled.
[[nodiscard]] Result<std::vector<SeriesCurves>> readCurves(const std::filesystem::path& file,
                                                           const std::vector<CurveRun>& runs,
                                                           const std::vector<std::string>& names,
                                                           const CurveOptions& options, const JobContext& job = {});

} // namespace millrace::report
