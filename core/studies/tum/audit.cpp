// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/finding.h"
#include "core/studies/tum/study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

constexpr double visibleTum = 0.01; ///< a difference larger than rounding

/// Why figures of the study's tool differ, by the prefix of their names.
struct Cause
{
    const char* name;
    const char* title;
    const char* sentence; ///< with placeholders for the number of figures and the largest difference in percent
    const char* effect;
    std::array<std::string_view, 6> metrics; ///< prefixes; empty ones end the list
};
constexpr std::array causes = {
    Cause{"interval-of-windows",
          "Intervals divided by the wrong number",
          "{} are computed with a division by 10 for 30 windows; the largest is {:.0f} % off.",
          "The intervals of the table of accelerators are too narrow by a factor of 1.83, even without correlation.",
          {"table1_throughput", "table2_throughput", "", "", "", ""}},
    Cause{"flow-times",
          "First and last packet of a flow",
          "{} take another packet for the first or the last one of a flow, by its place in a sorted table; the "
          "largest is {:.0f} % off.",
          "Durations and rates of flows are wrong wherever captures of hosts interleave.",
          {"flow_", "flows", "temporal", "", "", ""}},
    Cause{"drifting-steps",
          "Volume for each step by the mean step",
          "{} cut the traffic by the mean time between steps instead of their times; the largest is {:.0f} % off.",
          "Volume for each step and accuracy over volume drift against the steps the longer a run is.",
          {"data_per_step", "data_", "accuracy", "training_", "", ""}},
    Cause{"magic-rows",
          "Windows given by row numbers",
          "{} take fixed rows for seconds, so that silence shifts them; the largest is {:.0f} % off.",
          "Rates and periods are of other seconds than stated in the text.",
          {"rate_", "bytes_", "throughput", "batch_effect", "utilization", "duration"}},
};

bool isOf(const Cause& cause, std::string_view metric)
{
    return std::ranges::any_of(
        cause.metrics, [metric](std::string_view start) { return !start.empty() && metric.starts_with(start); });
}

std::string_view causeOf(std::string_view metric)
{
    for (const Cause& cause : causes)
        if (isOf(cause, metric))
            return cause.name;
    return {};
}

/// Calls with every figure whose published and corrected values differ.
template <typename Function>
void forDifferences(const AuditRuns& runs, const Function& function)
{
    constexpr std::string_view ending = "_published";
    for (const AuditedRun& run : runs.runs())
        for (const auto& [name, metrics] : run.metrics) {
            if (!name.ends_with(ending))
                continue;
            const std::string right = name.substr(0, name.size() - ending.size());
            for (const store::Metric& published : metrics) {
                const double value = run.metric(right, published.subject);
                if (std::isfinite(value) && std::abs(published.value - value) > visibleTum * std::abs(value))
                    function(run, right, published, value);
            }
        }
}

void findCause(const AuditRuns& runs, std::string_view cause, Finding finding, const char* sentence, Audit& audit)
{
    double largest = 0;
    forDifferences(runs, [&](const AuditedRun& run, const std::string& name, const store::Metric& shown, double value) {
        if (causeOf(name) != cause)
            return;
        if (value != 0)
            largest = std::max(largest, std::abs(shown.value / value - 1) * 100);
        finding.figures.push_back({name,
                                   shown.subject.empty() ? run.name : run.name + ": " + shown.subject,
                                   shown.unit,
                                   shown.value,
                                   value,
                                   shown.how,
                                   {},
                                   {}});
        addEvidence(finding, run, shown.subject, {}, 0,
                    fmt::format("{}: {:.5g} {} as published, {:.5g} right", name, shown.value, shown.unit, value));
    });
    finding.sentence = fmt::format(fmt::runtime(sentence), countText(finding.evidenceCount, "figure"), largest);
    addFinding(audit, std::move(finding));
}

/// What the import counted about times and zones.
void findZones(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("zones", "Times without their zone", Severity::Error);
    for (const std::string_view kind : {"unknown-zone", "published-times", "no-zone"})
        addIssueEvidence(finding, runs, kind);
    finding.sentence = fmt::format("{} carry a zone that the study's tool does not apply; it adds 7200 s to the log "
                                   "instead, which is right for central European summer time only.",
                                   countText(finding.evidenceCount, "time"));
    finding.effect =
        "Traffic and training log have different time bases for captures of the winter and of other zones.";
    addFinding(audit, std::move(finding));
}

void findMissingCaptures(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("missing-captures", "Runs without the captures of all workers", Severity::Warning);
    for (const std::string_view kind : {"no-traffic", "missing-captures", "missing-worker", "bad-file", "cut-file"})
        addIssueEvidence(finding, runs, kind);
    finding.sentence =
        fmt::format("{} of captures are missing or cannot be read.", countText(finding.evidenceCount, "file"));
    finding.effect = "Volumes, pairs and flows of these runs are of a part of the workers.";
    addFinding(audit, std::move(finding));
}

/// A plain text as filter also selects runs whose level contains it.
void findSubstrings(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("substring-filter", "Filters that select more than they say", Severity::Warning);
    for (const std::string_view factor : {"topology", "backend", "batch", "framework", "model"})
        for (const AuditedRun& wanted : runs.runs())
            for (const AuditedRun& other : runs.runs()) {
                const std::string inner = other.level(factor);
                const std::string outer = wanted.level(factor);
                if (&wanted == &other || inner.empty() || inner == outer || outer.find(inner) == std::string::npos)
                    continue;
                addEvidence(finding, other, {}, {}, 0,
                            fmt::format("{} “{}” is selected by a filter for “{}” as well ({})", factor, inner, outer,
                                        wanted.name));
            }
    finding.sentence =
        fmt::format("{} of runs are selected together by the notebook's filters, which match substrings.",
                    countText(finding.evidenceCount, "pair"));
    finding.effect = "A panel for one topology or backend is an average over several.";
    addFinding(audit, std::move(finding));
}

} // namespace

Result<void> auditTum(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the audit was cancelled");
    for (const Cause& cause : causes) {
        Finding finding = makeFinding(cause.name, cause.title, Severity::Error);
        finding.effect = cause.effect;
        findCause(runs, cause.name, std::move(finding), cause.sentence, audit);
    }
    Finding other = makeFinding("other-figures", "Other figures of the study's tool that differ", Severity::Warning);
    other.effect = "See the definitions of each figure.";
    findCause(runs, {}, std::move(other), "{} differ for other reasons; the largest is {:.0f} % off.", audit);
    findZones(runs, audit);
    findMissingCaptures(runs, audit);
    findSubstrings(runs, audit);
    audit.notes.emplace_back("One run per cell was published: the variation between runs is unknown.");
    return {};
}

} // namespace millrace::studies::tum
