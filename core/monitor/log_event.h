// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/framework_events.h"
#include "core/monitor/iteration_event.h"
#include "core/monitor/worker_events.h"

#include <variant>

namespace millrace::monitor {

/// Event of one line of output. Texts are valid UTF-8: other bytes were replaced by U+FFFD.
using LogEvent = std::variant<IterationEvent, StartEvent, ConnectedEvent, SentEvent, PeersEvent, PhaseEvent,
                              VerifyEvent, MetricEvent, SwitchEvent, ResizeEvent, NoticedEvent, DecisionEvent,
                              ResultEvent, FailureEvent, FinishEvent, SettingEvent, MessageEvent>;

[[nodiscard]] inline const EventOrigin& originOf(const LogEvent& event)
{
    return std::visit([](const auto& each) -> const EventOrigin& { return each.origin; }, event);
}

} // namespace millrace::monitor
