// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/price_files.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/cost/cluster_prices.h"
#include "core/importers/price_table.h"
#include "core/studies/multi_cloud/prices.h"

#include <algorithm>
#include <fstream>

namespace millrace::studies::multi_cloud {

namespace {

std::string keyOf(std::string_view provider, std::string_view machine, std::string_view region)
{
    return lowerCase(provider) + '\n' + lowerCase(machine) + '\n' + lowerCase(region);
}

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

Result<void> readTable(const std::filesystem::path& file, const PriceFilesOptions& options, const NamedMachines& named,
                       ReadPrices& read)
{
    constexpr std::size_t mostBytes = std::size_t(1) << 30;
    std::string header;
    std::getline(std::ifstream(file), header);
    if (!importers::isPriceTableHeader(header) && isSpotPricesHeader(header)) {
        MR_TRY(text, readFile(file, mostBytes));
        MR_TRY(table, readSpotPrices(std::move(text), file.filename().string()));
        cost::PriceBook book = pricesOf(table, file.filename().string());
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
        read.unpriced += table.unpriced;
        cost::addPrices(read.book, table.prices);
    }
    ++read.files;
    return {};
}

} // namespace

NamedMachines::NamedMachines(std::span<const cluster::Cluster> clusters)
{
    for (const cluster::Cluster& cluster : clusters)
        for (const cost::Site& site : cost::sitesOf(cluster))
            if (!site.place.provider.empty()) {
                m_names.insert(lowerCase(site.machine));
                m_keys.insert(keyOf(site.place.provider, site.machine, site.place.region));
            }
}

bool NamedMachines::contains(std::string_view provider, std::string_view machine, std::string_view region) const
{
    return m_names.contains(lowerCase(machine))
        && (m_keys.contains(keyOf(provider, machine, region)) || region.empty());
}

Result<ReadPrices> readPriceFiles(const std::vector<std::filesystem::path>& paths, const PriceFilesOptions& options,
                                  const NamedMachines& named)
{
    ReadPrices read;
    for (const std::filesystem::path& file : tablesIn(paths))
        MR_CHECK(readTable(file, options, named, read));
    return read;
}

Result<cost::PriceBook> shippedPrices(const NamedMachines& named, bool all)
{
    MR_TRY(mapping, loadMultiCloudMapping({}));
    cost::PriceBook book = studyPrices(mapping);
    if (!all)
        std::erase_if(book.machines, [&named](const cost::MachinePrice& price) {
            return !named.contains(price.provider, price.machine, price.region);
        });
    return book;
}

} // namespace millrace::studies::multi_cloud
