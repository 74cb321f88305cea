// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// Implements sampling.start, sampling.stop, agent.health as in core/node/sampling_handlers.h. A shell takes the
/// samples, so the interval is at least 100 ms and longer than requested by the duration of its commands; the
/// difference to the requested number counts as missed. Processes are not sampled.
void registerSamplings(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
