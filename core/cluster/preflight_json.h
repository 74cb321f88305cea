// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/result.h"
#include "core/cluster/preflight_judge.h"

namespace millrace::cluster {

/// The values of preflight.h between controller and agent, and in a run's snapshot: every member, unknown ones null.
/// Reading gives Protocol when something is of another type; absent members are as in an empty value.
[[nodiscard]] Json toJson(const PreflightQuestion& question);
[[nodiscard]] Result<PreflightQuestion> parsePreflightQuestion(const Json& json);
[[nodiscard]] Json toJson(const NodeFacts& facts);
[[nodiscard]] Result<NodeFacts> parseNodeFacts(const Json& json);
[[nodiscard]] Json toJson(const PeerReach& reach);
[[nodiscard]] Result<PeerReach> parsePeerReach(const Json& json);
[[nodiscard]] Json toJson(const Finding& finding);

} // namespace millrace::cluster
