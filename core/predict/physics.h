// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/sample.h"

#include <array>
#include <string>

namespace millrace::predict {

/// Bytes of payload of one step; unknown where parameters or workers are.
struct StepTraffic
{
    double sent = unknown; ///< mean of the workers
    double received = unknown; ///< mean of the workers
    double mostLoaded = unknown; ///< larger direction of the most loaded machine, parameter servers included
};

/// Traffic of one step by the law of the strategy: the graphs of core/collective for its names (up to 256 workers;
/// above, and without a name, the ring's 2 (N - 1) / N of the vector, Patarasuk, Yuan 2009), with PARAMETER_SERVER the
/// whole vector to the servers and back. InvalidInput for another name.
[[nodiscard]] Result<StepTraffic> stepTraffic(const Setting& setting);

/// Name of the strategy whose workers exchange with servers.
inline constexpr std::string_view parameterServerStrategy = "PARAMETER_SERVER";

/// Shortest times of one step, s; unknown where a fact of the setting is. Communication: bytes of the most loaded
/// machine at the line rate. Computing: 3 forward passes of floating-point operations at the rate of the device.
struct StepFloor
{
    double communication = unknown;
    double computing = unknown;
    /// The longer of the known ones.
    [[nodiscard]] double seconds() const noexcept;
};
[[nodiscard]] StepFloor stepFloor(const Setting& setting, const StepTraffic& traffic) noexcept;

enum class BoundKind
{
    Most, ///< a value is never above it: line rate, 100 %
    Least, ///< a value is never below it, where each step is one burst: bytes at the line rate, operations at the
           ///< device's
    Scale, ///< values grow with it
};

/// What physics says of a metric, in its unit; value unknown: nothing.
struct Bound
{
    BoundKind kind = BoundKind::Scale;
    double value = unknown;
    std::string_view formula; ///< "line rate", "received bytes of a step ÷ line rate"
};
[[nodiscard]] std::array<Bound, metricCount> boundsOf(const Setting& setting, const StepTraffic& traffic);

} // namespace millrace::predict
