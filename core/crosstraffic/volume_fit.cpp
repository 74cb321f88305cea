// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/volume_fit.h"

#include "core/base/units.h"
#include "core/crosstraffic/arrival_process.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::crosstraffic {

namespace {

constexpr std::size_t adjustable = 20; // one flow in this many may get another size, and one in any case

/// Draws one size from each n-th part of the distribution, ascending.
std::vector<std::uint64_t> stratified(const SizeDistribution& sizes, std::size_t count, double scale, Random& random)
{
    std::vector<std::uint64_t> drawn(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double part = (static_cast<double>(i) + random.uniform()) / static_cast<double>(count);
        const double bytes = std::round(sizes.at(std::min(part, std::nextafter(1.0, 0.0))) * scale);
        drawn[i] = static_cast<std::uint64_t>(std::max(1.0, bytes));
    }
    return drawn;
}

/// Adds the difference to `total` to the largest flows of an ascending list, or subtracts it. False, without a change,
/// if they have no room for it.
bool adjustLargest(std::vector<std::uint64_t>& ascending, std::uint64_t total, std::uint64_t largest, VolumeFit& fit)
{
    const std::uint64_t sum = std::accumulate(ascending.begin(), ascending.end(), std::uint64_t(0));
    std::uint64_t left = std::max(sum, total) - std::min(sum, total);
    std::vector<std::uint64_t> changed = ascending;
    VolumeFit made = fit;
    made.adjustedBytes += static_cast<double>(left);
    const std::size_t most = std::max<std::size_t>(1, ascending.size() / adjustable);
    for (std::size_t i = 0; i < most && left > 0; ++i) {
        std::uint64_t& size = changed[changed.size() - 1 - i];
        const std::uint64_t room = sum < total ? std::max(largest, size) - size : size - 1;
        const std::uint64_t moved = std::min(room, left);
        size = sum < total ? size + moved : size - moved;
        left -= moved;
        made.adjusted += moved > 0;
    }
    if (left > 0)
        return false;
    ascending = std::move(changed);
    fit = made;
    return true;
}

double distanceFromOne(double scale)
{
    return std::abs(std::log(scale));
}

bool isBent(const VolumeFit& fit)
{
    return fit.scale < lowestScale || fit.scale > highestScale
        || static_cast<double>(fit.adjusted) > mostAdjusted * static_cast<double>(fit.flows);
}

} // namespace

std::vector<std::uint64_t> exactSizes(const SizeDistribution& sizes, std::size_t count, std::uint64_t total,
                                      Random& random, VolumeFit& fit)
{
    count = static_cast<std::size_t>(std::min<std::uint64_t>(count, total));
    if (count == 0)
        return {};
    VolumeFit made;
    made.flows = count;
    const double wanted = static_cast<double>(total) / sizes.mean();
    const double scale = wanted / static_cast<double>(count);
    const auto largest = [&](double factor) {
        return static_cast<std::uint64_t>(std::max(1.0, std::round(sizes.points().back().bytes * factor)));
    };
    const bool imposed = std::abs(wanted - static_cast<double>(count)) > 1;
    std::vector<std::uint64_t> drawn = stratified(sizes, count, imposed ? scale : 1, random);
    if (imposed)
        made.scale = scale;
    if (!adjustLargest(drawn, total, largest(made.scale), made)) {
        made.scale *= static_cast<double>(total)
            / static_cast<double>(std::accumulate(drawn.begin(), drawn.end(), std::uint64_t(0)));
        scaleTo(drawn, total);
    }
    shuffle(drawn, random);
    fit = made;
    return drawn;
}

void addFit(VolumeFit& whole, const VolumeFit& part)
{
    if (distanceFromOne(part.scale) > distanceFromOne(whole.scale))
        whole.scale = part.scale;
    whole.flows += part.flows;
    whole.adjusted += part.adjusted;
    whole.adjustedBytes += part.adjustedBytes;
}

double flowsFor(const SizeDistribution& sizes, double bytes) noexcept
{
    const double flows = bytes / sizes.mean();
    return std::max(1.0, sizes.deviation() > 0 ? std::round(flows) : std::ceil(flows - 1e-6));
}

VolumeFit worstFit(const std::vector<VolumeFit>& fits) noexcept
{
    const auto worse = [](const VolumeFit& a, const VolumeFit& b) {
        return distanceFromOne(a.scale) < distanceFromOne(b.scale);
    };
    return fits.empty() ? VolumeFit() : *std::ranges::max_element(fits, worse);
}

std::string fitText(const VolumeFit& fit)
{
    std::string text = fmt::format("sizes × {:.4g}", fit.scale);
    if (fit.adjusted > 0)
        text += fmt::format(", {} of {} flows adjusted by {}", fit.adjusted, fit.flows, humanSize(fit.adjustedBytes));
    return text;
}

std::string fitFlaw(const std::vector<VolumeFit>& fits, std::string_view sizes)
{
    std::vector<VolumeFit> bent;
    std::ranges::copy_if(fits, std::back_inserter(bent), isBent);
    if (bent.empty())
        return {};
    const std::string who = fits.size() == 1 ? "" : fmt::format(" of {} of {} sources", bent.size(), fits.size());
    return fmt::format(
        "exact volume changed the sizes{} ({}), so they do not follow \"{}\": make the loaded phase (of a "
        "burst the period) longer or the rate higher, or leave the volume to chance",
        who, fitText(worstFit(bent)), sizes);
}

} // namespace millrace::crosstraffic
