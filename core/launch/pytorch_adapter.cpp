// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/script_adapter.h"

#include "core/base/text.h"
#include "core/collective/strategy.h"
#include "core/launch/averaging_options.h"
#include "core/launch/workload_scripts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr int defaultMasterPort = 29500;
constexpr int defaultLocalSteps = 10; // of pytorch_ddp.py
constexpr std::string_view ownBackend = "millrace"; // resources/torch
/// Extra options of this script only.
constexpr std::array scriptOptions = {"bucket_mb",      "averaging",   "local_steps", "outer_learning_rate",
                                      "outer_momentum", "change_step", "monitor",     "monitor_interval",
                                      "evaluate_every", "policy"};
const std::vector<std::string> averagings = {"gradients", "sma", "ada", "pair", "local", "diloco"};
constexpr const char *noMonitor = "none", *noPolicy = "none";

bool isSeldom(const std::string& averaging)
{
    return averaging == "local" || averaging == "diloco";
}

std::string averagingOf(const Workload& workload)
{
    return sortExtras(workload).value("averaging", averagings.front());
}

std::string monitorOf(const Workload& workload)
{
    return sortExtras(workload).value("monitor", noMonitor);
}

std::string policyOf(const Workload& workload)
{
    return sortExtras(workload).value("policy", noPolicy);
}

/// Whether ranks of one node reduce through its memory.
bool sharesMemory(const Workload& workload)
{
    return std::ranges::none_of(sortExtras(workload).environment, [](const auto& variable) {
        return variable.first == "MILLRACE_SHARED_MEMORY" && variable.second == "0";
    });
}

/// The Python package is needed on the nodes.
bool usesPackage(const Workload& workload)
{
    return workload.backend == ownBackend
        || (workload.command.empty()
            && (averagingOf(workload) != averagings.front() || monitorOf(workload) != noMonitor
                || policyOf(workload) != noPolicy));
}

FrameworkTraits pytorchTraits()
{
    FrameworkTraits traits;
    traits.name = "pytorch-ddp";
    traits.backends = {"gloo", "nccl", "mpi", std::string(ownBackend)};
    for (const collective::Strategy strategy : collective::allStrategies())
        traits.strategies.emplace_back(collective::strategyName(strategy));
    std::ranges::stable_partition(traits.strategies, [](const std::string& name) { return name == "RING_ALLREDUCE"; });
    traits.hasStrategy = true;
    traits.strategyBackend = ownBackend;
    traits.family = ModelFamily::Torchvision;
    traits.models = modelNames(*traits.family);
    traits.optimizers = {"sgd", "adam", "rmsprop"};
    traits.takesCommand = true;
    traits.ignoredFactors = simulatedFactors(false);
    traits.options = scriptOptionNames({"launcher", "program", "port", targetBatchOption});
    traits.options.insert(traits.options.end(), scriptOptions.begin(), scriptOptions.end());
    traits.tools = {"python3"};
    traits.packages = {"torch"};
    traits.summary = "PyTorch's DistributedDataParallel over gloo, NCCL, MPI or Millrace's collectives";
    return traits;
}

void scale(CollectiveTraffic& traffic, double factor, const std::string& reason)
{
    for (double& sent : traffic.sentByNode)
        sent *= factor;
    traffic.formula += reason;
}

class PytorchAdapter : public ScriptAdapter
{
public:
    explicit PytorchAdapter(FrameworkTraits traits = pytorchTraits())
        : ScriptAdapter(std::move(traits), "pytorch_ddp.py", false)
    {
    }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                           std::span<const PlacedNode> nodes) const override;
    [[nodiscard]] std::optional<TrainedModel> trainedModel(const Workload& workload) const override;

protected:
    void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const override;
    static std::vector<std::pair<std::string, std::string>> variables(const Workload& workload);
    std::vector<std::string> script(const LaunchRequest& request, const LaunchPlan& plan, bool bare) const;

private:
    static void checkStrategyPolicies(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues);
    static std::string launcherOf(const Workload& workload);
    static std::optional<CollectiveTraffic> ownTraffic(double bytes, const Workload& workload,
                                                       std::span<const PlacedNode> nodes);
    void addTorchrun(const LaunchRequest& request, int port, LaunchPlan& plan) const;
    void addDirect(const LaunchRequest& request, int port, LaunchPlan& plan) const;
    void addMpirun(const LaunchRequest& request, int port, LaunchPlan& plan) const;
};

