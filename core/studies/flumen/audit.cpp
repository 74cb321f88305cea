// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/metric_kinds.h"
#include "core/studies/finding.h"
#include "core/studies/flumen/fits.h"
#include "core/studies/flumen/models.h"
#include "core/studies/flumen/study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace {

/// Issues counted row by row during the import become findings unchanged.
struct CountedKind
{
    const char* issue;
    const char* name;
    const char* title;
    Severity severity;
    const char* sentence; ///< with one placeholder for the count
    const char* effect;
};
constexpr std::array kinds = {
    CountedKind{
        "label-not-rate", "label-collisions", "Labels that are not rates", Severity::Note,
        "{} of the tables are not rates in Gbit/s: 132 is 13, run again; 125 is 12.5; 50 is as much as possible.",
        "Read as numbers they are loads far beyond the link, and two runs of one load are far apart."},
    CountedKind{"double-label", "double-labels", "Labels that occur twice", Severity::Warning,
                "{} of the tables have the same load as another row.",
                "A row of rates can be joined with the wrong row of iterations."},
    CountedKind{"section-line", "section-lines", "Lines of words between the rows", Severity::Note,
                "{} name a section inside a table.",
                "Rows of two measurements are in one file; a tool that skips such lines mixes them."},
    CountedKind{"not-a-number", "text-cells", "Cells that are not numbers", Severity::Warning,
                "{} of the tables have words where numbers are expected.",
                "The value is unknown; it is left out here."},
    CountedKind{"equal-rates", "equal-rates", "Rates that are the same for different loads", Severity::Warning,
                "{} carry exactly the rate of another load.",
                "One measurement is used for several loads, so these points are not independent."},
    CountedKind{"rate-falls", "rate-outlasts-load", "Rates that fall while the load rises", Severity::Error,
                "{} have a lower measured rate than a smaller load has: the capture outlasts the load, while the "
                "iterations were taken under it.",
                "Rate and iteration time of one point are of different stretches of time; the x value is too low and "
                "the curve bends back."},
    CountedKind{"replaced-rate", "replaced-rates", "Rates of the figures that are not those of the tables",
                Severity::Error, "{} are plotted at the rate of another measurement, entered by hand.",
                "The figure cannot be made again from the tables, and points share one measurement."},
    CountedKind{"replaced-iterations", "replaced-iterations",
                "Iteration times of the figures that are not in the tables", Severity::Error,
                "{} are plotted with another iteration time than in the tables.",
                "The figure cannot be made again from the tables; the time at the highest loads is a matter of how the "
                "run was cut."},
    CountedKind{"removed-from-figure", "removed-points", "Points that the figures leave out", Severity::Warning,
                "{} of the tables are missing from the figures and fits.",
                "A fit without its outliers looks better than it is."},
    CountedKind{"warm-up-kept", "warm-up", "Warm-up iterations among the values", Severity::Warning,
                "{} have a deviation that 99 % of their values do not explain: a few long iterations at the start were "
                "kept.",
                "Means are a little too high and deviations are many times too large."},
    CountedKind{"cdf-and-table-differ", "other-distributions", "Distributions that are not those of the load points",
                Severity::Warning,
                "{} of distributions belong to a load point with another mean: they are of other runs.",
                "A tail read from the distribution does not belong to the mean read from the table."},
    CountedKind{"baseline-of-other-nodes", "baseline-of-other-nodes", "Baselines of another number of nodes",
                Severity::Warning, "{} have no baseline of as many nodes and the same transport.",
                "The slowdown compares rings of different sizes."},
};

void addCounted(const AuditRuns& runs, Audit& audit)
{
    for (const CountedKind& kind : kinds) {
        Finding finding = makeFinding(kind.name, kind.title, kind.severity);
        addIssueEvidence(finding, runs, kind.issue);
        finding.sentence = fmt::format(fmt::runtime(kind.sentence), countText(finding.evidenceCount, "row"));
        finding.effect = kind.effect;
        addFinding(audit, std::move(finding));
    }
}

