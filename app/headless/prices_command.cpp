// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/cost/cluster_prices.h"
#include "core/cost/price_history.h"
#include "core/report/campaign_data.h"
#include "core/report/table_writers.h"
#include "core/studies/multi_cloud/price_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct PricesOptions
{
    std::string project;
    std::vector<std::filesystem::path> files;
    studies::multi_cloud::PriceFilesOptions reading;
    bool fromStudy = false;
    bool isDryRun = false;
};

report::Table machineTable(const cluster::Cluster& cluster, const cost::ClusterPrices& prices)
{
    report::Table table;
    table.title = "Machines of " + cluster.name;
    table.columns = {{"machine"}, {"nodes"}, {"price", "price", "$/h"}, {"origin", "date and source"}};
    for (std::size_t i = 0; i < prices.sites.size(); ++i)
        table.rows.push_back({prices.sites[i].name(), static_cast<double>(prices.sites[i].nodes.size()),
                              prices.hourly[i].dollars, prices.hourly[i].origin});
    return table;
}

report::Table trafficTable(const cluster::Cluster& cluster, const cost::ClusterPrices& prices)
{
    report::Table table;
    table.title = "What bytes between them cost: " + cluster.name;
    table.columns = {{"from"}, {"to"}, {"price", "price", "$/GB"}, {"origin", "date and source"}};
    for (std::size_t from = 0; from < prices.sites.size(); ++from)
        for (std::size_t to = 0; to < prices.sites.size(); ++to)
            if (from != to || prices.sites[from].nodes.size() > 1)
                table.rows.push_back({prices.sites[from].name(), prices.sites[to].name(),
                                      prices.traffic[from][to].dollars, prices.traffic[from][to].origin});
    return table;
}

Result<int> execute(const PricesOptions& options, const Environment& environment)
{
    if (const std::string& date = options.reading.date; !date.empty() && !cost::beginOf(date))
        return fail(ErrorCode::InvalidInput, "--date: " + cost::notADate(date));
    MR_TRY(file, openSoundProject(options.project, environment.frameworks));
    const cost::PriceBook before = file.project.prices;
    const studies::multi_cloud::NamedMachines named(file.project.clusters);
    if (options.fromStudy) {
        MR_TRY(book, studies::multi_cloud::shippedPrices(named, options.reading.all));
        cost::addPrices(file.project.prices, book);
    }
    MR_TRY(read, studies::multi_cloud::readPriceFiles(options.files, options.reading, named));
    cost::addPrices(file.project.prices, read.book);
    if (read.unpriced > 0)
        fmt::print(stderr, "millrace-cli: {} without a price that can be read, left out\n",
                   report::counted(read.unpriced, "row"));
    if (read.rows > read.unpriced && read.book.machines.empty())
        fmt::print(stderr, "millrace-cli: {} in {} about other machines than {}\n",
                   report::counted(read.rows - read.unpriced, "row"), report::counted(read.files, "file"),
                   named.empty() ? "the project's: no node has a provider and a machine"
                                 : "the nodes of the project; --all keeps them");
    const bool isChanged = !(before == file.project.prices);
    if (isChanged && !options.isDryRun)
        MR_CHECK(file.save());
    std::vector<report::Table> tables;
    for (const cluster::Cluster& cluster : file.project.clusters) {
        const cost::ClusterPrices prices = cost::pricesOf(cluster, file.project.prices, {});
        if (std::ranges::all_of(prices.sites, [](const cost::Site& site) { return site.place.provider.empty(); }))
            continue;
        tables.push_back(machineTable(cluster, prices));
        tables.push_back(trafficTable(cluster, prices));
    }
    if (environment.json) {
        nlohmann::ordered_json json{{"rows", read.rows},
                                    {"prices", file.project.prices.machines.size()},
                                    {"tables", nlohmann::ordered_json::array()}};
        for (const report::Table& table : tables)
            json["tables"].push_back(report::toJson(table));
        printLine(json);
        return int(Success);
    }
    std::string text;
    for (const report::Table& table : tables)
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    text += fmt::format("{} prices of machines and {} of traffic{}{}\n", file.project.prices.machines.size(),
                        file.project.prices.traffic.size(),
                        read.files > 0 ? fmt::format(", from {} of {}", report::counted(read.rows, "row"),
                                                     report::counted(read.files, "file"))
                                       : "",
                        !isChanged             ? ""
                            : options.isDryRun ? "; not saved"
                                               : "; saved in " + file.file().string());
    MR_CHECK(writeOutput("-", text));
    return int(Success);
}

} // namespace

CommandBody addPricesCommand(CLI::App& app)
{
    auto options = std::make_shared<PricesOptions>();
    CLI::App* command = app.add_subcommand(
        "prices", "What the machines of a project and the bytes between them cost: show it, and read prices");
    command->add_option("PROJECT", options->project, "A project (.millrace)")->required();
    command->add_option("--import", options->files,
                        "Tables of prices, or folders of them: SkyPilot's catalogues, tables of the multi-cloud study, "
                        "CSV with the columns provider, machine, region, on_demand, spot, date, source");
    command->add_flag("--study", options->fromStudy,
                      "The prices of the multi-cloud study, April and May 2023, of machines and of traffic");
    command->add_option("--provider", options->reading.provider, "Of the tables; default: the name of their folder");
    command->add_option("--date", options->reading.date,
                        "Of the tables, such as 2026-11-25; default: the date in the name of file or folder");
    command->add_flag("--all", options->reading.all,
                      "Keep the prices of all machines, not only of those that nodes are");
    command->add_flag("--dry-run", options->isDryRun, "Do not save the project");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
