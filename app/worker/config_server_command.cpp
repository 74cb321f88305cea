// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/worker/config_server_command.h"

#include "app/worker/line_writer.h"
#include "app/worker/stop_signals.h"
#include "core/base/file_io.h"
#include "core/base/units.h"
#include "core/elastic/config_server.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace millrace::worker {

void ConfigServerCommand::declare(CLI::App& command)
{
    command.add_option("--listen", listen, "ADDRESS:PORT to serve; port 0: any free one")->capture_default_str();
    command.add_option("--initial", initial, "Workers that must be ready before the first begins")
        ->capture_default_str();
    command.add_option("--workers", workers, "Workers that take part from the beginning; default: all that are ready");
    command.add_option("--init", init, "File with a cluster document of KungFu to begin with");
    command.add_option("--state", state, "File that keeps the state, so that a restarted server goes on");
    command.add_option("--ttl", ttl, "Ends after this time, for example 2h");
}

Result<int> ConfigServerCommand::run() const
{
    elastic::ConfigServerOptions options;
    MR_TRY(endpoint, parseEndpoint(listen));
    options.listen = endpoint;
    if (initial < 1 || workers < 0)
        return fail(ErrorCode::InvalidInput, "--initial and --workers are numbers of workers from 1");
    options.initial = std::max(initial, workers);
    if (workers > 0)
        options.workers = workers;
    options.state = state;
    if (!init.empty()) {
        MR_TRY(text, readFile(init));
        auto document = elastic::parseClusterDocument(text);
        if (!document)
            return within("reading " + init, std::move(document).error());
        options.document = *std::move(document);
    }
    Deadline end = Deadline::max();
    if (!ttl.empty()) {
        auto duration = parseDuration(ttl);
        if (!duration)
            return within("reading --ttl", std::move(duration).error());
        end = deadlineIn(*duration);
    }
    const StopSignals signals;
    MR_TRY(server, elastic::ConfigServer::start(std::move(options)));
    MR_CHECK(writeLines(fmt::format("configuration server listens on {}\n", endpointText(server->endpoint()))));
    while (signals.received() == 0 && std::chrono::steady_clock::now() < end)
        if (server->wait(std::chrono::milliseconds(100)))
            break;
    return signals.received();
}

} // namespace millrace::worker
