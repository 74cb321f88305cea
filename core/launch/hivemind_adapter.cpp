// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/script_adapter.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::uint16_t dhtPort = 45555; // as in the multi-cloud study
constexpr std::uint16_t lastDhtPort = 45999;
constexpr std::uint16_t addressPort = 45554; // where the queen publishes her address
constexpr std::uint16_t queenPort = 45553;
constexpr int stepsOfRound = 10;

FrameworkTraits hivemindTraits()
{
    FrameworkTraits traits;
    traits.name = "hivemind";
    traits.backends = {"p2p"};
    traits.models = modelNames(ModelFamily::Torchvision);
    traits.optimizers = {"sgd", "adam", "rmsprop"};
    traits.takesCommand = true;
    traits.ignoredFactors = simulatedFactors(true);
    traits.options =
        scriptOptionNames({"target_batch_size", "matchmaking_time", "averaging_timeout", "average_state_every",
                           "compression", "state_compression", "gradient_accumulation_steps", "use_local_updates",
                           "delay_optimizer_step", "delay_state_averaging", "port"});
    traits.tools = {"python3"};
    traits.packages = {"hivemind", "torch"};
    traits.summary = "Hivemind: a queen that all find, bees that train, a monitor";
    return traits;
}

class HivemindAdapter final : public ScriptAdapter
{
public:
    HivemindAdapter() : ScriptAdapter(hivemindTraits(), "hivemind_bee.py", true) { }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                           std::span<const PlacedNode> nodes) const override;

private:
    void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const override;
    static int targetBatch(const Workload& workload, std::span<const PlacedNode> nodes);
    static ProcessPlan service(const LaunchRequest& request, const char* label, std::string_view script);
    std::vector<std::string> bee(const LaunchRequest& request, const LaunchPlan& plan) const;
};

void HivemindAdapter::checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const
{
    const SortedExtras extras = sortExtras(workload);
    for (const char* name : {"compression", "state_compression"})
        if (const std::string value = extras.value(name, "none"); value != "none" && value != "fp16" && value != "int8")
            problem(issues, fmt::format("extras.{}", name),
                    fmt::format("unknown compression \"{}\"; choose none, fp16 or int8", value));
    checkSlots(nodes, numberOf(extras, "port", dhtPort), 65535, issues);
    if (workerCount(nodes) == 1)
        problem(issues, "framework", "hivemind needs at least two peers for averaging; add a slot to the cluster");
}

