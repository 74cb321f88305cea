// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/audit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double visibleCost = 0.05; ///< a difference larger than rounding

/// Published and corrected costs of a run that differ, as figures and evidence.
void compareCosts(Finding& finding, const AuditedRun& run, Range& factor)
{
    for (const char* name : {"cost_internal", "cost_external", "cost_total", "cost_per_million"}) {
        const std::string published = fmt::format("{}_published", name);
        for (const SubjectValue& right : run.subjects(name)) {
            const double shown = run.metric(published, right.subject);
            if (!std::isfinite(shown) || std::abs(shown - right.value) <= visibleCost * std::abs(right.value))
                continue;
            if (right.value != 0)
                factor.add(shown / right.value);
            const store::Metric& metric = run.metrics.find(name)->second.front();
            finding.figures.push_back({name, fmt::format("{} {}", run.level("experiment"), right.subject), metric.unit,
                                       shown, right.value, run.metrics.find(published)->second.front().how, metric.how,
                                       run.name});
            addEvidence(finding, run, right.subject, {}, 0,
                        headed(run.level("experiment"),
                               fmt::format("{} of {} is {:.3f} {} as published, {:.3f} right", name, right.subject,
                                           shown, metric.unit, right.value)));
        }
    }
}

/// The study's egress shares vs equal shares to all peers.
void findCostShares(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("cost-shares", "Egress shares that do not follow from the traffic", Severity::Error);
    Range factor;
    for (const AuditedRun& run : runs.runs())
        if (run.level("experiment").starts_with("C-"))
            compareCosts(finding, run, factor);
    finding.sentence = fmt::format(
        "The shares 8/20, 6/20 and 6/20 of the egress are applied to runs in which each peer sends the same amount to "
        "every other one (1/7 inside for 8 peers in pairs): published costs are {} times the correct ones.",
        rangeText(factor, 2));
    finding.effect = "Costs over continents, and which provider is the cheapest, are those of another pattern of "
                     "traffic.";
    addFinding(audit, std::move(finding));
}

/// The run of set D on this provider, for the same task.
const AuditedRun* runOnProvider(const AuditRuns& runs, const AuditedRun& like, const std::string& provider)
{
    for (const AuditedRun& run : runs.runs())
        if (!run.level("experiment_d").empty() && run.level("task") == like.level("task")
            && std::isfinite(run.metric("cost_total", provider)))
            return &run;
    return nullptr;
}

/// Costs of all providers computed from the runs on one of them.
void findCostsOfOtherRuns(const AuditRuns& runs, Audit& audit)
{
    Finding finding =
        makeFinding("cost-of-other-runs", "Costs of providers from the runs on another one", Severity::Error);
    Range factor;
    for (const AuditedRun* run : runs.with("experiment_d", "D-1"))
        for (const SubjectValue& published : run->subjects("cost_total_published")) {
            if (std::isfinite(run->metric("cost_total", published.subject)))
                continue;
            const AuditedRun* own = runOnProvider(runs, *run, published.subject);
            if (own != nullptr) {
                const double right = own->metric("cost_total", published.subject);
                factor.add(published.value / right);
                finding.figures.push_back({"cost_total",
                                           published.subject + " " + run->level("task"),
                                           "$/h",
                                           published.value,
                                           right,
                                           "traffic and time of " + run->name,
                                           "its own traffic and time, " + own->name,
                                           {}});
            }
            addEvidence(finding, *run, published.subject, {}, 0,
                        fmt::format("{} {}: {:.3f} $/h from a run that had no machine there", published.subject,
                                    run->level("task"), published.value));
        }
    finding.sentence = "Costs of all providers are computed from the traffic and time of the runs on one of them";
    finding.sentence += factor.count == 0
        ? std::string(".")
        : fmt::format("; they are {} times the costs of the runs on the provider itself.", rangeText(factor, 2));
    finding.effect = "The comparison of providers compares price lists, not what the runs cost there.";
    addFinding(audit, std::move(finding));
}

/// Eight machines at a third of the egress of four.
void findReusedEgress(const AuditRuns& runs, Audit& audit)
{
    constexpr double hour = 3600;
    constexpr double perGigabyte = 0.01; // $, from the study
    constexpr double virtualMachine = 0.18; // $/h
    constexpr double million = 1e6;
    Finding finding = makeFinding("reused-egress", "Eight machines billed with the egress of four", Severity::Error);
    for (const AuditedRun* run : runs.with("experiment", "A-8")) {
        const double runtime = run->metric("runtime");
        const double rate = run->metric("throughput_published");
        const auto sent = run->subjects("sent_published");
        if (sent.empty() || !(runtime > 0) || !(rate > 0))
            continue;
        double sum = 0;
        for (const SubjectValue& peer : sent)
            sum += peer.value;
        const double hourly = sum / static_cast<double>(sent.size()) / 1.024e9 / runtime * hour * perGigabyte;
        const bool language = run->level("task") == "NLP";
        const double used = language ? 0.191 : 0.029;
        if (hourly < used * (1 + visibleCost))
            continue;
        const double published = 8 * (virtualMachine + used) / hour / rate * million;
        for (const SubjectValue& right : run->subjects("cost_per_million"))
            finding.figures.push_back({"cost_per_million", "8xT4 " + run->level("task"), "$", published, right.value,
                                       fmt::format("8 × (0.180 + {}) $/h ÷ published throughput", used),
                                       run->metrics.find("cost_per_million")->second.front().how, run->name});
        addEvidence(finding, *run, {}, {}, 0,
                    headed(run->level("model"),
                           fmt::format("{:.3f} $/h of egress for each machine, {} is taken", hourly, used)));
    }
    finding.sentence =
        fmt::format("The cost of 8xT4 takes a third of the egress of the run with 4 machines; the run with "
                    "8 sent several times as much ({}).",
                    countText(finding.evidenceCount, "run"));
    finding.effect = "Eight small machines look cheaper than they are compared with one large one.";
    addFinding(audit, std::move(finding));
}

