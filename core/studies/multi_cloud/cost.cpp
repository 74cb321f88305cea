// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/studies/multi_cloud/prices.h"
#include "core/studies/multi_cloud/training.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double publishedGigabyte = 1.024e9; ///< the study's GB mixes 1000 and 1024

/// $/h of one machine.
struct HourlyCost
{
    double vm = 0;
    double loading = 0;
    double internal = 0;
    double external = 0;

    [[nodiscard]] double total() const noexcept { return vm + loading + internal + external; }
    HourlyCost& operator+=(const HourlyCost& other) noexcept
    {
        vm += other.vm;
        loading += other.loading;
        internal += other.internal;
        external += other.external;
        return *this;
    }
};

const EgressPrice* egressOf(const MultiCloudMapping& mapping, const std::string& provider)
{
    const auto found = std::ranges::find(mapping.egress, provider, &EgressPrice::provider);
    return found == mapping.egress.end() ? nullptr : &*found;
}

const MachinePrice* machineOf(const MultiCloudMapping& mapping, const HostPlace& place)
{
    const auto found = std::ranges::find_if(mapping.machines, [&](const MachinePrice& price) {
        return price.provider == place.provider && price.gpu == place.gpu && price.region == place.region;
    });
    return found == mapping.machines.end() ? nullptr : &*found;
}

double insidePrice(const EgressPrice& egress, const std::string& region)
{
    const auto found = egress.inside.find(region);
    return found == egress.inside.end() ? egress.zone : found->second;
}

void addCosts(MetricList& list, const std::string& provider, const HourlyCost& cost, const char* suffix,
              const std::string& how)
{
    const auto add = [&](const char* name, double value) {
        list.add(std::string(name) + suffix, provider, value, "$/h", how);
    };
    add("cost_vm", cost.vm);
    add("cost_loading", cost.loading);
    add("cost_internal", cost.internal);
    add("cost_external", cost.external);
    add("cost_total", cost.total());
}

/// Means over the peers of the inputs of the study's cost formula.
struct PublishedMeans
{
    double sent = unknown; ///< the study's GB
    double loading = unknown;
    double runtime = unknown;
    double sentRate = unknown; ///< mean over the peers of GB ÷ runtime
};

PublishedMeans publishedMeans(const TrainingRun& run)
{
    std::vector<double> sent;
    std::vector<double> loading;
    std::vector<double> runtime;
    std::vector<double> rate;
    for (const TrainingHost& host : run.hosts) {
        sent.push_back(host.values.sent / publishedGigabyte);
        if (!std::isnan(host.values.publishedLoading))
            loading.push_back(host.values.publishedLoading / publishedGigabyte);
        runtime.push_back(host.values.runtime);
        rate.push_back(sent.back() / runtime.back());
    }
    return {mean(sent), mean(loading), mean(runtime), mean(rate)};
}

/// The mean spot price as the study computes it: over all regions on that date.
double publishedMachine(const MultiCloudMapping& mapping, const std::string& provider, const std::string& date)
{
    std::vector<double> prices;
    for (const MachinePrice& price : mapping.machines)
        if (price.provider == provider && price.gpu == "T4" && price.date == date && price.spot)
            prices.push_back(*price.spot);
    return prices.empty() ? unknown : mean(prices);
}

void addPublishedCosts(MetricList& list, const TrainingRun& run, const MultiCloudMapping& mapping)
{
    for (const PublishedShares& shares : mapping.shares) {
        if (run.hosts.empty() || std::ranges::find(shares.runs, run.name) == shares.runs.end())
            continue;
        const PublishedMeans means = publishedMeans(run);
        const double hourly = (shares.each ? means.sentRate : means.sent / means.runtime) * 3600;
        for (const std::string& provider : shares.providers) {
            const EgressPrice* egress = egressOf(mapping, provider);
            if (egress == nullptr)
                continue;
            HourlyCost cost;
            cost.vm = publishedMachine(mapping, provider, shares.date);
            cost.loading = means.loading * mapping.storageEgress / means.runtime * 3600;
            cost.internal = hourly * shares.internal * egress->zone;
            cost.external = hourly
                * (shares.insideUs * insidePrice(*egress, "US") + shares.continents * egress->continents
                   + shares.oceania * egress->oceania);
            addCosts(list, provider, cost, "_published",
                     fmt::format("mean GB (1.024e9 B) of the peers ÷ mean runtime; shares {:.3f} inside, {:.3f} US, "
                                 "{:.3f} continents, {:.3f} OCE; prices of {} for each provider",
                                 shares.internal, shares.insideUs, shares.continents, shares.oceania, egress->date));
        }
    }
    for (const PublishedCost& cost : mapping.costs)
        if (cost.run == run.name && cost.throughput > 0)
            list.add("cost_per_million_published", cost.provider,
                     cost.vms * (cost.vm + cost.traffic) / 3600 / cost.throughput * 1e6, "$",
                     fmt::format("{} × ({} + {}) $/h ÷ {} samples/s, typed in by the study", cost.vms, cost.vm,
                                 cost.traffic, cost.throughput));
}