/// Samples of all peers between two averaging rounds.
int HivemindAdapter::targetBatch(const Workload& workload, std::span<const PlacedNode> nodes)
{
    const std::int64_t byRule =
        std::min<std::int64_t>(std::int64_t(stepsOfRound) * workload.batch * workerCount(nodes), 1'000'000'000);
    return numberOf(sortExtras(workload), "target_batch_size", static_cast<int>(byRule));
}

ProcessPlan HivemindAdapter::service(const LaunchRequest& request, const char* label, std::string_view script)
{
    ProcessPlan process;
    process.node = request.nodes.front().name;
    process.label = label;
    process.rank = -1;
    process.purpose = Purpose::Service;
    process.command.argv = {python(request.workload), "{run}/workloads/" + std::string(script), "--run-name",
                            "millrace"};
    process.command.environment = environment(request.workload, {{"OMP_NUM_THREADS", "1"}});
    return process;
}

std::vector<std::string> HivemindAdapter::bee(const LaunchRequest& request, const LaunchPlan& plan) const
{
    const SortedExtras extras = sortExtras(request.workload);
    std::vector<std::string> argv = training(request, plan);
    if (isOwn(request.workload))
        return argv;
    const auto add = [&argv](std::string name, std::string value) {
        argv.push_back(std::move(name));
        argv.push_back(std::move(value));
    };
    add("--run-name", "millrace");
    add("--rank", "{rank}");
    add("--size", std::to_string(workerCount(request.nodes)));
    add("--address", "{address}");
    add("--port", "{port}");
    add("--queen", fmt::format("{}:{}", request.nodes.front().address, addressPort));
    add("--target-batch-size", std::to_string(targetBatch(request.workload, request.nodes)));
    for (const char* name : {"matchmaking_time", "averaging_timeout", "average_state_every", "compression",
                             "state_compression", "gradient_accumulation_steps"})
        if (extras.named.contains(name))
            add(optionName(name), extras.value(name));
    for (const char* name : {"use_local_updates", "delay_optimizer_step", "delay_state_averaging"})
        if (extras.value(name) == "true")
            argv.push_back(optionName(name));
    return argv;
}

Result<LaunchPlan> HivemindAdapter::plan(const LaunchRequest& request) const
{
    const auto port = static_cast<std::uint16_t>(numberOf(sortExtras(request.workload), "port", dhtPort));
    LaunchPlan plan =
        started(request,
                torchScripts({"hivemind_queen.py", "hivemind_bee.py", "hivemind_monitor.py", "hivemind_dht.py"}), port);
    const std::string queenAddress = request.nodes.front().address;
    if (!isOwn(request.workload)) {
        ProcessPlan queen = service(request, "queen", "hivemind_queen.py");
        queen.command.argv.insert(queen.command.argv.end(),
                                  {"--address", queenAddress, "--port", std::to_string(queenPort), "--tell-port",
                                   std::to_string(addressPort)});
        plan.processes.push_back(std::move(queen));
    }
    const std::vector<std::string> argv = bee(request, plan);
    for (const RankPlace& place : placeRanks(request.nodes)) {
        Placeholders values = commonPlaceholders(request, plan.peers);
        addPlace(values, request, place, port);
        ProcessPlan process;
        process.node = request.nodes[static_cast<std::size_t>(place.node)].name;
        process.label = fmt::format("bee {}", place.rank);
        process.rank = place.rank;
        process.command.argv = filled(argv, values);
        process.command.environment = environment(request.workload, {{"OMP_NUM_THREADS", "1"}});
        if (!isOwn(request.workload)) {
            process.waitForLabel = "queen";
            process.waitForText = "queen is ready";
        }
        plan.processes.push_back(std::move(process));
    }
    if (!isOwn(request.workload)) {
        ProcessPlan monitor = service(request, "monitor", "hivemind_monitor.py");
        monitor.command.argv.insert(monitor.command.argv.end(),
                                    {"--queen", fmt::format("{}:{}", queenAddress, addressPort)});
        monitor.waitForLabel = "queen";
        monitor.waitForText = "queen is ready";
        plan.processes.push_back(std::move(monitor));
    }
    plan.firstPort = queenPort;
    plan.lastPort = std::max(plan.lastPort, lastDhtPort);
    return plan;
}

std::optional<CollectiveTraffic> HivemindAdapter::traffic(const Workload& workload,
                                                          std::span<const PlacedNode> nodes) const
{
    const auto bytes = gradientBytes(workload, ModelFamily::Torchvision);
    if (!bytes || sortExtras(workload).value("use_local_updates") == "true")
        return std::nullopt;
    const std::string compression = sortExtras(workload).value("compression", "none");
    const double parts = compression == "fp16" ? 0.5 : compression == "int8" ? 0.25 : 1;
    const double steps = targetBatch(workload, nodes) / (static_cast<double>(workload.batch) * workerCount(nodes));
    CollectiveTraffic traffic = butterflyTraffic(*bytes * parts, steps, nodes);
    traffic.gradientBytes = *bytes;
    if (parts < 1)
        traffic.formula += fmt::format(", S compressed to {} %", parts * 100);
    traffic.beside = "the averages of the state, the DHT and the matchmaking are not counted";
    return traffic;
}

} // namespace

std::shared_ptr<const FrameworkAdapter> makeHivemindAdapter()
{
    return std::make_shared<HivemindAdapter>();
}

} // namespace millrace::launch
