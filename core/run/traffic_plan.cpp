// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_plan.h"

#include "core/base/units.h"
#include "core/base/unknown.h"
#include "core/crosstraffic/traffic_profile_json.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <ranges>

namespace millrace::run {

namespace {

constexpr std::uint16_t trafficPort = 9977;

Result<std::vector<int>> positions(const NetworkPlan& network, const std::vector<std::string>& names)
{
    std::vector<int> all;
    for (const std::string& name : names) {
        const auto node = network.find(name);
        if (!node)
            return fail(ErrorCode::NotFound, fmt::format("unknown node \"{}\"", name));
        all.push_back(*node);
    }
    return all;
}

} // namespace

Result<TrafficPlan> planTraffic(const crosstraffic::TrafficProfile& profile, const NetworkPlan& network,
                                std::uint64_t seed)
{
    return planTraffic(profile, network, seed, [&](int from, int to) { return network.rateLimit(from, to); });
}

Result<TrafficPlan> planTraffic(const crosstraffic::TrafficProfile& profile, const NetworkPlan& network,
                                std::uint64_t seed, const RateLimit& rateLimit)
{
    const auto about = [&](Error error) {
        return within(fmt::format("cross traffic \"{}\"", profile.name), std::move(error));
    };
    TrafficPlan plan;
    plan.profile = profile;
    plan.port = trafficPort;
    Random random(mixSeed(seed ^ stableHash("onset")));
    plan.baseline = profile.phases.baseline
        + Nanoseconds(static_cast<std::int64_t>(random.uniform()
                                                * static_cast<double>(profile.phases.onsetSpread.count())));
    const bool quiet =
        profile.bitsPerSecond == 0 && profile.slowdown == 0 && profile.pattern != crosstraffic::Pattern::Stream;
    if (quiet)
        return plan;
    auto schedule = crosstraffic::makeSchedule(profile, mixSeed(seed ^ stableHash("cross traffic")));
    if (!schedule)
        return about(std::move(schedule).error());
    auto sources = positions(network, schedule->sources);
    auto destinations = positions(network, schedule->destinations);
    if (!sources || !destinations)
        return about(!sources ? std::move(sources).error() : std::move(destinations).error());
    plan.flaws = schedule->flaws;
    plan.volumes = schedule->volumes;
    for (std::size_t i = 0; i < sources->size(); ++i) {
        TrafficSender sender;
        sender.node = (*sources)[i];
        crosstraffic::TrafficOrder& order = sender.order;
        order.source = network.node(sender.node).address;
        order.transport = profile.transport;
        order.dscp = profile.dscp;
        order.congestionControl =
            profile.congestionControl.empty() ? network.congestionControl : profile.congestionControl;
        order.flowBitsPerSecond = schedule->flowBitsPerSecond;
        order.datagramBytes = profile.datagramBytes;
        order.duration = profile.phases.loaded;
        std::vector<int> targetOf(destinations->size(), -1);
        for (const crosstraffic::Flow& flow : schedule->flows) {
            if (flow.source != static_cast<int>(i))
                continue;
            int& target = targetOf[static_cast<std::size_t>(flow.destination)];
            if (target < 0) {
                const int node = (*destinations)[static_cast<std::size_t>(flow.destination)];
                target = static_cast<int>(order.targets.size());
                const double capacity = rateLimit(sender.node, node);
                order.targets.push_back({network.node(node).name, network.node(node).address, plan.port, capacity});
                sender.targets.push_back(node);
                plan.capacity = lowerLimit(plan.capacity, capacity);
                if (std::ranges::find(plan.receivers, node) == plan.receivers.end())
                    plan.receivers.push_back(node);
            }
            order.flows.push_back({flow.start, flow.bytes, 0, target});
        }
        if (order.flows.empty())
            continue;
        plan.requested += profile.bitsPerSecond;
        plan.senders.push_back(std::move(sender));
    }
    return plan;
}

std::string trafficDetails(const TrafficPlan& plan, double rate)
{
    Json details = crosstraffic::toJson(plan.profile);
    details["actual_rate"] = rate > 0 ? rate : plan.requested;
    details["capacity"] = plan.capacity;
    for (const crosstraffic::VolumeFit& fit : plan.volumes)
        details["size_scale"].push_back(fit.scale);
    details["targets"] = Json::array();
    for (const TrafficSender& sender : plan.senders)
        for (const crosstraffic::Target& target : sender.order.targets)
            details["targets"].push_back({sender.order.source, target.address, target.name});
    return details.dump();
}

std::string trafficText(const TrafficPlan& plan, const NetworkPlan& network)
{
    std::string text = fmt::format("cross traffic: {}: {}\n", plan.profile.name, crosstraffic::describe(plan.profile));
    for (const TrafficSender& sender : plan.senders)
        text += fmt::format("send: {} to {}: {} flows in {}\n", network.node(sender.node).name,
                            fmt::join(sender.order.targets | std::views::transform(&crosstraffic::Target::name), ", "),
                            sender.order.flows.size(), durationText(sender.order.duration));
    text += fmt::format("phases: baseline {}, loaded {}, recovery {}; then the workload is ended\n",
                        durationText(plan.baseline), durationText(plan.profile.phases.loaded),
                        durationText(plan.profile.phases.recovery));
    if (!plan.volumes.empty())
        text += fmt::format("volume: exact, {}\n", crosstraffic::fitText(crosstraffic::worstFit(plan.volumes)));
    for (const std::string& flaw : plan.flaws)
        text += "note: " + flaw + "\n";
    return text;
}

double rateForSlowdown(double longer, double step, double communication, double capacity)
{
    if (!(communication > 0) || !(capacity > 0) || !(step > 0))
        return unknown;
    return capacity * std::min(longer / communication, 1 - communication / (step + longer));
}

} // namespace millrace::run
