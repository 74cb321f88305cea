// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/cluster/cluster.h"

namespace millrace::cluster {

/// Parses as much as possible; every problem is an Issue with its field below `path` ("clusters[0].nodes[2].slots").
/// "nodes" is a list of nodes, or a number n for node0 … node(n-1).
[[nodiscard]] Cluster readCluster(const Json& json, const std::string& path, Issues& issues);
/// Leaves out fields with their default; quantities are written with units.
[[nodiscard]] Json toJson(const Cluster& cluster);

[[nodiscard]] std::string_view switchModeName(SwitchMode mode) noexcept;
/// Parses automatic, fast, packet; nothing for other texts.

} // namespace millrace::cluster
