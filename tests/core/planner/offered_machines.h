// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/candidate.h"

#include <algorithm>
#include <chrono>
#include <functional>

/// Machines to rent, their prices, and a training.
namespace millrace::tests {

using planner::Planner;
using planner::PlanSpec;

inline cluster::Node nodeOf(const std::string& name, const std::string& provider, const std::string& region,
                            const std::string& machine, bool spot)
{
    cluster::Node node;
    node.name = name;
    node.provider = provider;
    node.zone = region;
    node.machine = machine;
    node.spot = spot;
    return node;
}

/// `each` machines in each of three regions of two providers, and a big one.
inline cluster::Cluster offers(int each)
{
    cluster::Cluster cluster;
    cluster.name = "offers";
    for (const auto& [provider, region] : {std::pair{"GC", "US"}, {"GC", "EU"}, {"AWS", "ASIA"}})
        for (int i = 0; i < each; ++i)
            cluster.nodes.push_back(nodeOf(std::string(region) + std::to_string(i), provider, region, "T4", true));
    cluster.nodes.push_back(nodeOf("big", "GC", "US", "8xV100", false));
    const auto link = [&cluster](const char* from, const char* to, double rate, std::chrono::milliseconds delay) {
        cluster::Link rule;
        rule.from = from;
        rule.to = to;
        if (rate > 0)
            rule.settings.bitsPerSecond = rate;
        rule.settings.delay = delay;
        cluster.links.push_back(std::move(rule));
    };
    using std::chrono::milliseconds;
    link("*", "*", 7e9, milliseconds(0));
    link("US", "EU", 210e6, milliseconds(52));
    link("US", "ASIA", 133e6, milliseconds(79));
    link("EU", "ASIA", 76e6, milliseconds(127));
    return cluster;
}

inline cost::PriceBook book()
{
    cost::PriceBook prices;
    const auto add = [&prices](const char* provider, const char* machine, const char* region, double dollars,
                               bool spot) {
        cost::MachinePrice price;
        price.provider = provider;
        price.machine = machine;
        price.region = region;
        (spot ? price.spot : price.onDemand) = dollars;
        price.date = "2023-05-12";
        price.source = "notebook 04";
        prices.machines.push_back(std::move(price));
    };
    add("GC", "T4", "US", 0.20, true);
    add("GC", "T4", "EU", 0.21, true);
    add("AWS", "T4", "ASIA", 0.3474, true);
    add("GC", "8xV100", "US", 14.60, false);
    prices.traffic = {{"GC", "*", "*", "*", 0.08, "2023-04", "list"},
                      {"AWS", "*", "*", "*", 0.02, "2023-04", "list"},
                      {"*", "*", "same", "*", 0.01, "2023-04", "list"},
                      {"Backblaze", "*", "*", "*", 0.01, "2023-04", "list"}};
    return prices;
}

inline PlanSpec planOf()
{
    PlanSpec plan;
    plan.name = "vision";
    plan.cluster = "offers";
    plan.parameters = 197'767'336;
    plan.samples = 100'000'000;
    plan.rates = {{"T4", 35.6, "A-2"}, {"8xV100", 342, "wall clock"}};
    plan.bytesPerSample = 115e3;
    plan.dataStore = "Backblaze";
    return plan;
}

/// Every choice, without a search.
inline void eachChoice(const Planner& planner, const std::function<void(const std::vector<int>&)>& use)
{
    std::vector<int> counts(planner.sites().size(), 0);
    const std::function<void(std::size_t)> choose = [&](std::size_t site) {
        if (site == counts.size()) {
            if (std::ranges::any_of(counts, [](int count) { return count > 0; }))
                use(counts);
            return;
        }
        for (counts[site] = 0; counts[site] <= static_cast<int>(planner.sites()[site].nodes.size()); ++counts[site])
            choose(site + 1);
        counts[site] = 0;
    };
    choose(0);
}

} // namespace millrace::tests
