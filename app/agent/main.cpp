// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/agent/traffic_command.h"
#include "core/base/guarded_main.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/base/version.h"
#include "core/node/enter_command.h"
#include "core/node/login_user.h"
#include "core/node/serve_command.h"
#include "core/node/stale_state.h"
#include "core/node/watchdog_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <string_view>

namespace {

/// Switches to the user for "for PID", which is removed from the arguments.
bool actForUser(int& argc, char**& argv)
{
    using namespace millrace;
    const auto process = parseInteger(argc > 2 ? argv[2] : "");
    const auto became = process && *process > 0
        ? node::becomeUserOf(static_cast<pid_t>(*process))
        : Result<void>(fail(ErrorCode::InvalidInput, "expected a process id after \"for\""));
    if (!became) {
        fmt::print(stderr, "millrace-agent: {}\n", became.error().text());
        return false;
    }
    argv[2] = argv[0];
    argv += 2;
    argc -= 2;
    return true;
}

int execute(int argc, char** argv)
{
    using namespace millrace;
    if (argc > 1 && std::string_view(argv[1]) == node::forWord && !actForUser(argc, argv))
        return 1;
    // The arguments after "enter PID --" belong to another program and are not parsed here.
    if (argc > 1 && std::string_view(argv[1]) == "enter")
        return node::enterCommand({argv + 2, argv + argc});
    if (argc == 2 && std::string_view(argv[1]) == node::watchdogArgument)
        return node::watchdogCommand(argv[0]);

    CLI::App app(
        "The process on a node that Millrace speaks with: starts programs, reads counters, emulates networks.");
    app.set_version_flag("--version", std::string(programVersion));
    app.require_subcommand(1);
    node::ServeOptions options;
    std::string folder;
    std::string deadMan = durationText(options.deadMan);
    auto* serve = app.add_subcommand("serve", "Speak the agent protocol on standard input and output");
    serve->add_flag("--user-namespace", options.userNamespace, "Become root of a user namespace first");
    serve->add_option("--folder", folder, "Parent of this session's folder");
    serve->add_option("--dead-man", deadMan, "Restore everything after this much silence (20s)");
    auto* cleanUp = app.add_subcommand("clean-up", "Restore what killed agents left on this machine");
    cleanUp->add_option("--folder", folder, "Folder of the runs; default: the agent's own");
    app.add_subcommand("enter", "enter PID -- PROGRAM ARGUMENTS: run a program in the namespaces of a process");
    const TrafficCommand traffic(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (traffic.chosen())
        return traffic.run();
    if (cleanUp->parsed())
        return node::cleanUpCommand(folder);
    const auto silence = parseDuration(deadMan);
    if (!serve->parsed() || !silence || *silence < std::chrono::seconds(1)) {
        std::fputs("millrace-agent: a time for --dead-man is needed, 1s at least\n", stderr);
        return 2;
    }
    options.folder = folder;
    options.deadMan = *silence;
    return node::serveCommand(options);
}

} // namespace

int main(int argc, char** argv)
{
    return millrace::guardedMain("millrace-agent", [&] { return execute(argc, argv); });
}
