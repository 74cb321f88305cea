// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/audit.h"
#include "core/studies/multi_cloud/study.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double wholeClock = 0.95; ///< timers that cover this share of the wall time are trusted
constexpr double visibleTime = 0.02; ///< a difference larger than rounding
constexpr double microbatch = 32; ///< sequences counted per step, while the model processes one

std::string modelOf(const AuditedRun& run)
{
    return fmt::format("{}{}{}", run.level("model"), run.level("model").empty() ? "" : " on ", run.level("gpu"));
}

const store::Metric* metricOf(const AuditedRun& run, std::string_view name)
{
    const auto named = run.metrics.find(name);
    if (named == run.metrics.end())
        return nullptr;
    const auto whole = std::ranges::find(named->second, std::string(), &store::Metric::subject);
    return whole == named->second.end() ? nullptr : &*whole;
}

void addFigure(Finding& finding, const AuditedRun& run, const std::string& right, const std::string& published)
{
    const store::Metric* a = metricOf(run, published);
    const store::Metric* b = metricOf(run, right);
    if (a != nullptr && b != nullptr)
        finding.figures.push_back({right, run.name, b->unit, a->value, b->value, a->how, b->how, modelOf(run)});
}

/// Timers that do not wait for the GPU.
void findTimerCoverage(const AuditRuns& runs, Audit& audit)
{
    Finding finding =
        makeFinding("timer-coverage", "Single-machine rates from timers that miss part of the time", Severity::Error);
    Range coverage;
    Range factor;
    std::size_t others = 0;
    for (const AuditedRun& run : runs.runs()) {
        const double share = run.metric("timer_coverage");
        if (!isBaseline(run) || !(share < wholeClock))
            continue;
        if (!isPublished(run)) {
            ++others;
            continue;
        }
        coverage.add(share);
        factor.add(1 / share);
        addFigure(finding, run, "throughput", "throughput_published");
        addEvidence(
            finding, run, {}, run.fileOf({}), 0,
            headed(modelOf(run),
                   fmt::format("the timers sum up to {:.0f} % of the wall time; {:.1f} samples/s published, {:.1f} by "
                               "the clock",
                               share * 100, run.metric("throughput_published"), run.metric("throughput"))));
    }
    finding.sentence =
        fmt::format("The timers of {} cover {} % of the wall time, because they do not wait for the GPU; that "
                    "alone makes a rate {} times that by the clock.",
                    countText(finding.evidenceCount, "baseline"), rangeText(coverage, 0, 100), rangeText(factor, 2))
        + othersText(others);
    finding.effect =
        "Runs of several machines are measured by the clock, so every published speedup over one machine is "
        "too low by this factor, and most of the penalty of training together is none.";
    addFinding(audit, std::move(finding));
}

/// The same timers in calc ÷ comm.
void findGranularity(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("granularity", "Granularities from the same timers", Severity::Warning);
    Range factor;
    std::size_t others = 0;
    for (const AuditedRun& run : runs.runs()) {
        const double wall = run.metric("granularity");
        const double published = run.metric("granularity_published");
        if (!isHivemind(run) || !std::isfinite(wall) || !std::isfinite(published)
            || std::abs(published / wall - 1) < visibleTime)
            continue;
        if (!isPublished(run)) {
            ++others;
            continue;
        }
        factor.add(wall / published);
        addFigure(finding, run, "granularity", "granularity_published");
        addEvidence(finding, run, {}, run.fileOf("vm-monitor"), 0,
                    headed(modelOf(run), fmt::format("{:.2f} published, {:.2f} by the clock", published, wall)));
    }
    finding.sentence = fmt::format("Calculation over communication of {} is computed from timers that miss part of the "
                                   "calculation; by the clock it is {} times as large.",
                                   countText(finding.evidenceCount, "run"), rangeText(factor, 2))
        + othersText(others);
    finding.effect = "The study's rule for whether a model scales is applied to numbers that are too small; more runs "
                     "are worth another doubling than stated.";
    addFinding(audit, std::move(finding));
}

/// More arithmetic than the GPU can do.
void findImpossibleArithmetic(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("flop-plausibility", "Rates that the GPU cannot compute", Severity::Error);
    Range excess;
    std::set<std::string> pairs;
    bool explained = true;
    const auto look = [&](const AuditedRun& run, const std::string& peer, double flops, double peak) {
        if (!(peak > 0) || !(flops > peak))
            return;
        excess.add(flops / peak);
        pairs.insert(modelOf(run));
        explained = explained && flops / microbatch <= peak;
        finding.figures.push_back({"implied_flops", peer.empty() ? run.name : run.name + ": " + peer, "FLOP/s", flops,
                                   flops / microbatch, "samples/s × operations of a sample at face value",
                                   "the same with one sample for each 32 that are counted", modelOf(run)});
        addEvidence(finding, run, peer, run.fileOf(peer), 0,
                    headed(modelOf(run), fmt::format("{:.0f} TFLOP/s, the GPU has {:.0f}", flops / 1e12, peak / 1e12)));
    };
    for (const AuditedRun& run : runs.runs()) {
        const double peak = run.metric("flops_peak");
        look(run, {}, run.metric("implied_flops"), peak);
        for (const SubjectValue& peer : run.subjects("implied_flops"))
            if (const double own = run.metric("flops_peak", peer.subject); !std::isfinite(run.metric("implied_flops")))
                look(run, peer.subject, peer.value, std::isfinite(own) ? own : peak);
    }
    finding.sentence = fmt::format(
        "{} of model and GPU would need {} times the arithmetic that the GPU has ({}).{}",
        countText(pairs.size(), "combination"), rangeText(excess, 1), fmt::join(pairs, ", "),
        explained ? " Divided by 32 every one of them is possible: the program counts 32 sequences for each step and "
                    "feeds one to the model."
                  : " Dividing by the 32 samples of a step does not explain all of them.");
    finding.effect =
        "Samples/s of these runs are 32 times too high, and their granularity is that of batches of 1: that "
        "such models scale worse does not follow.";
    addFinding(audit, std::move(finding));
}