/// Published and corrected values of every run that has both and where they differ.
void addDifferences(Finding& finding, const AuditRuns& runs, const std::string& metric, const std::string& published)
{
    constexpr double visible = 0.005;
    for (const AuditedRun& run : runs.runs()) {
        const double right = run.metric(metric);
        const double shown = run.metric(published);
        if (std::isfinite(right) && std::isfinite(shown) && std::abs(shown - right) > visible * std::abs(right))
            finding.figures.push_back({metric,
                                       run.name,
                                       run.metrics.find(metric)->second.front().unit,
                                       shown,
                                       right,
                                       run.metrics.find(published)->second.front().how,
                                       run.metrics.find(metric)->second.front().how,
                                       {}});
    }
}

void addFigures(const AuditRuns& runs, Audit& audit)
{
    for (Finding& finding : audit.findings) {
        if (finding.name == "replaced-rates")
            addDifferences(finding, runs, "cross_rate", "cross_rate_published");
        else if (finding.name == "replaced-iterations")
            addDifferences(finding, runs, std::string(store::metrics::stepMean.name), "step_mean_published");
    }
}

/// The sheets use the ring volume of 4 nodes for all jobs.
void findNodeCount(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("wrong-node-count", "Demand computed for another number of nodes", Severity::Error);
    addIssueEvidence(finding, runs, "wrong-node-count");
    addDifferences(finding, runs, "requirement", "requirement_published");
    Range factor;
    for (const report::PublishedFigure& figure : finding.figures)
        factor.add(figure.asPublished / figure.right);
    finding.sentence = fmt::format("The collected sheets take the volume of a ring of 4 nodes for {} of jobs with "
                                   "another number: demand is {} times the right one.",
                                   countText(finding.evidenceCount, "row"), rangeText(factor, 3));
    finding.effect = "The rate left for a job next to the cross traffic (available − demand) is too small.";
    addFinding(audit, std::move(finding));
}

/// Rate samples averaged without weights, compared with the mean over time.
void addUnweighted(Finding& finding, const AuditedRun& run)
{
    constexpr double visible = 0.005;
    std::vector<std::string> subjects = {""};
    for (const SubjectValue& each : run.subjects("rate_mean"))
        subjects.push_back(each.subject);
    for (const std::string& subject : subjects) {
        const double weighted = run.metric("rate_mean", subject);
        const double unweighted = run.metric("rate_mean_published", subject);
        if (!(weighted > 0) || !std::isfinite(unweighted) || std::abs(unweighted / weighted - 1) < visible)
            continue;
        finding.figures.push_back({"rate_mean",
                                   subject.empty() ? run.name : run.name + ": " + subject,
                                   "bit/s",
                                   unweighted,
                                   weighted,
                                   "mean of the samples, regardless of their duration",
                                   "each sample held until the next one ÷ time",
                                   {}});
        addEvidence(finding, run, subject, run.fileOf({}), 0,
                    fmt::format("{:.3f} Gbit/s without weights, {:.3f} over time: a factor of {:.3f}", unweighted / 1e9,
                                weighted / 1e9, unweighted / weighted));
    }
}

/// Means of windows with a fixed number of packets.
void findUnweightedWindows(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("unweighted-windows", "Rates averaged over windows, not over time", Severity::Error);
    Range truncation;
    for (const AuditedRun& run : runs.runs()) {
        addUnweighted(finding, run);
        const double windows = run.metric("cross_rate_windows_published");
        const double truncated = run.metric("cross_rate_truncated_published");
        if (std::isfinite(windows) && std::isfinite(truncated) && windows > 0)
            truncation.add(truncated / windows);
    }
    addIssueEvidence(finding, runs, "unweighted-windows");
    Range factor;
    for (const report::PublishedFigure& figure : finding.figures)
        factor.add(figure.asPublished / figure.right);
    finding.sentence = "Rates are means of windows of as many packets each, so that a fast window counts as much as a "
                       "slow one that lasts longer";
    finding.sentence += factor.count == 0
        ? std::string(".")
        : fmt::format("; where samples are there, the mean is {} times that over time.", rangeText(factor, 3));
    if (truncation.count > 0)
        finding.sentence +=
            fmt::format(" The “truncated mean” of the figures is {} times the mean.", rangeText(truncation, 3));
    finding.effect = "Every rate on the x axes that comes from packets is too high, more so the burstier the traffic.";
    addFinding(audit, std::move(finding));
}