/// Every peer sends the same volume to each other peer.
HourlyCost measuredCost(const TrainingRun& run, const TrainingHost& host, const MachinePrice& machine,
                        const cost::PriceBook& prices, double storageEgress)
{
    HourlyCost hourly;
    hourly.vm = machine.spot ? *machine.spot : machine.onDemand.value_or(unknown);
    const double perHour = 3600 / host.values.runtime / 1e9 / host.interfaces;
    hourly.loading =
        (std::isnan(host.values.loading) ? host.values.received * host.values.interval : host.values.loading)
        * storageEgress * perHour;
    if (run.hosts.size() < 2)
        return hourly;
    const double share = host.values.sent * host.values.interval * perHour / static_cast<double>(run.hosts.size() - 1);
    for (const TrainingHost& other : run.hosts) {
        if (&other == &host)
            continue;
        const cost::Place from{host.place.provider, host.place.region}, to{other.place.provider, other.place.region};
        const cost::TrafficPrice* price = cost::trafficPrice(prices, from, to);
        (from == to ? hourly.internal : hourly.external) += price != nullptr ? share * price->perGigabyte : unknown;
    }
    return hourly;
}

/// Where a machine is priced. Own machines of the study have no price: a single one is priced as the provider machine
/// that the study substitutes for it.
HostPlace pricedPlace(const TrainingRun& run, const TrainingHost& host, const MultiCloudMapping& mapping)
{
    const auto priced = std::ranges::find(mapping.costs, run.name, &PublishedCost::run);
    if (run.hosts.size() > 1 || priced == mapping.costs.end() || machineOf(mapping, host.place) != nullptr)
        return host.place;
    const auto machine = std::ranges::find_if(mapping.machines, [&](const MachinePrice& each) {
        return each.provider == priced->provider && each.gpu == host.place.gpu;
    });
    return machine == mapping.machines.end() ? host.place : HostPlace{machine->region, machine->provider, machine->gpu};
}

/// $ for 10⁶ samples: with and without the cost of reading the data, which the study leaves out.
void addCostPerMillion(MetricList& list, const std::string& providers, const HourlyCost& all, double rate)
{
    if (!(rate > 0))
        return;
    list.add("cost_per_million", providers, (all.total() - all.loading) / 3600 / rate * 1e6, "$",
             "$/h of all machines and of what they send to each other, without reading the data, ÷ throughput × 1e6");
    list.add("cost_per_million_with_loading", providers, all.total() / 3600 / rate * 1e6, "$",
             "$/h of all machines, of what they send to each other and of reading the data, ÷ throughput × 1e6");
}

void addMeasuredCosts(MetricList& list, const TrainingRun& run, const MultiCloudMapping& mapping)
{
    const cost::PriceBook prices = studyPrices(mapping);
    std::map<std::string, std::vector<HourlyCost>> costs;
    std::map<std::string, std::string> dates;
    HourlyCost all;
    bool whole = !run.hosts.empty();
    bool priced = false;
    for (const TrainingHost& host : run.hosts) {
        const HostPlace place = pricedPlace(run, host, mapping);
        const MachinePrice* machine = machineOf(mapping, place);
        const EgressPrice* egress = egressOf(mapping, place.provider);
        if (machine == nullptr || egress == nullptr || !(host.values.runtime > 0) || std::isnan(host.values.sent)) {
            whole = false;
            continue;
        }
        const HourlyCost cost = measuredCost(run, host, *machine, prices, mapping.storageEgress);
        costs[place.provider].push_back(cost);
        dates[place.provider] = machine->date;
        priced = priced || place.provider != host.place.provider;
        all += cost;
    }
    std::string providers;
    for (const auto& [provider, machines] : costs) {
        HourlyCost middle;
        const auto count = static_cast<double>(machines.size());
        for (const HourlyCost& cost : machines)
            middle += {cost.vm / count, cost.loading / count, cost.internal / count, cost.external / count};
        addCosts(list, provider, middle, "",
                 fmt::format(
                     "mean over this provider's machines: own bytes sent by one interface, equal shares to all other "
                     "peers at the price of each pair, 1e9 B a GB; prices of {}",
                     dates[provider]));
        providers += (providers.empty() ? "" : "+") + provider;
    }
    const double rate = run.isBaseline() ? run.hosts.front().values.wallRate : run.monitored.rate();
    if (run.mapped != nullptr && !run.mapped->providers.empty() && !priced)
        providers = run.mapped->providers;
    if (whole)
        addCostPerMillion(list, providers, all, rate);
}

} // namespace

void addCostMetrics(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping)
{
    MetricList list(imported.metrics);
    addPublishedCosts(list, run, mapping);
    addMeasuredCosts(list, run, mapping);
}

} // namespace millrace::studies::multi_cloud