/// Baselines without an optimizer step.
void findNoOptimizerStep(const AuditRuns& runs, Audit& audit)
{
    Finding finding =
        makeFinding("no-optimizer-step", "Baselines that end before the first optimizer step", Severity::Warning);
    for (const AuditedRun& run : runs.runs()) {
        const double samples = run.metric("samples");
        const double target = run.number("target_batch");
        if (!isBaseline(run) || !(samples < target))
            continue;
        addEvidence(finding, run, {}, run.fileOf({}), 0,
                    headed(modelOf(run), fmt::format("{:.0f} of {:.0f} samples", samples, target)));
    }
    finding.sentence = fmt::format("{} saw fewer samples than one target batch, so no step of the optimizer is in the "
                                   "time.",
                                   countText(finding.evidenceCount, "baseline"));
    finding.effect = "They are compared with runs that pay for such steps.";
    addFinding(audit, std::move(finding));
}

/// The mean of rates vs samples over time, both by the same timers.
void findMeanOfRates(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("mean-of-rates", "Means of the rates of steps", Severity::Warning);
    Range factor;
    std::size_t others = 0;
    for (const AuditedRun& run : runs.runs()) {
        double time = 0;
        for (const char* part : {"ledger_load", "ledger_move", "ledger_forward", "ledger_loss", "ledger_backward",
                                 "ledger_local_step", "ledger_averaging"})
            if (const double seconds = run.metric(part); std::isfinite(seconds))
                time += seconds;
        const double mean = run.metric("throughput_published");
        const double total = run.metric("samples") / time;
        if (!isBaseline(run) || !(time > 0) || !std::isfinite(total) || !(std::abs(mean / total - 1) > visibleTime))
            continue;
        if (!isPublished(run)) {
            ++others;
            continue;
        }
        factor.add(mean / total);
        finding.figures.push_back({"throughput", run.name, "samples/s", mean, total,
                                   "mean of batch ÷ time of each step", "all samples ÷ all time of the timers",
                                   modelOf(run)});
        addEvidence(
            finding, run, {}, run.fileOf({}), 0,
            headed(modelOf(run),
                   fmt::format("mean of the steps' rates {:.1f}, samples over time {:.1f} samples/s", mean, total)));
    }
    finding.sentence =
        fmt::format("The rate of {} is the mean over steps of batch ÷ time; samples over time by the same "
                    "timers is another number (a factor of {}).",
                    countText(finding.evidenceCount, "baseline"), rangeText(factor, 3))
        + othersText(others);
    finding.effect = "Short steps count as much as long ones, so the rate is too high wherever steps differ.";
    addFinding(audit, std::move(finding));
}

void noteMissing(const AuditRuns& runs, Audit& audit)
{
    const auto count = [&runs](std::string_view kind) {
        return std::ranges::count_if(runs.runs(), [kind](const AuditedRun& run) { return run.level("kind") == kind; });
    };
    for (const auto& [kind, what] : {std::pair{"baseline", "run of a single machine: timers, arithmetic and speedups"},
                                     std::pair{"hivemind", "run of several machines: rounds, epochs and traffic"},
                                     std::pair{"network", "network profile: links and shifted rows"}})
        if (count(kind) == 0)
            audit.notes.push_back(fmt::format("The store has no {} to check.", what));
    std::size_t nameless = 0;
    for (const AuditedRun& run : runs.runs())
        nameless += (isBaseline(run) || isHivemind(run)) && run.level("model").empty() ? 1 : 0;
    if (nameless > 0)
        audit.notes.push_back(fmt::format(
            "The mapping has no entry for {}: their model, GPU, costs and target batch could not be checked.",
            countText(nameless, "run")));
}

} // namespace

std::string othersText(std::size_t others)
{
    return others == 0 ? std::string()
                       : fmt::format(" It is also so in {} that no publication uses.", countText(others, "run"));
}

std::string headed(const std::string& head, const std::string& text)
{
    return head.empty() ? text : head + ": " + text;
}

void auditBaselines(const AuditRuns& runs, Audit& audit)
{
    findTimerCoverage(runs, audit);
    findGranularity(runs, audit);
    findImpossibleArithmetic(runs, audit);
    findNoOptimizerStep(runs, audit);
    findMeanOfRates(runs, audit);
}

Result<void> auditMultiCloud(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    auditBaselines(runs, audit);
    MR_CHECK(auditRounds(runs, audit, job));
    MR_CHECK(auditNetwork(runs, audit, job));
    auditCosts(runs, audit);
    noteMissing(runs, audit);
    return {};
}

} // namespace millrace::studies::multi_cloud
