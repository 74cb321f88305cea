// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/network.h"

#include "core/base/json_fields.h"
#include "core/base/statistics.h"
#include "core/store/event_kinds.h"
#include "core/studies/multi_cloud/training.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double longTrip = 0.005; ///< s; above it a stream is limited by its window, not by the machine

struct PairSamples
{
    std::vector<double> rates;
    std::vector<double> trips;
};
using Pairs = std::map<std::string, PairSamples>;

/// Names places so that those of a profile are distinct.
class Places
{
public:
    Places(const std::string& run, const std::vector<NetworkFile>& files, const MultiCloudMapping& mapping)
        : m_run(run), m_mapping(mapping)
    {
        for (const NetworkFile& file : files)
            for (const IperfMeasurement& row : file.profile.rows)
                for (const HostPlace& place : {local(file), target(row.to)}) {
                    m_providers.insert(place.provider);
                    m_regions.insert(place.region);
                }
    }
    /// The name of the file has the region; the column in it may not.
    [[nodiscard]] HostPlace local(const NetworkFile& file) const { return target(file.profile.host); }
    [[nodiscard]] HostPlace target(const std::string& host) const { return m_mapping.placeOf(m_run, host); }
    [[nodiscard]] std::string nameOf(const HostPlace& place, const std::string& host) const
    {
        if (place.provider == "on-prem")
            return place.gpu;
        if (m_providers.size() > 1 && m_regions.size() == 1 && !place.provider.empty())
            return place.provider;
        return place.region.empty() ? host : place.region;
    }
    [[nodiscard]] std::string providers() const { return joined(m_providers); }
    [[nodiscard]] std::string regions() const { return joined(m_regions); }

private:
    static std::string joined(const std::set<std::string>& names)
    {
        std::string text;
        for (const std::string& name : names)
            if (!name.empty())
                text += (text.empty() ? "" : "+") + name;
        return text;
    }

    const std::string& m_run;
    const MultiCloudMapping& m_mapping;
    std::set<std::string> m_providers;
    std::set<std::string> m_regions;
};

void addRow(ImportedRun& imported, const NetworkFile& file, const IperfMeasurement& row, const std::string& pair)
{
    store::Event event;
    event.wall = Nanoseconds(row.time);
    event.kind = store::events::networkProbe.name;
    event.node = pair;
    event.text = fmt::format("{} to {}: {:.1f} Mbit/s, {:.3f} ms", row.from, row.to, row.rate / 1e6, row.rtt * 1e3);
    event.json = Json{{"from", row.from}, {"to", row.to},
                      {"rate", row.rate}, {"rtt", std::isfinite(row.rtt) ? Json(row.rtt) : Json()},
                      {"line", row.line}, {"file", file.file}}
                     .dump(-1, ' ', false, Json::error_handler_t::replace);
    imported.events.push_back(std::move(event));
}

void addPair(MetricList& list, const std::string& pair, const PairSamples& samples)
{
    const auto count = static_cast<double>(samples.rates.size());
    list.add("rate", pair, mean(samples.rates), "bit/s", "mean over the transfers between hosts of the two places");
    list.add("rate_deviation", pair, standardDeviation(samples.rates), "bit/s", "sample standard deviation");
    list.add("rate_count", pair, count, "", "transfers");
    if (samples.trips.empty())
        return;
    list.add("rtt", pair, mean(samples.trips), "s", "mean over the pings before the transfers");
    list.add("rtt_deviation", pair, standardDeviation(samples.trips), "s", "sample standard deviation");
    list.add("rate_rtt", pair, mean(samples.rates) * mean(samples.trips), "bit", "rate × rtt");
}

/// One window for all long links, as the geometric mean of rate × round trip ÷ streams, and the error for each pair.
void addLaw(MetricList& list, const Pairs& pairs, int streams)
{
    double logs = 0;
    double limit = 0;
    std::size_t count = 0;
    for (const auto& [pair, samples] : pairs) {
        limit = std::max(limit, mean(samples.rates));
        if (samples.trips.empty() || mean(samples.trips) < longTrip || !(mean(samples.rates) > 0))
            continue;
        const double window = mean(samples.rates) * mean(samples.trips) / streams / 8;
        list.add("window", pair, window, "B", "rate × rtt ÷ streams ÷ 8, of links above 5 ms");
        logs += std::log(window);
        ++count;
    }
    if (count == 0)
        return;
    const double window = std::exp(logs / static_cast<double>(count));
    list.add("window", "", window, "B", "geometric mean over the links above 5 ms");
    list.add("rate_limit", "", limit, "bit/s", "the fastest pair");
    for (const auto& [pair, samples] : pairs) {
        if (samples.trips.empty() || mean(samples.trips) < longTrip)
            continue;
        const double law = std::min(limit, streams * window * 8 / mean(samples.trips));
        list.add("rate_residual", pair, mean(samples.rates) / law - 1, "",
                 "rate ÷ min(limit, streams × window ÷ rtt) − 1");
    }
}

} // namespace

void addNetwork(ImportedRun& imported, const std::vector<NetworkFile>& files, const MultiCloudMapping& mapping)
{
    const Places places(imported.name, files, mapping);
    Pairs pairs;
    for (const NetworkFile& file : files)
        for (const IperfMeasurement& row : file.profile.rows) {
            const std::string pair = places.nameOf(places.local(file), file.profile.host) + "→"
                + places.nameOf(places.target(row.to), row.to);
            PairSamples& samples = pairs[pair];
            samples.rates.push_back(row.rate);
            if (!std::isnan(row.rtt))
                samples.trips.push_back(row.rtt);
            addRow(imported, file, row, pair);
            if (row.time > 0) {
                const Nanoseconds time(row.time);
                imported.begin = imported.begin.count() == 0 ? time : std::min(imported.begin, time);
                imported.end = std::max(imported.end, time);
            }
        }
    std::ranges::stable_sort(imported.events, {}, &store::Event::wall);
    const int streams = files.empty() ? 1 : files.front().profile.streams;
    imported.factors = {{"study_part", "network", {}, {}},
                        {"kind", "network", {}, {}},
                        {"streams", std::to_string(streams), static_cast<double>(streams), ""}};
    if (!places.providers().empty())
        imported.factors.push_back({"providers", places.providers(), {}, {}});
    if (!places.regions().empty())
        imported.factors.push_back({"regions", places.regions(), {}, {}});
    MetricList list(imported.metrics);
    for (const auto& [pair, samples] : pairs)
        addPair(list, pair, samples);
    addLaw(list, pairs, streams);
}

void addPrices(ImportedRun& imported, const SpotPrices& prices)
{
    imported.factors = {
        {"study_part", "prices", {}, {}}, {"kind", "prices", {}, {}}, {"providers", prices.provider, {}, {}}};
    MetricList list(imported.metrics);
    for (const SpotPrice& row : prices.rows) {
        std::string subject = prices.provider + "/" + row.region + "/" + row.type;
        if (!row.zone.empty())
            subject += "/" + row.zone;
        const std::string how = "price table of " + row.date;
        list.add("price_spot", subject, row.spot, "$/h", how);
        list.add("price_ondemand", subject, row.onDemand, "$/h", how);
        list.add("interruption_ratio", subject, row.interruptions, "%", how);
    }
}

} // namespace millrace::studies::multi_cloud
