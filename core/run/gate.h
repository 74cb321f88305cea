// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"
#include "core/store/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::run {

/// Achieved against requested: pure verdicts over measured values. A verdict of Unknown means that the condition could
/// not be measured; it is shown, and does not make the run invalid.

/// Round-trip time measured between two nodes, against the sum of the one-way delays, on top of what it is without
/// them.
struct DelayMeasurement
{
    std::string subject; ///< "node0↔node1"
    Nanoseconds requestedRoundTrip{0};
    Nanoseconds jitter{0}; ///< of both ways together; widens nothing, the median is compared
    Nanoseconds measuredMedian{0};
    std::uint64_t samples = 0;
    Nanoseconds baseline{0}; ///< the round trip before anything was imposed; 0: the requested delays are all there is
};
[[nodiscard]] store::GateResult delayVerdict(const DelayMeasurement& measured, const grid::GateTolerances& tolerances);

/// Packets that got lost one way, against the requested probability: it must lie in the binomial (Clopper–Pearson)
/// interval of the count.
struct LossMeasurement
{
    std::string subject; ///< "node0→node1"
    double requested = 0;
    std::uint64_t sent = 0;
    std::uint64_t lost = 0;
};
[[nodiscard]] store::GateResult lossVerdict(const LossMeasurement& measured, const grid::GateTolerances& tolerances);

/// The rate at which a train of packets arrived that was offered faster than the link, in bit/s of Ethernet frames. A
/// train that this machine could not offer faster than the link does not show the link's rate: Unknown.
struct RateMeasurement
{
    std::string subject;
    double requested = 0;
    double measured = 0; ///< 0: nothing arrived
    double offered = 0; ///< 0: not known
};
[[nodiscard]] store::GateResult rateVerdict(const RateMeasurement& measured, const grid::GateTolerances& tolerances);

/// A plain condition: the text that was asked for and the one that was found.
[[nodiscard]] store::GateResult settingVerdict(std::string name, std::string subject, const std::string& requested,
                                               const std::string& achieved);
/// A problem that the switch reported about itself, or that there is none.
[[nodiscard]] store::GateResult healthVerdict(Nanoseconds latenessP99, const std::vector<std::string>& problems,
                                              const grid::GateTolerances& tolerances);
/// Whether a worker had a processor when it wanted one: the share of the measured steps in which it was ready to run
/// and had none. A worker that waits for the share w makes its node's steps up to w ÷ (1 - w) longer; with the limit
/// that is 43 %. Unknown (NaN) where the kernel does not count it.
inline constexpr double mostWaiting = 0.3;
/// Processor time that the hypervisor took makes everything on the machine that much slower, the switch, too.
inline constexpr double mostSteal = 0.1;
[[nodiscard]] store::GateResult waitingVerdict(std::string subject, double waitingShare);
[[nodiscard]] store::GateResult stealVerdict(double stealShare);

/// Payload bytes that left a node (by its counters, headers taken off) against the bytes that the strategy must move;
/// within the tolerance, a share (and 64 KiB for the control messages).
[[nodiscard]] store::GateResult trafficVerdict(std::string subject, double predictedBytes, double measuredBytes,
                                               double tolerance = 0.03);

/// Whether a recording has all packets. One that has not is Unknown with a warning: it says nothing about the run
/// itself.
[[nodiscard]] store::GateResult captureVerdict(std::string subject, std::uint64_t received, std::uint64_t dropped,
                                               const std::string& reason);

/// Whether a gate failed because the machine of the emulated cluster did not keep up, or as it fails then: a round trip
/// longer or a rate lower than requested. The run may well be valid when it is made again; a wrong setting fails again.
[[nodiscard]] bool machineWasLate(const std::vector<store::GateResult>& gates) noexcept;
[[nodiscard]] bool anyFailed(const std::vector<store::GateResult>& gates) noexcept;

} // namespace millrace::run
