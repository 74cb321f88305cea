// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/grid/grid_spec.h"
#include "core/store/records.h"

#include <optional>
#include <vector>

namespace millrace::run {

/// Processor use of a node between the first and the last sample of a run. The nodes of an emulated cluster share one
/// machine, so each reports the same machine.
struct ProcessorUse
{
    std::optional<counters::MachineCpu> first;
    std::optional<counters::MachineCpu> last;
    Nanoseconds firstTime{0}; ///< of `first`, monotonic
    Nanoseconds lastTime{0};
    Nanoseconds workload{0}; ///< processor time of the workload's processes
    Nanoseconds runDelay{0}; ///< time its threads were runnable without a processor
    struct DelayPoint
    {
        Nanoseconds wall{0};
        Nanoseconds runDelay{0};
    };
    std::vector<DelayPoint> delays; ///< runDelay at every sample

    void take(const agent::Sample& sample);
    /// Returns runDelay ÷ (runDelay + workload): the share of the time in which the workload's threads were runnable,
    /// but had no processor; NaN: not known.
    [[nodiscard]] double runDelayShare() const;
    /// Returns the share of the time from `begin` to `end` (wall clock) in which a thread of the workload was runnable
    /// without a processor; NaN: not known.
    [[nodiscard]] double waitingShare(Nanoseconds begin, Nanoseconds end) const;
};

/// Returns run_delay, run_delay_share, machine_steal, machine_pressure; those that are known.
[[nodiscard]] std::vector<store::Metric> processorMetrics(const std::vector<ProcessorUse>& nodes);
/// Returns hypervisor steal as a share of the machine's processor time during the run; NaN: not known.
[[nodiscard]] double stealShare(const ProcessorUse& use);

} // namespace millrace::run
