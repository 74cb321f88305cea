// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/traffic_options.h"
#include "app/headless/traffic_view.h"
#include "core/base/file_io.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/crosstraffic/on_off_trace.h"
#include "core/crosstraffic/published_patterns.h"
#include "core/crosstraffic/traffic_profile_json.h"
#include "core/report/table_writers.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

constexpr std::size_t maximumBins = 1'000'000;
constexpr int unknownPosition = -1;

struct TrafficCommandOptions
{
    TrafficOptions traffic;
    std::filesystem::path csv;
    std::filesystem::path output = "-";
    std::string sizes;
    std::filesystem::path log;
    std::filesystem::path store;
    std::string campaign;
    int run = unknownPosition;
    std::string series = "net.sent";
    std::string node;
    std::string bin;
    std::string previewBin = "1ms";
    std::string threshold;
};

Result<int> print(const std::vector<report::Table>& tables, const Environment& environment, Json json = Json::object())
{
    std::string text;
    for (const report::Table& table : tables) {
        text += report::toText(table) + "\n";
        json["tables"].push_back(report::toJson(table));
    }
    MR_CHECK(writeOutput("-", environment.json ? json.dump(2) + "\n" : text));
    return int(Success);
}

Result<int> preview(const TrafficCommandOptions& options, const Environment& environment)
{
    MR_TRY(profile, profileOf(options.traffic));
    MR_TRY(schedule, crosstraffic::makeSchedule(profile, options.traffic.seed));
    MR_TRY(bin, parseDuration(options.previewBin));
    if (bin < std::chrono::milliseconds(1))
        return fail(ErrorCode::InvalidInput, "--bin must be 1ms or more");
    const auto bins = static_cast<std::size_t>((schedule.duration + bin - Nanoseconds(1)) / bin);
    const auto preview = crosstraffic::previewOf(schedule, std::min(bins, maximumBins));
    if (!options.csv.empty())
        MR_CHECK(writeOutput(options.csv, report::toCsv(binTable(preview))));
    if (options.csv == "-")
        return int(Success);
    if (!environment.json)
        MR_CHECK(writeOutput("-", crosstraffic::describe(profile) + "\n\n"));
    std::vector<report::Table> tables = {scheduleTable(schedule, preview)};
    if (schedule.volumes.size() > 1)
        tables.push_back(volumeTable(schedule));
    if (!preview.sizeTail.empty())
        tables.push_back(flowSizeTable(preview));
    return print(tables, environment, Json{{"profile", crosstraffic::toJson(profile)}, {"seed", options.traffic.seed}});
}

/// Returns the text of a load file; published flows in their own order, with times that may decrease.
Result<std::string> loadOf(const crosstraffic::TrafficProfile& profile, std::uint64_t seed)
{
    if (crosstraffic::isPublished(profile.pattern)) {
        Random random(mixSeed(seed));
        MR_TRY(load, crosstraffic::publishedLoad(profile, random));
        for (const std::string& flaw : load.flaws)
            fmt::print(stderr, "millrace-cli: {}\n", flaw);
        return crosstraffic::loadFileText(load.flows, crosstraffic::loadRemark(profile, seed, {}, 0));
    }
    MR_TRY(schedule, crosstraffic::makeSchedule(profile, seed));
    if (!schedule.volumes.empty())
        fmt::print(stderr, "millrace-cli: exact volume: {}\n", crosstraffic::fitText(schedule.volumes.front()));
    for (const std::string& flaw : schedule.flaws)
        fmt::print(stderr, "millrace-cli: {}\n", flaw);
    std::vector<crosstraffic::LoadFlow> flows;
    for (const crosstraffic::Flow& flow : schedule.flows) {
        if (flow.bytes == 0)
            return fail(ErrorCode::InvalidInput, "a stream has no end and no load file; choose another pattern");
        if (flow.source == 0)
            flows.push_back({flow.start / std::chrono::microseconds(1), flow.bytes, flow.destination});
    }
    if (schedule.sources.size() > 1)
        fmt::print(stderr, "millrace-cli: a load file has one source; these are the flows of {}\n",
                   schedule.sources.front());
    return crosstraffic::loadFileText(flows, crosstraffic::loadRemark(profile, seed, schedule, 0));
}

