// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/prices.h"

#include <algorithm>
#include <cmath>

namespace millrace::studies::multi_cloud {

namespace {

constexpr const char* oceania = "AUS";

void addTraffic(cost::PriceBook& book, const EgressPrice& egress)
{
    const auto add = [&](const std::string& from, const std::string& to, const std::string& toProvider, double price) {
        book.traffic.push_back({egress.provider, from, to, toProvider, price, egress.date, egress.source});
    };
    const std::string any = "*";
    const std::string same(cost::sameRegion);
    add(any, any, any, egress.continents);
    add(any, oceania, any, egress.oceania);
    add(oceania, any, any, egress.oceania);
    add(any, same, any, egress.zone); // regions without a price of their own
    for (const auto& [region, price] : egress.inside)
        add(region, region, any, price);
    add(any, same, egress.provider, egress.zone);
}

} // namespace

cost::PriceBook studyPrices(const MultiCloudMapping& mapping)
{
    cost::PriceBook book;
    for (const MachinePrice& machine : mapping.machines) {
        cost::MachinePrice price;
        price.provider = machine.provider;
        price.machine = machine.gpu;
        price.region = machine.region;
        price.gpu = machine.gpu;
        price.onDemand = machine.onDemand;
        price.spot = machine.spot;
        price.date = machine.date;
        price.source = machine.source;
        book.machines.push_back(std::move(price));
    }
    for (const EgressPrice& egress : mapping.egress)
        addTraffic(book, egress);
    book.traffic.push_back(
        {"Backblaze", "*", "*", "*", mapping.storageEgress, mapping.storageDate, mapping.storageSource});
    return book;
}

cost::PriceBook pricesOf(const SpotPrices& table, const std::string& source)
{
    cost::PriceBook book;
    const auto keep = [](std::optional<double>& price, double value) {
        if (value >= 0 && (!price || value < *price))
            price = value;
    };
    for (const SpotPrice& row : table.rows) {
        const std::string date = row.date.substr(0, row.date.find(' '));
        auto price = std::ranges::find_if(book.machines, [&](const cost::MachinePrice& known) {
            return known.machine == row.type && known.region == row.region && known.date == date;
        });
        if (price == book.machines.end()) {
            cost::MachinePrice made;
            made.provider = table.provider;
            made.machine = row.type;
            made.region = row.region;
            made.date = date;
            made.source = source;
            price = book.machines.insert(book.machines.end(), std::move(made));
        }
        keep(price->onDemand, row.onDemand);
        keep(price->spot, row.spot);
        if (row.interruptions >= 0)
            price->takenBack = row.interruptions / 100;
    }
    return book;
}

} // namespace millrace::studies::multi_cloud
