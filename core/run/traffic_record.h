// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/crosstraffic/flow_log.h"

#include <string>
#include <vector>

namespace millrace::run {

/// Bytes of cross traffic at one node in one stretch, by the controller's clock.
struct TrafficRate
{
    Nanoseconds begin{0};
    Nanoseconds end{0};
    double bytes = 0;
};

/// Outcome of the cross traffic of a run.
struct TrafficRecord
{
    std::vector<std::vector<TrafficRate>> acked; ///< by sender of the plan
    std::vector<std::vector<crosstraffic::FlowRecord>> flows; ///< likewise; times by the controller's clock
    std::vector<std::string> logs; ///< the flow logs as text, likewise
    double rate = 0; ///< bit/s of all endless flows together, as last chosen for a slow-down; 0: none was chosen
    std::vector<std::string> problems; ///< errors that senders and receivers reported
};

/// When the phases of a run began, by the controller's wall clock; 0: did not begin.
struct PhaseMarks
{
    Nanoseconds baseline{0};
    Nanoseconds loaded{0};
    Nanoseconds drain{0}; ///< no flow begins any more
    Nanoseconds recovery{0}; ///< all flows have ended
    Nanoseconds end{0};

    bool operator==(const PhaseMarks&) const = default;
};

} // namespace millrace::run
