// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/script_adapter.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::uint16_t workerPort = 2222; // as in TensorFlow's examples and TUM's traffic study
constexpr std::uint16_t serverPort = 3222;
constexpr std::uint16_t chiefPort = 4222;

FrameworkTraits tensorflowTraits(bool servers)
{
    FrameworkTraits traits;
    traits.name = servers ? "tensorflow-ps" : "tensorflow";
    traits.backends = servers ? std::vector<std::string>{"grpc"} : std::vector<std::string>{"grpc", "grpc_nccl"};
    if (!servers)
        traits.strategies = {"RING", "AUTO"};
    traits.models = modelNames(ModelFamily::Keras);
    traits.optimizers = {"sgd", "adam", "rmsprop"};
    traits.hasStrategy = !servers;
    traits.takesCommand = true;
    traits.ignoredFactors = simulatedFactors(servers);
    traits.options = servers ? scriptOptionNames({"port", "servers"}) : scriptOptionNames({"port"});
    traits.tools = {"python3"};
    traits.packages = {"tensorflow"};
    traits.summary = servers ? "TensorFlow's ParameterServerStrategy: workers, parameter servers and a chief"
                             : "TensorFlow's MultiWorkerMirroredStrategy, one process for each worker";
    return traits;
}

std::vector<std::string> addresses(std::span<const PlacedNode> nodes, const std::vector<int>& counts, int port)
{
    std::vector<std::string> list;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (int slot = 0; slot < counts[i]; ++slot)
            list.push_back(fmt::format("{}:{}", nodes[i].address, port + slot));
    return list;
}

/// Returns the cluster configuration of a process (TF_CONFIG).
std::string configuration(const Json& cluster, const char* type, int index)
{
    return Json{{"cluster", cluster}, {"task", {{"type", type}, {"index", index}}}}.dump();
}

class TensorflowAdapter : public ScriptAdapter
{
public:
    TensorflowAdapter() : ScriptAdapter(tensorflowTraits(false), "tensorflow_mwm.py", true) { }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override
    {
        const int port = numberOf(sortExtras(request.workload), "port", workerPort);
        LaunchPlan plan = started(request, tensorflowScripts("tensorflow_mwm.py"), static_cast<std::uint16_t>(port));
        const Json cluster = {{"worker", plan.peers}};
        std::vector<std::string> argv = training(request, plan);
        if (!isOwn(request.workload))
            argv.insert(argv.end(), {"--strategy", request.workload.strategy});
        for (const RankPlace& place : placeRanks(request.nodes)) {
            Placeholders values;
            addPlace(values, request, place, static_cast<std::uint16_t>(port));
            ProcessPlan process;
            process.node = request.nodes[static_cast<std::size_t>(place.node)].name;
            process.label = fmt::format("worker {}", place.rank);
            process.rank = place.rank;
            process.command.argv = filled(argv, values);
            process.command.environment = environment(request.workload,
                                                      {{"TF_CONFIG", configuration(cluster, "worker", place.rank)},
                                                       {"TF_CPP_MIN_LOG_LEVEL", "1"},
                                                       {"TF_USE_LEGACY_KERAS", "1"},
                                                       {"NCCL_SOCKET_IFNAME", "{interface}"}});
            plan.processes.push_back(std::move(process));
        }
        return plan;
    }

    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                           std::span<const PlacedNode> nodes) const override
    {
        const auto bytes = gradientBytes(workload, ModelFamily::Keras);
        if (!bytes || workload.strategy == "AUTO")
            return std::nullopt;
        CollectiveTraffic traffic = ringTraffic(*bytes, nodes);
        traffic.source +=
            workload.backend == "grpc_nccl" ? "; NCCL may choose trees instead" : ", TensorFlow's RING over gRPC";
        traffic.beside = "the running means of BatchNorm are averaged across workers where they are read";
        return traffic;
    }

private:
    void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const override
    {
        checkSlots(nodes, numberOf(sortExtras(workload), "port", workerPort), 65535, issues);
        if (workload.backend == "grpc_nccl" && workload.strategy == "AUTO")
            problem(issues, "strategy", "has no effect with the backend grpc_nccl: NCCL chooses itself",
                    Severity::Warning);
    }
};

