// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/gate.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/units.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

using store::GateResult;
using store::Verdict;

namespace {

Verdict judge(const GateResult& gate)
{
    if (std::isnan(gate.achieved))
        return Verdict::Unknown;
    return gate.achieved >= gate.low && gate.achieved <= gate.high ? Verdict::Pass : Verdict::Fail;
}

} // namespace

GateResult delayVerdict(const DelayMeasurement& measured, const grid::GateTolerances& tolerances)
{
    GateResult gate{"round trip",
                    measured.subject,
                    seconds(measured.requestedRoundTrip + measured.baseline),
                    unknown,
                    0,
                    0,
                    "s",
                    Verdict::Unknown,
                    {}};
    const double slack = std::max(gate.requested * tolerances.delay, seconds(tolerances.delayFloor));
    gate.low = std::max(0.0, gate.requested - slack);
    gate.high = gate.requested + slack;
    if (measured.samples > 0)
        gate.achieved = seconds(measured.measuredMedian);
    gate.verdict = judge(gate);
    gate.sentence = measured.samples == 0
        ? "no echo was received, so the delay is unknown"
        : fmt::format("median of {} echoes {}, requested {}", measured.samples, humanDuration(measured.measuredMedian),
                      humanDuration(measured.requestedRoundTrip));
    if (measured.baseline.count() > 0)
        gate.sentence += fmt::format(" on top of {} without", humanDuration(measured.baseline));
    return gate;
}

GateResult lossVerdict(const LossMeasurement& measured, const grid::GateTolerances& tolerances)
{
    GateResult gate{"loss", measured.subject, measured.requested, unknown, 0, 0, "", Verdict::Unknown, {}};
    if (measured.sent == 0) {
        gate.sentence = "no packet was sent, so the loss is unknown";
        return gate;
    }
    gate.achieved = static_cast<double>(measured.lost) / static_cast<double>(measured.sent);
    // The requested probability is accepted if it is in the interval of the count. Expressed as achieved counts, so
    // that the columns of all gates read alike: the counts that this probability makes plausible.
    const Interval plausible = binomialInterval(measured.lost, measured.sent, tolerances.lossConfidence);
    gate.low = std::max(0.0, measured.requested - (plausible.high - gate.achieved));
    gate.high = measured.requested + (gate.achieved - plausible.low);
    gate.verdict = plausible.contains(measured.requested) ? Verdict::Pass : Verdict::Fail;
    gate.sentence = fmt::format("{} of {} packets lost; {:g} % interval {:.3g} % to {:.3g} %, requested {:.3g} %",
                                measured.lost, measured.sent, tolerances.lossConfidence * 100, plausible.low * 100,
                                plausible.high * 100, measured.requested * 100);
    return gate;
}

GateResult rateVerdict(const RateMeasurement& measured, const grid::GateTolerances& tolerances)
{
    GateResult gate{"rate", measured.subject, measured.requested, unknown, 0, 0, "bit/s", Verdict::Unknown, {}};
    gate.low = measured.requested * (1 - tolerances.rate);
    gate.high = measured.requested * (1 + tolerances.rate);
    if (measured.measured > 0)
        gate.achieved = measured.measured;
    gate.verdict = judge(gate);
    gate.sentence = measured.measured > 0 ? fmt::format("a packet train arrived at {}, requested {}",
                                                        humanRate(measured.measured), humanRate(measured.requested))
                                          : "no packet of the train arrived, so the rate is unknown";
    if (gate.verdict == Verdict::Fail && measured.measured < gate.low && measured.offered > 0
        && measured.offered < gate.high) {
        gate.verdict = Verdict::Unknown;
        gate.sentence +=
            fmt::format("; it was offered at {} only, because this machine was busy, so the rate is unknown",
                        humanRate(measured.offered));
    }
    return gate;
}

GateResult settingVerdict(std::string name, std::string subject, const std::string& requested,
                          const std::string& achieved)
{
    GateResult gate{std::move(name), std::move(subject), 1, unknown, 1, 1, "", Verdict::Unknown, {}};
    if (achieved.empty()) {
        gate.sentence = fmt::format("requested {}, what was used is not known", requested);
        return gate;
    }
    gate.achieved = achieved == requested ? 1 : 0;
    gate.verdict = judge(gate);
    gate.sentence = fmt::format("requested {}, used {}", requested, achieved);
    return gate;
}

Nanoseconds acceptedLateness(const NetworkPlan& network, const grid::GateTolerances& tolerances)
{
    Nanoseconds shortest{0};
    for (const cluster::PathSettings& path : network.paths)
        if (path.delay.count() > 0 && (shortest.count() == 0 || path.delay < shortest))
            shortest = path.delay;
    const double share = tolerances.delay * static_cast<double>(shortest.count());
    return std::max(tolerances.lateness, Nanoseconds(std::llround(share)));
}

