// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/studies/audit.h"
#include "core/studies/audit_runs.h"

#include <map>
#include <optional>

namespace millrace::studies {

/// Source of a name in a claim's formula, written "run:metric", "run:metric:subject" or "run:metric:*:reduce". The run
/// is a name or a filter in brackets: "[series=iperf,model=bert,label=8]:step_mean".
struct ClaimValue
{
    std::string run; ///< a name; empty: by `levels`
    std::vector<std::pair<std::string, std::string>> levels; ///< factor and level, all of them
    std::string metric;
    std::string subject; ///< "": of the whole run; "*": all subjects
    std::string reduce = "mean"; ///< of several subjects and runs: mean, sum, min, max, count
};

/// A number that a publication states, and how it is recomputed.
struct ClaimSpec
{
    std::string name; ///< unique in its study: "12d"
    std::string text;
    std::string source;
    std::string unit;
    double stated = unknown;
    double tolerance = 0; ///< difference explained by rounding, in the claim's unit
    std::string computed; ///< formula over `values`, by the study's own definitions
    std::string measured; ///< by the corrected definitions; empty: the same as `computed`
    std::map<std::string, ClaimValue> values;
    std::string remark;
};

/// {"claims": [{"name", "text", "source", "unit", "stated", "tolerance", "computed", "measured", "values": {…},
/// "remark"}]}. InvalidInput names the claim and the wrong field.
[[nodiscard]] Result<std::vector<ClaimSpec>> parseClaims(std::string_view json, std::string_view file);
/// The claims shipped for a study; empty: none.
[[nodiscard]] Result<std::vector<ClaimSpec>> claimsOf(std::string_view study);

/// Recomputes a claim from the given runs. InvalidInput for a formula that cannot be parsed or that uses an undefined
/// name.
[[nodiscard]] Result<Claim> checkClaim(const ClaimSpec& spec, const AuditRuns& runs);

} // namespace millrace::studies
