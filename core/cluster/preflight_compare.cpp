// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cluster/preflight_judge.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace millrace::cluster {

namespace {

constexpr Nanoseconds spreadClocks = std::chrono::milliseconds(10);

using ValueOf = std::function<std::string(const NodeFacts&)>;

/// Groups nodes by value, "6.1 on a, b; 5.10 on c"; nodes with an unknown value are left out.
std::vector<std::pair<std::string, std::vector<std::string>>>
grouped(std::span<const std::string> names, std::span<const NodeFacts> facts, const ValueOf& valueOf)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const std::string value = valueOf(facts[i]);
        if (value.empty())
            continue;
        auto group = std::ranges::find(groups, value, &std::pair<std::string, std::vector<std::string>>::first);
        if (group == groups.end())
            group = groups.insert(groups.end(), {value, {}});
        group->second.push_back(names[i]);
    }
    return groups;
}

std::string namesText(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 4;
    if (names.size() <= most)
        return join(names, ", ");
    return fmt::format("{} and {} more", join({names.begin(), names.begin() + most}, ", "), names.size() - most);
}

void compare(std::vector<Finding>& findings, std::span<const std::string> names, std::span<const NodeFacts> facts,
             const char* topic, const std::string& what, const ValueOf& valueOf, const char* remedy)
{
    const auto groups = grouped(names, facts, valueOf);
    if (groups.size() < 2)
        return;
    std::vector<std::string> parts;
    for (const auto& [value, nodes] : groups)
        parts.push_back(fmt::format("{} on {}", value, namesText(nodes)));
    findings.push_back({topic, Light::Yellow, fmt::format("{} differ: {}", what, join(parts, "; ")), remedy});
}

std::string nicValue(const NodeFacts& facts, const std::function<std::string(const NicFacts&)>& valueOf)
{
    const NicFacts* nic = facts.nic(facts.interface);
    return nic == nullptr ? std::string() : valueOf(*nic);
}

void compareClocks(std::vector<Finding>& findings, std::span<const std::string> names, std::span<const NodeFacts> facts)
{
    std::optional<std::size_t> first;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (!facts[i].clock.offset)
            continue;
        if (!first || *facts[i].clock.offset < *facts[*first].clock.offset)
            first = i;
        if (!last || *facts[i].clock.offset > *facts[*last].clock.offset)
            last = i;
    }
    if (!first || *first == *last)
        return;
    const Nanoseconds spread = *facts[*last].clock.offset - *facts[*first].clock.offset;
    const Nanoseconds unsure = facts[*last].clock.uncertainty + facts[*first].clock.uncertainty;
    if (spread - unsure > spreadClocks)
        findings.push_back({"clock", Light::Yellow,
                            fmt::format("the clock of {} is {} ahead of that of {}, known to ±{}", names[*last],
                                        humanDuration(spread), names[*first], humanDuration(unsure)),
                            "set the clocks, best by NTP or PTP; captures can be aligned afterwards"});
}

void compareMachines(std::vector<Finding>& findings, std::span<const std::string> names,
                     std::span<const NodeFacts> facts)
{
    // Containers of one machine share its id; their names and addresses differ.
    const auto groups = grouped(names, facts, [](const NodeFacts& node) -> std::string {
        if (node.machineId.empty())
            return {};
        const NicFacts* nic = node.nic(node.interface);
        return node.machineId + " " + node.hostname + " " + (nic == nullptr ? "" : join(nic->addresses, " "));
    });
    for (const auto& [value, nodes] : groups)
        if (nodes.size() > 1)
            findings.push_back({"reach", Light::Red, fmt::format("{} are one machine", namesText(nodes)),
                                "remove the duplicate node, or correct its host"});
}

} // namespace

std::vector<Finding> judgeCluster(std::span<const std::string> names, std::span<const NodeFacts> facts)
{
    std::vector<Finding> findings;
    compareMachines(findings, names, facts);
    compareClocks(findings, names, facts);
    const auto nicDiffers = [&](const char* what, const std::function<std::string(const NicFacts&)>& valueOf,
                                const char* remedy) {
        compare(
            findings, names, facts, "nic", what, [&](const NodeFacts& node) { return nicValue(node, valueOf); },
            remedy);
    };
    nicDiffers(
        "the MTUs", [](const NicFacts& nic) { return std::to_string(nic.mtu); }, "set the same MTU on all nodes");
    nicDiffers(
        "the speeds of the NICs",
        [](const NicFacts& nic) { return nic.bitsPerSecond > 0 ? humanRate(nic.bitsPerSecond) : std::string(); },
        "the slowest node limits the others");
    compare(
        findings, names, facts, "tcp", "the congestion controls",
        [](const NodeFacts& node) { return node.congestionControl; }, "name one in the project's cluster");
    compare(
        findings, names, facts, "versions", "the kernels", [](const NodeFacts& node) { return node.kernel; }, "");
    compare(
        findings, names, facts, "versions", "the architectures",
        [](const NodeFacts& node) { return node.architecture; }, "");
    std::vector<std::string> seen;
    for (const NodeFacts& node : facts)
        for (const auto* list : {&node.packages, &node.tools})
            for (const ToolFacts& tool : *list) {
                if (std::ranges::count(seen, tool.name) > 0)
                    continue;
                seen.push_back(tool.name);
                compare(
                    findings, names, facts, "versions", "the versions of " + tool.name,
                    [&](const NodeFacts& each) {
                        const ToolFacts* found = each.package(tool.name);
                        found = found == nullptr ? each.tool(tool.name) : found;
                        return found == nullptr ? std::string() : found->version;
                    },
                    "install the same version on all nodes");
            }
    return findings;
}

} // namespace millrace::cluster
