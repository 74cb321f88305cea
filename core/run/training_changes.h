// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/framework_events.h"

#include <string>

namespace millrace::run {

/// Text of an event "resize": "2 → 3 workers in 12.3 ms".
[[nodiscard]] std::string resizeText(const monitor::ResizeEvent& resize);
/// Its details, times in seconds: from, to, seconds, and of an elastic worker version, cause, step, redone_steps,
/// detect, decide, connect, state and first_step.
[[nodiscard]] std::string resizeJson(const monitor::ResizeEvent& resize);

} // namespace millrace::run
