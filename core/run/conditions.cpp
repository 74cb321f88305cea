// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/conditions.h"

#include "core/run/rate_conditions.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;
using Gates = std::vector<store::GateResult>;

constexpr double packetsPerSecondInAll = 24'000; // half of what the switch passes packet by packet without loss
constexpr double lossProbeFrameBits = (64 + 42) * 8;
constexpr auto echoesPerSecondInAll = 4'000; // more keep one another waiting on a machine with two processors
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

/// `atOnce` pairs are measured at the same time.
Result<std::optional<probe::DelayReport>> echo(const RunPlan& plan, Testbed& testbed, const ProbePlan& probe,
                                               std::size_t atOnce, const JobContext& job)
{
    const auto& there = plan.network.path(probe.from, probe.to);
    const auto& back = plan.network.path(probe.to, probe.from);
    probe::DelaySpec spec;
    spec.responder = responderOf(plan, probe.to);
    spec.packets = probe.brief ? 12 : 25;
    const auto turn = static_cast<std::int64_t>(atOnce) * Nanoseconds(1s) / echoesPerSecondInAll;
    spec.spacing = std::max<Nanoseconds>(probe.brief ? 2ms : 4ms, turn);
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
                                       std::size_t atOnce, Nanoseconds baseline, const JobContext& job)
{
    const auto& there = plan.network.path(probe.from, probe.to);
    const auto& back = plan.network.path(probe.to, probe.from);
    DelayMeasurement measured{
        probeSubject(plan, probe, "↔"), there.delay + back.delay, there.jitter + back.jitter, {}, 0, baseline};
    if (!canEcho(testbed, probe))
        return notProbed(delayVerdict(measured, plan.gate));
    MR_TRY(report, echo(plan, testbed, probe, atOnce, job));
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
    spec.responder = responderOf(plan, probe.to);
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

/// One measurement, whose outcome is a gate.
struct Measurement
{
    const ProbePlan* probe = nullptr;
    bool loss = false; ///< otherwise delay
    int mostAttempts = 4;
};

std::vector<Measurement> delaysAndLosses(const RunPlan& plan)
{
    std::vector<Measurement> measurements;
    for (const ProbePlan& probe : plan.probes) {
        if (probe.delay)
            measurements.push_back({&probe});
        if (probe.loss)
            measurements.push_back({&probe, true, 2});
    }
    return measurements;
}

/// Returns a gate for each measurement: nodes at once, those that begin at one node one after another.
Result<Gates> measureAtOnce(const RunPlan& plan, Testbed& testbed, const std::vector<Measurement>& measurements,
                            const Baseline& baseline, const JobContext& job)
{
    Gates gates(measurements.size());
    MR_CHECK(testbed.forAll([&](int node) -> Result<void> {
        for (std::size_t i = 0; i < measurements.size(); ++i) {
            const ProbePlan& probe = *measurements[i].probe;
            if (probe.from != node)
                continue;
            MR_TRY(gate,
                   measurements[i].loss ? measureLoss(plan, testbed, probe, job)
                                        : measureDelay(plan, testbed, probe, measurements.size(),
                                                       baselineOf(plan, baseline, probe), job));
            gates[i] = std::move(gate);
        }
        return {};
    }));
    return gates;
}

/// Failed measurements are repeated, a little later each time: a busy machine can spoil one, a wrong setting spoils
/// every one.
Result<Gates> measureDelaysAndLosses(const RunPlan& plan, Testbed& testbed, const Baseline& baseline,
                                     const JobContext& job)
{
    const std::vector<Measurement> all = delaysAndLosses(plan);
    MR_TRY(gates, measureAtOnce(plan, testbed, all, baseline, job));
    for (int attempt = 2;; ++attempt) {
        std::vector<std::size_t> failed;
        std::vector<Measurement> again;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (gates[i].verdict != store::Verdict::Fail || attempt > all[i].mostAttempts)
                continue;
            failed.push_back(i);
            again.push_back(all[i]);
        }
        if (failed.empty())
            return gates;
        testbed.clock().sleep(betweenAttempts * (attempt - 2), job.stop);
        MR_TRY(repeated, measureAtOnce(plan, testbed, again, baseline, job));
        for (std::size_t i = 0; i < failed.size(); ++i) {
            gates[failed[i]] = std::move(repeated[i]);
            gates[failed[i]].sentence += fmt::format("; measurement {}", attempt);
        }
    }
}

/// Whether echoes or trains arrive at a node that can answer them.
bool hasResponder(const RunPlan& plan, const Testbed& testbed, int node)
{
    return testbed.agentless(node).empty()
        && std::ranges::any_of(plan.probes, [node](const ProbePlan& probe) { return probe.to == node; });
}

Result<void> startResponders(const RunPlan& plan, Testbed& testbed)
{
    return testbed.forAll([&](int node) -> Result<void> {
        if (!hasResponder(plan, testbed, node))
            return {};
        auto started = testbed.node(node).startResponder(responderOf(plan, node), deadlineIn(5s));
        if (!started && started.error().code != ErrorCode::AlreadyExists)
            return within("starting the responder on " + nodeAt(plan, node).name, std::move(started).error());
        return {};
    });
}

void stopResponders(const RunPlan& plan, Testbed& testbed)
{
    (void)testbed.forAll([&](int node) -> Result<void> {
        if (hasResponder(plan, testbed, node))
            (void)testbed.node(node).stopResponder(responderOf(plan, node), deadlineIn(5s));
        return {};
    });
}

/// Measures the pairs that begin at one node, one after another.
Result<void> baselineFrom(const RunPlan& plan, Testbed& testbed, int node, Baseline& baseline, const JobContext& job)
{
    for (std::size_t i = 0; i < plan.probes.size(); ++i) {
        const ProbePlan& probe = plan.probes[i];
        if (probe.from != node || !canEcho(testbed, probe))
            continue;
        MR_TRY(report, echo(plan, testbed, probe, plan.probes.size(), job));
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
    MR_TRY(gates, measureDelaysAndLosses(plan, testbed, baseline, job));
    MR_TRY(rates, measureRates(plan, testbed, job));
    gates.insert(gates.end(), std::make_move_iterator(rates.begin()), std::make_move_iterator(rates.end()));
    stopResponders(plan, testbed);
    if (std::ranges::any_of(plan.probes, [](const ProbePlan& probe) { return probe.loss || probe.rate; }))
        testbed.clock().sleep(settleTime, job.stop);
    return gates;
}

} // namespace millrace::run
