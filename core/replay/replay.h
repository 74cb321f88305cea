// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/launch/frameworks.h"
#include "core/monitor/log_parser.h"
#include "core/replay/replay_control.h"
#include "core/run/run_observer.h"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace millrace::replay {

/// A run of a store; the store may be open elsewhere.
struct RunOfStore
{
    std::filesystem::path store;
    store::RunId run;
    launch::Frameworks frameworks = {}; ///< that the run may have been made with
};
/// Logs and captures as files; captures are known by their first bytes.
struct Recordings
{
    std::vector<std::filesystem::path> files;
    std::string framework; ///< of the logs; empty: recognised
};

struct ReplayRequest
{
    std::variant<RunOfStore, Recordings> what;
    bool withCaptures = true; ///< analyses the captures of a run again; they may be large
};

enum class Agreement
{
    Same,
    Different,
    NotCompared ///< only one of the two is known
};

/// One thing that was found, then and now.
struct ReplayRow
{
    std::string what; ///< "metric step_mean", "log lines"
    std::string stored; ///< with its unit; empty: nothing was stored
    std::string now; ///< empty: today's code does not find it
    Agreement agreement = Agreement::NotCompared;
};

struct ReplayReport
{
    std::string title;
    std::string framework;
    std::vector<ReplayRow> rows;
    monitor::LineCounts counts;
    std::uint64_t iterations = 0;
    Issues issues; ///< what the parsers did not understand, and damage in the store
    std::vector<std::string> notes; ///< what could not be compared, and why

    [[nodiscard]] std::size_t differences() const;
};

/// Feeds the recording to the current parsers in order of time, notifies the observer as a run would,
/// and compares what is found with what was stored then. Errors are those of reading; Cancelled.
[[nodiscard]] Result<ReplayReport> replay(const ReplayRequest& request, run::RunObserver& observer,
                                          ReplayControl& control, const JobContext& job = {});

} // namespace millrace::replay
