// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/hold_out.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace millrace::predict {

namespace {

constexpr std::size_t randomParts = 5;

template <typename Key>
std::vector<std::size_t> numbered(std::span<const Sample> samples, Key Setting::*member)
{
    std::map<Key, std::size_t> numbers;
    std::vector<std::size_t> groups;
    for (const Sample& sample : samples)
        groups.push_back(numbers.emplace(sample.setting.*member, numbers.size()).first->second);
    return groups;
}

} // namespace

std::string_view holdOutName(HoldOut holdOut) noexcept
{
    static constexpr std::array<std::string_view, allHoldOuts.size()> names = {"random", "model", "scale", "rate"};
    return names[static_cast<std::size_t>(holdOut)];
}

std::vector<std::size_t> groupsOf(HoldOut holdOut, std::span<const Sample> samples, std::uint64_t seed)
{
    switch (holdOut) {
    case HoldOut::Model: return numbered(samples, &Setting::model);
    case HoldOut::Scale: return numbered(samples, &Setting::workers);
    case HoldOut::Rate: return numbered(samples, &Setting::bitsPerSecond);
    case HoldOut::Random: break;
    }
    std::vector<std::size_t> groups(samples.size());
    for (std::size_t i = 0; i < groups.size(); ++i)
        groups[i] = i % randomParts;
    Random random(seed);
    shuffle(groups, random);
    return groups;
}

std::size_t groupCount(std::span<const std::size_t> groups) noexcept
{
    return groups.empty() ? 0 : *std::ranges::max_element(groups) + 1;
}

double conformalWidth(std::vector<double> errors, double coverage)
{
    const double rank = std::ceil((static_cast<double>(errors.size()) + 1) * coverage - 1e-9);
    if (!(rank <= static_cast<double>(errors.size())))
        return std::numeric_limits<double>::infinity();
    const auto at = errors.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1;
    std::ranges::nth_element(errors, at);
    return *at;
}

} // namespace millrace::predict
