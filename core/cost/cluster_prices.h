// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/price_book.h"

#include <cstddef>
#include <string>
#include <vector>

namespace millrace::cost {

/// Nodes of a cluster that cost the same: one provider, region, machine and kind of contract.
struct Site
{
    Place place;
    std::string machine;
    bool spot = false;
    std::vector<std::size_t> nodes; ///< their positions in the cluster

    /// "GC us-west1 n1-standard-8 spot"; an own one: "own machines EU".
    [[nodiscard]] std::string name() const;
};

/// The sites of a cluster in the order of their first nodes.
[[nodiscard]] std::vector<Site> sitesOf(const cluster::Cluster& cluster);
/// The region of a node: its own field, or else its zone.
[[nodiscard]] const std::string& regionOf(const cluster::Node& node) noexcept;

/// A price, and where it comes from.
struct KnownPrice
{
    double dollars = 0; ///< an hour, or for 10⁹ bytes; NaN: not known
    std::string origin; ///< "2023-04-25, table 1 of …"; of an unknown one: what is missing and how to give it
};

/// Adds the origin of a price that is not known, a sentence, once.
void addMissing(std::vector<std::string>& sentences, const KnownPrice& price);

/// What the machines of a cluster, and the bytes between them, cost.
struct ClusterPrices
{
    std::vector<Site> sites;
    std::vector<KnownPrice> hourly; ///< of one machine of each site
    std::vector<std::vector<KnownPrice>> traffic; ///< for 10⁹ bytes from a site (row) to a site (column)

    /// What is not known, one sentence each; no cost can be said of machines and pairs that these are about.
    [[nodiscard]] std::vector<std::string> missing() const;
};

/// Prices at `date`; empty: the latest ones.
[[nodiscard]] ClusterPrices pricesOf(const cluster::Cluster& cluster, const PriceBook& book,
                                     std::string_view date = {});

/// Price of bytes that machines at a place read from a store, such as "backblaze", that is a provider in the book.
[[nodiscard]] KnownPrice readingPrice(const PriceBook& book, const std::string& store, const Place& place);

} // namespace millrace::cost
