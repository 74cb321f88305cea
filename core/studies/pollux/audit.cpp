// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/scaling/fit_law.h"
#include "core/store/metric_kinds.h"
#include "core/studies/finding.h"
#include "core/studies/pollux/study.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace millrace::studies::pollux {

namespace {

constexpr std::size_t fewRows = 12;
constexpr int draws = 10;
constexpr std::uint64_t seed = 1;

std::map<std::string, std::vector<const AuditedRun*>> placementsByModel(const AuditRuns& runs)
{
    std::map<std::string, std::vector<const AuditedRun*>> models;
    for (const AuditedRun* run : runs.with("table", "placements"))
        models[run->level("model")].push_back(run);
    return models;
}

/// Mean relative error of a prediction that the runs have, for those that it was not fitted to.
double errorOf(const std::vector<const AuditedRun*>& runs, std::string_view metric)
{
    std::vector<double> errors;
    for (const AuditedRun* run : runs)
        if (run->level("part") == "asked")
            if (const double error = std::abs(run->metric(metric) / run->metric(store::metrics::stepMean.name) - 1);
                std::isfinite(error))
                errors.push_back(error);
    return mean(errors);
}

/// The law's synchronisation grows with every GPU, that of a ring approaches a limit.
void findExtrapolation(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("law-extrapolates", "A law that is wrong beyond the sizes it saw", Severity::Error);
    Range published, ours;
    for (const auto& [model, rows] : placementsByModel(runs)) {
        const double before = errorOf(rows, "step_law_published");
        const double now = errorOf(rows, "step_law");
        if (!std::isfinite(before) || !std::isfinite(now))
            continue;
        published.add(before);
        ours.add(now);
        finding.figures.push_back({"prediction_error",
                                   model,
                                   "",
                                   before,
                                   now,
                                   "synchronisation linear in the GPUs, fitted to at most 4",
                                   "ring over two and over more nodes, slowest of K, fitted to the same",
                                   {}});
        addEvidence(
            finding, *rows.front(), {}, rows.front()->fileOf({}), 0,
            fmt::format("{}: {:.1f} % by the published law, {:.1f} % by the ring", model, 100 * before, 100 * now));
    }
    finding.sentence = fmt::format(
        "Fitted to placements of at most 4 GPUs, the published law is {} % off for 5 to 16, the ring with the slowest "
        "of K {} %.",
        rangeText(published, 0, 100), rangeText(ours, 0, 100));
    finding.effect = "A scheduler that plans with the law takes more GPUs to be worse than they are.";
    addFinding(audit, std::move(finding));
}

Result<void> findFewRows(const AuditRuns& runs, Audit& audit, const JobContext& job)
{
    Finding finding = makeFinding("few-rows", "What twelve measured configurations say of all", Severity::Note);
    Range errors;
    for (const auto& [model, rows] : placementsByModel(runs)) {
        std::vector<scaling::Row> all;
        for (const AuditedRun* run : rows)
            all.push_back({{run->number("gpus"), run->number("nodes"), run->number("batch")},
                           run->metric(store::metrics::stepMean.name)});
        if (all.size() < 5 * fewRows)
            continue;
        MR_TRY(inside, scaling::errorsOfDraws(scaling::slowestRingLaw(), all, fewRows, draws, seed, true, job));
        errors.add(inside.mean);
        const double outside = static_cast<double>(inside.outside) / static_cast<double>(inside.outside + inside.rows);
        addEvidence(finding, *rows.front(), {}, rows.front()->fileOf({}), 0,
                    fmt::format("{}: {:.1f} % mean error, {:.1f} % for 90 %; {:.0f} % of the rows are outside of what "
                                "the twelve cover",
                                model, 100 * inside.mean, 100 * inside.high, 100 * outside));
    }
    finding.sentence = fmt::format(
        "Fitted to {} rows drawn at random, {} times, the ring with the slowest of K is {} % off for the other rows "
        "that are not larger or smaller than those.",
        fewRows, draws, rangeText(errors, 1, 100));
    finding.effect = "So many runs are enough to plan within the sizes that they cover.";
    addFinding(audit, std::move(finding));
    return {};
}

} // namespace

Result<void> auditPollux(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    findExtrapolation(runs, audit);
    MR_CHECK(findFewRows(runs, audit, job));
    audit.notes.push_back("The law is fitted again to the tables; the constants that the publication used are not in "
                          "them.");
    audit.notes.push_back("validation-*.csv (gradient noise over the training) are not read.");
    return {};
}

} // namespace millrace::studies::pollux
