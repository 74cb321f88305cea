// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/cluster_prices.h"

#include "core/base/text.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::cost {

namespace {

std::string placeText(const Place& place)
{
    const std::string provider = place.provider.empty() ? std::string("own machines") : place.provider;
    return place.region.empty() ? provider : provider + " " + place.region;
}

template <typename Price>
std::string originOf(const Price& price)
{
    return fmt::format("{}, {}", price.date, price.source);
}

KnownPrice hourlyOf(const Site& site, const PriceBook& book, std::string_view date)
{
    if (site.place.provider.empty())
        return {0, "own machines cost nothing by the hour"};
    const MachinePrice* price = machinePrice(book, site.place, site.machine, date);
    const auto missing = [&](std::string_view kind) {
        return KnownPrice{unknown,
                          fmt::format("no {} of {} at {}{}; add one with millrace-cli prices", kind,
                                      site.machine.empty() ? std::string("a machine without a type") : site.machine,
                                      placeText(site.place),
                                      date.empty() ? std::string() : fmt::format(" until {}", date))};
    };
    if (price == nullptr)
        return missing("price");
    const std::optional<double>& dollars = site.spot ? price->spot : price->onDemand;
    if (!dollars)
        return missing(site.spot ? "spot price" : "price on demand");
    return {*dollars, originOf(*price)};
}

KnownPrice sendingPrice(const PriceBook& book, const Place& from, const Place& to)
{
    if (from.provider.empty())
        return {0, "own machines send for nothing"};
    const TrafficPrice* price = trafficPrice(book, from, to);
    if (price == nullptr)
        return {unknown,
                fmt::format("no price of traffic from {} to {}; add one with millrace-cli prices", placeText(from),
                            placeText(to))};
    return {price->perGigabyte, originOf(*price)};
}

} // namespace

std::string Site::name() const
{
    std::string text = placeText(place);
    if (!machine.empty())
        text += " " + machine;
    return spot ? text + " spot" : text;
}

const std::string& regionOf(const cluster::Node& node) noexcept
{
    return node.region.empty() ? node.zone : node.region;
}

std::vector<Site> sitesOf(const cluster::Cluster& cluster)
{
    std::vector<Site> sites;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        const cluster::Node& node = cluster.nodes[i];
        const Place place{node.provider, regionOf(node)};
        const auto found = std::ranges::find_if(sites, [&](const Site& site) {
            return site.place == place && site.machine == node.machine && site.spot == node.spot;
        });
        if (found == sites.end())
            sites.push_back({place, node.machine, node.spot, {i}});
        else
            found->nodes.push_back(i);
    }
    return sites;
}

ClusterPrices pricesOf(const cluster::Cluster& cluster, const PriceBook& book, std::string_view date)
{
    ClusterPrices prices{sitesOf(cluster), {}, {}};
    for (const Site& site : prices.sites) {
        prices.hourly.push_back(hourlyOf(site, book, date));
        auto& row = prices.traffic.emplace_back();
        for (const Site& other : prices.sites)
            row.push_back(sendingPrice(book, site.place, other.place));
    }
    return prices;
}

void addMissing(std::vector<std::string>& sentences, const KnownPrice& price)
{
    if (std::isnan(price.dollars) && std::ranges::find(sentences, price.origin) == sentences.end())
        sentences.push_back(price.origin);
}

std::vector<std::string> ClusterPrices::missing() const
{
    std::vector<std::string> sentences;
    for (const KnownPrice& price : hourly)
        addMissing(sentences, price);
    for (std::size_t i = 0; i < traffic.size(); ++i)
        for (std::size_t j = 0; j < traffic.size(); ++j)
            if (i != j || sites[i].nodes.size() > 1)
                addMissing(sentences, traffic[i][j]);
    return sentences;
}

KnownPrice readingPrice(const PriceBook& book, const std::string& store, const Place& place)
{
    const TrafficPrice* price = trafficPrice(book, {store, ""}, place);
    if (price == nullptr)
        return {unknown,
                fmt::format("no price of reading from {} at {}; add one with millrace-cli prices",
                            store.empty() ? std::string("a store without a name") : store, placeText(place))};
    return {price->perGigabyte, originOf(*price)};
}

} // namespace millrace::cost
