// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/agent/enter_command.h"
#include "app/agent/serve_command.h"
#include "core/base/version.h"

#include <CLI/CLI.hpp>
#include <string_view>

int main(int argc, char** argv)
{
    using namespace millrace;
    // What follows "enter PID --" belongs to another program and is not looked at here.
    if (argc > 1 && std::string_view(argv[1]) == "enter")
        return enterCommand({argv + 2, argv + argc});

    CLI::App app(
        "The process on a node that Millrace speaks with: starts programs, reads counters, emulates networks.");
    app.set_version_flag("--version", std::string(programVersion));
    app.require_subcommand(1);
    bool userNamespace = false;
    auto* serve = app.add_subcommand("serve", "Speak the agent protocol on standard input and output");
    serve->add_flag("--user-namespace", userNamespace, "Become root of a user namespace first");
    app.add_subcommand("enter", "enter PID -- PROGRAM ARGUMENTS: run a program in the namespaces of a process");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return serve->parsed() ? serveCommand(userNamespace) : 2;
}
