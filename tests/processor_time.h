// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

namespace millrace::tests {

/// Seconds of the processor that a call takes, the least of three: what else the machine does not only takes time but
/// also caches and clock rate.
template <typename Call>
double leastProcessorTime(Call call)
{
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock();
        call();
        least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
}

} // namespace millrace::tests
