// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/frameworks.h"

#include <algorithm>

namespace millrace::launch {

namespace {

const std::vector<std::string> kungfuStrategies = {
    "BINARY_TREE_STAR",       "STAR", "MULTI_STAR", "RING", "CLIQUE", "TREE", "BINARY_TREE",
    "MULTI_BINARY_TREE_STAR", "AUTO"};
const std::vector<std::string> builtinStrategies = {"RING_ALLREDUCE",
                                                    "HALVING_DOUBLING",
                                                    "PAIRWISE",
                                                    "RING",
                                                    "STAR",
                                                    "MULTI_STAR",
                                                    "CLIQUE",
                                                    "TREE",
                                                    "BINARY_TREE",
                                                    "BINARY_TREE_STAR",
                                                    "MULTI_BINARY_TREE_STAR",
                                                    "AUTO"};
const std::vector<std::string> builtinModels = {"resnet50",    "vgg16",       "bert",      "bert-grad", "slp-mnist",
                                                "mobilenetv2", "densenet201", "resnet101", "tiny",      "1024x100"};
/// Settings that only the built-in worker's pretended device has.
const std::vector<std::string> simulated = {"compute_time", "compute_jitter", "device_flops", "verify_every"};

std::vector<std::string> with(std::vector<std::string> list, const std::string& extra)
{
    list.push_back(extra);
    return list;
}

std::vector<FrameworkTraits> makeTraits()
{
    std::vector<FrameworkTraits> traits;
    traits.push_back({.name = "builtin",
                      .backends = {"tcp"},
                      .strategies = builtinStrategies,
                      .models = builtinModels,
                      .optimizers = {"sgd"},
                      .hasStrategy = true,
                      .needsCommand = false,
                      .ignoredFactors = {}});
    traits.push_back({.name = "pytorch-ddp",
                      .backends = {"gloo", "mpi", "nccl", "ucc"},
                      .strategies = {},
                      .models = {},
                      .optimizers = {},
                      .hasStrategy = false,
                      .needsCommand = true,
                      .ignoredFactors = with(simulated, "strategy")});
    traits.push_back({.name = "horovod",
                      .backends = {"gloo", "gloo_nccl", "mpi", "mpi_nccl"},
                      .strategies = {"RING"},
                      .models = {},
                      .optimizers = {},
                      .hasStrategy = true,
                      .needsCommand = true,
                      .ignoredFactors = simulated});
    traits.push_back({.name = "tensorflow",
                      .backends = {"grpc", "grpc_nccl"},
                      .strategies = {"RING"},
                      .models = {},
                      .optimizers = {},
                      .hasStrategy = true,
                      .needsCommand = true,
                      .ignoredFactors = simulated});
    traits.push_back({.name = "kungfu",
                      .backends = {"kungfu", "nccl"},
                      .strategies = kungfuStrategies,
                      .models = {},
                      .optimizers = {},
                      .hasStrategy = true,
                      .needsCommand = true,
                      .ignoredFactors = simulated});
    traits.push_back({.name = "hivemind",
                      .backends = {"p2p"},
                      .strategies = {},
                      .models = {},
                      .optimizers = {},
                      .hasStrategy = false,
                      .needsCommand = true,
                      .ignoredFactors = with(simulated, "strategy")});
    traits.push_back({.name = "command",
                      .backends = {},
                      .strategies = {},
                      .models = {},
                      .optimizers = {},
                      .hasStrategy = true,
                      .needsCommand = true,
                      .ignoredFactors = simulated});
    return traits;
}

} // namespace

std::span<const FrameworkTraits> frameworks()
{
    static const std::vector<FrameworkTraits> traits = makeTraits();
    return traits;
}

const FrameworkTraits* findFramework(std::string_view name)
{
    const auto found = std::ranges::find(frameworks(), name, &FrameworkTraits::name);
    return found == frameworks().end() ? nullptr : &*found;
}

std::vector<std::string> frameworkNames()
{
    std::vector<std::string> names;
    for (const FrameworkTraits& traits : frameworks())
        names.push_back(traits.name);
    return names;
}

} // namespace millrace::launch
