// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/crosstraffic/traffic_profile.h"

namespace millrace::crosstraffic {

/// Fields in snake case with units as texts: "rate": "40Mbit", "phases": {"baseline": "10s"}. Defaults are left out.
[[nodiscard]] Json toJson(const TrafficProfile& profile);
/// `path`: its location in the file, for issues.
[[nodiscard]] TrafficProfile readProfile(const Json& json, const std::string& path, Issues& issues);

} // namespace millrace::crosstraffic
