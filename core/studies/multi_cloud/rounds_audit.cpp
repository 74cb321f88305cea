// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/unknown.h"
#include "core/store/event_kinds.h"
#include "core/studies/multi_cloud/audit.h"

#include "core/base/json_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double splitFactor = 2.5; ///< between peers that cannot have averaged with each other
constexpr double deadShare = 0.1; ///< of the median rate: an epoch after peers had left
constexpr double equalVolume = 0.05; ///< share by which volumes of equal peers differ

struct RoundPlace
{
    std::string file;
    std::uint64_t line = 0;
};

RoundPlace placeOf(const Json& json)
{
    RoundPlace place;
    if (!json.is_object())
        return place;
    if (const auto file = json.find("file"); file != json.end() && file->is_string())
        place.file = file->get<std::string>();
    if (const auto line = json.find("line"); line != json.end() && line->is_number_unsigned())
        place.line = line->get<std::uint64_t>();
    return place;
}

double memberNumber(const Json& json, const char* key)
{
    if (!json.is_object())
        return unknown;
    const auto value = json.find(key);
    return value != json.end() && value->is_number() ? value->get<double>() : unknown;
}

/// The rule of two deviations vs the rows in which the epoch increases.
void findAveragingRule(const AuditRuns& runs, Audit& audit)
{
    Finding finding =
        makeFinding("averaging-rule", "Averaging rounds that the study's rule does not find", Severity::Warning);
    std::size_t affected = 0;
    std::size_t others = 0;
    for (const AuditedRun& run : runs.runs()) {
        const auto peers = run.subjects("rounds");
        const auto differs = [&run](const SubjectValue& peer) {
            const double found = run.metric("rounds_published", peer.subject);
            return std::isfinite(found) && found != peer.value;
        };
        if (!isPublished(run)) {
            others += std::ranges::any_of(peers, differs) ? 1 : 0;
            continue;
        }
        const std::size_t before = finding.evidenceCount;
        for (const SubjectValue& peer : peers) {
            const double found = run.metric("rounds_published", peer.subject);
            if (!differs(peer))
                continue;
            addEvidence(finding, run, peer.subject, run.fileOf(peer.subject), 0,
                        fmt::format("{:.0f} of {:.0f} rounds are found", found, peer.value));
        }
        if (finding.evidenceCount == before)
            continue;
        ++affected;
        const double right = run.metric("averaging_time");
        const double published = run.metric("averaging_time_published");
        if (std::isfinite(right) && std::isfinite(published))
            finding.figures.push_back({"averaging_time",
                                       run.name,
                                       "s",
                                       published,
                                       right,
                                       "mean of optimizer steps above median + 2 deviations",
                                       "mean of the rows in which the epoch increases",
                                       {}});
    }
    finding.sentence = fmt::format("For {} in {} the rule “longer than median + 2 standard deviations” finds another "
                                   "number of rounds than the epoch counter has.",
                                   countText(finding.evidenceCount, "peer"), countText(affected, "run"))
        + othersText(others);
    finding.effect = "Averaging times and granularities of these runs are means over a part of the rounds, or include "
                     "steps without averaging.";
    addFinding(audit, std::move(finding));
}

/// Peers of one run that took part in different numbers of rounds.
void findUnequalRounds(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("unequal-rounds", "Peers with different numbers of rounds", Severity::Warning);
    std::size_t affected = 0;
    std::size_t others = 0;
    for (const AuditedRun& run : runs.runs()) {
        const auto peers = run.subjects("rounds");
        Range range;
        for (const SubjectValue& peer : peers)
            range.add(peer.value);
        if (range.count < 2 || range.least == range.most)
            continue;
        if (!isPublished(run)) {
            ++others;
            continue;
        }
        ++affected;
        for (const SubjectValue& peer : peers)
            if (peer.value < range.most)
                addEvidence(finding, run, peer.subject, run.fileOf(peer.subject), 0,
                            fmt::format("{:.0f} rounds, others have {:.0f}", peer.value, range.most));
    }
    finding.sentence =
        fmt::format("{} have peers with fewer rounds than others: they joined late, left early or averaged alone.",
                    countText(affected, "run"))
        + othersText(others);
    finding.effect = "Sums over peers and rounds compare different work.";
    addFinding(audit, std::move(finding));
}

/// Epochs whose rate is a small part of the run's usual rate, and that rate.
struct DeadEpochs
{
    std::vector<std::pair<double, RoundPlace>> epochs;
    double usual = unknown;
};

DeadEpochs deadEpochs(const std::vector<store::Event>& events)
{
    std::vector<std::pair<double, RoundPlace>> rates;
    std::vector<double> sorted;
    for (const store::Event& event : events) {
        const Json json = Json::parse(event.json, nullptr, false);
        const double rate = memberNumber(json, "samples") / memberNumber(json, "seconds");
        if (std::isfinite(rate)) {
            rates.emplace_back(rate, placeOf(json));
            sorted.push_back(rate);
        }
    }
    DeadEpochs dead;
    if (rates.size() < 2)
        return dead;
    std::ranges::sort(sorted);
    dead.usual = sorted[sorted.size() / 2];
    for (auto& each : rates)
        if (each.first < deadShare * dead.usual)
            dead.epochs.push_back(std::move(each));
    return dead;
}