/// Servers and workers serve; the chief controls the training and ends the run.
class TensorflowServerAdapter final : public ScriptAdapter
{
public:
    TensorflowServerAdapter() : ScriptAdapter(tensorflowTraits(true), "tensorflow_ps.py", true) { }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;

    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                           std::span<const PlacedNode> nodes) const override
    {
        const auto bytes = gradientBytes(workload, ModelFamily::Keras);
        if (!bytes)
            return std::nullopt;
        CollectiveTraffic traffic = parameterServerTraffic(*bytes, nodes, serversOn(workload, nodes));
        traffic.beside = "variables are whole on one server each, so the parts of servers differ";
        return traffic;
    }

private:
    /// Places one on each of the first nodes, repeatedly.
    static std::vector<int> serversOn(const Workload& workload, std::span<const PlacedNode> nodes)
    {
        std::vector<int> counts(nodes.size());
        const int servers = numberOf(sortExtras(workload), "servers", 1);
        for (std::size_t i = 0; i < static_cast<std::size_t>(servers); ++i)
            ++counts[i % nodes.size()];
        return counts;
    }

    void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const override
    {
        const int servers = numberOf(sortExtras(workload), "servers", 1);
        if (servers < 1 || servers > 1000)
            problem(issues, "extras.servers", "must be a whole number from 1 to 1000");
        checkSlots(nodes, numberOf(sortExtras(workload), "port", workerPort), serverPort - 1, issues);
    }

    void add(const LaunchRequest& request, const Json& cluster, const char* type, const std::vector<int>& counts,
             Purpose purpose, LaunchPlan& plan) const;
};

void TensorflowServerAdapter::add(const LaunchRequest& request, const Json& cluster, const char* type,
                                  const std::vector<int>& counts, Purpose purpose, LaunchPlan& plan) const
{
    const std::vector<std::string> argv = training(request, plan);
    int index = 0;
    for (std::size_t i = 0; i < request.nodes.size(); ++i)
        for (int slot = 0; slot < counts[i]; ++slot, ++index) {
            Placeholders values;
            addPlace(values, request, {index, static_cast<int>(i), slot}, workerPort);
            ProcessPlan process;
            process.node = request.nodes[i].name;
            process.label = std::string_view(type) == "chief" ? std::string(type) : fmt::format("{} {}", type, index);
            process.rank = -1;
            process.purpose = purpose;
            process.parser = "tensorflow";
            process.command.argv = filled(argv, values);
            process.command.environment = environment(request.workload,
                                                      {{"TF_CONFIG", configuration(cluster, type, index)},
                                                       {"TF_CPP_MIN_LOG_LEVEL", "1"},
                                                       {"TF_USE_LEGACY_KERAS", "1"}});
            plan.processes.push_back(std::move(process));
        }
}

Result<LaunchPlan> TensorflowServerAdapter::plan(const LaunchRequest& request) const
{
    const auto port = static_cast<std::uint16_t>(numberOf(sortExtras(request.workload), "port", workerPort));
    LaunchPlan plan = started(request, tensorflowScripts("tensorflow_ps.py"), port);
    std::vector<int> workers, chief(request.nodes.size());
    for (const PlacedNode& node : request.nodes)
        workers.push_back(node.slots);
    chief.front() = 1;
    const std::vector<int> servers = serversOn(request.workload, request.nodes);
    const Json cluster = {{"worker", plan.peers},
                          {"ps", addresses(request.nodes, servers, serverPort)},
                          {"chief", addresses(request.nodes, chief, chiefPort)}};
    add(request, cluster, "ps", servers, Purpose::Service, plan);
    add(request, cluster, "worker", workers, Purpose::Service, plan);
    add(request, cluster, "chief", chief, Purpose::Work, plan);
    plan.firstPort = std::min(port, workerPort);
    plan.lastPort = std::max<std::uint16_t>(plan.lastPort, chiefPort);
    return plan;
}

} // namespace

std::shared_ptr<const FrameworkAdapter> makeTensorflowAdapter()
{
    return std::make_shared<TensorflowAdapter>();
}

std::shared_ptr<const FrameworkAdapter> makeTensorflowServerAdapter()
{
    return std::make_shared<TensorflowServerAdapter>();
}

} // namespace millrace::launch