Result<int> load(const TrafficCommandOptions& options, const Environment&)
{
    MR_TRY(profile, profileOf(options.traffic));
    MR_TRY(text, loadOf(profile, options.traffic.seed));
    MR_CHECK(writeOutput(options.output, text));
    return int(Success);
}

Result<int> sizes(const TrafficCommandOptions& options, const Environment& environment)
{
    crosstraffic::SizeSpec spec = sizesFrom(options.sizes);
    if (options.traffic.unitBytes != 0)
        spec.unitBytes = options.traffic.unitBytes;
    spec.convention = crosstraffic::Convention::Step;
    MR_TRY(step, crosstraffic::sizesOf(spec));
    spec.convention = crosstraffic::Convention::Interpolated;
    MR_TRY(interpolated, crosstraffic::sizesOf(spec));
    if (options.output != "-")
        MR_CHECK(writeOutput(options.output, step.text(spec.unitBytes)));
    return print({distributionTable(step, interpolated)}, environment);
}

Result<int> flows(const TrafficCommandOptions& options, const Environment& environment)
{
    MR_TRY(text, readFile(options.log));
    Issues issues;
    auto records = crosstraffic::parseFlowLog(text, issues);
    if (!records)
        return within("reading " + options.log.string(), std::move(records).error());
    for (const Issue& issue : issues)
        fmt::print(stderr, "millrace-cli: {}\n", issueText(issue));
    return print({flowTable(crosstraffic::summarise(*records))}, environment);
}

/// Series in bins of equal width; a bin without a sample repeats the previous value.
struct Rates
{
    Nanoseconds bin{0};
    std::vector<double> bitsPerSecond;
};

Result<Rates> ratesOf(const analysis::Series& series, const std::string& bin)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < series.times.size(); ++i)
        gaps.push_back(static_cast<double>(series.times[i] - series.times[i - 1]));
    if (gaps.empty() || !(median(gaps) >= 1))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the series {} of {} has too few samples", series.name, series.node));
    Rates rates{Nanoseconds(std::llround(median(gaps))), {}};
    if (!bin.empty()) {
        MR_TRY(wanted, parseDuration(bin));
        rates.bin = wanted;
    }
    const auto [first, last] = std::ranges::minmax(series.times);
    if (rates.bin.count() < 1 || (last - first) / rates.bin.count() >= static_cast<std::int64_t>(maximumBins))
        return fail(ErrorCode::InvalidInput, "the series has more than a million bins; choose a larger --bin");
    const auto count = static_cast<std::size_t>((last - first) / rates.bin.count()) + 1;
    std::vector<double> sums(count, 0);
    std::vector<double> samples(count, 0);
    for (std::size_t i = 0; i < series.times.size(); ++i)
        if (!std::isnan(series.values[i])) {
            const auto at = static_cast<std::size_t>((series.times[i] - first) / rates.bin.count());
            sums[at] += series.values[i];
            ++samples[at];
        }
    double value = 0;
    for (std::size_t i = 0; i < count; ++i)
        rates.bitsPerSecond.push_back(value = samples[i] > 0 ? sums[i] / samples[i] : value);
    return rates;
}

Result<store::RunRecord> chosenRun(store::Database& database, const TrafficCommandOptions& options)
{
    MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
    const SystemClock clock;
    MR_TRY(runs, store::RunRepository(database, clock).runs(campaign.id));
    for (const store::RunRecord& run : runs)
        if (options.run == unknownPosition ? run.state == store::RunState::Done : run.position == options.run)
            return run;
    return fail(ErrorCode::NotFound,
                options.run == unknownPosition
                    ? fmt::format("{} has no finished run", options.store.string())
                    : fmt::format("{} has no run at position {}", options.store.string(), options.run));
}