std::string PytorchAdapter::launcherOf(const Workload& workload)
{
    return sortExtras(workload).value("launcher", workload.backend == "mpi" ? "mpirun" : "torchrun");
}

/// What the script itself would refuse.
void PytorchAdapter::checkStrategyPolicies(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues)
{
    checkPolicies(workload, "choose the framework elastic", issues);
    if (policyOf(workload) != noPolicy && averagingOf(workload) != averagings.front())
        problem(issues, "extras.policy",
                "policies change a training that averages gradients only; remove one of the options \"policy\" and "
                "\"averaging\"");
    if (!mayChangeStrategy(workload))
        return;
    if (workload.backend != ownBackend)
        problem(issues, "extras.policy", "a policy of the strategy needs the backend millrace");
    else if (sharesMemory(workload)
             && std::ranges::any_of(nodes, [](const PlacedNode& node) { return node.slots > 1; }))
        problem(issues, "extras.policy",
                "the strategy cannot change where workers of one node reduce through its memory; set the option "
                "env:MILLRACE_SHARED_MEMORY to 0, or give each node one slot");
}

void PytorchAdapter::checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const
{
    const std::string launcher = launcherOf(workload);
    if (launcher != "torchrun" && launcher != "direct" && launcher != "mpirun")
        problem(issues, "extras.launcher",
                fmt::format("unknown launcher \"{}\"; choose torchrun, direct or mpirun", launcher));
    else if (workload.backend == "mpi" && launcher != "mpirun")
        problem(issues, "extras.launcher",
                fmt::format("the backend mpi is started by mpirun, not by {}; remove the option, or choose gloo",
                            launcher));
    if (isOwn(workload))
        return;
    const std::string averaging = averagingOf(workload);
    checkOuterStep(workload, averaging == "diloco", issues);
    checkTargetBatch(workload, isSeldom(averaging), issues);
    if (std::ranges::find(averagings, averaging) == averagings.end())
        problem(issues, "extras.averaging",
                fmt::format("unknown averaging \"{}\"; choose {}", averaging, join(averagings, ", ")));
    else if (averaging == "pair" && workload.backend != ownBackend)
        problem(issues, "extras.averaging", "the averaging \"pair\" needs the backend millrace");
    checkMonitor(workload, issues);
    if (monitorOf(workload) != noMonitor && averaging != averagings.front())
        problem(issues, "extras.monitor",
                "gradients are monitored where they are averaged only; remove one of the options "
                "\"monitor\" and \"averaging\"");
    checkStrategyPolicies(workload, nodes, issues);
    for (const char* name : {"local_steps", "change_step"})
        if (sortExtras(workload).named.contains(name) && numberOf(sortExtras(workload), name, 0) < 1)
            problem(issues, fmt::format("extras.{}", name),
                    fmt::format("\"{}\" is not a whole number from 1", sortExtras(workload).value(name)));
}

std::vector<std::pair<std::string, std::string>> PytorchAdapter::variables(const Workload& workload)
{
    const std::string threads = sortExtras(workload).value("threads", "1");
    std::vector<std::pair<std::string, std::string>> variables = {
        {"OMP_NUM_THREADS", threads == "0" ? std::string("1") : threads},
        {"GLOO_SOCKET_IFNAME", "{interface}"},
        {"NCCL_SOCKET_IFNAME", "{interface}"},
        {"TP_SOCKET_IFNAME", "{interface}"}};
    if (usesPackage(workload))
        // The second folder makes the backend known to scripts of users, too.
        variables.emplace_back("PYTHONPATH", scriptPath("") + ":" + scriptPath("millrace_torch") + "/site");
    if (workload.backend == ownBackend) {
        variables.insert(
            variables.end(),
            {{"MILLRACE_INTERFACE", "{interface}"},
             {"MILLRACE_STRATEGY", workload.strategy},
             {"MILLRACE_DEADLINE", shortest(std::min(10.0, static_cast<double>(workload.deadline.count()) / 1e9))}});
    }
    return environment(workload, std::move(variables));
}

