// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/script_adapter.h"

#include "core/base/text.h"
#include "core/launch/workload_scripts.h"
#include "core/policy/policy.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

// Sizes of training sets. A folder contains that of CIFAR-10 or the larger one of MNIST.
constexpr int cifarImages = 50'000;
constexpr int generatedImages = 10'000;
/// Extra options that are passed to a script.
constexpr std::array scriptNames = {"data", "image_size", "classes", "learning_rate", "threads"};

} // namespace

ScriptAdapter::ScriptAdapter(FrameworkTraits traits, std::string_view script, bool perRank)
    : FrameworkAdapter(std::move(traits)), m_script(script), m_perRank(perRank)
{
}

void ScriptAdapter::problem(Issues& issues, std::string where, std::string sentence, Severity severity)
{
    issues.push_back({"workload", severity, 1, std::move(sentence), std::move(where)});
}

Issues ScriptAdapter::check(const Workload& workload, std::span<const PlacedNode> nodes) const
{
    Issues issues;
    checkNames(workload, issues);
    checkBatch(workload, nodes, issues);
    checkGpus(workload, nodes, issues);
    checkExtras(workload, issues);
    checkPlaceholders(workload, issues);
    checkMore(workload, nodes, issues);
    return issues;
}

void ScriptAdapter::checkMore(const Workload&, std::span<const PlacedNode>, Issues&) const { }

void ScriptAdapter::checkNames(const Workload& workload, Issues& issues) const
{
    if (isOwn(workload))
        return;
    const auto& models = traits().models;
    const ModelSize* model = findModelSize(workload.model);
    if (!models.empty() && (model == nullptr || std::ranges::find(models, model->name) == models.end()))
        problem(issues, "model",
                fmt::format("the script for {} has no model \"{}\"; choose {}, or use your own program as the command",
                            traits().name, workload.model, join(models, ", ")));
}

void ScriptAdapter::checkBatch(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues)
{
    const std::string data = sortExtras(workload).value("data", "synthetic");
    const int workers = std::max(workerCount(nodes), 1);
    const bool generated = data == "generated";
    const int images = (generated ? generatedImages : cifarImages) / workers;
    if (!isOwn(workload) && data != "synthetic" && images < workload.batch)
        problem(issues, "batch",
                fmt::format("each of {} workers has {} images of {}, which is less than a batch; lower the batch",
                            workers, images, generated ? "the generated data" : "CIFAR-10"));
}

void ScriptAdapter::checkSlots(std::span<const PlacedNode> nodes, int first, int last, Issues& issues)
{
    for (const PlacedNode& node : nodes)
        if (node.slots > last - first + 1) {
            problem(issues, "extras.port",
                    fmt::format("{} has {} slots, and the ports from {} to {} are too few for them; lower its slots or "
                                "the port",
                                node.name, node.slots, first, last));
            return;
        }
}

void ScriptAdapter::checkGpus(const Workload& workload, std::span<const PlacedNode> nodes, Issues& issues) const
{
    if (workload.backend.find("nccl") == std::string::npos)
        return;
    const SortedExtras extras = sortExtras(workload);
    if (!extras.named.contains("gpus")) {
        problem(issues, "backend",
                fmt::format("{} needs a GPU for every worker; say how many each node has by the option \"gpus\"",
                            workload.backend),
                Severity::Warning);
        return;
    }
    const int gpus = numberOf(extras, "gpus", 0);
    for (const PlacedNode& node : nodes)
        if (node.slots > gpus) {
            problem(issues, "backend",
                    fmt::format("{} needs a GPU for every worker, and {} has {} workers and {} GPUs; lower its slots, "
                                "or choose {}",
                                workload.backend, node.name, node.slots, gpus, traits().backends.front()));
            return;
        }
}