Result<analysis::Series> chosenSeries(store::Database& database, const TrafficCommandOptions& options)
{
    MR_TRY(run, chosenRun(database, options));
    store::SeriesRepository repository(database);
    MR_TRY(records, repository.list(run.id));
    std::vector<std::string> nodes;
    for (const store::SeriesRecord& record : records) {
        if (record.name != options.series)
            continue;
        nodes.push_back(record.node);
        if (!options.node.empty() && record.node != options.node)
            continue;
        Issues issues;
        return repository.read(record.id, issues);
    }
    return fail(ErrorCode::NotFound,
                nodes.empty() ? fmt::format("run {} has no series \"{}\"", run.position, options.series)
                              : fmt::format("run {} has no series \"{}\" of \"{}\"; there is {}", run.position,
                                            options.series, options.node, join(nodes, ", ")));
}

Result<int> trace(const TrafficCommandOptions& options, const Environment&)
{
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(series, chosenSeries(database, options));
    MR_TRY(rates, ratesOf(series, options.bin));
    double threshold = *std::ranges::max_element(rates.bitsPerSecond) / 10;
    if (!options.threshold.empty()) {
        MR_TRY(wanted, parseRate(options.threshold));
        threshold = wanted;
    }
    if (!(threshold > 0))
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("the series {} of {} is all zero; choose another --node or --run", series.name, series.node));
    const auto trace = crosstraffic::onOffFrom(rates.bitsPerSecond, rates.bin, threshold);
    MR_CHECK(writeOutput(options.output, crosstraffic::onOffText(trace)));
    return int(Success);
}

void addOutput(CLI::App& command, TrafficCommandOptions& options)
{
    command.add_option("--output", options.output, "FILE, or - for standard output")->capture_default_str();
}

} // namespace

CommandBody addTrafficCommand(CLI::App& app)
{
    auto options = std::make_shared<TrafficCommandOptions>();
    CLI::App* command =
        app.add_subcommand("traffic", "Cross traffic: what it would be, its load files, sizes and logs");
    command->require_subcommand(1);
    CLI::App* previewing = command->add_subcommand("preview", "What a profile asks for: rate, bursts, gaps, sizes");
    addTrafficOptions(*previewing, options->traffic);
    previewing->add_option("--bin", options->previewBin, "Width of the bins of the rate")->capture_default_str();
    previewing->add_option("--csv", options->csv, "Write the requested rate over time, - for standard output");
    CLI::App* loading = command->add_subcommand("load", "Write the flows of a profile as a load file");
    addTrafficOptions(*loading, options->traffic);
    addOutput(*loading, *options);
    CLI::App* sizing = command->add_subcommand("sizes", "Mean and quantiles of a distribution of flow sizes");
    sizing->add_option("SIZES", options->sizes, "A name, or a file with a distribution")->required();
    sizing->add_option("--unit", options->traffic.unitBytes, "Bytes of a unit of the file; default: 1460")
        ->check(CLI::PositiveNumber);
    sizing->add_option("--output", options->output, "Write the distribution, too");
    CLI::App* logging = command->add_subcommand("flows", "Completion times of small, medium and large flows of a log");
    logging->add_option("LOG", options->log, "A flow log (flows-NODE.csv)")->required();
    CLI::App* tracing = command->add_subcommand("trace", "When a measured job sends, as a trace that can be replayed");
    tracing->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    tracing->add_option("--campaign", options->campaign,
                        "Number of the campaign in the store, or a prefix of its id; default: the latest");
    tracing->add_option("--run", options->run, "Position of the run; default: the first finished one")
        ->check(CLI::NonNegativeNumber);
    tracing->add_option("--series", options->series, "Series of rates in bit/s")->capture_default_str();
    tracing->add_option("--node", options->node, "Node of the series; default: the first");
    tracing->add_option("--bin", options->bin, "Width of a bin; default: the spacing of the samples");
    tracing->add_option("--threshold", options->threshold, "On from this rate; default: a tenth of the largest");
    addOutput(*tracing, *options);
    return [=](const Environment& environment) {
        const auto body = previewing->parsed() ? preview
            : loading->parsed()                ? load
            : sizing->parsed()                 ? sizes
            : logging->parsed()                ? flows
                                               : trace;
        const auto code = body(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
