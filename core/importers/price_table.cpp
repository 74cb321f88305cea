// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/price_table.h"

#include "core/base/text.h"
#include "core/cost/price_history.h"
#include "core/importers/csv_table.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::importers {

namespace {

/// Names of the columns of one kind of table; empty: it has none.
struct PriceColumns
{
    std::string_view provider, machine, region, gpu, gpus, onDemand, spot, takenBack, date, source;
};
constexpr std::array<PriceColumns, 2> kinds = {
    {{"", "InstanceType", "Region", "AcceleratorName", "AcceleratorCount", "Price", "SpotPrice", "", "", ""},
     {"provider", "machine", "region", "gpu", "gpus", "on_demand", "spot", "taken_back", "date", "source"}}};

/// "2026-11-25" in a path, the last one.
std::string dateIn(const std::string& path)
{
    constexpr std::string_view form = "dddd-dd-dd";
    for (std::size_t at = path.size(); at-- > 0;) {
        if (at + form.size() > path.size())
            continue;
        bool fits = true;
        for (std::size_t i = 0; i < form.size(); ++i)
            fits = fits && (form[i] == 'd' ? isDigit(path[at + i]) : path[at + i] == form[i]);
        if (fits)
            return path.substr(at, form.size());
    }
    return {};
}

/// The folder that a catalogue is in, or above it if that is named by a date: "aws" of aws/2026-11-25/vms.csv.
std::string providerOf(const std::filesystem::path& file)
{
    std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    while (folder.has_filename() && dateIn(folder.filename().string()) == folder.filename().string())
        folder = folder.parent_path();
    return folder.filename().string();
}

class Reader
{
public:
    Reader(const CsvTable& table, const PriceColumns& columns, const std::filesystem::path& file,
           const PriceTableOptions& options)
        : m_table(table), m_columns(columns), m_file(file), m_options(options)
    {
    }

    Result<PriceTable> run()
    {
        PriceTable read;
        read.rows = m_table.rows();
        read.issues = m_table.issues();
        const std::string fallbackProvider = m_options.provider.empty() ? providerOf(m_file) : m_options.provider;
        const std::string fallbackDate = m_options.date.empty() ? dateIn(m_file.string()) : m_options.date;
        const auto provider = column(m_columns.provider), machine = column(m_columns.machine),
                   region = column(m_columns.region), gpu = column(m_columns.gpu), date = column(m_columns.date),
                   source = column(m_columns.source);
        const std::vector<double> gpus = numbers(m_columns.gpus), onDemand = numbers(m_columns.onDemand),
                                  spot = numbers(m_columns.spot), takenBack = numbers(m_columns.takenBack);
        std::map<std::string, std::size_t> known;
        std::string readDate; ///< last one that is known to be a date
        for (std::size_t row = 0; row < m_table.rows(); ++row) {
            cost::MachinePrice price;
            price.provider = textOf(row, provider, fallbackProvider);
            price.machine = textOf(row, machine, {});
            price.region = textOf(row, region, {});
            if (price.machine.empty()
                || (m_options.wanted && !m_options.wanted(price.provider, price.machine, price.region)))
                continue;
            if (!(onDemand[row] >= 0) && !(spot[row] >= 0)) {
                m_table.count(read.issues, "no-price", Severity::Note, row);
                ++read.unpriced;
                continue;
            }
            price.gpu = textOf(row, gpu, {});
            price.gpus = gpus[row] >= 0 ? gpus[row] : 0;
            price.onDemand = valueOf(onDemand[row]);
            price.spot = valueOf(spot[row]);
            price.takenBack = valueOf(takenBack[row]);
            price.date = textOf(row, date, fallbackDate);
            price.source = textOf(row, source, m_file.filename().string());
            if (price.date.empty())
                return fail(ErrorCode::InvalidInput,
                            fmt::format("{}: of which date are these prices? Give it with --date 2026-11-25, or in the "
                                        "name of the file or its folder",
                                        m_file.string()));
            if (price.date != readDate) {
                if (!cost::beginOf(price.date))
                    return fail(ErrorCode::InvalidInput,
                                fmt::format("{}: {}", m_table.place(row), cost::notADate(price.date)));
                readDate = price.date;
            }
            auto [found, isNew] =
                known.try_emplace(price.provider + '\n' + price.machine + '\n' + price.region + '\n' + price.date,
                                  read.prices.machines.size());
            if (isNew)
                read.prices.machines.push_back(std::move(price));
            else
                keepCheaper(read.prices.machines[found->second], price);
        }
        return read;
    }

private:
    [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const
    {
        return name.empty() ? std::nullopt : m_table.column(name);
    }
    [[nodiscard]] std::vector<double> numbers(std::string_view name) const
    {
        Issues notGiven;
        const auto at = column(name);
        return at ? m_table.numbers(*at, notGiven) : std::vector<double>(m_table.rows(), std::nan(""));
    }
    [[nodiscard]] std::string textOf(std::size_t row, std::optional<std::size_t> column,
                                     const std::string& otherwise) const
    {
        const std::string_view text = column ? m_table.text(row, *column) : std::string_view();
        return text.empty() ? otherwise : std::string(text);
    }
    static std::optional<double> valueOf(double number) { return number >= 0 ? std::optional(number) : std::nullopt; }
    static void keepCheaper(cost::MachinePrice& price, const cost::MachinePrice& other)
    {
        for (auto member : {&cost::MachinePrice::onDemand, &cost::MachinePrice::spot})
            if (other.*member && (!(price.*member) || *(other.*member) < *(price.*member)))
                price.*member = other.*member;
    }

    const CsvTable& m_table;
    const PriceColumns& m_columns;
    const std::filesystem::path& m_file;
    const PriceTableOptions& m_options;
};

} // namespace

bool isPriceTableHeader(std::string_view firstLine)
{
    const auto has = [&](std::string_view word) { return firstLine.find(word) != std::string_view::npos; };
    return (has("InstanceType") && has("AcceleratorName")) || (has("machine") && has("on_demand"))
        || (has("machine") && has("spot") && has("provider"));
}

Result<PriceTable> readPriceTable(const std::filesystem::path& file, const PriceTableOptions& options)
{
    MR_TRY(table, CsvTable::read(file, {.delimiter = ','}));
    for (const PriceColumns& columns : kinds)
        if (table.column(columns.machine) && (table.column(columns.spot) || table.column(columns.onDemand)))
            return Reader(table, columns, file, options).run();
    return fail(
        ErrorCode::InvalidInput,
        fmt::format("{} is no table of prices: it needs the columns InstanceType, Region, Price and SpotPrice, or "
                    "machine, region, on_demand and spot",
                    file.string()));
}

} // namespace millrace::importers
