// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/metric_kinds.h"
#include "core/studies/finding.h"
#include "core/studies/kungfu/study.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::kungfu {

namespace {

/// TensorFlow's two loggers.
void findDoubledLines(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("doubled-lines", "Rates that the log has twice", Severity::Warning);
    Range factor;
    for (const AuditedRun& run : runs.runs()) {
        const double once = run.metric(store::metrics::rates.name);
        const double lines = run.metric("rates_published");
        if (!(once > 0) || !(lines > once))
            continue;
        const double rate = run.metric("throughput");
        const double doubled = run.metric("throughput_published");
        factor.add(doubled / rate);
        if (std::isfinite(rate) && std::isfinite(doubled))
            finding.figures.push_back({"throughput",
                                       run.name,
                                       "samples/s",
                                       doubled,
                                       rate,
                                       "every line that reports a rate",
                                       "each rate once",
                                       {}});
        addEvidence(finding, run, {}, run.fileOf({}), 0,
                    fmt::format("{:.0f} lines for {:.0f} rates: {:.4g} in place of {:.4g} samples/s", lines, once,
                                doubled, rate));
    }
    const std::size_t logs = finding.evidenceCount;
    if (logs > 0)
        addIssueEvidence(finding, runs, "repeated-line");
    finding.sentence = fmt::format("{} report rates twice, by TensorFlow's two loggers (“INFO:tensorflow:” and with a "
                                   "time in front); added up line by line the rate is {} times that of the job.",
                                   countText(logs, "log"), rangeText(factor, 2));
    finding.effect = "A sum over lines counts workers that are not there, and intervals of a mean are too narrow.";
    addFinding(audit, std::move(finding));
}

/// "+-" is 1.96 times the deviation of the values, not of their mean.
void findIntervals(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("interval-of-values", "“+-” that is not an interval of the mean", Severity::Warning);
    for (const AuditedRun& run : runs.runs()) {
        const double shown = run.metric("throughput_interval_published");
        const double right = run.metric("throughput_interval");
        if (!std::isfinite(shown) || !std::isfinite(right) || !(shown > right * 1.05))
            continue;
        finding.figures.push_back({"throughput_interval",
                                   run.name,
                                   "samples/s",
                                   shown,
                                   right,
                                   "1.96 × standard deviation of the population of the iterations",
                                   "of the mean: t × standard deviation ÷ √n",
                                   {}});
        addEvidence(finding, run, {}, run.fileOf({}), 0,
                    fmt::format("±{:.3g} is printed, ±{:.3g} is the interval of the mean", shown, right));
    }
    finding.sentence = fmt::format("{} print 1.96 standard deviations of the iterations behind “+-”; it is not divided "
                                   "by the root of their number.",
                                   countText(finding.evidenceCount, "log"));
    finding.effect =
        "Read as an interval of the mean, differences between systems look less significant than they are.";
    addFinding(audit, std::move(finding));
}

/// Rates that a log states, compared with those of its own iterations.
void findOwnMeans(const AuditRuns& runs, Audit& audit)
{
    constexpr double visible = 0.02;
    Finding finding =
        makeFinding("stated-rates", "Rates that cannot be reproduced from the log's own iterations", Severity::Warning);
    for (const AuditedRun& run : runs.runs()) {
        const double stated = run.metric("throughput_published");
        const double own = run.metric("throughput");
        const bool doubled = run.metrics.contains(store::metrics::rates.name);
        if (doubled || !std::isfinite(stated) || !(own > 0) || std::abs(stated / own - 1) < visible)
            continue;
        finding.figures.push_back({"throughput",
                                   run.name,
                                   "samples/s",
                                   stated,
                                   own,
                                   "as the log states it",
                                   "from its iterations, all workers",
                                   {}});
        addEvidence(finding, run, {}, run.fileOf({}), 0,
                    fmt::format("{:.4g} is stated, {:.4g} samples/s come from the iterations", stated, own));
    }
    finding.sentence = fmt::format("{} state a rate that differs by more than 2 % from that of the iterations in them.",
                                   countText(finding.evidenceCount, "log"));
    finding.effect = "Part of the iterations is missing from the log, or the rate is of one worker.";
    addFinding(audit, std::move(finding));
}

void noteMissingIterations(const AuditRuns& runs, Audit& audit)
{
    for (const AuditedRun& run : runs.runs())
        if (std::ranges::find(run.issues, "iterations-missing", &Issue::kind) != run.issues.end())
            audit.notes.push_back(fmt::format(
                "{} does not have all iterations of its mean; its rate could not be recomputed.", run.name));
}

} // namespace

Result<void> auditKungfu(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the audit was cancelled");
    findDoubledLines(runs, audit);
    findIntervals(runs, audit);
    findOwnMeans(runs, audit);
    noteMissingIterations(runs, audit);
    for (const AuditedRun& run : runs.runs())
        if (run.metrics.empty())
            audit.notes.push_back(fmt::format("{} has no rate or time to check.", run.name));
    return {};
}

} // namespace millrace::studies::kungfu