std::vector<std::string> PytorchAdapter::script(const LaunchRequest& request, const LaunchPlan& plan, bool bare) const
{
    std::vector<std::string> argv = training(request, plan, bare);
    const SortedExtras extras = sortExtras(request.workload);
    if (isOwn(request.workload))
        return argv;
    for (const char* name : scriptOptions)
        if (extras.named.contains(name))
            argv.insert(argv.end(), {optionName(name), extras.value(name)});
    if (numberOf(extras, "gpus", 0) > 0)
        argv.emplace_back("--gpu");
    return argv;
}

void PytorchAdapter::addTorchrun(const LaunchRequest& request, int port, LaunchPlan& plan) const
{
    const Workload& workload = request.workload;
    const bool program = isOwn(workload) && !workload.command.front().ends_with(".py");
    const std::vector<std::string> worker = script(request, plan, true);
    for (std::size_t i = 0; i < request.nodes.size(); ++i) {
        const PlacedNode& node = request.nodes[i];
        ProcessPlan process;
        process.node = node.name;
        process.label = "torchrun " + node.name;
        process.rank = -1;
        process.command.argv = {
            python(workload),   scriptPath("torch_launch.py"), "--nnodes",      std::to_string(request.nodes.size()),
            "--nproc_per_node", std::to_string(node.slots),    "--node_rank",   std::to_string(i),
            "--master_addr",    request.nodes.front().address, "--master_port", std::to_string(port)};
        if (program)
            process.command.argv.emplace_back("--no_python");
        appendFlags(process.command.argv, sortExtras(workload).launcher);
        process.command.argv.insert(process.command.argv.end(), worker.begin(), worker.end());
        process.command.environment = variables(workload);
        plan.processes.push_back(std::move(process));
    }
}

void PytorchAdapter::addDirect(const LaunchRequest& request, int port, LaunchPlan& plan) const
{
    const std::vector<std::string> worker = script(request, plan, false);
    for (const RankPlace& place : placeRanks(request.nodes)) {
        const PlacedNode& node = request.nodes[static_cast<std::size_t>(place.node)];
        ProcessPlan process;
        process.node = node.name;
        process.label = fmt::format("worker {}", place.rank);
        process.rank = place.rank;
        process.command.argv = worker;
        process.command.environment = variables(request.workload);
        const auto set = [&process](const char* name, auto value) {
            process.command.environment.emplace_back(name, fmt::format("{}", value));
        };
        set("RANK", place.rank);
        set("WORLD_SIZE", workerCount(request.nodes));
        set("LOCAL_RANK", place.local);
        set("LOCAL_WORLD_SIZE", node.slots);
        set("MASTER_ADDR", request.nodes.front().address);
        set("MASTER_PORT", port);
        plan.processes.push_back(std::move(process));
    }
}

void PytorchAdapter::addMpirun(const LaunchRequest& request, int port, LaunchPlan& plan) const
{
    const Workload& workload = request.workload;
    ProcessPlan process;
    process.node = request.nodes.front().name;
    process.label = "mpirun";
    process.rank = -1;
    process.command.argv = {program(workload, "mpirun"),
                            "-np",
                            std::to_string(workerCount(request.nodes)),
                            "-H",
                            hostList(request.nodes),
                            "--tag-output",
                            "--mca",
                            "btl_tcp_if_include",
                            "{interface}",
                            "--mca",
                            "oob_tcp_if_include",
                            "{interface}"};
    process.command.environment = variables(workload);
    process.command.environment.emplace_back("MASTER_ADDR", request.nodes.front().address);
    process.command.environment.emplace_back("MASTER_PORT", std::to_string(port));
    for (const auto& [name, value] : process.command.environment)
        process.command.argv.insert(process.command.argv.end(), {"-x", name});
    appendFlags(process.command.argv, sortExtras(workload).launcher);
    const std::vector<std::string> worker = script(request, plan, false);
    process.command.argv.insert(process.command.argv.end(), worker.begin(), worker.end());
    plan.processes.push_back(std::move(process));
}

Result<LaunchPlan> PytorchAdapter::plan(const LaunchRequest& request) const
{
    const Workload& workload = request.workload;
    const int port = numberOf(sortExtras(workload), "port", defaultMasterPort);
    const std::string launcher = launcherOf(workload);
    LaunchPlan plan = started(request, torchScripts({"pytorch_ddp.py"}), static_cast<std::uint16_t>(port));
    if (usesPackage(workload)) {
        const auto package = placedTorchPackage();
        plan.files.insert(plan.files.end(), package.begin(), package.end());
    }
    if (launcher == "torchrun") {
        const auto starter = placedScripts({"torch_launch.py"});
        plan.files.insert(plan.files.end(), starter.begin(), starter.end());
        addTorchrun(request, port, plan);
    } else if (launcher == "direct") {
        addDirect(request, port, plan);
    } else {
        addMpirun(request, port, plan);
    }
    plan.firstPort = firstFreePort;
    plan.lastPort = lastFreePort;
    return plan;
}

