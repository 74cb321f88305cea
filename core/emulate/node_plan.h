// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/emulation_spec.h"

#include <string>

namespace millrace::emulate {

/// Returns the commands for `ip -batch -` that configure eth0 of a node: address, MTU, queue length, permanent
/// neighbours, and the route that sets the congestion control of every TCP connection (the sysctl would be refused if
/// the algorithm is restricted in the initial namespace). Pure.
[[nodiscard]] std::string nodePlan(const EmulationSpec& spec, int node);

/// Returns the maximum of MTU packets in one GSO frame of this node, so that a frame neither occupies the slowest link
/// for more than about a millisecond nor fills more than an eighth of its queue; 1 in packet mode.
[[nodiscard]] int gsoSegments(const EmulationSpec& spec, int node);

} // namespace millrace::emulate
