// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/script_adapter.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::launch {

namespace {

FrameworkTraits horovodTraits()
{
    FrameworkTraits traits;
    traits.name = "horovod";
    traits.backends = {"gloo", "gloo_nccl", "mpi", "mpi_nccl"};
    traits.strategies = {"RING"};
    traits.models = modelNames(ModelFamily::Torchvision);
    traits.optimizers = {"sgd", "adam", "rmsprop"};
    traits.hasStrategy = true;
    traits.takesCommand = true;
    traits.ignoredFactors = simulatedFactors(false);
    traits.options = scriptOptionNames({"launcher", "program", "start_timeout"});
    traits.tools = {"python3", "horovodrun"};
    traits.packages = {"horovod"};
    traits.summary = "Horovod with PyTorch, started by horovodrun or mpirun on the first node";
    return traits;
}

class HorovodAdapter final : public ScriptAdapter
{
public:
    HorovodAdapter() : ScriptAdapter(horovodTraits(), "horovod_train.py", false) { }

    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                           std::span<const PlacedNode> nodes) const override;

private:
    void checkMore(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const override;
    static std::vector<std::string> launcher(const LaunchRequest& request,
                                             const std::vector<std::pair<std::string, std::string>>& variables);
};

/// Returns "mpi" of "mpi_nccl".
std::string controllerOf(const Workload& workload)
{
    return workload.backend.substr(0, workload.backend.find('_'));
}

void HorovodAdapter::checkMore(const Workload& workload, std::span<const PlacedNode>, Issues& issues) const
{
    const SortedExtras extras = sortExtras(workload);
    const std::string launcher = extras.value("launcher", "horovodrun");
    if (launcher != "horovodrun" && launcher != "mpirun")
        problem(issues, "extras.launcher",
                fmt::format("unknown launcher \"{}\"; choose horovodrun or mpirun", launcher));
    else if (launcher == "mpirun" && controllerOf(workload) != "mpi")
        problem(issues, "backend",
                fmt::format("mpirun starts Horovod with MPI, not with {}; choose the backend mpi, or the launcher "
                            "horovodrun",
                            workload.backend));
    if (extras.named.contains("start_timeout") && numberOf(extras, "start_timeout", 0) < 1)
        problem(issues, "extras.start_timeout", "must be a whole number of seconds from 1");
}

std::vector<std::string> HorovodAdapter::launcher(const LaunchRequest& request,
                                                  const std::vector<std::pair<std::string, std::string>>& variables)
{
    const SortedExtras extras = sortExtras(request.workload);
    const std::string size = std::to_string(workerCount(request.nodes));
    const std::string hosts = hostList(request.nodes);
    if (extras.value("launcher", "horovodrun") == "horovodrun")
        return {program(request.workload, "horovodrun"),
                "-np",
                size,
                "-H",
                hosts,
                "--network-interface",
                "{interface}",
                "--start-timeout",
                std::to_string(numberOf(extras, "start_timeout", 60)),
                "--" + controllerOf(request.workload)};
    std::vector<std::string> argv = {program(request.workload, "mpirun"),
                                     "-np",
                                     size,
                                     "-H",
                                     hosts,
                                     "--tag-output",
                                     "--bind-to",
                                     "none",
                                     "--map-by",
                                     "slot",
                                     "--mca",
                                     "pml",
                                     "ob1",
                                     "--mca",
                                     "btl",
                                     "^openib",
                                     "--mca",
                                     "btl_tcp_if_include",
                                     "{interface}",
                                     "--mca",
                                     "oob_tcp_if_include",
                                     "{interface}"};
    for (const auto& [name, value] : variables)
        argv.insert(argv.end(), {"-x", name});
    return argv;
}

Result<LaunchPlan> HorovodAdapter::plan(const LaunchRequest& request) const
{
    const Workload& workload = request.workload;
    LaunchPlan plan = started(request, torchScripts({"horovod_train.py"}), firstFreePort);
    ProcessPlan process;
    process.node = request.nodes.front().name;
    process.rank = -1;
    // Selects the library of the data path by Horovod's run-time settings.
    const std::string upper = controllerOf(workload) == "mpi" ? "MPI" : "GLOO";
    process.command.environment = environment(workload,
                                              {{"OMP_NUM_THREADS", "1"},
                                               {"HOROVOD_CONTROLLER", controllerOf(workload)},
                                               {"HOROVOD_CPU_OPERATIONS", upper},
                                               {"HOROVOD_GLOO_IFACE", "{interface}"},
                                               {"GLOO_SOCKET_IFNAME", "{interface}"},
                                               {"NCCL_SOCKET_IFNAME", "{interface}"}});
    process.command.argv = launcher(request, process.command.environment);
    process.label = std::filesystem::path(process.command.argv.front()).filename().string();
    appendFlags(process.command.argv, sortExtras(workload).launcher);
    const std::vector<std::string> worker = training(request, plan);
    process.command.argv.insert(process.command.argv.end(), worker.begin(), worker.end());
    plan.processes.push_back(std::move(process));
    plan.lastPort = lastFreePort;
    return plan;
}

std::optional<CollectiveTraffic> HorovodAdapter::traffic(const Workload& workload,
                                                         std::span<const PlacedNode> nodes) const
{
    const auto bytes = gradientBytes(workload, ModelFamily::Torchvision);
    if (!bytes)
        return std::nullopt;
    CollectiveTraffic traffic = ringTraffic(*bytes, nodes);
    traffic.source += workload.backend.ends_with("nccl") ? "; NCCL may choose trees instead"
        : workload.backend == "mpi"                      ? "; MPI chooses by size: a ring for large tensors"
                                                         : ", which Gloo uses for large tensors";
    traffic.beside = "Horovod's coordinator exchanges which tensors are ready";
    return traffic;
}

} // namespace

std::shared_ptr<const FrameworkAdapter> makeHorovodAdapter()
{
    return std::make_shared<HorovodAdapter>();
}

} // namespace millrace::launch
