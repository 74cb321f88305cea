// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/conditions.h"

#include "core/run/rate_conditions.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <iterator>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;
using Gates = std::vector<store::GateResult>;

constexpr double packetsPerSecondInAll = 24'000; // half of what the switch passes packet by packet without loss
constexpr double lossProbeFrameBits = (64 + 42) * 8;
constexpr auto settleTime = 30ms;
constexpr auto betweenAttempts = 100ms;

const RunNode& nodeAt(const RunPlan& plan, int position)
{
    return plan.network.node(position);
}

Nanoseconds baselineOf(const RunPlan& plan, const Baseline& baseline, const ProbePlan& probe)
{
    return baseline.empty() ? Nanoseconds(0) : baseline[static_cast<std::size_t>(&probe - plan.probes.data())];
}

/// Ping suffices at the source of an echo; the destination needs a responder, or a machine without the agent.
bool canEcho(const Testbed& testbed, const ProbePlan& probe)
{
    return !testbed.agentless(probe.from).empty() || testbed.agentless(probe.to).empty();
}

Result<std::optional<probe::DelayReport>> echo(const RunPlan& plan, Testbed& testbed, const ProbePlan& probe,
                                               const JobContext& job)
{
    const auto& there = plan.network.path(probe.from, probe.to);
    const auto& back = plan.network.path(probe.to, probe.from);
    probe::DelaySpec spec;
    spec.responder = probeResponder(plan, probe);
    spec.packets = probe.brief ? 12 : 25;
    spec.spacing = probe.brief ? 2ms : 4ms;
    spec.patience = there.delay + back.delay + there.jitter + back.jitter + 500ms;
    auto report = testbed.node(probe.from).probeDelay(spec, deadlineIn(20s), job);
    if (report)
        return std::optional(*std::move(report));
    const bool noPing = report.error().code == ErrorCode::Unsupported && !testbed.agentless(probe.from).empty();
    if (report.error().code != ErrorCode::Unreachable && !noPing)
        return within("measuring the delay " + probeSubject(plan, probe, "↔"), std::move(report).error());
    return std::optional<probe::DelayReport>();
}

Result<store::GateResult> measureDelay(const RunPlan& plan, Testbed& testbed, const ProbePlan& probe,
                                       Nanoseconds baseline, const JobContext& job)
{
    const auto& there = plan.network.path(probe.from, probe.to);
    const auto& back = plan.network.path(probe.to, probe.from);
    DelayMeasurement measured{
        probeSubject(plan, probe, "↔"), there.delay + back.delay, there.jitter + back.jitter, {}, 0, baseline};
    if (!canEcho(testbed, probe))
        return notProbed(delayVerdict(measured, plan.gate));
    MR_TRY(report, echo(plan, testbed, probe, job));
    if (report) {
        measured.measuredMedian = report->roundTrip.median;
        measured.samples = report->roundTrips.size();
    }
    return delayVerdict(measured, plan.gate);
}

Result<store::GateResult> measureLoss(const RunPlan& plan, Testbed& testbed, const ProbePlan& probe,
                                      const JobContext& job)
{
    const auto& path = plan.network.path(probe.from, probe.to);
    if (!canSendTrain(testbed, probe))
        return notProbed(lossVerdict({probeSubject(plan, probe, "→"), path.loss, 0, 0}, plan.gate));
    double pace = packetsPerSecondInAll / static_cast<double>(plan.probes.size());
    if (path.bitsPerSecond > 0)
        pace = std::min(pace, path.bitsPerSecond * 0.5 / lossProbeFrameBits);
    probe::LossSpec spec;
    spec.responder = probeResponder(plan, probe);
    spec.packetsPerSecond = pace;
    spec.packets = static_cast<std::uint32_t>(std::clamp(pace * 0.5, 200.0, 5000.0));
    auto report = testbed.node(probe.from).probeLoss(spec, deadlineIn(60s), job);
    LossMeasurement measured{probeSubject(plan, probe, "→"), path.loss, 0, 0};
    if (!report && report.error().code != ErrorCode::Unreachable)
        return within("measuring the loss " + measured.subject, std::move(report).error());
    if (report) {
        measured.sent = report->sent - std::min(report->sent, report->localDrops);
        measured.lost = measured.sent - std::min<std::uint64_t>(measured.sent, report->received);
    }
    return lossVerdict(measured, plan.gate);
}

/// Measures delay and loss of the pairs that begin at one node, one after another.
Result<Gates> measureFrom(const RunPlan& plan, Testbed& testbed, int node, const Baseline& baseline,
                          const JobContext& job)
{
    Gates gates;
    for (const ProbePlan& probe : plan.probes) {
        if (probe.from != node)
            continue;
        if (probe.delay) {
            MR_TRY(gate, measureDelay(plan, testbed, probe, baselineOf(plan, baseline, probe), job));
            gates.push_back(std::move(gate));
        }
        if (probe.loss) {
            MR_TRY(gate, measureLoss(plan, testbed, probe, job));
            gates.push_back(std::move(gate));
        }
    }
    return gates;
}

