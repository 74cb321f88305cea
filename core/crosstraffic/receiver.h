// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/crosstraffic/traffic_line_text.h"

#include <cstdint>
#include <string>

namespace millrace::crosstraffic {

struct ReceiverOptions
{
    std::string address; ///< IPv4 or IPv6 to listen on
    std::uint16_t port = 0; ///< 0: any; traffic-ready says which
    bool tcp = true;
    bool udp = true;
};

/// Takes flows and throws their bytes away until it is stopped, and prints the lines of traffic_order.h. What does not
/// come from a sender of ours is counted and closed; the number of flows that it keeps in mind is bounded.
[[nodiscard]] Result<void> runReceiver(const ReceiverOptions& options, const LineSink& print, const JobContext& job);

} // namespace millrace::crosstraffic
