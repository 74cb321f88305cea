// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/averaging.h"

#include "core/scaling/fit_law.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace millrace::planner {

namespace {

AveragingLaw lawOf(std::span<const double> constants)
{
    AveragingLaw law;
    law.fixed = constants[0];
    law.perMegabit = constants[1];
    law.perPeer = constants[2];
    law.slowestPart = constants[3];
    return law;
}

double secondsOf(std::span<const double> constants, std::span<const double> values)
{
    return lawOf(constants).seconds({values[0], values[1], values[2]});
}

const scaling::Law& scalingLaw()
{
    static const AveragingLaw usual;
    static const scaling::Law law = {"averaging",
                                     usual.source,
                                     {"peers", "Mbit of a peer", "slowest pair"},
                                     {{"fixed", "s", usual.fixed, 4},
                                      {"megabit", "s", usual.perMegabit, 4},
                                      {"peer", "s", usual.perPeer, 4},
                                      {"slowest pair", "", usual.slowestPart, 2}},
                                     secondsOf};
    return law;
}

} // namespace

AveragingLoad AveragingLoad::of(double vectorBytes, double peers, double secondsPerBit) noexcept
{
    if (peers < 2)
        return {peers, 0, 0};
    const double bits = 2 * 8 * vectorBytes;
    return {peers, bits * (peers - 1) / peers / 1e6, bits / peers * secondsPerBit};
}

Result<AveragingLaw> fitAveraging(std::span<const MeasuredAveraging> rows, const std::string& source,
                                  const JobContext& job)
{
    std::vector<scaling::Row> lines;
    for (const MeasuredAveraging& row : rows)
        lines.push_back({{row.load.peers, row.load.megabits, row.load.slowestPair}, row.seconds});
    MR_TRY(fitted, scaling::fitLaw(scalingLaw(), lines, true, job));
    AveragingLaw law = lawOf(fitted.constants);
    law.band = std::isnan(fitted.band) ? 0 : fitted.band;
    law.source = source;
    const auto range = [&rows](auto member) {
        const auto [low, high] =
            std::ranges::minmax_element(rows, {}, [member](const MeasuredAveraging& row) { return row.load.*member; });
        return std::pair((low->load).*member, (high->load).*member);
    };
    std::tie(law.leastPeers, law.mostPeers) = range(&AveragingLoad::peers);
    std::tie(law.leastMegabits, law.mostMegabits) = range(&AveragingLoad::megabits);
    law.mostSlowest = range(&AveragingLoad::slowestPair).second;
    return law;
}

} // namespace millrace::planner
