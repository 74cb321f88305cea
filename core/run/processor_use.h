// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/grid/grid_spec.h"
#include "core/store/records.h"

#include <optional>
#include <vector>

namespace millrace::run {

/// What a node's samples say about its processors from the first to the last one of a run. The nodes of an emulated
/// cluster are one machine, so each of them says the same about the machine.
struct ProcessorUse
{
    std::optional<counters::MachineCpu> first;
    std::optional<counters::MachineCpu> last;
    Nanoseconds firstTime{0}; ///< of `first`, monotonic
    Nanoseconds lastTime{0};
    Nanoseconds workload{0}; ///< processor time of the workload's processes
    Nanoseconds runDelay{0}; ///< in which their threads were ready and had no processor
    struct DelayPoint
    {
        Nanoseconds wall{0};
        Nanoseconds runDelay{0};
    };
    std::vector<DelayPoint> delays; ///< runDelay as it was, every sample

    void take(const agent::Sample& sample);
    /// runDelay ÷ (runDelay + workload): of the time in which the workload's threads wanted a processor, the share in
    /// which they had none; NaN: not known.
    [[nodiscard]] double runDelayShare() const;
    /// Of the time from `begin` to `end` (wall clock), the share in which a thread of the workload was ready and had no
    /// processor; NaN: not known.
    [[nodiscard]] double waitingShare(Nanoseconds begin, Nanoseconds end) const;
};

/// run_delay, run_delay_share, machine_steal, machine_pressure; those that are known.
[[nodiscard]] std::vector<store::Metric> processorMetrics(const std::vector<ProcessorUse>& nodes);
/// Of the processor time of the machine during the run, the share that the hypervisor took; NaN: not known.
[[nodiscard]] double stealShare(const ProcessorUse& use);

} // namespace millrace::run
