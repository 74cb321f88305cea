// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/cost/price_book.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace millrace::importers {

/// What a table of prices does not say itself.
struct PriceTableOptions
{
    std::string provider; ///< empty: the name of the file's folder, or of the one above a folder named by a date
    std::string date; ///< empty: the first one like 2026-11-25 in the file's path
    /// Which machines to keep, by provider, name and region; empty: all.
    std::function<bool(std::string_view provider, std::string_view machine, std::string_view region)> wanted;
};

struct PriceTable
{
    cost::PriceBook prices;
    std::size_t rows = 0; ///< of the file
    std::size_t unpriced = 0; ///< of wanted machines, without a price that can be read
    Issues issues; ///< "no-price": rows without one, left out
};

/// Whether the first line is that of a table that readPriceTable() reads.
[[nodiscard]] bool isPriceTableHeader(std::string_view firstLine);

/// A table of the prices of a provider's machines: the catalogues of SkyPilot (InstanceType, Region, Price, SpotPrice;
/// of several zones of a region the cheapest), or the columns of a price book (provider, machine, region, gpu, gpus,
/// on_demand, spot, taken_back, date, source). InvalidInput: other columns; neither date nor provider is known.
[[nodiscard]] Result<PriceTable> readPriceTable(const std::filesystem::path& file, const PriceTableOptions& options);

} // namespace millrace::importers
