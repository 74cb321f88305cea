// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agentless/node_line.h"

namespace millrace::agentless {

/// sampling.start, sampling.stop, agent.health as in app/agent/sampling_handlers.h. A shell takes the samples, so the
/// interval is 100 ms at least and longer than asked for by the time of its commands; what is missing to the wanted
/// number counts as missed. Processes are not sampled.
void registerSamplings(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line);

} // namespace millrace::agentless
