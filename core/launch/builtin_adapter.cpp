// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/elastic/resize_schedule.h"
#include "core/launch/averaging_options.h"
#include "core/launch/framework_adapter.h"
#include "core/launch/placement.h"
#include "core/launch/script_adapter.h"
#include "core/launch/worker_processes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::array<std::string_view, 4> ownOptions = {"monitor", "monitor_interval", "noise_scale", "policy"};
constexpr std::array<std::string_view, 2> membershipOptions = {"initial_workers", "resize_schedule"};
constexpr std::uint16_t configServerPort = 9100; // as KungFu's example server
constexpr const char* configServerLabel = "configuration server";
constexpr const char* configServerReady = "configuration server listens on";

std::vector<std::string> workerOptions(const LaunchRequest& request)
{
    const Workload& workload = request.workload;
    std::vector<std::string> options = {
        "--strategy",     workload.strategy,
        "--model",        workload.model,
        "--batch",        std::to_string(workload.batch),
        "--steps",        std::to_string(workload.steps),
        "--warmup",       std::to_string(workload.warmupSteps),
        "--seed",         std::to_string(request.seed),
        "--deadline",     durationText(workload.deadline),
        "--verify-every", std::to_string(workload.verifyEvery),
    };
    const auto add = [&options](std::string name, std::string value) {
        options.push_back(std::move(name));
        options.push_back(std::move(value));
    };
    if (workload.computeTime)
        add("--compute-time", durationText(*workload.computeTime));
    if (workload.deviceFlops > 0)
        add("--device-flops", shortest(workload.deviceFlops));
    if (workload.computeJitter > 0)
        add("--compute-jitter", shortest(workload.computeJitter));
    if (!request.congestionControl.empty())
        add("--congestion-control", request.congestionControl);
    for (const auto& [name, value] : workload.extras)
        if (name.starts_with("--"))
            add(name, value);
        else if (std::ranges::find(ownOptions, name) != ownOptions.end()
                 || std::ranges::find(averagingOptionNames, name) != averagingOptionNames.end())
            add(optionName(name), value);
    return options;
}

Issues checkGradients(const Workload& workload)
{
    Issues issues;
    checkMonitor(workload, issues);
    const std::string scale = sortExtras(workload).value("noise_scale", "0");
    const double ratio = parseDouble(scale).value_or(-1) / std::max(workload.batch, 1);
    if (ratio != 0 && !(ratio >= 1e-4 && ratio <= 1e4))
        issues.push_back({"workload", Severity::Error, 1,
                          fmt::format("\"{}\" is neither 0 nor from 0.0001 to 10000 times the batch", scale),
                          "extras.noise_scale"});
    return issues;
}

/// The workers of planWorkers(), and before them a configuration server on the first node.
Result<LaunchPlan> planElastic(const LaunchRequest& request)
{
    LaunchPlan plan = planWorkers(request, workerOptions(request));
    const SortedExtras extras = sortExtras(request.workload);
    const std::string server = fmt::format("{}:{}", request.nodes.front().address, configServerPort);
    for (ProcessPlan& process : plan.processes) {
        auto& argv = process.command.argv;
        argv.insert(argv.end(), {"--config-server", server});
        if (const std::string schedule = extras.value("resize_schedule"); !schedule.empty())
            argv.insert(argv.end(), {"--resize-schedule", schedule});
        process.waitForLabel = configServerLabel;
        process.waitForText = configServerReady;
    }
    ProcessPlan process;
    process.node = request.nodes.front().name;
    process.label = configServerLabel;
    process.rank = -1;
    process.purpose = Purpose::Service;
    process.command.argv = {"{programs}/millrace-worker",     "config-server", "--listen", server, "--initial",
                            std::to_string(plan.peers.size())};
    if (const std::string initial = extras.value("initial_workers"); !initial.empty())
        process.command.argv.insert(process.command.argv.end(), {"--workers", initial});
    plan.processes.insert(plan.processes.begin(), std::move(process));
    return plan;
}

