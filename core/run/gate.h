// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"
#include "core/run/network_plan.h"
#include "core/store/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::run {

/// Gates: pure comparisons of requested and achieved values. Unknown means that the condition could not be measured; it
/// is shown, and does not make the run invalid.

/// Round-trip time measured between two nodes, compared with the sum of the one-way delays plus the round trip without
/// them.
struct DelayMeasurement
{
    std::string subject; ///< "node0↔node1"
    Nanoseconds requestedRoundTrip{0};
    Nanoseconds jitter{0}; ///< of both ways together; does not widen the tolerance, the median is compared
    Nanoseconds measuredMedian{0};
    std::uint64_t samples = 0;
    Nanoseconds baseline{0}; ///< round trip before anything was imposed; 0: none besides the requested delays
};
[[nodiscard]] store::GateResult delayVerdict(const DelayMeasurement& measured, const grid::GateTolerances& tolerances);

/// Packets lost one way; the requested probability must be in the binomial (Clopper–Pearson) interval of the count.
struct LossMeasurement
{
    std::string subject; ///< "node0→node1"
    double requested = 0;
    std::uint64_t sent = 0;
    std::uint64_t lost = 0;
};
[[nodiscard]] store::GateResult lossVerdict(const LossMeasurement& measured, const grid::GateTolerances& tolerances);

/// Rate at which a train of packets arrived that was offered faster than the link, in bit/s of Ethernet frames. A train
/// slower than the link does not measure the link's rate: Unknown.
struct RateMeasurement
{
    std::string subject;
    double requested = 0;
    double measured = 0; ///< 0: nothing arrived
    double offered = 0; ///< 0: not known
};
[[nodiscard]] store::GateResult rateVerdict(const RateMeasurement& measured, const grid::GateTolerances& tolerances);

/// Compares a requested setting with the one found.
[[nodiscard]] store::GateResult settingVerdict(std::string name, std::string subject, const std::string& requested,
                                               const std::string& achieved);
/// How late one packet in a hundred may leave the switch: the larger of `lateness` and, as for round trips, the share
/// `delay` of the shortest delay that is emulated.
[[nodiscard]] Nanoseconds acceptedLateness(const NetworkPlan& network, const grid::GateTolerances& tolerances);
/// Reports a problem that the switch found in itself, or how late it was.
[[nodiscard]] store::GateResult healthVerdict(Nanoseconds latenessP99, Nanoseconds accepted,
                                              const std::vector<std::string>& problems);
/// Limit of the share of the measured steps in which a worker was ready to run without a processor. A worker that waits
/// for the share w makes its node's steps up to w ÷ (1 - w) longer; with the limit that is 43 %. Unknown (NaN) if the
/// kernel does not count it.
inline constexpr double mostWaiting = 0.3;
/// Limit of hypervisor steal time, which slows everything on the machine by that share, including the switch.
inline constexpr double mostSteal = 0.1;
[[nodiscard]] store::GateResult waitingVerdict(std::string subject, double waitingShare);
[[nodiscard]] store::GateResult stealVerdict(double stealShare);

/// Compares the payload that left a node (by its counters, without headers) with the bytes that the strategy must move;
/// within the tolerance, a share (and 64 KiB for the control messages). `uncertainty`: half of the width of the range
/// of possible values. Unknown when only this range reaches into the tolerance.
[[nodiscard]] store::GateResult trafficVerdict(std::string subject, double predictedBytes, double measuredBytes,
                                               double tolerance = 0.03, double uncertainty = 0);

/// Whether a recording is complete. An incomplete one is Unknown with a warning: the run itself may be valid.
[[nodiscard]] store::GateResult captureVerdict(std::string subject, std::uint64_t received, std::uint64_t dropped,
                                               const std::string& reason);

/// Whether a gate failed because the machine of the emulated cluster was overloaded, or in the way it fails then: a
/// round trip longer or a rate lower than requested. Such a run may be valid when repeated; a wrong setting fails
/// again.
[[nodiscard]] bool machineWasLate(const std::vector<store::GateResult>& gates) noexcept;
/// Whether a worker had no processor, on whatever machine. The network of remote nodes is as it is, so this alone is a
/// reason to repeat their runs.
[[nodiscard]] bool workerWasStarved(const std::vector<store::GateResult>& gates) noexcept;
[[nodiscard]] bool anyFailed(const std::vector<store::GateResult>& gates) noexcept;

} // namespace millrace::run
