// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/terminal_prompts.h"
#include "app/headless/trust_question.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/run/remote_nodes.h"

#include <fmt/format.h>
#include <future>
#include <memory>

namespace millrace::headless {

namespace {

struct ExecOptions
{
    std::string file;
    std::string cluster;
    std::vector<std::string> nodes;
    std::string timeout = "10min";
    std::string sshConfiguration;
    bool trust = false;
    std::vector<std::string> command;
};

/// Result of a command on one node.
struct NodeOutcome
{
    std::string node;
    Result<CommandOutput> output;
    double seconds = 0;
};

/// Returns the selected nodes as a separate cluster.
Result<cluster::Cluster> chosenNodes(const project::Project& project, const ExecOptions& options)
{
    MR_TRY(found, project::chooseCluster(project, options.cluster));
    cluster::Cluster chosen = *found;
    if (options.nodes.empty())
        return chosen;
    chosen.nodes.clear();
    for (const std::string& name : options.nodes) {
        const auto node = std::ranges::find(found->nodes, name, &cluster::Node::name);
        if (node == found->nodes.end())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the cluster \"{}\" has no node \"{}\"", found->name, name));
        chosen.nodes.push_back(*node);
    }
    return chosen;
}

std::vector<NodeOutcome> runOnAll(const cluster::Cluster& nodes,
                                  const std::vector<Result<std::shared_ptr<Host>>>& hosts,
                                  const std::vector<std::string>& words, Nanoseconds timeout, const JobContext& job)
{
    std::vector<std::future<NodeOutcome>> tasks;
    for (std::size_t i = 0; i < hosts.size(); ++i)
        tasks.push_back(std::async(std::launch::async, [&, i]() -> NodeOutcome {
            const std::string& name = nodes.nodes[i].name;
            if (!hosts[i])
                return {name, hosts[i].error(), 0};
            const Nanoseconds begin = monotonicNow();
            auto output = (*hosts[i])->run({words, {}, {}}, deadlineIn(timeout), job);
            return {name, std::move(output), std::chrono::duration<double>(monotonicNow() - begin).count()};
        }));
    std::vector<NodeOutcome> outcomes;
    for (auto& task : tasks)
        outcomes.push_back(task.get());
    return outcomes;
}

Json outcomeJson(const NodeOutcome& outcome)
{
    Json json = {{"node", outcome.node}};
    if (!outcome.output) {
        json["error"] = outcome.output.error().text();
        return json;
    }
    const CommandOutput& output = *outcome.output;
    json["seconds"] = outcome.seconds;
    if (output.signal != 0)
        json["signal"] = output.signal;
    else
        json["exit"] = output.exitCode;
    json["out"] = output.out;
    json["err"] = output.err;
    return json;
}

void printLines(std::FILE* file, const std::string& node, std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    if (text.empty())
        return;
    for (const std::string_view line : split(text, '\n'))
        fmt::print(file, "{}: {}\n", node, line);
}

void printOutcome(const NodeOutcome& outcome)
{
    if (!outcome.output) {
        fmt::print(stderr, "{}: {}\n", outcome.node, outcome.output.error().text());
        return;
    }
    printLines(stdout, outcome.node, outcome.output->out);
    printLines(stderr, outcome.node, outcome.output->err);
    if (outcome.output->signal != 0)
        fmt::print(stderr, "{}: ended by signal {}\n", outcome.node, outcome.output->signal);
    else if (outcome.output->exitCode != 0)
        fmt::print(stderr, "{}: ended with code {}\n", outcome.node, outcome.output->exitCode);
}

int exitCodeOfAll(const std::vector<NodeOutcome>& outcomes)
{
    if (std::ranges::any_of(outcomes, [](const NodeOutcome& each) { return !each.output; }))
        return NodeUnusable;
    const bool all = std::ranges::all_of(outcomes, [](const NodeOutcome& each) { return each.output->succeeded(); });
    return all ? Success : SomeRunsFailed;
}

Result<int> execute(const ExecOptions& options, const Environment& environment)
{
    MR_TRY(timeout, parseDuration(options.timeout));
    MR_TRY(file, openSoundProject(options.file, environment.frameworks));
    MR_TRY(nodes, chosenNodes(file.project, options));
    const JobContext job = environment.job();
    MR_CHECK(askForTrust(file, options.trust, job));
    const run::RemoteOptions remote{programFolder(), options.sshConfiguration, std::make_shared<TerminalPrompts>()};
    MR_TRY(hosts, run::reachHosts(nodes, remote, job));
    const std::vector<NodeOutcome> outcomes = runOnAll(nodes, hosts, options.command, timeout, job);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the command was ended on all nodes");
    if (environment.json) {
        Json all = Json::array();
        for (const NodeOutcome& outcome : outcomes)
            all.push_back(outcomeJson(outcome));
        fmt::print("{}\n", Json{{"nodes", all}}.dump(2, ' ', false, Json::error_handler_t::replace));
    } else {
        for (const NodeOutcome& outcome : outcomes)
            printOutcome(outcome);
    }
    return exitCodeOfAll(outcomes);
}

} // namespace

CommandBody addExecCommand(CLI::App& app)
{
    auto options = std::make_shared<ExecOptions>();
    CLI::App* command = app.add_subcommand("exec", "Run a command on all nodes of a remote cluster at once");
    command->add_option("FILE", options->file, "A project (.millrace)")->required();
    command->add_option("--cluster", options->cluster, "Which cluster; default: the first");
    command->add_option("--node", options->nodes, "Only this node; may be given again")->allow_extra_args(false);
    command->add_option("--timeout", options->timeout, "Ends the command after this time; default 10min");
    command->add_option("--ssh-config", options->sshConfiguration,
                        "OpenSSH configuration for the nodes; default: the user's own");
    command->add_flag("--trust", options->trust, "Log in to the hosts of another user's project without asking");
    command->add_option("COMMAND", options->command, "The command and its words, behind --")->required();
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
