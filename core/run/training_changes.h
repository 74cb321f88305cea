// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/framework_events.h"
#include "core/run/workload_record.h"

#include <string>

namespace millrace::run {

/// Text of an event "resize": "2 → 3 workers in 12.3 ms".
[[nodiscard]] std::string resizeText(const monitor::ResizeEvent& resize);
/// Its details, times in seconds: from, to, seconds, and of an elastic worker version, cause, step, redone_steps,
/// detect, decide, connect, state and first_step.
[[nodiscard]] std::string resizeJson(const monitor::ResizeEvent& resize);

/// Text of an event "decision": "STAR at rank 1: 7 of 8 workers … (kungfu-interference)".
[[nodiscard]] std::string decisionText(const monitor::DecisionEvent& decision);
/// Its details: step, policy, change, value, strategy of a change of it, and reason.
[[nodiscard]] std::string decisionJson(const monitor::DecisionEvent& decision);

/// Text of an event "failure": "kill of worker 3 for 2 s".
[[nodiscard]] std::string strikeText(const Strike& strike);
/// Its details: kind, worker (number and label), seconds, factor.
[[nodiscard]] std::string strikeJson(const Strike& strike);
/// Reads them back, for the times of the event; nothing for damaged ones.
[[nodiscard]] std::optional<Strike> parseStrike(const std::string& json, Nanoseconds wall);

} // namespace millrace::run