/// Sums of Mbit/s divided by 8 and 1024.
void findGigabytes(const AuditRuns& runs, Audit& audit)
{
    constexpr double least = 0.001;
    Finding finding = makeFinding("gigabytes", "Gigabytes of 1000 × 1024", Severity::Note);
    Range factor;
    for (const AuditedRun& run : runs.runs())
        for (const SubjectValue& peer : run.subjects("sent")) {
            const double published = run.metric("sent_published", peer.subject);
            const double interfaces = run.metric("interfaces", peer.subject);
            const double logged = peer.value * (interfaces > 1 ? interfaces : 1);
            if (!std::isfinite(published) || !(logged > 0) || std::abs(published / logged - 1) < least)
                continue;
            factor.add(published / logged);
            addEvidence(finding, run, peer.subject, run.fileOf(peer.subject), 0,
                        fmt::format("{:.4f} “GB” of 1.024 × 10⁹ B are published, {:.4f} × 10⁹ B were sent",
                                    published / 1.024e9, logged / 1e9));
        }
    finding.sentence =
        fmt::format("Volumes of {} are sums of 1 s readings in Mbit/s divided by 8 and 1024, so that a GB "
                    "is 1.024 × 10⁹ B and each row is taken for a second; they are {} times the bytes "
                    "over the time between the readings.",
                    countText(finding.evidenceCount, "peer"), rangeText(factor, 3));
    finding.effect = "Costs for each GB are a few percent off; volumes cannot be held against those of other tools.";
    addFinding(audit, std::move(finding));
}

/// V100 hosts labelled P100.
void findMislabelledHosts(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("mislabelled-hosts", "Files under the wrong name of a GPU", Severity::Warning);
    for (const AuditedRun& run : runs.runs()) {
        if (run.level("gpu").find("V100") == std::string::npos)
            continue;
        for (const AuditedFile& file : run.files)
            if (file.path.find("P100") != std::string::npos)
                addEvidence(finding, run, "VxP100", file.path, 0,
                            fmt::format("the run is of {}, but the file name has P100", run.level("gpu")));
    }
    finding.sentence = fmt::format("{} of a node with V100 carry another GPU in their name.",
                                   countText(finding.evidenceCount, "file"));
    finding.effect = "Grouped by the name of the host, one machine becomes two.";
    addFinding(audit, std::move(finding));
}

struct DamageKind
{
    const char* name;
    const char* title;
    Severity severity;
    std::array<std::string_view, 4> issues; ///< kinds; empty ones end the list
    const char* sentence; ///< with one placeholder for the count
    const char* effect;
};
constexpr std::array damages = {
    DamageKind{"single-stream-rows",
               "Rates of one stream in a profile of many",
               Severity::Warning,
               {"single-stream-row", "", "", ""},
               "{} of profiles with many streams have the rate of a single stream: the script reads words of iperf's "
               "text by position and used the line of a stream instead of the sum.",
               "The rate with so many streams is unknown; these rows are left out."},
    DamageKind{"shifted-rows",
               "Rows with shifted fields",
               Severity::Warning,
               {"shifted-row", "shifted-fields", "shifted-rows", "short-row"},
               "{} of the network profiles have their fields one place off: the script takes words of iperf's text by "
               "their position.",
               "A rate of such a row is a unit or a time; it has to be left out."},
    DamageKind{"text-cells",
               "Words among the numbers",
               Severity::Note,
               {"text-cell", "nan-cell", "nan-cells", ""},
               "{} of the run logs have a word in place of a number.",
               "The loss of these steps is unknown."},
    DamageKind{"empty-files",
               "Files without rows",
               Severity::Warning,
               {"empty-file", "no-rows", "empty", ""},
               "{} of the study have no rows.",
               "The run has no epochs and no throughput."},
};

void findDamage(const AuditRuns& runs, Audit& audit)
{
    for (const DamageKind& damage : damages) {
        Finding finding = makeFinding(damage.name, damage.title, damage.severity);
        for (const std::string_view issue : damage.issues)
            if (!issue.empty())
                addIssueEvidence(finding, runs, issue);
        const char* noun = std::string_view(damage.name).ends_with("-rows") ? "row"
            : std::string_view(damage.name) == "text-cells"                 ? "cell"
                                                                            : "file";
        finding.sentence = fmt::format(fmt::runtime(damage.sentence), countText(finding.evidenceCount, noun));
        finding.effect = damage.effect;
        addFinding(audit, std::move(finding));
    }
}

} // namespace

void auditCosts(const AuditRuns& runs, Audit& audit)
{
    findCostShares(runs, audit);
    findCostsOfOtherRuns(runs, audit);
    findReusedEgress(runs, audit);
    findGigabytes(runs, audit);
    findMislabelledHosts(runs, audit);
    findDamage(runs, audit);
}

} // namespace millrace::studies::multi_cloud
