// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/cost/cluster_prices.h"
#include "core/importers/price_table.h"
#include "core/report/table_writers.h"
#include "core/studies/multi_cloud/prices.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <set>

namespace millrace::headless {

namespace {

struct PricesOptions
{
    std::string project;
    std::vector<std::filesystem::path> files;
    std::string provider;
    std::string date;
    bool fromStudy = false;
    bool all = false;
    bool isDryRun = false;
};

/// The machines that the nodes of a project's clusters are.
class NamedMachines
{
public:
    explicit NamedMachines(const project::Project& project)
    {
        for (const cluster::Cluster& cluster : project.clusters)
            for (const cost::Site& site : cost::sitesOf(cluster))
                if (!site.place.provider.empty()) {
                    m_names.insert(lowerCase(site.machine));
                    m_keys.insert(keyOf(site.place.provider, site.machine, site.place.region));
                }
    }
    [[nodiscard]] bool contains(std::string_view provider, std::string_view machine, std::string_view region) const
    {
        return m_names.contains(lowerCase(machine))
            && (m_keys.contains(keyOf(provider, machine, region)) || region.empty());
    }
    [[nodiscard]] bool empty() const noexcept { return m_names.empty(); }

private:
    static std::string keyOf(std::string_view provider, std::string_view machine, std::string_view region)
    {
        return lowerCase(provider) + '\n' + lowerCase(machine) + '\n' + lowerCase(region);
    }
    std::set<std::string> m_names;
    std::set<std::string> m_keys;
};

std::vector<std::filesystem::path> tablesIn(const std::vector<std::filesystem::path>& paths)
{
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& path : paths) {
        if (!std::filesystem::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
            if (entry.is_regular_file() && entry.path().extension() == ".csv")
                files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

struct ReadPrices
{
    cost::PriceBook book;
    std::size_t rows = 0;
    std::size_t files = 0;
};

Result<void> readTable(const std::filesystem::path& file, const PricesOptions& options, const NamedMachines& named,
                       ReadPrices& read)
{
    constexpr std::size_t mostBytes = std::size_t(1) << 30;
    std::string header;
    std::getline(std::ifstream(file), header);
    if (!importers::isPriceTableHeader(header) && studies::multi_cloud::isSpotPricesHeader(header)) {
        MR_TRY(text, readFile(file, mostBytes));
        MR_TRY(table, studies::multi_cloud::readSpotPrices(std::move(text), file.filename().string()));
        cost::PriceBook book = studies::multi_cloud::pricesOf(table, file.filename().string());
        std::erase_if(book.machines, [&](cost::MachinePrice& price) {
            if (!options.provider.empty())
                price.provider = options.provider;
            return !options.all && !named.contains(price.provider, price.machine, price.region);
        });
        read.rows += table.rows.size();
        cost::addPrices(read.book, book);
    } else {
        importers::PriceTableOptions reading{options.provider, options.date, {}};
        if (!options.all)
            reading.wanted = [&named](std::string_view provider, std::string_view machine, std::string_view region) {
                return named.contains(provider, machine, region);
            };
        MR_TRY(table, importers::readPriceTable(file, reading));
        read.rows += table.rows;
        cost::addPrices(read.book, table.prices);
    }
    ++read.files;
    return {};
}

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
    MR_TRY(file, openProject(options.project, environment.frameworks));
    const cost::PriceBook before = file.project.prices;
    const NamedMachines named(file.project);
    ReadPrices read;
    if (options.fromStudy) {
        MR_TRY(mapping, studies::multi_cloud::loadMultiCloudMapping({}));
        read.book = studies::multi_cloud::studyPrices(mapping);
        if (!options.all)
            std::erase_if(read.book.machines, [&named](const cost::MachinePrice& price) {
                return !named.contains(price.provider, price.machine, price.region);
            });
    }
    for (const std::filesystem::path& path : tablesIn(options.files))
        MR_CHECK(readTable(path, options, named, read));
    cost::addPrices(file.project.prices, read.book);
    if (!options.files.empty() && read.book.machines.empty())
        fmt::print(stderr, "millrace-cli: {} rows in {} files are about other machines than {}\n", read.rows,
                   read.files,
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
                        read.files > 0 ? fmt::format(", from {} rows of {} files", read.rows, read.files) : "",
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
    command->add_option("--provider", options->provider, "Of the tables; default: the name of their folder");
    command->add_option("--date", options->date,
                        "Of the tables, such as 2026-11-25; default: the date in the name of file or folder");
    command->add_flag("--all", options->all, "Keep the prices of all machines, not only of those that nodes are");
    command->add_flag("--dry-run", options->isDryRun, "Do not save the project");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
