// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/workload_record.h"

#include <vector>

namespace millrace::run {

/// A step of the job as one set of workers made it.
struct StepAttempt
{
    std::int64_t number = 0; ///< warm-up included
    std::vector<const monitor::IterationEvent*> lines; ///< by position among the members, or by rank
    int workers = 0; ///< that took part
    Nanoseconds begin{0}; ///< wall clock; of the first worker
    Nanoseconds end{0}; ///< of the last one

    [[nodiscard]] bool isWhole() const noexcept { return static_cast<int>(lines.size()) == workers; }
    [[nodiscard]] double samples() const;
};

/// The timed steps of all ranks, by number, then by end. A step that was repeated with other members, or after a
/// restart of the job, has several attempts. The record must outlive them.
[[nodiscard]] std::vector<StepAttempt> stepAttempts(const WorkloadRecord& record);

} // namespace millrace::run
