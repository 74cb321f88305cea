// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/script_adapter.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::uint16_t firstOwnPort = 10000;

FrameworkTraits commandTraits()
{
    FrameworkTraits traits;
    traits.name = "command";
    traits.hasStrategy = true;
    traits.needsCommand = true;
    traits.takesCommand = true;
    traits.ignoredFactors = simulatedFactors(false);
    traits.options = {"per", "parser", "port"};
    traits.summary = "A program of your own, once for each worker, once for each node or once";
    return traits;
}

class CommandAdapter final : public ScriptAdapter
{
public:
    CommandAdapter() : ScriptAdapter(commandTraits(), {}, true) { }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload&, std::span<const PlacedNode>) const override
    {
        return std::nullopt;
    }

private:
    void checkMore(const Workload& workload, std::span<const PlacedNode>, Issues& issues) const override
    {
        const std::string per = sortExtras(workload).value("per", "rank");
        if (per != "rank" && per != "node" && per != "once")
            problem(issues, "extras.per", fmt::format("\"{}\" is none of rank, node and once", per));
    }
};

Result<LaunchPlan> CommandAdapter::plan(const LaunchRequest& request) const
{
    const Workload& workload = request.workload;
    const SortedExtras extras = sortExtras(workload);
    const std::string per = extras.value("per", "rank");
    const auto port = static_cast<std::uint16_t>(numberOf(extras, "port", firstOwnPort));
    LaunchPlan plan = started(request, {}, port);
    for (const RankPlace& place : placeRanks(request.nodes)) {
        if ((per == "node" && place.local > 0) || (per == "once" && place.rank > 0))
            continue;
        const PlacedNode& node = request.nodes[static_cast<std::size_t>(place.node)];
        Placeholders values = commonPlaceholders(request, plan.peers);
        addPlace(values, request, place, port);
        ProcessPlan process;
        process.node = node.name;
        process.label = per == "rank" ? fmt::format("worker {}", place.rank)
            : per == "node"           ? "command " + node.name
                                      : "command";
        process.rank = per == "rank" ? place.rank : -1;
        process.parser = extras.value("parser");
        process.command.argv = filled(workload.command, values);
        process.command.argv.insert(process.command.argv.end(), extras.options.begin(), extras.options.end());
        process.command.environment = environment(workload,
                                                  {{"RANK", values["rank"]},
                                                   {"LOCAL_RANK", values["local_rank"]},
                                                   {"WORLD_SIZE", values["size"]},
                                                   {"LOCAL_WORLD_SIZE", values["local_size"]},
                                                   {"MASTER_ADDR", values["master"]},
                                                   {"MASTER_PORT", values["master_port"]}});
        plan.processes.push_back(std::move(process));
    }
    return plan;
}

} // namespace

std::shared_ptr<const FrameworkAdapter> makeCommandAdapter()
{
    return std::make_shared<CommandAdapter>();
}

} // namespace millrace::launch
