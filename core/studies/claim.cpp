// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/claim.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/studies/figure_values.h"
#include "core/studies/finding.h"
#include "core/studies/formula.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::studies {

namespace {

/// The value of a formula, or why it has none.
struct FoundValue
{
    double value = unknown;
    std::vector<std::string> runs;
    std::string missing; ///< message; empty: nothing is missing
};

std::string filterText(const ClaimValue& value)
{
    std::vector<std::string> parts;
    for (const auto& [factor, level] : value.levels)
        parts.push_back(factor + "=" + level);
    return join(parts, ", ");
}

std::vector<const AuditedRun*> runsOf(const ClaimValue& value, const AuditRuns& runs)
{
    if (!value.run.empty()) {
        const AuditedRun* run = runs.find(value.run);
        return run == nullptr ? std::vector<const AuditedRun*>() : std::vector{run};
    }
    std::vector<const AuditedRun*> found;
    for (const AuditedRun& run : runs.runs())
        if (std::ranges::all_of(value.levels, [&](const auto& each) { return run.level(each.first) == each.second; }))
            found.push_back(&run);
    return found;
}

FoundValue find(const ClaimValue& wanted, const AuditRuns& runs)
{
    FoundValue found;
    const auto matching = runsOf(wanted, runs);
    if (matching.empty()) {
        found.missing = wanted.run.empty() ? "runs with " + filterText(wanted) : wanted.run;
        return found;
    }
    std::vector<double> values;
    for (const AuditedRun* run : matching) {
        found.runs.push_back(run->name);
        if (wanted.subject == "*")
            for (const SubjectValue& each : run->subjects(wanted.metric))
                values.push_back(each.value);
        else if (const double value = run->metric(wanted.metric, wanted.subject); std::isfinite(value))
            values.push_back(value);
    }
    if (values.empty())
        found.missing = fmt::format("{}{}{} of {}", wanted.metric, wanted.subject.empty() ? "" : " of ",
                                    wanted.subject == "*" ? "its parts" : wanted.subject, found.runs.front());
    else
        found.value = reduced(values, wanted.reduce);
    return found;
}

/// NaN when a value is missing; missing values are noted in the claim.
Result<double> evaluate(const std::string& text, const ClaimSpec& spec, const AuditRuns& runs, Claim& claim,
                        std::set<std::string>& missing)
{
    MR_TRY(formula, Formula::parse(text));
    std::vector<double> values;
    for (const std::string& name : formula.names()) {
        const auto value = spec.values.find(name);
        if (value == spec.values.end())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the formula \"{}\" names \"{}\", which is not among "
                                    "its values",
                                    text, name));
        const FoundValue found = find(value->second, runs);
        if (!found.missing.empty())
            missing.insert(found.missing);
        for (const std::string& run : found.runs)
            if (std::ranges::find(claim.runs, run) == claim.runs.end())
                claim.runs.push_back(run);
        values.push_back(found.value);
    }
    return formula.evaluate(values);
}

ClaimVerdict verdictOf(const Claim& claim, double tolerance) noexcept
{
    if (!std::isfinite(claim.computed))
        return ClaimVerdict::NotDecided;
    const double room = tolerance + 1e-9 * std::max(1.0, std::abs(claim.stated));
    return std::abs(claim.computed - claim.stated) <= room ? ClaimVerdict::Match : ClaimVerdict::Mismatch;
}

} // namespace

Result<Claim> checkClaim(const ClaimSpec& spec, const AuditRuns& runs)
{
    Claim claim;
    claim.name = spec.name;
    claim.text = spec.text;
    claim.source = spec.source;
    claim.unit = spec.unit;
    claim.stated = spec.stated;
    claim.remark = spec.remark;
    const auto inClaim = [&spec](Error error) { return within(fmt::format("claim {}", spec.name), std::move(error)); };
    std::set<std::string> missing;
    auto computed = evaluate(spec.computed, spec, runs, claim, missing);
    if (!computed)
        return inClaim(std::move(computed).error());
    claim.computed = *computed;
    if (!spec.measured.empty()) {
        std::set<std::string> ignored;
        auto measured = evaluate(spec.measured, spec, runs, claim, ignored);
        if (!measured)
            return inClaim(std::move(measured).error());
        claim.measured = *measured;
    }
    claim.verdict = verdictOf(claim, spec.tolerance);
    if (claim.verdict == ClaimVerdict::NotDecided && !missing.empty())
        claim.remark = fmt::format("Not in the store: {}.{}{}", fmt::join(missing, ", "),
                                   claim.remark.empty() ? "" : " ", claim.remark);
    return claim;
}

} // namespace millrace::studies