/// Through shared memory, one rank of each node follows the strategy.
std::optional<CollectiveTraffic> PytorchAdapter::ownTraffic(double bytes, const Workload& workload,
                                                            std::span<const PlacedNode> nodes)
{
    const bool shares = sharesMemory(workload);
    std::vector<PlacedNode> ranks(nodes.begin(), nodes.end());
    for (PlacedNode& node : ranks)
        node.slots = shares ? std::min(node.slots, 1) : node.slots;
    return graphTraffic(bytes, workload.strategy, peerAddresses(ranks, firstFreePort), ranks);
}

std::optional<CollectiveTraffic> PytorchAdapter::traffic(const Workload& workload,
                                                         std::span<const PlacedNode> nodes) const
{
    const auto bytes = gradientBytes(workload, ModelFamily::Torchvision);
    const std::string averaging = averagingOf(workload);
    if (!bytes || averaging == "pair" || mayChangeStrategy(workload)) // pair: a random rank sends its model
        return std::nullopt;
    auto found = workload.backend == ownBackend ? ownTraffic(*bytes, workload, nodes)
                                                : std::optional(ringTraffic(*bytes, nodes));
    if (!found)
        return std::nullopt;
    CollectiveTraffic traffic = *std::move(found);
    if (isSeldom(averaging)) {
        const int steps = std::max(1, numberOf(sortExtras(workload), "local_steps", defaultLocalSteps));
        scale(traffic, 1.0 / steps, fmt::format("; once in {} steps", steps));
    } else if (monitorOf(workload) == "variance") {
        const int steps = std::max(1, numberOf(sortExtras(workload), "monitor_interval", 1));
        scale(traffic, 1 + 1.0 / steps, fmt::format("; twice in each {}. step, for the variance", steps));
    }
    traffic.source += workload.backend == "nccl" ? "; NCCL may choose trees instead"
        : workload.backend == "mpi"              ? "; MPI may choose another algorithm"
        : workload.backend == ownBackend         ? ""
                                                 : ", which Gloo uses for large tensors";
    const std::int64_t buffers = findModelSize(workload.model)->torchBufferBytes;
    traffic.beside =
        fmt::format("before every step, DDP broadcasts {} bytes of BatchNorm's buffers from rank 0", buffers);
    if (buffers == 0 || averaging != averagings.front())
        traffic.beside.clear();
    return traffic;
}

std::optional<TrainedModel> PytorchAdapter::trainedModel(const Workload& workload) const
{
    auto model = FrameworkAdapter::trainedModel(workload);
    const std::string averaging = averagingOf(workload);
    // A pair averages with a random rank, a variance reduces twice, a policy changes batch or strategy.
    if (!model || averaging == "pair" || monitorOf(workload) == "variance" || policyOf(workload) != noPolicy)
        return std::nullopt;
    if (isSeldom(averaging))
        model->roundSteps = std::max(1, numberOf(sortExtras(workload), "local_steps", defaultLocalSteps));
    return model;
}

constexpr const char* storeLabel = "rendezvous store";
constexpr const char* storeReady = "rendezvous store listens on ";

FrameworkTraits elasticTorchTraits()
{
    FrameworkTraits traits = pytorchTraits();
    traits.name = "pytorch-elastic";
    traits.backends = {"gloo", std::string(ownBackend)};
    traits.takesCommand = false;
    for (const char* name : {"launcher", "program", "averaging", "local_steps", "target_batch", "change_step",
                             "monitor", "monitor_interval", "policy"})
        std::erase(traits.options, name);
    traits.options.insert(traits.options.end(), {"checkpoint_every", "min_workers"});
    traits.survivesFailures = true;
    traits.summary =
        "PyTorch by torchrun's elastic mode: when a worker fails or joins, all are started again and go on with "
        "the newest saved state";
    return traits;
}

