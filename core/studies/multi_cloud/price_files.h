// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/cluster/cluster.h"
#include "core/cost/price_book.h"

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::multi_cloud {

/// The machines that the nodes of clusters are; letters of either case are equal.
class NamedMachines
{
public:
    explicit NamedMachines(std::span<const cluster::Cluster> clusters);

    /// A region that is empty means all regions.
    [[nodiscard]] bool contains(std::string_view provider, std::string_view machine, std::string_view region) const;
    [[nodiscard]] bool empty() const noexcept { return m_names.empty(); }

private:
    std::set<std::string> m_names;
    std::set<std::string> m_keys;
};

struct PriceFilesOptions
{
    std::string provider; ///< of tables that do not name it; empty: see importers::PriceTableOptions
    std::string date;
    bool all = false; ///< machines of which no node is one, too
};

struct ReadPrices
{
    cost::PriceBook book;
    std::size_t rows = 0; ///< of all files
    std::size_t unpriced = 0; ///< of them, about a wanted machine, but without a price that can be read
    std::size_t files = 0;
};

/// Reads tables of prices, or folders of them: those of importers::readPriceTable and the study's own ones of spot
/// prices. The first file that cannot be read ends it with its error.
[[nodiscard]] Result<ReadPrices> readPriceFiles(const std::vector<std::filesystem::path>& paths,
                                                const PriceFilesOptions& options, const NamedMachines& named);

/// The prices of the study that are about these machines, and all its prices of traffic.
[[nodiscard]] Result<cost::PriceBook> shippedPrices(const NamedMachines& named, bool all = false);

} // namespace millrace::studies::multi_cloud
