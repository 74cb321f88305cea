// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_volume.h"

#include <algorithm>

namespace millrace::analysis {

std::vector<double> bytesWithin(const BinnedSeries& series, std::span<const LoggedStep> stretches)
{
    std::vector<double> result;
    for (const LoggedStep& stretch : stretches) {
        double sum = 0;
        const auto first = std::ranges::lower_bound(series.index, series.binOf(stretch.begin));
        for (auto row = static_cast<std::size_t>(first - series.index.begin());
             row < series.size() && series.beginOf(series.index[row]) < stretch.end; ++row) {
            const std::int64_t begin = series.beginOf(series.index[row]);
            const std::int64_t covered = std::min(begin + series.width, stretch.end) - std::max(begin, stretch.begin);
            sum += series.bytes[row] * static_cast<double>(covered) / static_cast<double>(series.width);
        }
        result.push_back(sum);
    }
    return result;
}

} // namespace millrace::analysis
