// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_figure.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/unknown.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// A place that a finding rests on.
struct Evidence
{
    store::RunId run; ///< none: the study as a whole
    std::string runName;
    std::string node;
    std::string file; ///< below the imported folder
    std::uint64_t line = 0; ///< from 1; 0: the whole file
    std::string text; ///< what stands there
};

/// Something that a reader of the study should know.
struct Finding
{
    std::string name; ///< stable: "timer-coverage"
    std::string title;
    Severity severity = Severity::Warning;
    std::string sentence; ///< what was found, with its numbers
    std::string effect; ///< what it does to the published results
    analysis::PublishedFigures figures; ///< published numbers beside the right ones
    std::vector<Evidence> evidence; ///< at most `listedEvidence`
    std::size_t evidenceCount = 0;

    static constexpr std::size_t listedEvidence = 200;
};

enum class ClaimVerdict
{
    Match,
    Mismatch,
    NotDecided ///< the runs that decide it are not in the store
};
[[nodiscard]] std::string_view verdictName(ClaimVerdict verdict) noexcept;

/// A number that the publication states, computed again.
struct Claim
{
    std::string name; ///< "5"
    std::string text; ///< in our words
    std::string source; ///< where it stands
    std::string unit;
    double stated = unknown;
    double computed = unknown; ///< by the study's own definition
    double measured = unknown; ///< by the right one, where that differs
    ClaimVerdict verdict = ClaimVerdict::NotDecided;
    std::string remark;
    std::vector<std::string> runs; ///< names of those that decide it
};

struct Audit
{
    std::string study;
    std::string campaign; ///< uuid; empty: its runs are of several
    std::vector<Finding> findings; ///< the gravest first
    std::vector<Claim> claims;
    std::vector<std::string> notes; ///< what could not be looked at, and why
};

/// Looks for what is wrong with an imported study, from the store alone. `campaign`: beginning of a uuid;
/// empty: all of the study. NotFound when the store has nothing of it.
[[nodiscard]] Result<Audit> auditStudy(store::Database& database, std::string_view study, const std::string& campaign,
                                       const JobContext& job = {});

} // namespace millrace::studies
