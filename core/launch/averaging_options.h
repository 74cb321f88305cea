// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/averaging_schedule.h"
#include "core/collective/compression.h"
#include "core/collective/parts.h"
#include "core/launch/frameworks.h"
#include "core/launch/workload.h"

#include <array>
#include <span>
#include <string_view>

namespace millrace::launch {

/// When and how the built-in worker averages.
struct AveragingOptions
{
    collective::AveragingSchedule schedule;
    collective::Compression compression = collective::Compression::None;
    int streams = 1; ///< connections in each direction between two workers
    collective::ShardParts parts = {}; ///< of PAIRWISE, by worker; empty: equal ones

    [[nodiscard]] bool isUsual() const noexcept
    {
        return schedule.isSynchronous() && compression == collective::Compression::None;
    }
};

/// The part of the values that each worker reduces for all others with PAIRWISE: numbers by worker, "equal", or "rate".
inline constexpr const char* partsOption = "parts";
inline constexpr const char* partsByRate = "rate"; ///< as collective::partsByRate() says

inline constexpr std::array<std::string_view, 7> averagingOptionNames = {
    "local_steps", "fragments", "overlap_steps", "compression", "streams", "socket_buffer", partsOption};

/// The option of frameworks that average seldom: samples of all workers from one averaging to the next, as Hivemind's
/// target batch. The settings of a run have local_steps instead, the steps that reach it.
inline constexpr const char* targetBatchOption = "target_batch";
/// Puts the local steps of so many workers in its place: the whole number of steps whose samples are at least that
/// many. Unchanged without it, or if the framework has no such option. InvalidInput for a value that is none, and for
/// both.
[[nodiscard]] Result<void> resolveTargetBatch(Workload& workload, const FrameworkTraits& traits, int workers);
/// Puts numbers in the place of "rate". `rates`: of each worker, what it can send and receive, bit/s; 0: not known.
/// Unchanged without it, or if the framework has no such option. InvalidInput if some are known and some are not, and
/// for numbers that are not one for each worker.
[[nodiscard]] Result<void> resolveParts(Workload& workload, const FrameworkTraits& traits,
                                        std::span<const double> rates);
/// Problems of the target batch, before the workers are known. `isUsed`: the workload averages seldom, or may.
void checkTargetBatch(const Workload& workload, bool isUsed, Issues& issues);

/// Problems of the outer step of DiLoCo, by gradient descent with Nesterov's momentum.
void checkOuterStep(const Workload& workload, bool isUsed, Issues& issues);

/// Reads the extra options of these names. InvalidInput for a value that is none, or numbers that do not fit together.
[[nodiscard]] Result<AveragingOptions> averagingOptions(const Workload& workload);
/// Every problem, with those of a training that ends too soon or has too many workers; 0 workers: not known.
void checkAveraging(const Workload& workload, int workers, Issues& issues);

} // namespace millrace::launch