Issues checkMembership(const Workload& workload, std::span<const PlacedNode> nodes)
{
    Issues issues = checkGradients(workload);
    checkPolicies(workload, {}, issues);
    const SortedExtras extras = sortExtras(workload);
    const auto refuse = [&issues](std::string what, const char* option) {
        issues.push_back({"workload", Severity::Error, 1, std::move(what), fmt::format("extras.{}", option)});
    };
    const int most = workerCount(nodes);
    const std::string initial = extras.value("initial_workers", "1");
    const auto number = parseInteger(initial);
    if (!number || *number < 1)
        refuse(fmt::format("\"{}\" is not a number of workers from 1", initial), "initial_workers");
    else if (!nodes.empty() && *number > most)
        refuse(fmt::format("the nodes have slots for {} workers, not for {}", most, initial), "initial_workers");
    const std::string text = extras.value("resize_schedule");
    if (text.empty())
        return issues;
    const auto schedule = elastic::parseResizeSchedule(text, elastic::ScheduleSyntax::StepSize);
    if (!schedule) {
        refuse(schedule.error().text(), "resize_schedule");
        return issues;
    }
    for (const elastic::Resize& resize : *schedule)
        if (!nodes.empty() && resize.workers > most)
            refuse(fmt::format("the nodes have slots for {} workers, not for {} from step {} on", most, resize.workers,
                               resize.step),
                   "resize_schedule");
    return issues;
}

FrameworkTraits workerTraits()
{
    return {.name = "builtin",
            .backends = {"tcp"},
            .strategies = {"RING_ALLREDUCE", "HALVING_DOUBLING", "PAIRWISE", "RING", "STAR", "MULTI_STAR", "CLIQUE",
                           "TREE", "BINARY_TREE", "BINARY_TREE_STAR", "MULTI_BINARY_TREE_STAR", "AUTO"},
            .models = {"resnet50", "vgg16", "bert", "bert-grad", "slp-mnist", "mobilenetv2", "densenet201", "resnet101",
                       "tiny", "1024x100", "vector"},
            .optimizers = {"sgd"},
            .hasStrategy = true,
            .needsCommand = false,
            .takesCommand = false,
            .ignoredFactors = {},
            .options = {ownOptions.begin(), ownOptions.end()},
            .tools = {},
            .packages = {},
            .summary = "Millrace's own worker: real all-reduces of synthetic gradients",
            .file = {},
            .comesWithMillrace = true,
            .usesPlannedPorts = true,
            .endsItsWaits = true,
            .simulatesCompute = true,
            .sendsOnlySteps = true,
            .followsGraphs = true,
            .reportsChecks = true,
            .scalesModels = true};
}

FrameworkTraits builtinTraits()
{
    FrameworkTraits traits = workerTraits();
    traits.options.insert(traits.options.end(), averagingOptionNames.begin(), averagingOptionNames.end());
    traits.options.emplace_back(targetBatchOption);
    return traits;
}

FrameworkTraits elasticTraits()
{
    FrameworkTraits traits = workerTraits();
    traits.name = "elastic";
    traits.summary = "the built-in worker with members that change: workers join, leave and fail during the training";
    traits.options.insert(traits.options.end(), membershipOptions.begin(), membershipOptions.end());
    traits.survivesFailures = true;
    // Newcomers receive the state, and an all-reduce moves the bytes of as many ranks as there are just then.
    traits.sendsOnlySteps = false;
    traits.followsGraphs = false;
    return traits;
}

class ElasticAdapter final : public FrameworkAdapter
{
public:
    ElasticAdapter() : FrameworkAdapter(elasticTraits()) { }

    [[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const override
    {
        return checkMembership(workload, nodes);
    }
    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override { return planElastic(request); }
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload&, std::span<const PlacedNode>) const override
    {
        return std::nullopt;
    }
};

class BuiltinAdapter final : public FrameworkAdapter
{
public:
    BuiltinAdapter() : FrameworkAdapter(builtinTraits()) { }

    [[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const override
    {
        Issues issues = checkGradients(workload);
        checkAveraging(workload, workerCount(nodes), issues);
        checkPolicies(workload, "choose the framework elastic", issues);
        return issues;
    }
    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override
    {
        return planWorkers(request, workerOptions(request));
    }
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload&, std::span<const PlacedNode>) const override
    {
        return std::nullopt;
    }
};

} // namespace

std::shared_ptr<const FrameworkAdapter> makeBuiltinAdapter()
{
    return std::make_shared<BuiltinAdapter>();
}

std::shared_ptr<const FrameworkAdapter> makeElasticAdapter()
{
    return std::make_shared<ElasticAdapter>();
}

} // namespace millrace::launch
