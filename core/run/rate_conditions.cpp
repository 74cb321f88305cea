// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/rate_conditions.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr double fastestTrain = 1.25e9; // bit/s; more cannot be offered reliably packet by packet
constexpr double offeredAtOnce = 600e6; // bit/s in total, unless a single train needs more
constexpr int mostAttempts = 4; // each twice as long as the previous one
constexpr double overload = 1.2; // offered rate relative to the limit, so that the limit shows

double offerFor(const NetworkPlan& network, const ProbePlan& probe)
{
    return network.rateLimit(probe.from, probe.to) * overload;
}

bool shareQueue(const NetworkPlan& network, const ProbePlan& a, const ProbePlan& b)
{
    return a.from == b.from || a.to == b.to
        || std::ranges::any_of(network.sharedLimits, [&](const SharedLimit& shared) {
               const auto has = [&shared](const ProbePlan& probe) {
                   return std::ranges::find(shared.pairs, std::pair(probe.from, probe.to)) != shared.pairs.end();
               };
               return has(a) && has(b);
           });
}

Result<store::GateResult> measureRate(const RunPlan& plan, Testbed& testbed, const ProbePlan& probe, int attempt,
                                      const JobContext& job)
{
    const double limit = plan.network.rateLimit(probe.from, probe.to);
    RateMeasurement measured{probeSubject(plan, probe, "→"), limit, 0, 0};
    if (!canSendTrain(testbed, probe))
        return notProbed(rateVerdict(measured, plan.gate));
    if (limit * overload > fastestTrain)
        return rateVerdict(measured, plan.gate);
    probe::RateSpec spec;
    spec.responder = responderOf(plan, probe.to);
    spec.bitsPerSecond = limit * overload;
    spec.duration = trainTime(limit, !plan.network.node(probe.from).host.empty(), attempt);
    auto report = testbed.node(probe.from).probeRate(spec, deadlineIn(30s), job);
    if (!report && report.error().code != ErrorCode::Unreachable)
        return within("measuring the rate " + measured.subject, std::move(report).error());
    if (report) {
        measured.measured =
            report->achievedBitsPerSecond / std::max(0.01, 1 - plan.network.path(probe.from, probe.to).loss);
        measured.offered = report->offeredBitsPerSecond;
    }
    return rateVerdict(measured, plan.gate);
}

/// Whether to repeat: a busy machine can spoil a measurement, a longer one less so; a wrong setting spoils every one.
bool isWorthAnother(const store::GateResult& gate)
{
    return gate.verdict == store::Verdict::Fail
        || (gate.verdict == store::Verdict::Unknown && !std::isnan(gate.achieved));
}

} // namespace

Nanoseconds trainTime(double bitsPerSecond, bool remote, int attempt)
{
    // Long enough for a thousand packets. A node's own queue passes a burst that drains in 2 ms: 1 % of 200 ms.
    const Nanoseconds shortest = remote ? 200ms : 25ms;
    const auto wanted = Nanoseconds(static_cast<std::int64_t>(4e15 / bitsPerSecond));
    return std::clamp<Nanoseconds>(wanted, shortest, 1s) * (1 << (attempt - 1));
}

Endpoint responderOf(const RunPlan& plan, int node)
{
    return {plan.network.node(node).address, responderPort};
}

std::string probeSubject(const RunPlan& plan, const ProbePlan& probe, const char* arrow)
{
    return plan.network.node(probe.from).name + arrow + plan.network.node(probe.to).name;
}

bool canSendTrain(const Testbed& testbed, const ProbePlan& probe)
{
    return testbed.agentless(probe.from).empty() && testbed.agentless(probe.to).empty();
}

store::GateResult notProbed(store::GateResult gate)
{
    gate.verdict = store::Verdict::Unknown;
    gate.sentence = "not measured: no agent on the node";
    return gate;
}

std::vector<std::vector<std::size_t>> rateGroups(const NetworkPlan& network, const std::vector<ProbePlan>& probes)
{
    struct Group
    {
        std::vector<std::size_t> probes;
        double offered = 0;
    };
    std::vector<Group> groups;
    for (std::size_t i = 0; i < probes.size(); ++i) {
        if (!probes[i].rate)
            continue;
        const double offer = offerFor(network, probes[i]);
        auto fitting = std::ranges::find_if(groups, [&](const Group& group) {
            return group.offered + offer <= offeredAtOnce && std::ranges::none_of(group.probes, [&](std::size_t other) {
                       return shareQueue(network, probes[i], probes[other]);
                   });
        });
        if (fitting == groups.end())
            fitting = groups.insert(groups.end(), Group());
        fitting->probes.push_back(i);
        fitting->offered += offer;
    }
    std::vector<std::vector<std::size_t>> indices;
    for (Group& group : groups)
        indices.push_back(std::move(group.probes));
    return indices;
}

Result<std::vector<store::GateResult>> measureRates(const RunPlan& plan, Testbed& testbed, const JobContext& job)
{
    std::vector<store::GateResult> gates;
    for (const std::vector<std::size_t>& group : rateGroups(plan.network, plan.probes)) {
        std::vector<std::future<Result<store::GateResult>>> measurements;
        for (const std::size_t i : group)
            measurements.push_back(std::async(std::launch::async, measureRate, std::cref(plan), std::ref(testbed),
                                              std::cref(plan.probes[i]), 1, std::cref(job)));
        std::optional<Error> error;
        for (std::size_t i = 0; i < group.size(); ++i) {
            auto gate = measurements[i].get();
            for (int attempt = 2; gate && isWorthAnother(*gate) && attempt <= mostAttempts; ++attempt) {
                gate = measureRate(plan, testbed, plan.probes[group[i]], attempt, job);
                if (gate)
                    gate->sentence += fmt::format("; measurement {}", attempt);
            }
            if (gate)
                gates.push_back(*std::move(gate));
            else if (!error)
                error = std::move(gate).error();
        }
        if (error)
            return *error;
    }
    return gates;
}

} // namespace millrace::run
