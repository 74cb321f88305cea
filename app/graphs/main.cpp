// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/runtime.h"
#include "app/graphs/service.h"
#include "core/base/version.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <unistd.h>

namespace {

using namespace millrace;

bool writeAll(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool sendLine(const Json& json)
{
    return writeAll(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::optional<std::string> nextLine()
{
    std::string line;
    if (std::getline(std::cin, line))
        return line;
    return std::nullopt;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Trains graph networks that predict what a training of a model will use, and predicts with them. "
                 "Reads requests "
                 "as JSON lines from standard input and writes progress and results as JSON lines to standard output; "
                 "normally started by millrace or millrace-cli.");
    app.set_version_flag("--version", std::string(programVersion));
    int threads = 1;
    app.add_option("--threads", threads, "threads of libtorch; more than one only on an idle machine")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    graphs::prepareProcess(threads, argv);
    std::signal(SIGPIPE, SIG_IGN);
    if (!sendLine(graphs::readyLine()))
        return 1;
    graphs::serve(nextLine, sendLine);
    return 0;
}
