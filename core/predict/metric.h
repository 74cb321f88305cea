// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace millrace::predict {

/// Device or direction whose use is predicted.
enum class Resource
{
    GpuMemory,
    Gpu,
    Receive,
    Transmit,
};

/// Idle: mean time between two bursts; Burst: mean length of a burst; Consumption: time-weighted mean within bursts.
enum class UseQuantity
{
    Idle,
    Burst,
    Consumption,
};

inline constexpr std::size_t metricCount = 12;

struct Metric
{
    std::string_view id; ///< stable, in files and JSON: "rx_burst"
    std::string_view label; ///< for tables: "RX burst"
    std::string_view unit; ///< "s", "%", "Mbit/s"
    Resource resource = Resource::GpuMemory;
    UseQuantity quantity = UseQuantity::Idle;
};

/// The twelve values of a sample, in the order of the published data sets (Yang et al., Proc. ACM Meas. Anal. Comput.
/// Syst. 6(2), 29, 2022): GPU memory, GPU, RX, TX, each idle, burst, consumption. Everything that names, orders or
/// counts metrics reads this table.
inline constexpr std::array<Metric, metricCount> metrics = {{
    {"gpu_memory_idle", "GPU memory idle", "s", Resource::GpuMemory, UseQuantity::Idle},
    {"gpu_memory_burst", "GPU memory burst", "s", Resource::GpuMemory, UseQuantity::Burst},
    {"gpu_memory_consumption", "GPU memory in bursts", "%", Resource::GpuMemory, UseQuantity::Consumption},
    {"gpu_idle", "GPU idle", "s", Resource::Gpu, UseQuantity::Idle},
    {"gpu_burst", "GPU burst", "s", Resource::Gpu, UseQuantity::Burst},
    {"gpu_consumption", "GPU in bursts", "%", Resource::Gpu, UseQuantity::Consumption},
    {"rx_idle", "RX idle", "s", Resource::Receive, UseQuantity::Idle},
    {"rx_burst", "RX burst", "s", Resource::Receive, UseQuantity::Burst},
    {"rx_consumption", "RX in bursts", "Mbit/s", Resource::Receive, UseQuantity::Consumption},
    {"tx_idle", "TX idle", "s", Resource::Transmit, UseQuantity::Idle},
    {"tx_burst", "TX burst", "s", Resource::Transmit, UseQuantity::Burst},
    {"tx_consumption", "TX in bursts", "Mbit/s", Resource::Transmit, UseQuantity::Consumption},
}};

/// Index in `metrics` of a quantity of a resource.
[[nodiscard]] constexpr std::size_t metricIndex(Resource resource, UseQuantity quantity) noexcept
{
    return 3 * static_cast<std::size_t>(resource) + static_cast<std::size_t>(quantity);
}

/// Index of the metric with this id, if there is one.
[[nodiscard]] std::optional<std::size_t> findMetric(std::string_view id) noexcept;

} // namespace millrace::predict
