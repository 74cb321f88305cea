// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic.h"

namespace millrace::test {

/// Sizes of a summary that is made up.
struct MadeTraffic
{
    std::uint32_t nodes = 4;
    std::uint32_t flows = 12;
    std::uint32_t bursts = 40;
    std::uint32_t bins = 50; ///< of each flow, 1 ms wide
    std::uint32_t seed = 1;
};

/// A summary whose numbers follow from the sizes: bins, bursts and flows agree with each other.
[[nodiscard]] analysis::TrafficSummary madeTraffic(const MadeTraffic& sizes = {});

/// The time of the first packet, nanoseconds since the epoch.
constexpr std::int64_t madeStart = 1'700'000'000'000'000'000;

} // namespace millrace::test
