// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/spot_prices.h"

#include "core/base/unknown.h"
#include "core/importers/csv_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::multi_cloud {

namespace {

/// The columns of one provider's table; empty: absent.
struct Format
{
    std::string_view provider;
    std::string_view zone;
    std::string_view spot;
    std::string_view onDemand;
    std::string_view interruptions;
};
constexpr std::array<Format, 3> formats = {{{"AWS", "AZ", "SpotPrice ($)", "", "Interruption Ratio"},
                                            {"Azure", "", "SpotPrice", "OndemandPrice", "IF"},
                                            {"GC", "", "Spot Price", "OnDemand Price", ""}}};

/// The values of a column; NaN where it is missing or a cell is "N/A".
std::vector<double> numbersOf(const importers::CsvTable& table, std::string_view column)
{
    const auto at = column.empty() ? std::nullopt : table.column(column);
    Issues notGiven;
    return at ? table.numbers(*at, notGiven) : std::vector<double>(table.rows(), unknown);
}

} // namespace

bool isSpotPricesHeader(std::string_view firstLine)
{
    return firstLine.find("InstanceType") != std::string_view::npos
        && firstLine.find("Region") != std::string_view::npos
        && (firstLine.find("SpotPrice") != std::string_view::npos
            || firstLine.find("Spot Price") != std::string_view::npos);
}

Result<SpotPrices> readSpotPrices(std::string text, const std::string& name)
{
    MR_TRY(table, importers::CsvTable::parse(std::move(text), name, {.delimiter = ','}));
    const auto format = std::ranges::find_if(
        formats, [&](const Format& candidate) { return table.column(candidate.spot).has_value(); });
    const auto type = table.column("InstanceType");
    const auto region = table.column("Region");
    if (format == formats.end() || !type || !region)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("{} is not a price table: it needs InstanceType, Region and a column of spot prices", name));
    SpotPrices prices{std::string(format->provider), {}, table.issues()};
    const auto zone = format->zone.empty() ? std::nullopt : table.column(format->zone);
    const auto date = table.column("Date");
    const std::vector<double> spot = numbersOf(table, format->spot);
    const std::vector<double> onDemand = numbersOf(table, format->onDemand);
    const std::vector<double> interruptions = numbersOf(table, format->interruptions);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (!(spot[row] >= 0) && !(onDemand[row] >= 0)) {
            countIssue(prices.issues,
                       {"no-price", Severity::Warning, 1, std::string(table.text(row, *region).substr(0, 80)),
                        table.place(row)});
            continue;
        }
        prices.rows.push_back({std::string(table.text(row, *type)), std::string(table.text(row, *region)),
                               zone ? std::string(table.text(row, *zone)) : std::string(), spot[row], onDemand[row],
                               interruptions[row], date ? std::string(table.text(row, *date)) : std::string(),
                               table.line(row)});
    }
    return prices;
}

const importers::FileFormat spotPricesFormat{
    .name = "spot-prices",
    .kind = importers::FileKind::Table,
    .sign = importers::FormatSign::Header,
    .match = [](const importers::FileHead& head) {
        const auto has = [&](const char* word) { return head.header().find(word) != std::string::npos; };
        return importers::matchIf(has("InstanceType") && (has("SpotPrice") || has("Spot Price")), 0.95,
                                  "its header has instance types and spot prices");
    }};

} // namespace millrace::studies::multi_cloud
