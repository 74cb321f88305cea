// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/expected_traffic.h"
#include "core/launch/launch_plan.h"

#include <string>

namespace millrace::launch {

/// Returns the content of a plan for a dry run: files with their SHA-256, then every process with its environment, as
/// it can be typed. Ends with a line feed.
[[nodiscard]] std::string launchText(const LaunchPlan& plan);
/// Returns "S = 97.5 MiB …; sent: 146.2 MiB by each of 4 nodes; …"
[[nodiscard]] std::string trafficText(const CollectiveTraffic& traffic);
/// Returns the SHA-256 of a file's content, 64 hexadecimal digits.
[[nodiscard]] std::string contentHash(const PlacedFile& file);

} // namespace millrace::launch
