// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/emulation_spec.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace millrace::emulate {

/// Alternative backend: nodes joined by veth pairs and a bridge in a separate namespace, shaped by the kernel. On
/// egress of a node an HTB class for the NIC holds one netem queue per destination (rate, delay, jitter, loss); on
/// ingress a TBF at the bridge limits the NIC. The plans are pure.

/// Checks that netem supports the spec. The error names what it does not (a shared port), or that the kernel has no
/// netem (found out by trying).
[[nodiscard]] Result<void> checkNetem(const EmulationSpec& spec);
/// Returns the input of `ip -batch -` in the switch's namespace: bridge, and one veth pair per node whose other end
/// becomes its eth0.
[[nodiscard]] std::string netemLinkPlan(const EmulationSpec& spec, const std::vector<pid_t>& nodes);
/// Returns the input of `tc -batch -` in a node.
[[nodiscard]] std::string netemEgressPlan(const EmulationSpec& spec, int node);
/// Returns the input of `tc -batch -` in the switch's namespace; empty when no NIC is limited.
[[nodiscard]] std::string netemIngressPlan(const EmulationSpec& spec);

} // namespace millrace::emulate
