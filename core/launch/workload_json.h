// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/launch/workload.h"

namespace millrace::launch {

/// Parses as much as possible; every problem is an Issue with its field below `path` ("workloads[0].batch").
[[nodiscard]] Workload readWorkload(const Json& json, const std::string& path, Issues& issues);
/// Leaves out fields with their default.
[[nodiscard]] Json toJson(const Workload& workload);

} // namespace millrace::launch
