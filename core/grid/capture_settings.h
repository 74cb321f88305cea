// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"

#include <cstdint>
#include <string>

namespace millrace::grid {

/// Which packets are recorded, as the node sees them.
enum class CaptureDirection
{
    Both,
    In,
    Out
};

/// Whether the packets of a grid's runs are recorded on every node, and what becomes of them.
struct CaptureSettings
{
    bool enabled = false;
    std::string interface = "experiment"; ///< the NIC that carries the experiment; or a name: "eth1"
    std::string filter; ///< in libpcap's language; empty: all packets
    int snapLength = 100; ///< bytes kept of each packet
    CaptureDirection direction = CaptureDirection::Both;
    std::uint64_t maximumBytes = 0; ///< of the file of each node, where recording stops; 0: no limit
    bool keepFiles = true; ///< false: only their analysis
    bool analyseOnNode = false; ///< so that files that are not kept do not travel

    bool operator==(const CaptureSettings&) const = default;
};

/// "both", "in", "out".
[[nodiscard]] std::string captureDirectionName(CaptureDirection direction);
/// Every problem, `where` relative to the settings. What the filter says is not looked at here.
[[nodiscard]] Issues validate(const CaptureSettings& settings);

} // namespace millrace::grid
