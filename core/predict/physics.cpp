// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/physics.h"

#include "core/collective/traffic.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

/// The graphs of larger sessions cost more time than they add.
constexpr int mostWalkedWorkers = 256;

collective::PeerList peersOf(int workers)
{
    std::vector<Endpoint> endpoints;
    for (int i = 0; i < workers; ++i)
        endpoints.push_back({fmt::format("10.{}.{}.{}", i / 65536, i / 256 % 256, i % 256), 10000});
    return collective::PeerList(std::move(endpoints));
}

/// Walks the graphs for one vector of `bytes`, in elements of four bytes.
StepTraffic walkedTraffic(double bytes, int workers, collective::Strategy strategy)
{
    // Traffic grows with the vector, so that a vector of 64 MiB says it for all larger ones.
    constexpr double mostWalkedBytes = 64 << 20;
    const double walked = std::min(bytes, mostWalkedBytes);
    const std::size_t elements[] = {static_cast<std::size_t>(std::max(1.0, std::round(walked / 4)))};
    const auto matrix = collective::predictTraffic(collective::tensorsOfSizes(elements), peersOf(workers), strategy,
                                                   collective::ChunkHash::Balanced);
    const double factor = bytes / (4 * static_cast<double>(elements[0]));
    StepTraffic traffic{0, 0, 0};
    for (int rank = 0; rank < workers; ++rank) {
        const double sent = static_cast<double>(matrix.sentBy(rank)) * factor;
        const double received = static_cast<double>(matrix.receivedBy(rank)) * factor;
        traffic.sent += sent / workers;
        traffic.received += received / workers;
        traffic.mostLoaded = std::max({traffic.mostLoaded, sent, received});
    }
    return traffic;
}

double quotient(double a, double b)
{
    return a >= 0 && b > 0 ? a / b : unknown;
}

} // namespace

Result<StepTraffic> stepTraffic(const Setting& setting)
{
    const bool hasServers = setting.strategy == parameterServerStrategy;
    auto strategy = collective::Strategy::RingAllReduce;
    if (!setting.strategy.empty() && !hasServers) {
        MR_TRY(parsed, collective::parseStrategy(setting.strategy));
        strategy = parsed;
    }
    const double bytes = setting.parameters * setting.bytesPerParameter;
    if (!(bytes > 0) || !(setting.workers >= 1))
        return StepTraffic{};
    if (hasServers) {
        const double perServer = bytes * setting.workers / std::max(1.0, setting.parameterServers);
        return StepTraffic{bytes, bytes, std::max(bytes, perServer)};
    }
    if (setting.workers < 2)
        return StepTraffic{0, 0, 0};
    const auto workers = static_cast<int>(std::min(setting.workers, 1e6));
    if (!setting.strategy.empty() && workers <= mostWalkedWorkers)
        return walkedTraffic(bytes, workers, strategy);
    const double ring = 2 * (setting.workers - 1) / setting.workers * bytes;
    return StepTraffic{ring, ring, ring};
}

double StepFloor::seconds() const noexcept
{
    return std::fmax(communication, computing);
}

StepFloor stepFloor(const Setting& setting, const StepTraffic& traffic) noexcept
{
    StepFloor floor;
    floor.communication = quotient(8 * traffic.mostLoaded, setting.bitsPerSecond);
    if (setting.forwardFlops > 0 && setting.batch > 0)
        floor.computing = quotient(3 * setting.forwardFlops * setting.batch, setting.flopsPerSecond);
    return floor;
}

std::array<Bound, metricCount> boundsOf(const Setting& setting, const StepTraffic& traffic)
{
    const StepFloor floor = stepFloor(setting, traffic);
    const auto positive = [](double value) { return value > 0 ? value : unknown; };
    const double line = positive(setting.bitsPerSecond * 1e-6);
    const Bound all{BoundKind::Most, 100, "the whole device"};
    const Bound rate{BoundKind::Most, line, "line rate"};
    const Bound computing{BoundKind::Least, positive(floor.computing),
                          "3 × forward operations × batch ÷ operations of the device in a second"};
    const Bound communication{BoundKind::Scale, positive(floor.communication),
                              "bytes of a step of the most loaded machine ÷ line rate"};
    const auto scale = [](const Bound& bound) { return Bound{BoundKind::Scale, bound.value, bound.formula}; };
    // The device waits for the network, and the network for the device.
    const Bound deviceIdle = scale(communication.value > 0 ? communication : computing);
    const Bound networkIdle = scale(computing.value > 0 ? computing : communication);
    std::array<Bound, metricCount> bounds;
    const auto set = [&bounds](Resource resource, UseQuantity quantity, const Bound& bound) {
        bounds[metricIndex(resource, quantity)] = bound;
    };
    for (const Metric& metric : metrics)
        if (metric.quantity == UseQuantity::Idle)
            set(metric.resource, metric.quantity,
                metric.resource == Resource::Receive || metric.resource == Resource::Transmit ? networkIdle
                                                                                              : deviceIdle);
    set(Resource::GpuMemory, UseQuantity::Burst, scale(computing));
    set(Resource::GpuMemory, UseQuantity::Consumption, all);
    set(Resource::Gpu, UseQuantity::Burst, computing);
    set(Resource::Gpu, UseQuantity::Consumption, all);
    set(Resource::Receive, UseQuantity::Burst,
        {BoundKind::Least, positive(quotient(8 * traffic.received, setting.bitsPerSecond)),
         "received bytes of a step ÷ line rate"});
    set(Resource::Receive, UseQuantity::Consumption, rate);
    set(Resource::Transmit, UseQuantity::Burst,
        {BoundKind::Least, positive(quotient(8 * traffic.sent, setting.bitsPerSecond)),
         "sent bytes of a step ÷ line rate"});
    set(Resource::Transmit, UseQuantity::Consumption, rate);
    return bounds;
}

} // namespace millrace::predict
