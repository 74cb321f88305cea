// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/script_adapter.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::uint16_t firstKungfuPort = 10000; // kungfu-run's default range
constexpr std::uint16_t lastKungfuPort = 11000;

/// Synchronous SGD, model averaging, pair averaging.
constexpr std::array syncModes = {"ssgd", "sma", "pair"};

FrameworkTraits kungfuTraits()
{
    FrameworkTraits traits;
    traits.name = "kungfu";
    traits.backends = {"kungfu", "nccl"};
    traits.strategies = {"BINARY_TREE_STAR",       "STAR", "MULTI_STAR", "RING", "CLIQUE", "TREE", "BINARY_TREE",
                         "MULTI_BINARY_TREE_STAR", "AUTO"};
    traits.models = modelNames(ModelFamily::Keras);
    traits.optimizers = {"sgd", "adam", "rmsprop"};
    traits.optimizers.insert(traits.optimizers.end(), syncModes.begin(), syncModes.end());
    traits.hasStrategy = true;
    traits.takesCommand = true;
    traits.ignoredFactors = simulatedFactors(false);
    traits.options = scriptOptionNames({"program", "sync"});
    traits.tools = {"kungfu-run"};
    traits.summary = "KungFu with TensorFlow, one kungfu-run on every node";
    return traits;
}

bool isSync(const std::string& name)
{
    return std::ranges::find(syncModes, name) != syncModes.end();
}

/// Returns the mode of synchronisation: the option "sync", or the optimizer if it names one.
std::string syncOf(const Workload& workload)
{
    return sortExtras(workload).value("sync", isSync(workload.optimizer) ? workload.optimizer : "ssgd");
}

class KungfuAdapter final : public ScriptAdapter
{
public:
    KungfuAdapter() : ScriptAdapter(kungfuTraits(), "kungfu_tf.py", false) { }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                           std::span<const PlacedNode> nodes) const override;

private:
    void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const override;
    std::vector<std::string> script(const LaunchRequest& request, const LaunchPlan& plan) const;
};

void KungfuAdapter::checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const
{
    const SortedExtras extras = sortExtras(workload);
    if (const std::string sync = extras.value("sync", "ssgd"); !isSync(sync))
        problem(issues, "extras.sync", fmt::format("there is no \"{}\"; choose {}", sync, fmt::join(syncModes, ", ")));
    else if (extras.named.contains("sync") && isSync(workload.optimizer) && workload.optimizer != sync)
        problem(
            issues, "optimizer",
            fmt::format("the option \"sync\" is already {}; use the optimizer of one worker here: sgd, adam or rmsprop",
                        sync));
    checkSlots(nodes, firstKungfuPort, lastKungfuPort, issues);
    if (workload.backend != "nccl")
        return;
    if (syncOf(workload) != "ssgd")
        problem(issues, "backend",
                fmt::format("nccl carries synchronous SGD only, not {}; choose the backend kungfu", syncOf(workload)));
    if (!workload.strategy.empty() && workload.strategy != traits().strategies.front())
        problem(issues, "strategy", "has no effect with the backend nccl, which has its own rings and trees",
                Severity::Warning);
}

std::vector<std::string> KungfuAdapter::script(const LaunchRequest& request, const LaunchPlan& plan) const
{
    LaunchRequest local = request;
    if (isSync(local.workload.optimizer))
        local.workload.optimizer = "sgd";
    std::vector<std::string> argv = training(local, plan);
    if (!isOwn(request.workload))
        argv.insert(argv.end(), {"--sync", syncOf(request.workload)});
    return argv;
}

Result<LaunchPlan> KungfuAdapter::plan(const LaunchRequest& request) const
{
    const Workload& workload = request.workload;
    LaunchPlan plan = started(request, tensorflowScripts("kungfu_tf.py"), firstKungfuPort);
    plan.lastPort = lastKungfuPort;
    const std::vector<std::string> worker = script(request, plan);
    for (const PlacedNode& node : request.nodes) {
        std::vector<std::pair<std::string, std::string>> flags = {
            {"-np", std::to_string(workerCount(request.nodes))},
            {"-H", hostList(request.nodes)},
            {"-self", node.address},
            {"-port-range", fmt::format("{}-{}", firstKungfuPort, lastKungfuPort)},
            {"-strategy", workload.strategy},
            {"-logdir", "{run}/kungfu"}};
        for (const auto& [name, value] : sortExtras(workload).launcher) {
            std::erase_if(flags, [&name = name](const auto& flag) { return flag.first == name; });
            flags.emplace_back(name, value);
        }
        ProcessPlan process;
        process.node = node.name;
        process.label = "kungfu-run " + node.name;
        process.rank = -1;
        process.command.argv = {program(workload, "kungfu-run")};
        for (const auto& [name, value] : flags) // Go requires '=' before the value of a switch
            process.command.argv.push_back(value.empty() ? name : fmt::format("{}={}", name, value));
        process.command.argv.insert(process.command.argv.end(), worker.begin(), worker.end());
        process.command.environment = environment(workload, {{"TF_CPP_MIN_LOG_LEVEL", "2"}});
        plan.processes.push_back(std::move(process));
    }
    return plan;
}

std::optional<CollectiveTraffic> KungfuAdapter::traffic(const Workload& workload,
                                                        std::span<const PlacedNode> nodes) const
{
    const auto bytes = gradientBytes(workload, ModelFamily::Keras);
    if (!bytes)
        return std::nullopt;
    if (workload.backend == "nccl") {
        CollectiveTraffic ring = ringTraffic(*bytes, nodes);
        ring.source += "; NCCL may choose trees instead";
        return ring;
    }
    if (syncOf(workload) == "pair")
        return pairTraffic(*bytes, nodes);
    return graphTraffic(*bytes, workload.strategy, peerAddresses(nodes, firstKungfuPort), nodes);
}

} // namespace

std::shared_ptr<const FrameworkAdapter> makeKungfuAdapter()
{
    return std::make_shared<KungfuAdapter>();
}

} // namespace millrace::launch
