// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/preflight.h"

#include <string>

namespace millrace::agent {

/// Adds the interface's root queue and its owner, from the output of `tc -s -r -j qdisc show dev …`; nothing if that
/// cannot be parsed.
void addQueue(cluster::NicFacts& nic, const std::string& printed);

} // namespace millrace::agent
