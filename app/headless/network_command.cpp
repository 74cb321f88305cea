// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/terminal_connector.h"
#include "app/headless/trust_question.h"
#include "core/base/file_io.h"
#include "core/base/units.h"
#include "core/cluster/ring_order.h"
#include "core/project/measured_cluster.h"
#include "core/report/table_writers.h"
#include "core/run/cluster_agents.h"
#include "core/run/matrix_measurement.h"
#include "core/run/measured_matrix.h"
#include "core/studies/multi_cloud/profile_matrix.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct NetworkOptions
{
    std::string project;
    std::string cluster;
    std::vector<std::filesystem::path> files;
    std::filesystem::path store;
    std::string window;
    int streams = 1;
    std::filesystem::path csv;
    std::string ringSize;
    bool isDryRun = false;
    bool isMeasured = false;
    std::string duration = durationText(run::MatrixMeasurement().duration);
    std::string into;
    std::string sshConfiguration;
    bool isTrusted = false;
};

/// A line for each node that sends, a column for each that receives.
report::Table tableOf(const cluster::Cluster& cluster, const cluster::NetworkMatrix& matrix, const char* title,
                      std::string (*cell)(const cluster::PairEntry&))
{
    report::Table table;
    table.title = title;
    table.columns = {{"from"}};
    for (const cluster::Node& node : cluster.nodes)
        table.columns.push_back({node.name});
    std::size_t next = 0;
    for (const cluster::Node& from : cluster.nodes) {
        std::vector<report::Cell> row = {from.name};
        for (const cluster::Node& to : cluster.nodes)
            row.emplace_back(&from == &to ? std::string() : cell(matrix[next++]));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string rateCell(const cluster::PairEntry& entry)
{
    const bool isEstimate = entry.source.starts_with(cluster::estimateMark);
    return entry.bitsPerSecond ? (isEstimate ? "~" : "") + humanRate(*entry.bitsPerSecond) : std::string("–");
}

std::string roundTripCell(const cluster::PairEntry& entry)
{
    return entry.roundTrip ? humanDuration(*entry.roundTrip) : std::string("–");
}

Result<cluster::NetworkMatrix> readAll(const NetworkOptions& options)
{
    cluster::NetworkMatrix matrix;
    const auto add = [&matrix](Result<cluster::NetworkMatrix> read) -> Result<void> {
        MR_TRY(entries, std::move(read));
        matrix.insert(matrix.end(), entries.begin(), entries.end());
        return {};
    };
    if (!options.store.empty()) {
        MR_TRY(database, store::Database::openReadOnly(options.store));
        MR_CHECK(add(run::measuredMatrix(database)));
    }
    for (const std::filesystem::path& file : options.files)
        MR_CHECK(add(studies::multi_cloud::isProfile(file) ? studies::multi_cloud::profileMatrix(file)
                                                           : cluster::readMatrixFile(file)));
    return matrix;
}

/// Lets the nodes of a cluster send to each other.
Result<cluster::MeasuredPairs> measure(const NetworkOptions& options, const project::ProjectFile& file,
                                       const cluster::Cluster& cluster, const Environment& environment)
{
    MR_TRY(duration, parseDuration(options.duration));
    MR_CHECK(askForTrust(file, options.isTrusted, environment.job()));
    const JobContext job = environment.quiet ? environment.job() : announcing(environment.job());
    const run::NodeConnector connect = terminalConnector(options.sshConfiguration, !environment.quiet);
    MR_TRY(agents, run::ClusterAgents::start(cluster, programFolder(), connect, environment.job()));
    return run::measureMatrix(agents->nodes(file.project), {options.streams, duration}, job);
}

Result<int> execute(const NetworkOptions& options, const Environment& environment)
{
    MR_TRY(file, openProject(options.project, environment.frameworks));
    MR_TRY(chosen, project::chooseCluster(file.project, options.cluster));
    std::vector<cluster::Cluster>& clusters = file.project.clusters;
    const std::vector<cluster::Cluster> before = clusters;
    std::string name = chosen->name;
    cluster::MeasuredPairs pairs;
    if (options.isMeasured) {
        const cluster::Cluster measured = *chosen;
        name = options.into.empty() ? project::measuredName(measured) : options.into;
        MR_CHECK(project::checkMeasuredName(measured, name));
        MR_TRY(found, measure(options, file, measured, environment));
        pairs = std::move(found);
        MR_CHECK(project::putMeasured(file.project, measured, name, pairs.matrix));
    } else {
        MR_TRY(read, readAll(options));
        pairs.matrix = std::move(read);
        if (!options.window.empty()) {
            MR_TRY(window, parseSize(options.window));
            cluster::estimateRates(pairs.matrix, options.streams, static_cast<double>(window));
        }
        MR_CHECK(cluster::putMatrix(*std::ranges::find(clusters, name, &cluster::Cluster::name), pairs.matrix));
    }
    cluster::Cluster& changed = *std::ranges::find(clusters, name, &cluster::Cluster::name);
    std::string ordered;
    if (!options.ringSize.empty()) {
        MR_TRY(size, parseSize(options.ringSize));
        const cluster::RingOrder ring = cluster::bestRing(changed, static_cast<double>(size));
        cluster::orderNodes(changed, ring.nodes);
        ordered = fmt::format("ring: the slowest connection takes {} for its part of {}, {} as listed before; {}\n",
                              secondsText(ring.seconds), humanSize(static_cast<double>(size)),
                              secondsText(ring.listedSeconds),
                              ring.isExact ? "no order is better" : "a search found no better order");
    }
    const cluster::NetworkMatrix all = cluster::matrixOf(changed);
    if (!options.csv.empty())
        MR_CHECK(writeOutput(options.csv, cluster::matrixText(all)));
    const bool isChanged = clusters != before;
    if (isChanged && !options.isDryRun)
        MR_CHECK(file.save());
    for (const std::string& problem : pairs.problems)
        fmt::print(stderr, "not measured: {}\n", problem);
    const int code = pairs.problems.empty() ? Success : SomeRunsFailed;
    if (options.csv == "-")
        return code;
    std::string text;
    constexpr std::size_t mostShown = 64;
    if (changed.nodes.size() <= mostShown) {
        for (const report::Table& table :
             {tableOf(changed, all, "Rate", rateCell), tableOf(changed, all, "Round trip", roundTripCell)})
            text += report::toText(table, {terminalWidth(), true}) + "\n";
        text += "~: estimated from the round trip; –: not limited.\n";
    }
    text += ordered;
    text +=
        fmt::format("{}: {} pairs {}{}\n", changed.name, pairs.matrix.size(), options.isMeasured ? "measured" : "read",
                    !isChanged             ? ""
                        : options.isDryRun ? ", not saved"
                                           : ", saved in " + file.file().string());
    MR_CHECK(writeOutput("-", text));
    return code;
}

} // namespace

CommandBody addNetworkCommand(CLI::App& app)
{
    auto options = std::make_shared<NetworkOptions>();
    CLI::App* command = app.add_subcommand(
        "network", "Rates and round trips between all nodes of a cluster: show them, and take measured ones over");
    command->add_option("PROJECT", options->project, "A project (.millrace)")->required();
    command->add_option("--cluster", options->cluster, "The cluster; default: the first one");
    command->add_option("--import", options->files,
                        "Files with measured pairs: a table (from,to,rate,rtt,loss), JSON of iperf3, profiles of the "
                        "multi-cloud study; they become links of the cluster");
    command->add_option("--from-store", options->store, "A result store: what the probes of its runs measured");
    command->add_option("--window", options->window,
                        "Fill in unknown rates: so many bytes in flight on each connection, for example 64KiB");
    command
        ->add_option("--streams", options->streams, "Connections of a pair that is measured, or estimated by --window")
        ->capture_default_str()
        ->check(CLI::Range(1, 4096));
    command->add_option("--order-ring", options->ringSize,
                        "Put the nodes into the order in which a ring passes so many bytes on fastest, for example "
                        "100MiB; workers are numbered by it");
    command->add_option("--csv", options->csv, "Write the matrix as a table, or - for standard output");
    command->add_flag("--dry-run", options->isDryRun, "Do not save the project");
    auto* measure = command
                        ->add_flag("--measure", options->isMeasured,
                                   "Let each node send to each other over TCP, one pair after another")
                        ->excludes("--import")
                        ->excludes("--from-store")
                        ->excludes("--window");
    command->add_option("--duration", options->duration, "Of each direction of a pair, after the windows have opened")
        ->capture_default_str()
        ->needs(measure);
    command
        ->add_option("--into", options->into,
                     "The cluster whose links become what was measured; default: an emulated one, \"NAME, measured\"")
        ->needs(measure);
    command->add_flag("--trust", options->isTrusted, "Log in to the hosts of another user's project without asking")
        ->needs(measure);
    command
        ->add_option("--ssh-config", options->sshConfiguration,
                     "OpenSSH configuration for remote nodes; default: the user's own")
        ->needs(measure);
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
