// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"

#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <vector>

namespace millrace::bench {

struct Times
{
    double wall = 0; ///< seconds
    double cpu = 0; ///< of the process, seconds
};

class Stopwatch
{
public:
    [[nodiscard]] Times stop() const
    {
        return {std::chrono::duration<double>(std::chrono::steady_clock::now() - m_wall).count(), cpuNow() - m_cpu};
    }

private:
    static double cpuNow()
    {
        timespec now{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
    }
    std::chrono::steady_clock::time_point m_wall = std::chrono::steady_clock::now();
    double m_cpu = cpuNow();
};

/// Medians of wall and CPU time.
[[nodiscard]] Times medianOf(int rounds, const std::function<void()>& work);

struct Figures
{
    Times write;
    Times read; ///< of one series
    std::uintmax_t bytes = 0;
    bool same = true; ///< what was read is what was written
};

using Columns = std::vector<analysis::Series>;

/// Blobs of 4096 samples: times as varints of second differences, values with their bytes transposed, both zstd 1.
[[nodiscard]] Figures chunkBaseline(const std::filesystem::path& file, const Columns& data, std::size_t readSeries);
/// One row for each sample, one transaction, and an index made after.
[[nodiscard]] Figures rowBaseline(const std::filesystem::path& file, const Columns& data, std::size_t readSeries);

} // namespace millrace::bench
