// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/exit_code.h"
#include "core/base/guarded_main.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/launch/declared_framework.h"

#include <fmt/format.h>

using namespace millrace::headless;

namespace {

struct Entry
{
    CLI::App* command;
    CommandBody body;
};

/// What is wrong with the word where a subcommand is missing, of which CLI11 says only that one is; empty: another
/// error.
std::string wrongSubcommand(const CLI::App& app)
{
    const CLI::App* parent = &app;
    while (!parent->get_subcommands().empty())
        parent = parent->get_subcommands().front();
    std::vector<std::string> names;
    for (const CLI::App* command : parent->get_subcommands({}))
        names.push_back(command->get_name());
    const std::vector<std::string> unread = app.remaining(true);
    if (names.empty() || parent->get_require_subcommand_min() == 0 || unread.empty() || unread.front().starts_with('-'))
        return {};
    return fmt::format("unknown subcommand \"{}\"; {}", unread.front(), millrace::suggestion(unread.front(), names));
}

int dispatch(const std::vector<Entry>& entries, const Environment& environment)
{
    for (const Entry& entry : entries)
        if (entry.command->parsed())
            return entry.body(environment);
    return BadUsage;
}

int execute(int argc, char** argv)
{
    const Signals signals;
    Environment environment{signals};
    CLI::App app("Millrace without a window: experiments on the network side of distributed training", "millrace-cli");
    app.set_version_flag("--version", fmt::format("millrace-cli {}", millrace::programVersion));
    app.add_flag("--json", environment.json, "Print results as JSON on standard output");
    app.add_flag("--quiet", environment.quiet, "Print no progress");
    app.require_subcommand(1);
    app.fallthrough();

    std::vector<Entry> entries;
    for (auto* add :
         {addRunCommand,     addCheckCommand,     addExportCommand,        addReportCommand,     addFigureCommand,
          addCompareCommand, addTemplatesCommand, addFrameworksCommand,    addAnalyzeCommand,    addImportCommand,
          addAuditCommand,   addReplayCommand,    addPolicyCommand,        addHostsCommand,      addExecCommand,
          addScoreCommand,   addCalibrateCommand, addNetworkCommand,       addOperationsCommand, addWaitsCommand,
          addTrafficCommand, addResponseCommand,  addCompatibilityCommand, addPricesCommand,     addPlanCommand,
          addTrainCommand,   addPredictCommand}) {
        CommandBody body = add(app);
        entries.push_back({app.get_subcommands({}).back(), std::move(body)});
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (const std::string what = wrongSubcommand(app); !what.empty()) {
            fmt::print(stderr, "millrace-cli: {}\n", what);
            return BadUsage;
        }
        return app.exit(error) == 0 ? Success : BadUsage;
    }
    for (const millrace::Issue& issue :
         millrace::launch::loadFrameworks(millrace::launch::frameworkFolders(), environment.frameworks))
        if (issue.severity != millrace::Severity::Note)
            fmt::print(stderr, "millrace-cli: {}\n", millrace::issueText(issue));
    return dispatch(entries, environment);
}

} // namespace

int main(int argc, char** argv)
{
    return millrace::guardedMain("millrace-cli", [&] { return execute(argc, argv); });
}
