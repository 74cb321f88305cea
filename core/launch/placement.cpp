// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/placement.h"

#include "core/base/text.h"
#include "core/policy/policy.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::string_view environmentMark = "env:";
constexpr std::string_view launcherMark = "launcher:";

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/// Calls back for every {name}: with its text in braces and its position.
template <typename Callback>
void eachPlaceholder(std::string_view text, Callback callback)
{
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
        std::size_t end = open + 1;
        while (end < text.size() && isNameCharacter(text[end]))
            ++end;
        if (end < text.size() && text[end] == '}' && end > open + 1)
            callback(open, text.substr(open + 1, end - open - 1));
    }
}

} // namespace

std::vector<RankPlace> placeRanks(std::span<const PlacedNode> nodes)
{
    std::vector<RankPlace> places;
    for (std::size_t node = 0; node < nodes.size(); ++node)
        for (int slot = 0; slot < nodes[node].slots; ++slot)
            places.push_back({static_cast<int>(places.size()), static_cast<int>(node), slot});
    return places;
}

int workerCount(std::span<const PlacedNode> nodes)
{
    int count = 0;
    for (const PlacedNode& node : nodes)
        count += node.slots;
    return count;
}

std::string hostList(std::span<const PlacedNode> nodes)
{
    std::vector<std::string> hosts;
    for (const PlacedNode& node : nodes)
        hosts.push_back(fmt::format("{}:{}", node.address, node.slots));
    return join(hosts, ",");
}

std::vector<std::string> peerAddresses(std::span<const PlacedNode> nodes, std::uint16_t first)
{
    std::vector<std::string> peers;
    for (const RankPlace& place : placeRanks(nodes))
        peers.push_back(fmt::format("{}:{}", nodes[static_cast<std::size_t>(place.node)].address, first + place.local));
    return peers;
}

std::uint16_t lastPort(std::span<const PlacedNode> nodes, std::uint16_t first)
{
    int most = 1;
    for (const PlacedNode& node : nodes)
        most = std::max(most, node.slots);
    return static_cast<std::uint16_t>(std::min(first + most - 1, 65535));
}

std::string SortedExtras::value(const std::string& name, const std::string& otherwise) const
{
    const auto found = named.find(name);
    return found == named.end() ? otherwise : found->second;
}

SortedExtras sortExtras(const Workload& workload)
{
    SortedExtras sorted;
    for (const auto& [name, value] : workload.extras) {
        if (name.starts_with("--")) {
            sorted.options.push_back(name);
            if (!value.empty())
                sorted.options.push_back(value);
        } else if (name.starts_with('-')) {
            sorted.launcher.emplace_back(name, value);
        } else if (name.starts_with(launcherMark)) {
            sorted.launcher.emplace_back(name.substr(launcherMark.size()), value);
        } else if (name.starts_with(environmentMark)) {
            sorted.environment.emplace_back(name.substr(environmentMark.size()), value);
        } else {
            sorted.named.emplace(name, value);
        }
    }
    return sorted;
}

bool mayChangeStrategy(const Workload& workload)
{
    const auto policies = policy::parsePolicies(sortExtras(workload).value("policy", "none"));
    return policies && policy::PolicySet(*policies).changes(policy::Change::Strategy);
}

void appendFlags(std::vector<std::string>& argv, const std::vector<std::pair<std::string, std::string>>& flags)
{
    for (const auto& [name, value] : flags) {
        argv.push_back(name);
        for (const std::string_view word : split(value, ' '))
            if (!word.empty())
                argv.emplace_back(word);
    }
}

Placeholders commonPlaceholders(const LaunchRequest& request, const std::vector<std::string>& peers)
{
    const Workload& workload = request.workload;
    const int size = workerCount(request.nodes);
    Placeholders values = sortExtras(workload).named;
    const auto set = [&values](const char* name, auto value) { values[name] = fmt::format("{}", value); };
    set("size", size);
    set("nodes", request.nodes.size());
    set("master", request.nodes.front().address);
    set("peers", join(peers, ","));
    set("hosts", hostList(request.nodes));
    set("model", workload.model);
    set("backend", workload.backend);
    set("strategy", workload.strategy);
    set("optimizer", workload.optimizer);
    set("batch", workload.batch);
    set("global_batch", static_cast<std::int64_t>(workload.batch) * size);
    set("steps", workload.steps);
    set("warmup", workload.warmupSteps);
    set("seed", request.seed);
    set("deadline", shortest(static_cast<double>(workload.deadline.count()) / 1e9));
    return values;
}

void addPlace(Placeholders& values, const LaunchRequest& request, const RankPlace& place, std::uint16_t port)
{
    const PlacedNode& node = request.nodes[static_cast<std::size_t>(place.node)];
    values["rank"] = std::to_string(place.rank);
    values["local_rank"] = std::to_string(place.local);
    values["local_size"] = std::to_string(node.slots);
    values["node"] = node.name;
    values["node_rank"] = std::to_string(place.node);
    values["address"] = node.address;
    values["port"] = std::to_string(port + place.local);
    values["master_port"] = std::to_string(port);
}

std::vector<std::string> placeholderNames()
{
    return {"rank",    "local_rank", "local_size", "node",        "node_rank",    "address", "port",
            "size",    "nodes",      "master",     "master_port", "peers",        "hosts",   "model",
            "backend", "strategy",   "optimizer",  "batch",       "global_batch", "steps",   "warmup",
            "seed",    "deadline",   "run",        "programs",    "interface"};
}

std::string filled(std::string_view text, const Placeholders& values)
{
    std::string result;
    std::size_t done = 0;
    eachPlaceholder(text, [&](std::size_t position, std::string_view name) {
        const auto value = values.find(std::string(name));
        if (value == values.end())
            return;
        result += text.substr(done, position - done);
        result += value->second;
        done = position + name.size() + 2;
    });
    result += text.substr(done);
    return result;
}

std::vector<std::string> filled(const std::vector<std::string>& texts, const Placeholders& values)
{
    std::vector<std::string> result;
    for (const std::string& text : texts)
        result.push_back(filled(text, values));
    return result;
}

std::vector<std::string> unknownPlaceholders(const std::vector<std::string>& texts,
                                             const std::vector<std::string>& names)
{
    std::vector<std::string> others;
    for (const std::string& text : texts)
        eachPlaceholder(text, [&](std::size_t, std::string_view name) {
            if (std::ranges::find(names, name) == names.end() && std::ranges::find(others, name) == others.end())
                others.emplace_back(name);
        });
    return others;
}

} // namespace millrace::launch
