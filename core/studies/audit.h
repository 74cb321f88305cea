// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/unknown.h"
#include "core/report/published_figure.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// Evidence of a finding.
struct Evidence
{
    store::RunId run; ///< empty: the study as a whole
    std::string runName;
    std::string node;
    std::string file; ///< below the imported folder
    std::uint64_t line = 0; ///< from 1; 0: the whole file
    std::string text; ///< the value or text found there
};

/// A finding that readers of the study should know.
struct Finding
{
    std::string name; ///< stable: "timer-coverage"
    std::string title;
    Severity severity = Severity::Warning;
    std::string sentence; ///< what was found, with its numbers
    std::string effect; ///< what it does to the published results
    report::PublishedFigures figures; ///< published and corrected values
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

/// A number stated in the publication, recomputed.
struct Claim
{
    std::string name; ///< "5"
    std::string text; ///< paraphrased
    std::string source; ///< where the publication states it
    std::string unit;
    double stated = unknown;
    double computed = unknown; ///< by the study's own definition
    double measured = unknown; ///< by the corrected definition, where it differs
    ClaimVerdict verdict = ClaimVerdict::NotDecided;
    std::string remark;
    std::vector<std::string> runs; ///< names of the runs that decide it
};

struct Audit
{
    std::string study;
    std::string campaign; ///< uuid; empty: its runs are of several
    std::vector<Finding> findings; ///< most severe first
    std::vector<Claim> claims;
    std::vector<std::string> notes; ///< what could not be checked, and why
};

/// Audits an imported study using only the store. `campaign`: prefix of a uuid; empty: the whole study. NotFound when
/// the store has no run of it.
[[nodiscard]] Result<Audit> auditStudy(store::Database& database, std::string_view study, const std::string& campaign,
                                       const JobContext& job = {});

} // namespace millrace::studies