/// By the study's rule the p99 of fewer than 200 values is their maximum.
void findMaxima(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("p99-is-maximum", "99th percentiles that are the maximum", Severity::Warning);
    Range counts;
    for (const AuditedRun& run : runs.runs()) {
        const double count = run.metric("step_count");
        if (!(count < static_cast<double>(leastForP99)) || !std::isfinite(run.metric(store::metrics::stepP99.name)))
            continue;
        counts.add(count);
        addEvidence(finding, run, {}, run.files.empty() ? std::string() : run.files.front().path, 0,
                    fmt::format("n = {:.0f}, p99 {:.4g} s", count, run.metric(store::metrics::stepP99.name)));
    }
    finding.sentence = fmt::format("{} have fewer than {} values ({}); by the study's rule their p99 is the largest "
                                   "value.",
                                   countText(finding.evidenceCount, "point"), leastForP99, rangeText(counts, 0));
    finding.effect = "Tails of such points say what one iteration did; they grow with n and cannot be compared.";
    addFinding(audit, std::move(finding));
}

/// Counts that are multiples of the number of ranks.
void findPooledRanks(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("pooled-ranks", "Lines of all ranks counted as iterations", Severity::Error);
    std::size_t counted = 0;
    std::size_t multiples = 0;
    for (const AuditedRun& run : runs.runs()) {
        const double count = run.metric("step_count");
        const double nodes = run.number("nodes");
        if (!std::isfinite(count) || !(nodes > 1) || run.level("traffic") != "burst")
            continue;
        ++counted;
        if (std::fmod(count, nodes) != 0)
            continue;
        ++multiples;
        addEvidence(finding, run, {}, run.files.empty() ? std::string() : run.files.front().path, 0,
                    fmt::format("n = {:.0f} = {:.0f} ranks × {:.0f}", count, nodes, count / nodes));
    }
    // By chance, one in three would be a multiple.
    constexpr double clearly = 0.7;
    if (counted < 6 || static_cast<double>(multiples) < clearly * static_cast<double>(counted))
        return;
    finding.sentence = fmt::format("{} of {} counts of iterations under bursts are multiples of the number of ranks: "
                                   "each synchronous iteration was counted once for every rank.",
                                   multiples, counted);
    finding.effect = "n is as many times too large as there are ranks, and every interval of a mean too narrow by the "
                     "root of it (1.73 for 3).";
    addFinding(audit, std::move(finding));
}

/// A CDF whose median is far from the mean of the same load in the tables.
void findMislabelledCdf(const AuditRuns& runs, Audit& audit)
{
    constexpr double farOff = 1.4;
    Finding finding = makeFinding("mislabelled-cdf", "A distribution under the wrong load", Severity::Error);
    for (const AuditedRun& run : runs.runs()) {
        const double median = run.metric(store::metrics::stepMedian.name);
        const double mean = run.metric("step_mean_table");
        const double load = run.number("load");
        // Near saturation, repeated runs of one load differ as much.
        if (run.level("what") != "cdf" || !(median / mean >= farOff) || !(load <= flumenCapacity / 2))
            continue;
        finding.figures.push_back({std::string(store::metrics::stepMedian.name),
                                   run.name,
                                   "s",
                                   median,
                                   mean,
                                   "median of the published distribution",
                                   "mean of the same load in the study's own table",
                                   {}});
        addEvidence(
            finding, run, {}, run.fileOf({}), 0,
            fmt::format("median {:.3f} s, {:.2f} times the {:.3f} s of the table", median, median / mean, mean));
    }
    if (finding.figures.empty())
        return;
    const report::PublishedFigure& first = finding.figures.front();
    finding.sentence = fmt::format("The median of {} is {:.2f} times the value of that load in the table of the same "
                                   "series; it looks like a run under a higher one.",
                                   finding.evidence.front().file, first.asPublished / first.right);
    finding.effect = "The comparison of transports at this load (RDMA against TCP) compares two loads.";
    addFinding(audit, std::move(finding));
}

