// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/published_iterations.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace millrace::studies::flumen {

double publishedQuantile(std::span<const double> values, double fraction)
{
    if (values.empty())
        return unknown;
    const double rank = std::ceil(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(values.size()));
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return sorted[std::min(static_cast<std::size_t>(rank), sorted.size() - 1)];
}

} // namespace millrace::studies::flumen
