// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/project/project.h"
#include "core/report/usual_metrics.h"
#include "core/run/run_observer.h"
#include "core/store/records.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace millrace::ui {

/// Run of a campaign in the queue: planned, active or ended.
struct QueueRow
{
    int position = 0;
    store::RunId run; ///< none before the campaign has begun
    store::RunState state = store::RunState::Planned;
    QStringList levels; ///< by factor
    int repetition = 0;
    int attempt = 1;
    bool warmup = false;
    bool conditional = false; ///< made only if the stop rule requests it
    bool notNeeded = false; ///< the stop rule was met earlier
    bool heldBack = false;
    bool cancelling = false; ///< by the user; not yet confirmed by the campaign
    Nanoseconds started{0}; ///< since the epoch; 0: not yet
    Nanoseconds duration{0};
    double stepTime = std::numeric_limits<double>::quiet_NaN(); ///< seconds; under the load if there was one
    bool isLoaded = false; ///< the step time is under the load
    double samplesPerSecond = std::numeric_limits<double>::quiet_NaN();
    std::string errorCode;
    std::string errorText;

    void setStep(const report::ShownStep& step)
    {
        stepTime = step.time;
        isLoaded = step.isLoaded();
    }
};

/// Campaign of a grid before its execution: from the store, or from the plan if there is none yet.
struct CampaignSnapshot
{
    enum class Standing
    {
        NotBegun,
        Unfinished,
        Finished,
        Changed, ///< there is one, but of another cluster, workload or grid: the next one is new
    };

    Standing standing = Standing::NotBegun;
    std::optional<store::CampaignRecord> campaign; ///< the latest of this grid
    QStringList factors;
    std::vector<QueueRow> rows; ///< by position
    std::size_t runsInAll = 0; ///< more than rows if there are very many
    std::set<int> only; ///< positions that match the filter; empty: all
    QString onlyProblem; ///< why the filter is invalid
    double estimatedSeconds = std::numeric_limits<double>::quiet_NaN(); ///< of all runs to make
    std::string problem; ///< why this grid is not supported; empty: it is
};

inline constexpr std::size_t mostQueueRows = 100'000;

struct SnapshotRequest
{
    std::shared_ptr<const project::Project> project;
    std::string grid;
    std::filesystem::path store; ///< empty: none yet
    QString only; ///< "factor=level", separated by blanks or commas
    bool withEstimate = true;
};

/// Reads the snapshot; independent of the caller's thread.
[[nodiscard]] Result<CampaignSnapshot> readCampaignSnapshot(const SnapshotRequest& request, const JobContext& job);

/// Returns a run of the store without its results.
[[nodiscard]] QueueRow queueRow(const store::RunRecord& run, const QStringList& factors);

} // namespace millrace::ui