/// Histogram windows above the link capacity.
void findAboveLineRate(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("above-line-rate", "Rates above the rate of the line", Severity::Error);
    Range shares;
    for (const AuditedRun& run : runs.runs()) {
        const double share = run.metric("share_above_line");
        if (!(share > 0))
            continue;
        shares.add(share);
        addEvidence(finding, run, {}, run.fileOf({}), 0,
                    fmt::format("{:.1f} % of the windows are above {:.0f} Gbit/s", share * 100, flumenCapacity / 1e9));
    }
    finding.sentence = fmt::format("{} % of the windows of {} show more than the 25 Gbit/s of the line.",
                                   rangeText(shares, 1, 100), countText(finding.evidenceCount, "histogram"));
    finding.effect = "Times of the capture are not those of the wire; peak rates and their spread are of the capturing "
                     "host.";
    addFinding(audit, std::move(finding));
}

/// Coefficients of determination that were typed in as constants.
Result<void> findTypedR2(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    constexpr double visible = 0.005;
    MR_TRY(fits, flumenFits(runs.database(), runs.campaign(), job));
    Finding finding = makeFinding("typed-r2", "R² of fits that cannot be reproduced from the data", Severity::Warning);
    for (const FlumenFit& fit : fits) {
        const bool isTrend = std::isnan(fit.sheetLawR2);
        const double right = isTrend ? fit.fit.r2Log : fit.sheetLawR2;
        if (std::abs(fit.sheetR2 - right) <= visible)
            continue;
        finding.figures.push_back({"r2", fmt::format("{} {}", fit.series, fit.model), "", fit.sheetR2, right,
                                   "typed into the workbook as a constant",
                                   isTrend ? "of ln t, of the least-squares line through these points"
                                           : "of t, of the workbook's own parameters over these points",
                                   fit.remark});
        for (const AuditedRun& run : runs.runs())
            if (run.level("series") == fit.series && run.level("model") == fit.model
                && run.level("what") == "iterations")
                addEvidence(finding, run, {}, run.files.empty() ? std::string() : run.files.front().path, 0,
                            fmt::format("a point of {} {}", fit.series, fit.model));
    }
    if (finding.figures.empty())
        return {};
    finding.sentence = fmt::format("{} of {} laws have an R² in the workbook that does not follow from their points.",
                                   finding.figures.size(), fits.size());
    finding.effect = "Which law describes a series best cannot be read from these numbers.";
    addFinding(audit, std::move(finding));
    return {};
}

} // namespace

Result<void> auditFlumen(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    addCounted(runs, audit);
    addFigures(runs, audit);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the audit was cancelled");
    findNodeCount(runs, audit);
    findUnweightedWindows(runs, audit);
    findMaxima(runs, audit);
    findPooledRanks(runs, audit);
    findMislabelledCdf(runs, audit);
    findAboveLineRate(runs, audit);
    MR_CHECK(findTypedR2(runs, audit, job));
    audit.notes.emplace_back("Cells of the spreadsheets (an empty cell in a mean, another row's rate, a root left out) "
                             "could not be checked: only the tables are imported, not the workbooks.");
    return {};
}

} // namespace millrace::studies::flumen