/// torchrun with --nnodes LEAST:MOST on every node. The store at which the launchers meet is a process of its own, so
/// that no failure of a worker takes it away.
class TorchElasticAdapter final : public PytorchAdapter
{
public:
    TorchElasticAdapter() : PytorchAdapter(elasticTorchTraits()) { }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload&, std::span<const PlacedNode>) const override
    {
        return std::nullopt;
    }

private:
    void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const override;
};

void TorchElasticAdapter::checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const
{
    const SortedExtras extras = sortExtras(workload);
    for (const char* name : {"checkpoint_every", "min_workers"})
        if (extras.named.contains(name) && numberOf(extras, name, 0) < 1)
            problem(issues, fmt::format("extras.{}", name),
                    fmt::format("\"{}\" is not a whole number from 1", extras.value(name)));
    if (numberOf(extras, "min_workers", 1) > static_cast<int>(std::max<std::size_t>(1, nodes.size())))
        problem(issues, "extras.min_workers",
                fmt::format("at least {} workers are wanted, but there are {} nodes", extras.value("min_workers"),
                            nodes.size()));
}

Result<LaunchPlan> TorchElasticAdapter::plan(const LaunchRequest& request) const
{
    const Workload& workload = request.workload;
    const SortedExtras extras = sortExtras(workload);
    const int port = numberOf(extras, "port", defaultMasterPort);
    LaunchPlan plan = started(request, torchScripts({"pytorch_ddp.py"}), static_cast<std::uint16_t>(port));
    const auto further = placedScripts({"torch_launch.py", "torch_store.py", "torch_elastic.py"});
    plan.files.insert(plan.files.end(), further.begin(), further.end());
    if (workload.backend == ownBackend) {
        const auto package = placedTorchPackage();
        plan.files.insert(plan.files.end(), package.begin(), package.end());
    }
    const std::string store = fmt::format("{}:{}", request.nodes.front().address, port);
    ProcessPlan service;
    service.node = request.nodes.front().name;
    service.label = storeLabel;
    service.rank = -1;
    service.purpose = Purpose::Service;
    service.command.argv = {python(workload), scriptPath("torch_store.py"), "--listen", store};
    plan.processes.push_back(std::move(service));
    int firstRank = 0;
    for (const PlacedNode& node : request.nodes) {
        ProcessPlan process;
        process.node = node.name;
        process.label = "torchrun " + node.name;
        process.rank = -1;
        process.waitForLabel = storeLabel;
        process.waitForText = storeReady;
        process.command.argv = {
            python(workload),   scriptPath("torch_launch.py"),
            "--nnodes",         fmt::format("{}:{}", numberOf(extras, "min_workers", 1), request.nodes.size()),
            "--nproc_per_node", std::to_string(node.slots),
            "--max_restarts",   "1000000",
            "--rdzv_id",        "millrace",
            "--rdzv_backend",   "c10d",
            "--rdzv_endpoint",  store};
        if (std::ranges::none_of(extras.launcher, [](const auto& flag) { return flag.first == "--rdzv_conf"; }))
            process.command.argv.insert(process.command.argv.end(), {"--rdzv_conf", "is_host=0"});
        appendFlags(process.command.argv, extras.launcher);
        const std::vector<std::string> worker = script(request, plan, true);
        process.command.argv.insert(process.command.argv.end(), worker.begin(), worker.end());
        process.command.argv.insert(process.command.argv.end(),
                                    {"--worker", std::to_string(firstRank), "--checkpoint", "{run}/checkpoint"});
        if (extras.named.contains("checkpoint_every"))
            process.command.argv.insert(process.command.argv.end(),
                                        {"--checkpoint-every", extras.value("checkpoint_every")});
        process.command.environment = variables(workload);
        process.command.environment.emplace_back("MILLRACE_LOCAL_ADDRESS", node.address);
        plan.processes.push_back(std::move(process));
        firstRank += node.slots;
    }
    plan.firstPort = firstFreePort;
    plan.lastPort = lastFreePort;
    return plan;
}

} // namespace

std::shared_ptr<const FrameworkAdapter> makePytorchAdapter()
{
    return std::make_shared<PytorchAdapter>();
}

std::shared_ptr<const FrameworkAdapter> makeTorchElasticAdapter()
{
    return std::make_shared<TorchElasticAdapter>();
}

} // namespace millrace::launch
