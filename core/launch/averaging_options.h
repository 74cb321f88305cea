// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/averaging_schedule.h"
#include "core/collective/compression.h"
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

/// Reads the extra options of these names. InvalidInput for a value that is none, or numbers that do not fit together.
[[nodiscard]] Result<AveragingOptions> averagingOptions(const Workload& workload);
/// Every problem, with those of a training that ends too soon or has too many workers; 0 workers: not known.
void checkAveraging(const Workload& workload, int workers, Issues& issues);

} // namespace millrace::launch
