// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/block_bootstrap.h"

#include "core/base/random.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace millrace::analysis {

namespace {

double meanOfDraw(std::span<const double> values, std::size_t block, Random& random)
{
    double sum = 0;
    std::size_t taken = 0;
    while (taken < values.size()) {
        const std::size_t begin = random.below(values.size());
        for (std::size_t i = 0; i < block && taken < values.size(); ++i, ++taken)
            sum += values[(begin + i) % values.size()];
    }
    return sum / static_cast<double>(values.size());
}

} // namespace

Interval blockBootstrapInterval(std::span<const double> values, const BootstrapOptions& options)
{
    if (values.size() < 2 || options.draws < 2)
        return {unknown, unknown};
    const auto usual = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(values.size()))));
    const std::size_t block = std::clamp<std::size_t>(options.block == 0 ? usual : options.block, 1, values.size());
    Random random(options.seed);
    std::vector<double> means(static_cast<std::size_t>(options.draws));
    for (double& each : means)
        each = meanOfDraw(values, block, random);
    const double tail = (1 - options.confidence) / 2;
    return {quantile(means, tail), quantile(means, 1 - tail)};
}

} // namespace millrace::analysis