/// Epochs recorded after peers had left.
Result<void> findZeroEpochs(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    Finding finding = makeFinding("zero-epochs", "Epochs with almost no training", Severity::Error);
    std::size_t affected = 0;
    std::size_t others = 0;
    for (const AuditedRun& run : runs.runs()) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the audit was cancelled");
        if (!isHivemind(run))
            continue;
        MR_TRY(events, runs.events(run, store::events::epoch));
        const DeadEpochs dead = deadEpochs(events);
        if (dead.epochs.empty())
            continue;
        if (!isPublished(run)) {
            ++others;
            continue;
        }
        ++affected;
        for (const auto& [rate, place] : dead.epochs)
            addEvidence(finding, run, "vm-monitor", place.file, place.line,
                        fmt::format("{:.1f} samples/s in an epoch, {:.1f} in others", rate, dead.usual));
        finding.figures.push_back({"throughput",
                                   run.name,
                                   "samples/s",
                                   run.metric("throughput_published"),
                                   run.metric("throughput"),
                                   "mean over all epochs but the first",
                                   "samples ÷ seconds of the valid epochs but the first",
                                   {}});
    }
    finding.sentence = fmt::format("{} of {} have a rate close to zero: they were recorded after peers had left, and "
                                   "are included in the published mean.",
                                   countText(finding.evidenceCount, "epoch"), countText(affected, "run"))
        + othersText(others);
    finding.effect = "The published throughput of these runs is not a rate of any set-up.";
    addFinding(audit, std::move(finding));
    return {};
}

/// Two groups that averaged separately (run F-B-8).
void findSwarmSplit(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("swarm-split", "Peers that averaged in separate groups", Severity::Error);
    std::size_t affected = 0;
    for (const AuditedRun& run : runs.runs()) {
        const auto peers = run.subjects("averaging_time");
        Range range; // of means over a peer's rounds
        for (const SubjectValue& peer : peers)
            range.add(peer.value);
        if (!isHivemind(run) || range.count < 3 || !(range.most > splitFactor * range.least))
            continue;
        ++affected;
        for (const SubjectValue& peer : peers)
            if (peer.value > splitFactor * range.least)
                addEvidence(finding, run, peer.subject, run.fileOf(peer.subject), 0,
                            fmt::format("{:.1f} s for a round; the peers of this run have {} s", peer.value,
                                        rangeText(range, 1)));
    }
    finding.sentence = fmt::format("Rounds of {} in {} last several times as long as those of other peers in the same "
                                   "run: they did not average with each other.",
                                   countText(finding.evidenceCount, "peer"), countText(affected, "run"));
    finding.effect = "The run measured two smaller ones at once; its throughput and granularity apply to neither.";
    addFinding(audit, std::move(finding));
}

/// The same volume sent by every peer: no hub averages for the others.
void findEqualVolume(const AuditRuns& runs, Audit& audit)
{
    Finding finding = makeFinding("equal-volume", "No averaging over a node in the middle", Severity::Warning);
    for (const AuditedRun& run : runs.runs()) {
        const std::string experiment = run.level("experiment");
        if (!isHivemind(run) || !experiment.starts_with("C-"))
            continue;
        Range range;
        for (const SubjectValue& peer : run.subjects("sent"))
            range.add(peer.value);
        if (range.count < 3 || range.most > range.least * (1 + equalVolume))
            continue;
        addEvidence(finding, run, {}, {}, 0,
                    fmt::format("{}: each of {} peers sent {} GB", experiment, range.count, rangeText(range, 2, 1e-9)));
    }
    finding.sentence = fmt::format("In {} over several continents every peer sent the same volume: each averages with "
                                   "each, there is no node that the others average over.",
                                   countText(finding.evidenceCount, "run"));
    finding.effect = "The text explains averaging times by the US node; they are those of the slowest pair.";
    addFinding(audit, std::move(finding));
}

/// Means of very few epochs.
Result<void> findFewEpochs(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    constexpr std::size_t few = 3; ///< epochs of which a deviation says little
    Finding finding = makeFinding("few-epochs", "Points of two or three epochs", Severity::Note);
    Range used;
    Range spread;
    std::size_t others = 0;
    for (const AuditedRun& run : runs.runs()) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the audit was cancelled");
        if (!isHivemind(run))
            continue;
        MR_TRY(events, runs.events(run, store::events::epoch));
        if (events.size() < 2 || events.size() - 1 > few)
            continue;
        if (!isPublished(run)) {
            ++others;
            continue;
        }
        Range rates;
        for (std::size_t i = 1; i < events.size(); ++i) {
            const Json json = Json::parse(events[i].json, nullptr, false);
            rates.add(memberNumber(json, "samples") / memberNumber(json, "seconds"));
        }
        used.add(static_cast<double>(events.size() - 1));
        spread.add(rates.most / rates.least - 1);
        const RoundPlace place = placeOf(Json::parse(events.back().json, nullptr, false));
        addEvidence(finding, run, "vm-monitor", place.file, place.line,
                    fmt::format("{} epochs of {} samples/s", events.size() - 1, rangeText(rates, 1)));
    }
    finding.sentence = fmt::format("{} are means of {} epochs, which differ by up to {:.0f} %.",
                                   countText(finding.evidenceCount, "run"), rangeText(used, 0), spread.most * 100)
        + othersText(others);
    finding.effect = "Error bars of so few values are not reliable, and the variation between runs is unknown.";
    addFinding(audit, std::move(finding));
    return {};
}

} // namespace

Result<void> auditRounds(AuditRuns& runs, Audit& audit, const JobContext& job)
{
    findAveragingRule(runs, audit);
    findUnequalRounds(runs, audit);
    MR_CHECK(findZeroEpochs(runs, audit, job));
    findSwarmSplit(runs, audit);
    findEqualVolume(runs, audit);
    return findFewEpochs(runs, audit, job);
}

} // namespace millrace::studies::multi_cloud
