// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scaling/fit_law.h"
#include "core/store/metric_kinds.h"
#include "core/studies/finding.h"
#include "core/studies/vtrain/study.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies::vtrain {

namespace {

constexpr int draws = 10;
constexpr std::uint64_t seed = 1;

struct Table
{
    std::vector<const AuditedRun*> runs;
    std::vector<scaling::Row> rows;
};

Table tableOf(const AuditRuns& runs, std::string_view name)
{
    Table table;
    for (const AuditedRun* run : runs.with("table", name)) {
        scaling::Row row;
        for (const char* factor :
             {"gpus", "global_batch", "micro_batch", "hidden", "layers", "sequence", "tensor", "data", "pipeline"})
            row.values.push_back(run->number(factor));
        row.seconds = run->metric(store::metrics::stepMean.name);
        table.runs.push_back(run);
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Errors for the sizes above a limit of a law that is fitted to those up to it; nothing: too few.
Result<std::optional<scaling::LawErrors>> beyond(const Table& table, std::size_t column, double limit,
                                                 const JobContext& job)
{
    std::vector<scaling::Row> kept, asked;
    for (const scaling::Row& row : table.rows)
        (row.values[column] <= limit ? kept : asked).push_back(row);
    if (kept.size() < 20 || asked.empty())
        return std::optional<scaling::LawErrors>();
    MR_TRY(fitted, scaling::fitLaw(scaling::transformerLaw(), kept, false, job));
    return std::optional(scaling::errorsOf(fitted, asked));
}

Result<void> findFewRows(const AuditRuns& runs, Audit& audit, const JobContext& job)
{
    Finding finding =
        makeFinding("few-rows", "What twenty and forty measured configurations say of all", Severity::Note);
    std::string sentence;
    for (const char* name : {"one-node", "several-nodes"}) {
        const Table table = tableOf(runs, name);
        for (const std::size_t count : {std::size_t(20), std::size_t(40)}) {
            if (table.rows.size() < 2 * count)
                continue;
            MR_TRY(errors,
                   scaling::errorsOfDraws(scaling::transformerLaw(), table.rows, count, draws, seed, false, job));
            addEvidence(finding, *table.runs.front(), {}, table.runs.front()->fileOf({}), 0,
                        fmt::format("{}, {} rows: {:.1f} % mean, {:.1f} % median, {:.1f} % for 90 %", name, count,
                                    100 * errors.mean, 100 * errors.median, 100 * errors.high));
            sentence +=
                fmt::format("{}{} of {}: {:.1f} %", sentence.empty() ? "" : "; ", count, name, 100 * errors.mean);
        }
    }
    finding.sentence =
        fmt::format("A law of operations, bytes and the pipeline's bubble, fitted to a few rows drawn at "
                    "random, has this mean error for all others: {}.",
                    sentence);
    finding.effect = "vTrain's simulator, which profiles every kernel, states 8.37 % on one node and 14.73 % on up to "
                     "512 GPUs.";
    addFinding(audit, std::move(finding));
    return {};
}

Result<void> findExtrapolation(const AuditRuns& runs, Audit& audit, const JobContext& job)
{
    Finding finding = makeFinding("law-extrapolates", "Sizes that the law was not fitted to", Severity::Warning);
    const auto add = [&](const Table& table, std::size_t column, double limit, const char* what) -> Result<void> {
        MR_TRY(errors, beyond(table, column, limit, job));
        if (errors)
            addEvidence(finding, *table.runs.front(), {}, table.runs.front()->fileOf({}), 0,
                        fmt::format("fitted to {} up to {:g}, asked beyond: {:.1f} % mean error, bias {:+.1f} %", what,
                                    limit, 100 * errors->mean, 100 * errors->bias));
        return {};
    };
    const Table one = tableOf(runs, "one-node");
    const Table several = tableOf(runs, "several-nodes");
    MR_CHECK(add(one, 0, 4, "GPUs"));
    MR_CHECK(add(one, 3, 1024, "hidden sizes"));
    MR_CHECK(add(several, 0, 256, "GPUs"));
    finding.sentence = "Beyond the sizes that it was fitted to, the law is less exact; predictions there are flagged.";
    finding.effect = "A new model needs a few measured rows of its own.";
    addFinding(audit, std::move(finding));
    return {};
}

} // namespace

Result<void> auditVtrain(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    MR_CHECK(findFewRows(runs, audit, job));
    MR_CHECK(findExtrapolation(runs, audit, job));
    audit.notes.push_back(
        "The predictions of vTrain's own simulator are not in its tables, so its stated errors cannot "
        "be recomputed.");
    return {};
}

} // namespace millrace::studies::vtrain
