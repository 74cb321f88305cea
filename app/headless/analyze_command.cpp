// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/published_view.h"
#include "core/analysis/capture_set.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/replay/stored_run.h"
#include "core/report/clock_report.h"
#include "core/report/recorded_run.h"
#include "core/report/step_report.h"
#include "core/report/table_writers.h"
#include "core/report/traffic_patterns.h"
#include "core/report/traffic_report.h"
#include "core/run/traffic_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>
#include <unistd.h>

namespace millrace::headless {

namespace {

struct AnalyzeOptions
{
    std::vector<std::filesystem::path> inputs;
    std::filesystem::path store; ///< of the run with the captures
    std::string campaign;
    analysis::KnownPorts runPorts;
    std::string filter;
    std::string bins = "1ms";
    std::string gap = "1ms";
    std::string idle;
    std::filesystem::path csv;
    std::string tables;
    std::size_t rows = 20;
    int threads = 0;
    bool noOrder = false;
    bool oneConnection = false;
    bool noCache = false;
    bool withBins = false;
    bool patterns = false;
    bool steps = false;
    bool allFlows = false;
    std::string jobPorts;
    std::string crossPorts;
    bool clocks = false;
    bool align = false;
    bool oneClock = false;
    bool tunnels = false;
    bool duplicates = false;
    bool asPublished = false;
    bool addresses = false;
};

Result<analysis::AnalysisRequest> requestOf(const AnalyzeOptions& options)
{
    analysis::AnalysisRequest request;
    request.filter = options.filter;
    MR_TRY(bins, parseDuration(options.bins));
    MR_TRY(gap, parseDuration(options.gap));
    if (bins.count() < 1000)
        return fail(ErrorCode::InvalidInput, "--bins " + options.bins + " is too fine; a bin has at least 1us");
    request.traffic.binWidth = bins.count();
    request.traffic.burstGap = gap.count();
    if (!options.idle.empty()) {
        MR_TRY(idle, parseDuration(options.idle));
        request.traffic.idleTimeout = idle.count();
    }
    request.traffic.order = !options.noOrder;
    request.traffic.splitConnections = !options.oneConnection;
    request.traffic.tunnels = options.tunnels;
    request.traffic.duplicates = options.duplicates;
    const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    request.threads = options.threads > 0 ? options.threads : std::min(cores, 4);
    return request;
}

JobContext jobOf(const Environment& environment)
{
    JobContext job = environment.job();
    if (!environment.quiet && ::isatty(STDERR_FILENO) == 1) {
        job.report = [](long long done, long long total, std::string_view step) {
            if (total > 0)
                fmt::print(stderr, "\r{} {} %\033[K", step, done * 100 / total);
        };
    }
    return job;
}

struct Analysis
{
    analysis::TrafficSummary traffic;
    std::optional<analysis::ClockReport> clocks;
};

/// Compares the clocks of the files on request.
Result<std::optional<analysis::ClockReport>> clocksOf(const std::vector<std::filesystem::path>& files,
                                                      const AnalyzeOptions& options, const JobContext& job)
{
    if (!options.clocks && !options.align)
        return std::optional<analysis::ClockReport>();
    if (files.size() < 2)
        return fail(ErrorCode::InvalidInput, "clocks can only be compared between two captures or more");
    MR_TRY(clocks, analysis::measureClocks(files, job));
    return std::optional(std::move(clocks));
}

/// Names the nodes in recordings of a stored run.
void nameNodes(analysis::TrafficSummary& traffic, const std::vector<std::filesystem::path>& files,
               const AnalyzeOptions& options, const JobContext& job)
{
    if (options.addresses)
        return;
    const auto run = report::recordedRunOf(files, job);
    if (!run)
        fmt::print(stderr, "millrace-cli: nodes are shown by their addresses: {}\n", run.error().text());
    else if (*run)
        traffic.names = report::nodeNames(traffic, **run);
}

Result<analysis::TrafficSummary> analyseApart(const std::vector<std::filesystem::path>& files,
                                              const analysis::AnalysisRequest& request,
                                              const analysis::TraceCache* cache, const JobContext& job,
                                              const std::vector<analysis::ClockCorrection>& corrections)
{
    MR_TRY(summaries, analysis::analyseCaptures(files, request, cache, job, corrections));
    return analysis::mergeTraffic(std::move(summaries));
}

Result<Analysis> analyseAll(const AnalyzeOptions& options, const Environment& environment)
{
    MR_TRY(files, analysis::captureFiles(options.inputs));
    MR_TRY(request, requestOf(options));
    const analysis::TraceCache cache(analysis::TraceCache::standardFolder());
    const JobContext job = jobOf(environment);
    MR_TRY(clocks, clocksOf(files, options, job));
    std::vector<analysis::ClockCorrection> corrections;
    if (options.align)
        for (const analysis::CaptureClock& clock : clocks->captures)
            corrections.push_back(clock.forAnalysis());
    auto traffic = options.oneClock
        ? analysis::analyseAsOne(files, request, job)
        : analyseApart(files, request, options.noCache ? nullptr : &cache, job, corrections);
    if (job.report)
        fmt::print(stderr, "\r\033[K");
    if (!traffic)
        return std::move(traffic).error();
    Analysis analysis{*std::move(traffic), std::move(clocks)};
    nameNodes(analysis.traffic, files, options, job);
    return analysis;
}

using NamedTables = std::vector<std::pair<std::string, report::Table>>;

Result<void> addSteps(NamedTables& tables, const analysis::TrafficSummary& traffic, const AnalyzeOptions& options,
                      const JobContext& job)
{
    analysis::KnownPorts ports = options.runPorts;
    MR_TRY(own, analysis::parsePorts(options.jobPorts));
    MR_TRY(cross, analysis::parsePorts(options.crossPorts));
    if (!own.empty())
        ports.job = std::move(own);
    if (!cross.empty())
        ports.cross = std::move(cross);
    const analysis::JobFlows flows =
        options.allFlows ? analysis::givenFlows(traffic, {}) : analysis::findJobFlows(traffic, ports);
    MR_TRY(found, analysis::detectSteps(traffic, flows, job));
    tables.emplace_back("step-summary", report::stepSummaryTable(found, flows));
    tables.emplace_back("step-flows", report::stepFlowTable(traffic, flows));
    tables.emplace_back("steps", report::stepTable(traffic, found));
    return {};
}

/// Makes the tables that are optional, by their name in JSON.
Result<NamedTables> moreTables(const Analysis& analysis, const AnalyzeOptions& options, const Environment& environment)
{
    NamedTables tables;
    if (analysis.clocks) {
        tables.emplace_back("clocks", report::clockTable(*analysis.clocks));
        tables.emplace_back("paths", report::pathTable(*analysis.clocks));
    }
    if (options.patterns) {
        tables.emplace_back("rate-bursts", report::rateBurstTable(analysis.traffic));
        MR_TRY(periods, report::periodTable(analysis.traffic, environment.job()));
        tables.emplace_back("periods", std::move(periods));
    }
    if (options.steps || options.allFlows || !options.jobPorts.empty() || !options.crossPorts.empty())
        MR_CHECK(addSteps(tables, analysis.traffic, options, environment.job()));
    return tables;
}

/// Replaces a run of a store by its captures and the ports of its flows.
Result<void> takeRun(AnalyzeOptions& options, const launch::Frameworks& frameworks)
{
    if (options.inputs.size() != 1)
        return fail(ErrorCode::InvalidInput,
                    "--store analyses the captures of one run; give its number or the first characters of its id");
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
    MR_TRY(run, replay::findRun(database, campaign.id, options.inputs.front().string()));
    MR_TRY(captures, replay::capturesOf(database, run));
    if (captures.files.empty())
        return fail(ErrorCode::NotFound,
                    captures.missing > 0 ? "the captures of this run were not kept or are gone"
                                         : "this run has no captures; check the capture settings of its grid");
    MR_TRY(stored, replay::readStoredRun(database, run, frameworks));
    if (stored.plan)
        options.runPorts = run::knownPorts(*stored.plan);
    options.inputs = std::move(captures.files);
    return {};
}

/// Returns all tables but the bins of each pair, which are only in JSON and on request; or those that are named.
Result<std::vector<std::string>> tablesOf(const AnalyzeOptions& options, bool withBins)
{
    if (!options.tables.empty()) {
        MR_TRY(chosen, report::chosenTrafficTables(options.tables));
        if (options.withBins && std::ranges::find(chosen, "rates") == chosen.end())
            chosen.emplace_back("rates");
        return chosen;
    }
    std::vector<std::string> names = report::trafficTableNames();
    if (!withBins)
        std::erase(names, "rates");
    return names;
}

Result<void> writeText(const Analysis& analysis, const AnalyzeOptions& options, const NamedTables& more)
{
    std::vector<report::Table> tables;
    if (options.tables.empty()) {
        tables = report::trafficOverview(analysis.traffic, options.rows);
    } else {
        MR_TRY(names, tablesOf(options, false));
        for (const std::string& name : names)
            tables.push_back(report::trafficTable(analysis.traffic, name, options.rows));
    }
    std::string text;
    for (const report::Table& table : tables)
        text += report::toText(table) + "\n";
    for (const auto& [name, table] : more)
        text += report::toText(table) + "\n";
    return writeOutput("-", text);
}

Result<int> execute(AnalyzeOptions options, const Environment& environment)
{
    if (!options.store.empty())
        MR_CHECK(takeRun(options, environment.frameworks));
    if (options.asPublished) {
        studies::PublishedRequest request;
        MR_TRY(files, analysis::captureFiles(options.inputs));
        request.files = std::move(files);
        return analyzeAsPublished(request, environment);
    }
    MR_TRY(csvTables, tablesOf(options, true));
    MR_TRY(jsonTables, tablesOf(options, options.withBins));
    MR_TRY(analysis, analyseAll(options, environment));
    MR_TRY(more, moreTables(analysis, options, environment));
    if (!options.csv.empty()) {
        MR_CHECK(report::writeTrafficCsv(analysis.traffic, options.csv, csvTables, environment.job()));
        for (const auto& [name, table] : more)
            MR_CHECK(writeFileAtomically(options.csv / (name + ".csv"), report::toCsv(table)));
    }
    if (environment.json)
        MR_CHECK(report::writeTrafficJson(analysis.traffic, jsonTables, more, writeStandardOutput));
    else
        MR_CHECK(writeText(analysis, options, more));
    return int(Success);
}

} // namespace

CommandBody addAnalyzeCommand(CLI::App& app)
{
    auto options = std::make_shared<AnalyzeOptions>();
    CLI::App* command = app.add_subcommand("analyze",
                                           "Flows, rates, bursts and round trips of captures, which together "
                                           "are taken as one measurement");
    command->alias("analyse");
    command
        ->add_option("CAPTURE", options->inputs, "pcap or pcapng files (.gz, .zst), folders of them, or - for a pipe")
        ->required();
    command->add_option("--store", options->store,
                        "A result store (.mrdb): CAPTURE is the number of a run in it, or a prefix of its id");
    command->add_option("--campaign", options->campaign,
                        "Of the run: beginning of the campaign's id; default: the latest");
    command->add_option("--filter", options->filter,
                        "Only these packets, in the language of libpcap: \"tcp port 5001\"");
    command->add_option("--bins", options->bins, "Width of the bins of rates, from 1us")->capture_default_str();
    command->add_option("--gap", options->gap, "A longer silence ends a burst")->capture_default_str();
    command->add_option("--idle", options->idle, "A longer silence of both directions ends a connection");
    command->add_option("--csv", options->csv, "Also write all tables as CSV files into this folder");
    command->add_option("--tables", options->tables, "Only these tables: " + join(report::trafficTableNames(), ","));
    command->add_option("--rows", options->rows, "How many rows of a table the text lists; 0: all")
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Threads; 0: as many as there are processors, at most 4");
    command->add_flag("--rates", options->withBins, "In JSON: also the bins of each pair");
    command->add_flag("--patterns", options->patterns, "Also bursts of the rate of each node, and periods");
    command->add_flag("--steps", options->steps,
                      "Also the training steps in the traffic of the job: its heavy, long-lived flows");
    command->add_option("--job-ports", options->jobPorts, "Steps of flows with these ports only: 10000-10003,29500");
    command->add_option("--cross-ports", options->crossPorts, "Steps of flows without these ports only: 9977");
    command->add_flag("--all-flows", options->allFlows, "Steps of all flows together");
    command->add_flag("--clocks", options->clocks,
                      "Also clock offsets, one-way delays and losses between captures of several nodes");
    auto* align =
        command->add_flag("--align", options->align, "The same, and put all captures on the clock of the first");
    command
        ->add_flag("--one-clock", options->oneClock,
                   "The captures have one clock: read them as one, in order of time, so that round trips are known "
                   "where each file has one direction")
        ->excludes(align);
    command->add_flag("--tunnels", options->tunnels,
                      "Flows are those within VXLAN, Geneve, GRE, IP in IP and MPLS; --filter sees the outer packets");
    command->add_flag("--keep-duplicates", options->duplicates,
                      "Packets that several interfaces of a file saw count each time");
    auto* published =
        command->add_flag("--as-published", options->asPublished,
                          "Print the figures of the traffic and cross-traffic studies as computed by their own tools, "
                          "next to the corrected ones; also reads their field lists and logs");
    published->excludes("--filter");
    command->add_flag("--no-order", options->noOrder, "No retransmissions, order and round trips: somewhat faster");
    command->add_flag("--one-connection", options->oneConnection, "A new SYN on known ports starts no new connection");
    command->add_flag("--addresses", options->addresses,
                      "Show addresses instead of node names for recordings of a run");
    command->add_flag("--no-cache", options->noCache, "Do not read or write cached analyses");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
