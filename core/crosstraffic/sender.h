// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/crosstraffic/flow_log.h"
#include "core/crosstraffic/traffic_line_text.h"
#include "core/crosstraffic/traffic_order.h"

#include <filesystem>

namespace millrace::crosstraffic {

/// Sends the flows of an order: reports ready, waits for the complete start file (without a name: begins at once),
/// sends, and prints the lines of traffic_order.h. Returns the record of each flow that began, also when stopped: then
/// active flows are cut, and the result is still valid. Fails before ready if the order cannot be executed here: no
/// address, unknown congestion control.
[[nodiscard]] Result<std::vector<FlowRecord>> runSender(const TrafficOrder& order,
                                                        const std::filesystem::path& startFile, const LineSink& print,
                                                        const JobContext& job);

} // namespace millrace::crosstraffic
