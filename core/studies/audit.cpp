// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/audit.h"

#include "core/base/text.h"
#include "core/studies/claim.h"
#include "core/studies/finding.h"
#include "core/studies/study.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

Result<void> checkClaims(const AuditRuns& runs, Audit& audit)
{
    MR_TRY(specs, claimsOf(audit.study));
    std::size_t open = 0;
    for (const ClaimSpec& spec : specs) {
        MR_TRY(claim, checkClaim(spec, runs));
        open += claim.verdict == ClaimVerdict::NotDecided ? 1 : 0;
        audit.claims.push_back(std::move(claim));
    }
    if (specs.empty())
        audit.notes.emplace_back("There are no numbers of this publication to compare with.");
    else if (open > 0)
        audit.notes.push_back(fmt::format(
            "{} of {} numbers of the publication could not be decided: runs or values that they need are not in the "
            "store.",
            open, specs.size()));
    return {};
}

/// The runs that decide a claim are its evidence.
void findMismatches(const AuditRuns& runs, Audit& audit)
{
    Finding finding =
        makeFinding("text-numbers", "Numbers in the text that cannot be reproduced from the data", Severity::Warning);
    std::size_t decided = 0;
    for (const Claim& claim : audit.claims) {
        decided += claim.verdict == ClaimVerdict::NotDecided ? 0 : 1;
        if (claim.verdict != ClaimVerdict::Mismatch)
            continue;
        finding.figures.push_back({"claim." + claim.name, claim.text, claim.unit, claim.stated, claim.computed,
                                   "as it is printed: " + claim.source, "recomputed by the study's own definition",
                                   claim.remark});
        const AuditedRun* run = claim.runs.empty() ? nullptr : runs.find(claim.runs.front());
        addEvidence(finding, run == nullptr ? AuditedRun{} : *run, {}, {}, 0,
                    fmt::format("claim {} ({}): {} is printed, {} comes out", claim.name, claim.text,
                                shortest(claim.stated), fmt::format("{:.4g}", claim.computed)));
    }
    finding.sentence = fmt::format("{} of {} printed numbers that could be recomputed differ from the results of the "
                                   "study's own files and definitions.",
                                   finding.figures.size(), decided);
    finding.effect = "A reader who quotes these numbers quotes a slip of the pen, or a value of another run.";
    addFinding(audit, std::move(finding));
}

} // namespace

std::string_view verdictName(ClaimVerdict verdict) noexcept
{
    static constexpr std::array<std::string_view, 3> names = {"match", "mismatch", "not-decided"};
    return names[static_cast<std::size_t>(verdict)];
}

Result<Audit> auditStudy(store::Database& database, std::string_view study, const std::string& campaign,
                         const JobContext& job)
{
    const Study* known = findStudy(study);
    if (known == nullptr)
        return fail(ErrorCode::InvalidInput, fmt::format("unknown study \"{}\"", study));
    MR_TRY(runs, AuditRuns::load(database, known->name, campaign, job));
    Audit audit;
    audit.study = known->name;
    audit.campaign = runs.campaign();
    if (known->audit == nullptr)
        audit.notes.emplace_back("It is unknown how these files were published, so there was nothing to check.");
    else
        MR_CHECK(known->audit(runs, audit, job));
    MR_CHECK(checkClaims(runs, audit));
    findMismatches(runs, audit);
    sortFindings(audit.findings);
    return audit;
}

} // namespace millrace::studies
