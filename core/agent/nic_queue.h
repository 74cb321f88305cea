// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/preflight.h"

#include <string>

namespace millrace::agent {

/// Adds the interface's root queue and whose it is, from what `tc -s -r -j qdisc show dev …` printed; nothing where
/// that cannot be read.
void addQueue(cluster::NicFacts& nic, const std::string& printed);

} // namespace millrace::agent
