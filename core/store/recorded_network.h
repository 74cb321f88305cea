// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/run_data.h"

#include <map>
#include <span>
#include <string>

namespace millrace::store {

/// Names of nodes by address in the experiment's network, from the network in the controller's snapshot; empty where
/// none was recorded.
[[nodiscard]] std::map<std::string, std::string> nodesByAddress(std::span<const Snapshot> snapshots);

} // namespace millrace::store
