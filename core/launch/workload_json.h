// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/launch/workload.h"

namespace millrace::launch {

/// Reads what can be read; every problem is an Issue with its field below `path` ("workloads[0].batch").
[[nodiscard]] Workload readWorkload(const Json& json, const std::string& path, Issues& issues);
/// Fields at their default are left out.
[[nodiscard]] Json toJson(const Workload& workload);

} // namespace millrace::launch
