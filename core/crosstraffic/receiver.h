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
    std::uint16_t port = 0; ///< 0: any; reported by traffic-ready
    bool tcp = true;
    bool udp = true;
};

/// Accepts flows and discards their bytes until stopped, and prints the lines of traffic_order.h. Connections and
/// datagrams of other senders are counted and closed; the number of tracked flows is bounded.
[[nodiscard]] Result<void> runReceiver(const ReceiverOptions& options, const LineSink& print, const JobContext& job);

} // namespace millrace::crosstraffic
