// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/command.h"
#include "core/studies/published_analysis.h"

namespace millrace::headless {

/// Prints the figures of the traffic and cross-traffic studies as their own tools compute them, and the correct ones:
/// text, or with --json one document. The exit code.
[[nodiscard]] Result<int> analyzeAsPublished(const studies::PublishedRequest& request, const Environment& environment);

} // namespace millrace::headless
