// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/clock_report.h"

#include "core/base/clock.h"
#include "core/base/seconds.h"
#include "core/report/number_format.h"

#include <fmt/format.h>

#include <cmath>

namespace millrace::report {

using namespace analysis;

Table clockTable(const ClockReport& clocks)
{
    Table table{"Clocks",
                {{"file"},
                 {"node", "", "", "the address with most packets"},
                 {"offset", "", "s", "ahead of the first capture, from packets seen at both ends in both directions"},
                 {"bound", "±", "s", "half of the smallest round trip: the offset is in it whatever the delays were"},
                 {"drift", "", "s/s", "against the first capture"},
                 {"at", "offset at", "", "the offset holds then, by the first clock; drift adds from there"},
                 {"at_time", "", "s", "the same, since 1970-01-01T00:00:00Z", 4, false, true},
                 {"remark"}},
                {}};
    // Time stamps are rarely finer than 1 µs; no smaller bound is given.
    table.columns[2].decimals = table.columns[3].decimals = 6;
    for (const CaptureClock& clock : clocks.captures) {
        const bool dated = clock.known && clock.reference != 0;
        table.rows.push_back({clock.file, clock.node.text(), clock.known ? Cell(clock.offset) : Cell(),
                              clock.known ? Cell(clock.bound) : Cell(), clock.known ? Cell(clock.drift) : Cell(),
                              dated ? Cell(toRfc3339(Nanoseconds(clock.reference))) : Cell(),
                              dated ? Cell(seconds(clock.reference)) : Cell(),
                              clock.known ? std::string() : clock.reason});
    }
    if (!std::isnan(clocks.disagreement))
        table.notes.push_back(fmt::format("Offsets added up around three captures differ by at most {}.",
                                          quantityText(clocks.disagreement, "s")));
    return table;
}

Table pathTable(const ClockReport& clocks)
{
    Table table{"Paths",
                {{"from"},
                 {"to"},
                 {"sent", "", "", "packets of the sample that the sender's capture has, within the time that counts"},
                 {"lost", "", "", "of those, not in the receiver's capture"},
                 {"loss", "", "share", "lost over sent"},
                 {"unseen", "not recorded", "", "in the receiver's capture only: lost by the recording at the sender"},
                 {"reordered", "", "", "arrived after one that was sent later"},
                 {"delay_min", "delay min", "s", "one way, right within the bound of the clocks"},
                 {"delay_mean", "delay mean", "s"},
                 {"delay_p50", "delay p50", "s"},
                 {"delay_p99", "delay p99", "s"},
                 {"sampled", "one of", "", "packets is in the sample", 4, false, true}},
                {}};
    table.keys = 2;
    table.notes.push_back(
        fmt::format("Of the time that both captures cover, the first and the last {:g} %, at most {:g} "
                    "s each, do not count: their packets are still on their way.",
                    100 * PathObservation::edgeShare, seconds(PathObservation::longestEdge)));
    for (const PathObservation& path : clocks.paths)
        table.rows.push_back(
            {path.from, path.to, static_cast<double>(path.sent), static_cast<double>(path.sent - path.received),
             path.loss(), static_cast<double>(path.unseen), static_cast<double>(path.reordered), path.delayMinimum,
             path.delayMean, path.delayMedian, path.delayP99, std::ldexp(1.0, static_cast<int>(path.sampling))});
    return table;
}

} // namespace millrace::report
