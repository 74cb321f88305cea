// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/impair/node_impairment.h"

#include <functional>
#include <memory>

namespace millrace::agent {

/// impair.ability {} → what tools and kernel support
/// impair.apply {spec} → report; restores the active impairments first
/// impair.status {} → status; without an interface if there are no impairments
/// impair.restore {} → {changed, warnings}
/// Values: core/agent/impair_json.h. `protect` adds the ends of the controller's own connection to a spec.
void handleImpairMethods(AgentServer& server, const std::shared_ptr<impair::NodeImpairment>& impairment,
                         std::function<void(impair::ImpairSpec&)> protect);

} // namespace millrace::agent