Result<Gates> measureAtOnce(const RunPlan& plan, Testbed& testbed, const Baseline& baseline, const JobContext& job)
{
    std::vector<std::future<Result<Gates>>> measurements;
    for (int node = 0; node < testbed.nodeCount(); ++node)
        measurements.push_back(std::async(std::launch::async, measureFrom, std::cref(plan), std::ref(testbed), node,
                                          std::cref(baseline), std::cref(job)));
    Gates gates;
    std::optional<Error> error;
    for (auto& measurement : measurements) {
        auto measured = measurement.get();
        if (measured)
            gates.insert(gates.end(), measured->begin(), measured->end());
        else if (!error)
            error = std::move(measured).error();
    }
    if (error)
        return *error;
    return gates;
}

/// Repeats failed measurements, a little later each time: a busy machine can spoil one, a wrong setting spoils every
/// one.
Result<void> repeatFailed(const RunPlan& plan, Testbed& testbed, const Baseline& baseline, Gates& gates,
                          const JobContext& job)
{
    for (store::GateResult& gate : gates)
        for (const ProbePlan& probe : plan.probes) {
            if (gate.verdict != store::Verdict::Fail)
                break;
            const bool isDelay = gate.name == "round trip" && gate.subject == probeSubject(plan, probe, "↔");
            const bool isLoss = gate.name == "loss" && gate.subject == probeSubject(plan, probe, "→");
            if (!isDelay && !isLoss)
                continue;
            for (int attempt = 2; gate.verdict == store::Verdict::Fail && attempt <= (isDelay ? 4 : 2); ++attempt) {
                testbed.clock().sleep(betweenAttempts * (attempt - 2), job.stop);
                MR_TRY(again,
                       isDelay ? measureDelay(plan, testbed, probe, baselineOf(plan, baseline, probe), job)
                               : measureLoss(plan, testbed, probe, job));
                gate = std::move(again);
                gate.sentence += fmt::format("; measurement {}", attempt);
            }
            break;
        }
    return {};
}

Result<void> startResponders(const RunPlan& plan, Testbed& testbed)
{
    for (const ProbePlan& probe : plan.probes) {
        if (!testbed.agentless(probe.to).empty())
            continue;
        auto started = testbed.node(probe.to).startResponder(probeResponder(plan, probe), deadlineIn(5s));
        if (!started && started.error().code != ErrorCode::AlreadyExists)
            return within("starting the responder on " + nodeAt(plan, probe.to).name, std::move(started).error());
    }
    return {};
}

void stopResponders(const RunPlan& plan, Testbed& testbed)
{
    for (const ProbePlan& probe : plan.probes)
        if (testbed.agentless(probe.to).empty())
            (void)testbed.node(probe.to).stopResponder(probeResponder(plan, probe), deadlineIn(5s));
}

/// Measures the pairs that begin at one node, one after another.
Result<void> baselineFrom(const RunPlan& plan, Testbed& testbed, int node, Baseline& baseline, const JobContext& job)
{
    for (std::size_t i = 0; i < plan.probes.size(); ++i) {
        const ProbePlan& probe = plan.probes[i];
        if (probe.from != node || !canEcho(testbed, probe))
            continue;
        MR_TRY(report, echo(plan, testbed, probe, job));
        if (report)
            baseline[i] = report->roundTrip.median;
        else if (testbed.agentless(probe.from).empty()) // ping may be forbidden on others
            return fail(ErrorCode::Unreachable,
                        fmt::format("{} gets no echo from {} at {}; check the address and the firewall of the "
                                    "experiment's network (UDP port {})",
                                    nodeAt(plan, probe.from).name, nodeAt(plan, probe.to).name,
                                    nodeAt(plan, probe.to).address, responderPort));
    }
    return {};
}

} // namespace

Result<Baseline> measureBaseline(const RunPlan& plan, Testbed& testbed, const JobContext& job)
{
    MR_CHECK(startResponders(plan, testbed));
    Baseline baseline(plan.probes.size(), Nanoseconds(0));
    auto measured = testbed.forAll([&](int node) { return baselineFrom(plan, testbed, node, baseline, job); });
    stopResponders(plan, testbed);
    if (!measured)
        return std::move(measured).error();
    return baseline;
}

Result<Gates> measureConditions(const RunPlan& plan, Testbed& testbed, const Baseline& baseline, const JobContext& job)
{
    MR_CHECK(startResponders(plan, testbed));
    MR_TRY(gates, measureAtOnce(plan, testbed, baseline, job));
    MR_CHECK(repeatFailed(plan, testbed, baseline, gates, job));
    MR_TRY(rates, measureRates(plan, testbed, job));
    gates.insert(gates.end(), std::make_move_iterator(rates.begin()), std::make_move_iterator(rates.end()));
    stopResponders(plan, testbed);
    if (std::ranges::any_of(plan.probes, [](const ProbePlan& probe) { return probe.loss || probe.rate; }))
        testbed.clock().sleep(settleTime, job.stop);
    return gates;
}

} // namespace millrace::run
