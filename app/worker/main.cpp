// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/worker/config_server_command.h"
#include "app/worker/line_writer.h"
#include "app/worker/stop_signals.h"
#include "core/base/guarded_main.h"
#include "core/base/text.h"
#include "core/exposition/metrics_page.h"
#include "core/trainer/elastic_worker.h"
#include "core/trainer/operations_worker.h"
#include "core/trainer/train_options.h"
#include "core/trainer/worker.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace {

using namespace millrace;

constexpr int success = 0;
constexpr int failure = 1;
constexpr int usageError = 2;
constexpr int peerFailure = 4;

int exitCodeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidInput: return usageError;
    case ErrorCode::PeerFailed:
    case ErrorCode::Unreachable:
    case ErrorCode::Timeout: return peerFailure;
    default: return failure;
    }
}

int complain(const Error& error)
{
    fmt::print(stderr, "millrace-worker: {}\n", error.text());
    return exitCodeOf(error.code);
}

int listModels()
{
    std::string lines = fmt::format("{:<12} {:>7} {:>10} {:>11}  {:>9}  {}\n", "model", "tensors", "elements", "bytes",
                                    "GFLOP", "source");
    for (const std::string& name : trainer::modelNames()) {
        const auto model = trainer::findModel(name);
        if (!model)
            return complain(model.error());
        const std::string flops = model->forwardFlops > 0 ? fmt::format("{:.4g}", model->forwardFlops / 1e9) : "-";
        lines += fmt::format("{:<12} {:>7} {:>10} {:>11}  {:>9}  {}{}{}\n", name, model->tensors.size(),
                             model->elements(), model->bytes(), flops, model->source,
                             model->flopsSource.empty() ? "" : "; FLOP: ", model->flopsSource);
    }
    lines += "GFLOP: forward pass of one sample, a multiply-add counted as two; a step takes three times that.\n";
    const auto written = worker::writeLines(lines);
    return written ? success : complain(written.error());
}

int trainRank(const trainer::TrainOptions& options)
{
    const auto spec = options.toSpec();
    if (!spec)
        return complain(spec.error());
    worker::StopSignals signals;
    const SystemClock clock;
    trainer::TrainingGauges gauges(spec->rank);
    trainer::TrainingLog log(spec->rank, worker::writeLines, clock);
    log.show(gauges);
    std::unique_ptr<exposition::MetricsPage> page;
    if (options.metricsPort >= 0) {
        auto started = exposition::MetricsPage::start(static_cast<std::uint16_t>(options.metricsPort),
                                                      [&gauges] { return exposition::metricsText(gauges.families()); });
        if (!started)
            return complain(started.error());
        page = *std::move(started);
        fmt::print(stderr, "metrics at http://127.0.0.1:{}/metrics\n", page->port());
    }
    const JobContext job{signals.token(), {}};
    std::optional<Error> error;
    if (spec->elastic) {
        if (auto report = trainer::trainElastic(*spec, log, job); !report)
            error = std::move(report).error();
    } else if (!spec->operations.empty()) {
        const auto operations = trainer::readOperations(spec->operations, spec->peers.size());
        if (!operations)
            return complain(operations.error());
        if (auto report = trainer::performOperations(*spec, *operations, log, job); !report)
            error = std::move(report).error();
    } else if (auto report = trainer::train(*spec, log, job); !report) {
        error = std::move(report).error();
    }
    if (!error)
        return success;
    const int code = complain(*error);
    return signals.received() != 0 ? 128 + signals.received() : code;
}

int serve(const worker::ConfigServerCommand& command)
{
    const auto signal = command.run();
    if (!signal)
        return complain(signal.error());
    return *signal == 0 ? success : 128 + *signal;
}

const std::vector<std::string> commands = {"train", "models", "config-server"};

int refuseCommand(std::string_view command)
{
    fmt::print(stderr, "millrace-worker: unknown command \"{}\"; {}\n", command, suggestion(command, commands));
    return usageError;
}

int execute(int argc, char** argv)
{
    CLI::App app("Millrace's built-in data-parallel training process", "millrace-worker");
    app.set_version_flag("--version", MR_VERSION);
    app.require_subcommand(1);
    trainer::TrainOptions options;
    CLI::App& train = *app.add_subcommand("train", "Train as one rank: synchronous SGD over synthetic gradients");
    options.declare(train);
    const CLI::App& models = *app.add_subcommand("models", "List the gradient lists");
    worker::ConfigServerCommand server;
    CLI::App& configServer = *app.add_subcommand("config-server", "Say who takes part in an elastic training");
    server.declare(configServer);
    if (argc > 1 && argv[1][0] != '-' && std::ranges::find(commands, argv[1]) == commands.end())
        return refuseCommand(argv[1]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == success)
            return app.exit(error);
        fmt::print(stderr, "millrace-worker: {} (--help shows the options)\n", error.what());
        return usageError;
    }
    if (configServer.parsed())
        return serve(server);
    return models.parsed() ? listModels() : trainRank(options);
}

} // namespace

int main(int argc, char** argv)
{
    return millrace::guardedMain("millrace-worker", [&] { return execute(argc, argv); });
}
