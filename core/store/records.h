// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/strong_id.h"
#include "core/store/run_data.h"
#include "core/store/run_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::store {

using CampaignId = StrongId<struct CampaignTag>;
using RunId = StrongId<struct RunTag>;
using SeriesId = StrongId<struct SeriesTag>;

/// One execution of a grid. All instants here are nanoseconds since 1970-01-01T00:00:00Z; 0 means "not yet".
struct CampaignRecord
{
    CampaignId id;
    std::string uuid; ///< globally unique; made by createCampaign when empty
    std::string projectName;
    std::string projectPath;
    std::string gridName;
    std::string specJson; ///< the experiment exactly as it was run: all that determines the results
    std::uint64_t seed = 0;
    std::string toolVersion;
    CampaignState state = CampaignState::Planned;
    Nanoseconds created{0};

    bool operator==(const CampaignRecord&) const = default;
};

/// The level of one factor in a run.
struct Factor
{
    std::string name;
    std::string level; ///< as written in the project
    std::optional<double> number; ///< in `unit`, when the level is a quantity
    std::string unit;

    bool operator==(const Factor&) const = default;
};

/// One attempt at one repetition of one cell.
struct RunRecord
{
    RunId id;
    std::string uuid; ///< globally unique; made by createCampaign when empty
    CampaignId campaign;
    std::string cell; ///< the stable key of the cell
    int repetition = 0;
    int block = 0;
    int position = 0; ///< in the order of execution
    int attempt = 1;
    RunState state = RunState::Planned;
    bool warmup = false;
    bool superseded = false; ///< a later attempt took its place
    bool excluded = false; ///< by the user, from statistics
    std::string exclusionReason;
    Nanoseconds created{0};
    Nanoseconds started{0}; ///< when it was claimed
    Nanoseconds ended{0};
    Nanoseconds duration{0}; ///< from started to ended, by the monotonic clock
    Nanoseconds monotonicOffset{0}; ///< wall clock minus monotonic clock when it was claimed
    std::string errorCode; ///< errorCodeName() of what ended it; empty otherwise
    std::string errorText;
    std::vector<Factor> factors; ///< in the order of the grid

    bool operator==(const RunRecord&) const = default;
};

/// errorCode of a Failed run that was under way when the program that made it ended.
inline constexpr std::string_view interruptedCode = "interrupted";

/// It is made again when its campaign is resumed.
[[nodiscard]] inline bool isInterrupted(const RunRecord& run)
{
    return isActive(run.state) || (run.state == RunState::Failed && run.errorCode == interruptedCode);
}

/// One entry of the journal: written before the move is acted upon.
struct JournalEntry
{
    std::int64_t id = 0;
    Nanoseconds wall{0};
    CampaignId campaign;
    RunId run; ///< none: the campaign itself
    int attempt = 0;
    std::string from; ///< state names; empty: it was made
    std::string to;
    std::string note;

    bool operator==(const JournalEntry&) const = default;
};

} // namespace millrace::store
