// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/preflight_json.h"

#include <algorithm>

namespace millrace {

void WireForm<cluster::ClockFacts>::settle(cluster::ClockFacts& clock)
{
    constexpr Nanoseconds most(1'000'000'000'000'000'000);
    if (clock.offset)
        clock.offset = std::clamp(*clock.offset, -most, most);
    clock.uncertainty = std::clamp(clock.uncertainty, Nanoseconds(0), most);
}

namespace cluster {

Json toJson(const Finding& finding)
{
    return {{"topic", finding.topic},
            {"light", lightName(finding.light)},
            {"sentence", finding.sentence},
            {"remedy", finding.remedy}};
}

} // namespace cluster

} // namespace millrace