GateResult healthVerdict(Nanoseconds latenessP99, Nanoseconds accepted, const std::vector<std::string>& problems)
{
    GateResult gate{"switch", {}, 0, seconds(latenessP99), 0, seconds(accepted), "s", Verdict::Pass, {}};
    gate.verdict = problems.empty() && judge(gate) == Verdict::Pass ? Verdict::Pass : Verdict::Fail;
    gate.sentence = problems.empty()
        ? fmt::format("packets left the switch at most {} late (99th percentile); at most {} is accepted",
                      humanDuration(latenessP99), humanDuration(accepted))
        : fmt::format("{}", fmt::join(problems, "; "));
    return gate;
}

GateResult waitingVerdict(std::string subject, double waitingShare)
{
    GateResult gate{"processor", std::move(subject), 0, waitingShare, 0, mostWaiting, "", Verdict::Unknown, {}};
    if (std::isnan(waitingShare)) {
        gate.sentence = "this system does not say how long threads waited for a processor";
        return gate;
    }
    gate.verdict = judge(gate);
    gate.sentence =
        fmt::format("the worker had no processor for {:.0f} % of the measured steps, although it was ready to run; at "
                    "most {:.0f} % is accepted",
                    waitingShare * 100, mostWaiting * 100);
    return gate;
}

GateResult stealVerdict(double stealShare)
{
    GateResult gate{"processor", "machine", 0, stealShare, 0, mostSteal, "", Verdict::Unknown, {}};
    if (std::isnan(stealShare)) {
        gate.sentence = "this system does not say how much processor time the hypervisor took";
        return gate;
    }
    gate.verdict = judge(gate);
    gate.sentence =
        fmt::format("the hypervisor took {:.1f} % of the processor time during the run; at most {:.0f} % is "
                    "accepted",
                    stealShare * 100, mostSteal * 100);
    return gate;
}

GateResult trafficVerdict(std::string subject, double predictedBytes, double measuredBytes, double tolerance,
                          double uncertainty)
{
    const double slack = predictedBytes * tolerance + 65536;
    GateResult gate{"traffic",     std::move(subject),     predictedBytes,
                    measuredBytes, predictedBytes - slack, predictedBytes + slack,
                    "B",           Verdict::Unknown,       {}};
    gate.verdict = judge(gate);
    gate.sentence = fmt::format("{} left the node, headers and retransmissions taken off; {} were expected",
                                humanSize(measuredBytes), humanSize(predictedBytes));
    if (gate.verdict == Verdict::Fail && std::abs(measuredBytes - predictedBytes) <= slack + uncertainty) {
        gate.verdict = Verdict::Unknown;
        gate.sentence += fmt::format("; the steps are so short that the counters are only known within ± {}",
                                     humanSize(uncertainty));
    }
    return gate;
}

store::GateResult captureVerdict(std::string subject, std::uint64_t received, std::uint64_t dropped,
                                 const std::string& reason)
{
    store::GateResult gate;
    gate.name = "capture";
    gate.subject = std::move(subject);
    gate.achieved = static_cast<double>(dropped);
    gate.unit = "packets";
    gate.verdict = dropped == 0 && reason.empty() ? store::Verdict::Pass : store::Verdict::Unknown;
    if (!reason.empty())
        gate.sentence = "warning: the recording is not whole: " + reason;
    else if (dropped > 0)
        gate.sentence =
            fmt::format("warning: {} of {} packets were dropped and are not in the recording", dropped, received);
    else
        gate.sentence = fmt::format("all {} packets were recorded", received);
    return gate;
}

bool workerWasStarved(const std::vector<GateResult>& gates) noexcept
{
    return std::ranges::any_of(
        gates, [](const GateResult& gate) { return gate.verdict == Verdict::Fail && gate.name == "processor"; });
}

bool machineWasLate(const std::vector<GateResult>& gates) noexcept
{
    return std::ranges::any_of(gates, [](const GateResult& gate) {
        return gate.verdict == Verdict::Fail
            && (gate.name == "switch" || gate.name == "processor"
                || (gate.name == "round trip" && gate.achieved > gate.high)
                || (gate.name == "rate" && gate.achieved < gate.low));
    });
}

bool anyFailed(const std::vector<GateResult>& gates) noexcept
{
    return std::ranges::any_of(gates, [](const GateResult& gate) { return gate.verdict == Verdict::Fail; });
}

} // namespace millrace::run
