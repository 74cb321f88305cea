// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/node_check_view.h"
#include "app/headless/terminal_connector.h"
#include "app/headless/trust_question.h"
#include "core/base/file_io.h"
#include "core/emulate/ability.h"
#include "core/run/campaign.h"
#include "core/run/cluster_agents.h"

#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct CheckOptions
{
    std::string file;
    std::string cluster;
    std::string sshConfiguration;
    bool machine = false;
    bool nodes = false;
    bool trust = false;
};

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    }
    return "error";
}

/// Returns the size of one grid, or why this version does not support it.
Json checkGrid(const project::ProjectFile& file, const std::string& name)
{
    run::CampaignOptions options;
    options.grid = name;
    options.programs = programFolder();
    const auto plan = run::planCampaign(file, options);
    Json result = {{"grid", name}};
    if (!plan) {
        result["cannot_run"] = plan.error().text();
        return result;
    }
    result["runs"] = plan->schedule.runs.size();
    if (const auto checked = run::checkCells(*plan, options.programs); !checked)
        result["cannot_run"] = checked.error().text();
    else if (const auto starts = run::checkStarts(*plan, options.programs); !starts)
        result["cannot_run"] = starts.error().text();
    return result;
}

Json checkProject(const project::ProjectFile& file, int& code)
{
    const Issues problems = file.problems();
    Json result = {{"file", file.file().string()}, {"problems", Json::array()}, {"grids", Json::array()}};
    for (const Issue& problem : problems)
        result["problems"].push_back({{"severity", severityName(problem.severity)},
                                      {"field", problem.where},
                                      {"text", problem.example},
                                      {"count", problem.count}});
    if (hasErrors(problems)) {
        code = BadUsage;
        return result;
    }
    for (const grid::GridSpec& grid : file.project.grids)
        result["grids"].push_back(checkGrid(file, grid.name));
    return result;
}

Json checkStore(store::Database& database, int& code)
{
    Json result = {{"file", database.file().string()}, {"problems", Json::array()}};
    const auto issues = database.integrityCheck();
    if (!issues) {
        code = exitCodeOf(issues.error());
        result["problems"].push_back(
            {{"severity", "error"}, {"field", ""}, {"text", issues.error().text()}, {"count", 1}});
        return result;
    }
    for (const Issue& issue : *issues)
        result["problems"].push_back({{"severity", severityName(issue.severity)},
                                      {"field", issue.where},
                                      {"text", issue.example},
                                      {"count", issue.count}});
    if (!issues->empty())
        code = BadInput;
    return result;
}

Json checkMachine(int& code)
{
    const emulate::EmulationAbility ability = emulate::emulationAbility();
    static constexpr std::string_view kinds[] = {"root", "user-namespace", "none"};
    Json result = {{"emulation", kinds[static_cast<std::size_t>(ability.kind)]}};
    if (ability.kind == emulate::AbilityKind::None) {
        code = NodeUnusable;
        result["reason"] = ability.reason;
    }
    return result;
}

int codeOf(const run::ClusterCheck& check)
{
    if (!check.allReached())
        return NodeUnusable;
    return check.light() == cluster::Light::Red ? SomeRunsFailed : Success;
}

/// Starts agents on the nodes of one cluster and prints the findings.
Result<int> checkNodes(const CheckOptions& options, const Environment& environment)
{
    MR_TRY(file, openSoundProject(options.file, environment.frameworks));
    MR_TRY(cluster, project::chooseCluster(file.project, options.cluster));
    MR_CHECK(askForTrust(file, options.trust, environment.job()));
    const JobContext job = environment.job();
    const run::NodeConnector connect = terminalConnector(options.sshConfiguration, !environment.quiet);
    MR_TRY(agents, run::ClusterAgents::start(*cluster, programFolder(), connect, job));
    const auto nodes = agents->nodes(file.project);
    const run::ClusterCheck check = run::checkCluster(nodes, {cluster->access.folder, "python3", 0, 0}, job);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the check was cancelled");
    if (environment.json)
        fmt::print("{}\n", run::toJson(check).dump(2, ' ', false, Json::error_handler_t::replace));
    else
        fmt::print("{}", nodeCheckText(check, wantsColours()));
    return codeOf(check);
}

void printText(const Json& result)
{
    for (const Json& problem : result.value("problems", Json::array()))
        fmt::print("{}: {}{}{}\n", problem["severity"].get<std::string>(), problem["field"].get<std::string>(),
                   problem["field"].get<std::string>().empty() ? "" : ": ", problem["text"].get<std::string>());
    for (const Json& grid : result.value("grids", Json::array())) {
        if (grid.contains("runs"))
            fmt::print("grid \"{}\": {} runs\n", grid["grid"].get<std::string>(), grid["runs"].get<std::size_t>());
        if (grid.contains("cannot_run"))
            fmt::print("grid \"{}\" cannot be run here: {}\n", grid["grid"].get<std::string>(),
                       grid["cannot_run"].get<std::string>());
    }
    if (result.contains("emulation"))
        fmt::print("emulated clusters: {}\n",
                   result["emulation"] == "none" ? result["reason"].get<std::string>()
                                                 : "possible (" + result["emulation"].get<std::string>() + ")");
    if (result.contains("file") && result["problems"].empty())
        fmt::print("{}: no problems\n", result["file"].get<std::string>());
}

Result<int> execute(const CheckOptions& options, const Environment& environment)
{
    if (options.nodes)
        return checkNodes(options, environment);
    const EndAtOnce nothingChanges(environment.signals);
    int code = Success;
    Json result = Json::object();
    if (!options.file.empty() && std::filesystem::path(options.file).extension() == ".mrdb") {
        MR_TRY(database, store::Database::openReadOnly(options.file));
        result = checkStore(database, code);
    } else if (!options.file.empty()) {
        MR_TRY(file, readProject(options.file, environment.frameworks));
        result = checkProject(file, code);
    }
    if (options.machine || options.file.empty())
        result.update(checkMachine(code));
    if (environment.json)
        fmt::print("{}\n", result.dump(2, ' ', false, Json::error_handler_t::replace));
    else
        printText(result);
    return code;
}

} // namespace

CommandBody addCheckCommand(CLI::App& app)
{
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "List every problem of a project or store, or of this machine");
    auto* file =
        command->add_option("FILE", options->file, "A project (.millrace) or a store (.mrdb); default: this machine");
    command->add_flag("--machine", options->machine, "Check this machine, too");
    auto* nodes = command->add_flag("--nodes", options->nodes, "Check the nodes of a cluster of the project");
    nodes->needs(file);
    command->add_option("--cluster", options->cluster, "Which one; default: the first")->needs(nodes);
    command
        ->add_flag("--trust", options->trust,
                   "With --nodes: log in to the hosts of another user's project without asking")
        ->needs(nodes);
    command
        ->add_option("--ssh-config", options->sshConfiguration,
                     "OpenSSH configuration for remote nodes; default: the user's own")
        ->needs(nodes);
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
