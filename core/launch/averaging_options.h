// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/averaging_schedule.h"
#include "core/collective/compression.h"
#include "core/launch/frameworks.h"
#include "core/launch/workload.h"

#include <array>
#include <string_view>

namespace millrace::launch {

/// When and how the built-in worker averages.
struct AveragingOptions
{
    collective::AveragingSchedule schedule;
    collective::Compression compression = collective::Compression::None;
    int streams = 1; ///< connections in each direction between two workers

    [[nodiscard]] bool isUsual() const noexcept
    {
        return schedule.isSynchronous() && compression == collective::Compression::None;
    }
};

inline constexpr std::array<std::string_view, 6> averagingOptionNames = {"local_steps", "fragments", "overlap_steps",
                                                                         "compression", "streams",   "socket_buffer"};

/// The option of frameworks that average seldom: samples of all workers from one averaging to the next, as Hivemind's
/// target batch. The settings of a run have local_steps instead, the steps that reach it.
inline constexpr const char* targetBatchOption = "target_batch";
/// Puts the local steps of so many workers in its place: the whole number of steps whose samples are at least that
/// many. Unchanged without it, or if the framework has no such option. InvalidInput for a value that is none, and for
/// both.
[[nodiscard]] Result<void> resolveTargetBatch(Workload& workload, const FrameworkTraits& traits, int workers);
/// Its problems, before the workers are known. `isUsed`: the workload averages seldom, or may.
void checkTargetBatch(const Workload& workload, bool isUsed, Issues& issues);

/// Problems of the outer step of DiLoCo, by gradient descent with Nesterov's momentum.
void checkOuterStep(const Workload& workload, bool isUsed, Issues& issues);

/// Reads the extra options of these names. InvalidInput for a value that is none, or numbers that do not fit together.
[[nodiscard]] Result<AveragingOptions> averagingOptions(const Workload& workload);
/// Every problem, with those of a training that ends too soon or has too many workers; 0 workers: not known.
void checkAveraging(const Workload& workload, int workers, Issues& issues);

} // namespace millrace::launch