void ScriptAdapter::checkExtras(const Workload& workload, Issues& issues) const
{
    const SortedExtras extras = sortExtras(workload);
    for (const auto& [name, value] : extras.named) {
        const auto& known = traits().options;
        if (isOwn(workload) || std::ranges::find(known, name) != known.end())
            continue;
        const std::string near = nearest(name, known);
        problem(issues, "extras." + name,
                fmt::format("the option \"{}\" has no effect on {}{}", name, traits().name,
                            near.empty() ? "; write --" + name + " to hand it to the script"
                                         : "; did you mean \"" + near + "\"?"),
                Severity::Warning);
    }
    for (const char* name : {"gpus", "classes", "image_size", "threads", "port", "servers", "target_batch_size"}) {
        const auto given = extras.named.find(name);
        const auto number = given == extras.named.end() ? Result<std::int64_t>(1) : parseInteger(given->second);
        const int least = std::string_view(name) == "gpus" || std::string_view(name) == "threads" ? 0 : 1;
        if (!number || *number < least || *number > 1'000'000'000)
            problem(issues, fmt::format("extras.{}", name),
                    fmt::format("\"{}\" is not a whole number from {}", given->second, least));
    }
}

void ScriptAdapter::checkPlaceholders(const Workload& workload, Issues& issues) const
{
    const std::vector<std::string> ofWorkers = {"rank",      "local_rank", "local_size", "node",
                                                "node_rank", "address",    "port"};
    const auto isOfWorker = [&ofWorkers](const std::string& name) {
        return std::ranges::find(ofWorkers, name) != ofWorkers.end();
    };
    std::vector<std::string> known = placeholderNames();
    if (!m_perRank)
        std::erase_if(known, isOfWorker);
    for (const auto& [name, value] : sortExtras(workload).named)
        known.push_back(name);
    for (const std::string& name : unknownPlaceholders(workload.command, known))
        problem(issues, "command",
                isOfWorker(name)
                    ? fmt::format("{{{}}} is not available: {} starts the workers and assigns the ranks", name,
                                  traits().name)
                    : fmt::format("unknown placeholder {{{}}}; use one of {{{}}}", name, join(known, "} {")));
}

std::string ScriptAdapter::python(const Workload& workload)
{
    return sortExtras(workload).value("python", "python3");
}

std::string ScriptAdapter::program(const Workload& workload, const std::string& usual)
{
    const std::string given = sortExtras(workload).value("program");
    return given.empty() ? usual : given;
}

std::vector<std::string> ScriptAdapter::training(const LaunchRequest& request, const LaunchPlan& plan, bool bare) const
{
    const Workload& workload = request.workload;
    const SortedExtras extras = sortExtras(workload);
    std::vector<std::string> argv;
    if (isOwn(workload)) {
        Placeholders values = commonPlaceholders(request, plan.peers);
        values["master_port"] = std::to_string(plan.firstPort);
        argv = filled(workload.command, values);
        if (!bare && argv.front().ends_with(".py"))
            argv.insert(argv.begin(), python(workload));
    } else {
        if (!bare)
            argv.push_back(python(workload));
        argv.push_back(scriptPath(m_script));
        const auto add = [&argv](std::string name, std::string value) {
            argv.push_back(std::move(name));
            argv.push_back(std::move(value));
        };
        add("--model", workload.model);
        add("--backend", workload.backend);
        add("--batch", std::to_string(workload.batch));
        add("--steps", std::to_string(workload.steps));
        add("--warmup", std::to_string(workload.warmupSteps));
        add("--seed", std::to_string(request.seed));
        add("--optimizer", workload.optimizer);
        add("--deadline", shortest(static_cast<double>(workload.deadline.count()) / 1e9));
        for (const char* name : scriptNames)
            if (const auto given = extras.named.find(name); given != extras.named.end())
                add(optionName(name), given->second);
    }
    argv.insert(argv.end(), extras.options.begin(), extras.options.end());
    return argv;
}

LaunchPlan ScriptAdapter::started(const LaunchRequest& request, const std::vector<std::string_view>& scripts,
                                  std::uint16_t firstPort) const
{
    LaunchPlan plan;
    if (!isOwn(request.workload))
        plan.files = placedScripts(scripts);
    const auto tells = [](const std::string& text) { return text.find("{steps}") != std::string::npos; };
    plan.tellsSteps = !isOwn(request.workload) || std::ranges::any_of(request.workload.command, tells);
    plan.firstPort = firstPort;
    plan.lastPort = lastPort(request.nodes, firstPort);
    plan.peers = peerAddresses(request.nodes, firstPort);
    return plan;
}

std::vector<std::pair<std::string, std::string>>
ScriptAdapter::environment(const Workload& workload, std::vector<std::pair<std::string, std::string>> more)
{
    std::vector<std::pair<std::string, std::string>> all = {{"PYTHONUNBUFFERED", "1"}};
    all.insert(all.end(), more.begin(), more.end());
    for (const auto& [name, value] : sortExtras(workload).environment) {
        std::erase_if(all, [&name = name](const auto& variable) { return variable.first == name; });
        all.emplace_back(name, value);
    }
    return all;
}

std::string optionName(std::string extra)
{
    std::ranges::replace(extra, '_', '-');
    return "--" + extra;
}

std::vector<std::string> simulatedFactors(bool strategyToo)
{
    std::vector<std::string> names = {"compute_time", "compute_jitter", "device_flops", "verify_every"};
    if (strategyToo)
        names.emplace_back("strategy");
    return names;
}

std::vector<std::string> modelNames(ModelFamily family)
{
    std::vector<std::string> names;
    for (const ModelSize& model : modelSizes())
        if ((family == ModelFamily::Keras ? model.kerasParameters : model.torchParameters) > 0)
            names.emplace_back(model.name);
    return names;
}

void checkMonitor(const Workload& workload, Issues& issues)
{
    const auto problem = [&issues](const char* name, std::string sentence) {
        issues.push_back({"workload", Severity::Error, 1, std::move(sentence), fmt::format("extras.{}", name)});
    };
    const SortedExtras extras = sortExtras(workload);
    const std::string statistic = extras.value("monitor", "none");
    if (statistic != "none" && statistic != "noise-scale" && statistic != "variance")
        problem("monitor", fmt::format("unknown monitor \"{}\"; choose none, noise-scale or variance", statistic));
    if (extras.named.contains("monitor_interval") && numberOf(extras, "monitor_interval", 0) < 1)
        problem("monitor_interval",
                fmt::format("\"{}\" is not a whole number from 1", extras.value("monitor_interval")));
}

void checkPolicies(const Workload& workload, const std::string& howToResize, Issues& issues)
{
    const SortedExtras extras = sortExtras(workload);
    const auto refuse = [&issues](std::string what) {
        issues.push_back({"workload", Severity::Error, 1, std::move(what), "extras.policy"});
    };
    const auto specs = policy::parsePolicies(extras.value("policy", "none"));
    if (!specs)
        return refuse(specs.error().text());
    const policy::PolicyHost host{extras.value("monitor", "none") == "noise-scale", howToResize.empty(),
                                  !extras.value("resize_schedule").empty(), howToResize};
    for (std::string& problem : policy::unmetNeeds(*specs, host))
        refuse(std::move(problem));
}

std::vector<std::string_view> torchScripts(std::vector<std::string_view> scripts)
{
    for (const char* each :
         {"millrace_workload.py", "torch_workload.py", "small_models.py", "datasets.py", "cifar10.py", "mnist.py"})
        scripts.emplace_back(each);
    return scripts;
}

std::vector<std::string_view> tensorflowScripts(std::string_view script)
{
    return {script, "millrace_workload.py", "tensorflow_workload.py", "datasets.py", "cifar10.py", "mnist.py"};
}

std::vector<std::string> scriptOptionNames(std::initializer_list<std::string_view> more)
{
    std::vector<std::string> names = {"python", "gpus"};
    names.insert(names.end(), scriptNames.begin(), scriptNames.end());
    names.insert(names.end(), more.begin(), more.end());
    return names;
}

int numberOf(const SortedExtras& extras, const std::string& name, int otherwise)
{
    const auto given = extras.named.find(name);
    const auto number = given == extras.named.end() ? Result<std::int64_t>(otherwise) : parseInteger(given->second);
    return number && *number >= 0 && *number <= 1'000'000'000 ? static_cast<int>(*number) : otherwise;
}

} // namespace millrace::launch
