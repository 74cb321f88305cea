// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/strategy.h"

#include "core/base/text.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace millrace::collective {

namespace {

constexpr std::array<std::pair<Strategy, std::string_view>, 12> strategyNames{{
    {Strategy::Tree, "TREE"},
    {Strategy::BinaryTree, "BINARY_TREE"},
    {Strategy::Ring, "RING"},
    {Strategy::Star, "STAR"},
    {Strategy::MultiStar, "MULTI_STAR"},
    {Strategy::Clique, "CLIQUE"},
    {Strategy::BinaryTreeStar, "BINARY_TREE_STAR"},
    {Strategy::MultiBinaryTreeStar, "MULTI_BINARY_TREE_STAR"},
    {Strategy::Auto, "AUTO"},
    {Strategy::RingAllReduce, "RING_ALLREDUCE"},
    {Strategy::HalvingDoubling, "HALVING_DOUBLING"},
    {Strategy::Pairwise, "PAIRWISE"},
}};

} // namespace

const std::vector<Strategy>& allStrategies()
{
    static const std::vector<Strategy> all = [] {
        std::vector<Strategy> list;
        for (const auto& entry : strategyNames)
            list.push_back(entry.first);
        return list;
    }();
    return all;
}

std::string_view strategyName(Strategy strategy) noexcept
{
    return strategyNames[static_cast<std::size_t>(strategy)].second;
}

Result<Strategy> parseStrategy(std::string_view name)
{
    std::vector<std::string> known;
    for (const auto& [strategy, text] : strategyNames) {
        if (text == name)
            return strategy;
        known.emplace_back(text);
    }
    const std::string guess = nearest(name, known);
    return fail(ErrorCode::InvalidInput,
                guess.empty() ? fmt::format("\"{}\" is not a strategy; available: {}", name, join(known, ", "))
                              : fmt::format("\"{}\" is not a strategy; did you mean {}?", name, guess));
}

bool isSharded(Strategy strategy) noexcept
{
    return strategy == Strategy::RingAllReduce || strategy == Strategy::HalvingDoubling
        || strategy == Strategy::Pairwise;
}

Strategy resolve(Strategy strategy, const PeerList& peers)
{
    if (strategy != Strategy::Auto)
        return strategy;
    return peers.masters().size() <= 1 ? Strategy::Star : Strategy::BinaryTreeStar;
}

} // namespace millrace::collective
