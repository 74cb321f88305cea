// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/train_options.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/elastic/config_client.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <limits>

namespace millrace::trainer {
namespace {

template <typename T>
Result<T> of(const char* option, Result<T> value)
{
    if (!value)
        return within(fmt::format("reading {}", option), std::move(value).error());
    return value;
}

Result<std::pair<int, double>> parseStraggler(std::string_view text)
{
    const auto parts = split(text, ':');
    if (parts.size() == 2) {
        const auto rank = parseInteger(parts[0]);
        const auto factor = parseDouble(parts[1]);
        if (rank && factor && *rank >= 0 && *rank <= std::numeric_limits<int>::max())
            return std::pair(static_cast<int>(*rank), *factor);
    }
    return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not RANK:FACTOR, for example 2:1.5", text));
}

Result<collective::SessionOptions> sessionOptions(const TrainOptions& options)
{
    collective::SessionOptions session;
    MR_TRY(strategy, of("--strategy", collective::parseStrategy(options.strategy)));
    MR_TRY(hash, of("--chunk-hash", collective::parseChunkHash(options.chunkHash)));
    MR_TRY(segment, of("--segment", parseSize(options.segment)));
    MR_TRY(buffer, of("--socket-buffer", parseSize(options.socketBuffer)));
    MR_TRY(deadline, of("--deadline", parseDuration(options.deadline)));
    MR_TRY(connectDeadline, of("--connect-deadline", parseDuration(options.connectDeadline)));
    if (buffer > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
        return fail(ErrorCode::InvalidInput, fmt::format("reading --socket-buffer: {} bytes are too many", buffer));
    session.strategy = strategy;
    session.hash = hash;
    session.segmentBytes = segment;
    session.streams = options.streams;
    MR_TRY(parts, of("--parts", collective::parseParts(options.parts)));
    session.parts = std::move(parts);
    session.socketBufferBytes = static_cast<int>(buffer);
    session.deadline = deadline;
    session.connectDeadline = connectDeadline;
    session.congestionControl = options.congestionControl;
    return session;
}

Result<ComputeSpec> computeSpec(const TrainOptions& options)
{
    ComputeSpec compute;
    if (!options.computeTime.empty()) {
        MR_TRY(duration, of("--compute-time", parseDuration(options.computeTime)));
        compute.duration = duration;
    }
    if (!options.deviceFlops.empty()) {
        MR_TRY(flops, of("--device-flops", parseFlops(options.deviceFlops)));
        compute.deviceFlops = flops;
    }
    MR_TRY(jitter, of("--compute-jitter", parseFraction(options.computeJitter)));
    compute.jitter = jitter;
    for (const std::string& text : options.stragglers) {
        MR_TRY(straggler, of("--straggler", parseStraggler(text)));
        compute.stragglers[straggler.first] = straggler.second;
    }
    compute.seed = options.seed;
    return compute;
}

Result<std::optional<ElasticSpec>> elasticOptions(const TrainOptions& options)
{
    if (options.configServer.empty()) {
        if (!options.resizeSchedule.empty())
            return fail(ErrorCode::InvalidInput,
                        "--resize-schedule needs a configuration server; name it with "
                        "--config-server ADDRESS:PORT");
        return std::optional<ElasticSpec>();
    }
    ElasticSpec spec;
    MR_TRY(server, of("--config-server", elastic::parseServerUrl(options.configServer)));
    MR_TRY(serverDeadline, of("--server-deadline", parseDuration(options.serverDeadline)));
    spec.server = server;
    spec.serverDeadline = serverDeadline;
    if (!options.resizeSchedule.empty()) {
        MR_TRY(schedule,
               of("--resize-schedule",
                  elastic::parseResizeSchedule(options.resizeSchedule, elastic::ScheduleSyntax::StepSize)));
        spec.schedule = std::move(schedule);
    }
    return std::optional(std::move(spec));
}

struct DeclaredOptions
{
    DeclaredOptions() { options.declare(command); }

    CLI::App command;
    TrainOptions options;
};

} // namespace

void TrainOptions::declare(CLI::App& command)
{
    command.add_option("--rank", rank, "Own position in --peers, from 0")->required();
    command.add_option("--peers", peers, "ADDRESS:PORT of every rank in order, separated by commas")->required();
    command.add_option("--strategy", strategy, "How all-reduce moves the gradients (RING, STAR, …)")
        ->capture_default_str();
    command.add_option("--chunk-hash", chunkHash, "How KungFu's strategies spread chunks: NAME, SIMPLE or BALANCED")
        ->capture_default_str();
    command.add_option("--segment", segment, "Largest piece of the sharded strategies, for example 1MiB; 0: by rule")
        ->capture_default_str();
    command.add_option("--streams", streams, "Connections in each direction between two ranks that exchange data")
        ->capture_default_str()
        ->check(CLI::Range(1, collective::mostStreams));
    command.add_option(
        "--parts", parts,
        "What each rank reduces for all with PAIRWISE, relative to the others: 2,1,1; default: equal parts");
    command.add_option("--socket-buffer", socketBuffer, "Size of socket buffers; 0: the kernel tunes them")
        ->capture_default_str();
    command.add_option("--congestion-control", congestionControl, "TCP congestion control; default: the system's");
    command.add_option("--model", model, "Gradient list, see `millrace-worker models`")->capture_default_str();
    command.add_option("--fuse", fuse, "true: all-reduce all tensors as one")->default_str("false");
    command
        .add_option("--local-steps", localSteps, "Steps from one averaging to the next; 1: all-reduce in every step")
        ->capture_default_str();
    command.add_option("--fragments", fragments, "Parts of the parameters, averaged one after another in these steps")
        ->capture_default_str();
    command.add_option("--overlap-steps", overlapSteps, "Steps that go on while a part is averaged")
        ->capture_default_str();
    command.add_option("--compression", compression, "Of what is averaged: none, float16, bfloat16 or int8")
        ->capture_default_str();
    command.add_option("--batch", batch, "Samples per rank and step")->capture_default_str();
    command.add_option("--steps", steps, "Measured steps")->capture_default_str();
    command.add_option("--warmup", warmup, "Steps before the measured ones")->capture_default_str();
    command.add_option("--verify-every", verifyEvery, "Check sums and checksums in every k-th step; 0: never")
        ->capture_default_str();
    command.add_option("--compute-time", computeTime, "Compute per step, for example 5ms; default: from the model");
    command.add_option(
        "--device-flops", deviceFlops,
        fmt::format("FLOP/s of the pretended device, for example 8.4T; default {:g}", defaultDeviceFlops));
    command.add_option("--compute-jitter", computeJitter, "Relative standard deviation of the compute time, 0 to 0.3")
        ->capture_default_str();
    command.add_option("--straggler", stragglers, "RANK:FACTOR, a rank that computes FACTOR times as long; repeatable")
        ->delimiter(',');
    command.add_option("--seed", seed, "Of gradients and jitter")->capture_default_str();
    command.add_option("--noise-scale", noiseScale, "Gradient noise scale of the gradients; 0: they have no mean")
        ->capture_default_str();
    command.add_option("--monitor", monitor, "Statistic of the gradients: none, noise-scale or variance")
        ->capture_default_str();
    command.add_option("--monitor-interval", monitorInterval, "Steps from one of its values to the next")
        ->capture_default_str();
    command
        .add_option("--policy", policy,
                    "Policies that change strategy, batch or workers, joined with +: NAME or NAME(OPTION=VALUE,…)")
        ->capture_default_str();
    command.add_option("--config-server", configServer,
                       "ADDRESS:PORT or URL of a configuration server: workers may join, leave and fail while the "
                       "training goes on, and --peers names all that may take part");
    command.add_option("--resize-schedule", resizeSchedule,
                       "STEP:WORKERS, … with a configuration server: numbers of workers that the first rank asks for; "
                       "0 ends the training");
    command.add_option("--server-deadline", serverDeadline, "Longest wait for the configuration server")
        ->capture_default_str();
    command
        .add_option("--peer-reports", peerReports,
                    "Time between two reports of what was sent to, received from and waited for each rank; 0: none")
        ->capture_default_str();
    command.add_option("--operations", operations,
                       "A GOAL file: perform its operations in each step instead of training a model");
    command
        .add_option("--metrics", metricsPort,
                    "Serve the current values for Prometheus at http://127.0.0.1:PORT/metrics; 0: any free port")
        ->check(CLI::Range(0, 65535));
    command.add_option("--deadline", deadline, "Longest wait for another rank without progress")->capture_default_str();
    command.add_option("--connect-deadline", connectDeadline, "Longest wait for all ranks to appear")
        ->capture_default_str();
}

Result<TrainSpec> TrainOptions::read() const
{
    TrainSpec spec;
    spec.rank = rank;
    MR_TRY(peerList, of("--peers", collective::parsePeerList(peers)));
    MR_TRY(session, sessionOptions(*this));
    MR_TRY(gradients, of("--model", findModel(model)));
    MR_TRY(compute, computeSpec(*this));
    spec.peers = std::move(peerList);
    spec.session = std::move(session);
    spec.model = std::move(gradients);
    spec.compute = std::move(compute);
    spec.fuse = fuse;
    spec.averaging = {localSteps, fragments, overlapSteps};
    MR_TRY(sentAs, of("--compression", collective::parseCompression(compression)));
    spec.compression = sentAs;
    spec.batch = batch;
    spec.steps = steps;
    spec.warmupSteps = warmup;
    spec.verifyEvery = verifyEvery;
    spec.seed = seed;
    MR_TRY(statistic, of("--monitor", parseGradientStatistic(monitor)));
    spec.statistic = statistic;
    spec.statisticInterval = monitorInterval;
    spec.noiseScale = noiseScale;
    MR_TRY(reports, of("--peer-reports", parseDuration(peerReports)));
    spec.peerReports = reports;
    MR_TRY(policies, of("--policy", policy::parsePolicies(policy)));
    spec.policies = std::move(policies);
    MR_TRY(elasticSpec, elasticOptions(*this));
    spec.elastic = std::move(elasticSpec);
    spec.operations = operations;
    if (!operations.empty()) {
        spec.model = {};
        spec.model.name = "operations";
    }
    return spec;
}

Result<TrainSpec> TrainOptions::toSpec() const
{
    MR_TRY(spec, read());
    MR_CHECK(validate(spec));
    if (spec.operations.empty())
        MR_CHECK(ComputeModel::make(spec.compute, spec.model, spec.batch, spec.rank));
    return spec;
}

Result<TrainSpec> readTrainArguments(const std::vector<std::string>& arguments)
{
    // Declaring the options takes longer than the rest of the planning of a simulated run.
    thread_local DeclaredOptions declared;
    declared.options = TrainOptions();
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        declared.command.parse(reversed);
    } catch (const CLI::ParseError& error) {
        return fail(ErrorCode::InvalidInput, error.what());
    }
    return declared.options.read();
}

Result<double> parseFlops(std::string_view text)
{
    std::string_view number = trim(text);
    for (const std::string_view unit : {"FLOP/s", "FLOPS", "flop/s", "flops"}) {
        if (number.ends_with(unit))
            number = trim(number.substr(0, number.size() - unit.size()));
    }
    constexpr std::string_view prefixes = "kMGTP";
    double factor = 1;
    if (const auto at = number.empty() ? number.npos : prefixes.find(number.back()); at != prefixes.npos) {
        for (std::size_t power = 0; power <= at; ++power)
            factor *= 1000;
        number = trim(number.substr(0, number.size() - 1));
    }
    const auto value = parseDouble(number);
    if (!value || !(*value > 0) || !(*value * factor < std::numeric_limits<double>::infinity()))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a positive number of FLOP/s such as 8.4T or 5e12", text));
    return *value * factor;
}

} // namespace millrace::trainer
