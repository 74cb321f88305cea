// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/probe/report.h"

namespace millrace::agent {

/// Specs and reports of core/probe as they stand in requests and replies; reading as in node_values_json.h.

[[nodiscard]] Json toJson(const Endpoint& endpoint);
[[nodiscard]] Result<Endpoint> readEndpoint(const Json& json);

[[nodiscard]] Json toJson(const probe::DelaySpec& spec);
[[nodiscard]] Result<probe::DelaySpec> parseDelaySpec(const Json& json);
[[nodiscard]] Json toJson(const probe::DelayReport& report);
[[nodiscard]] Result<probe::DelayReport> parseDelayReport(const Json& json);

[[nodiscard]] Json toJson(const probe::LossSpec& spec);
[[nodiscard]] Result<probe::LossSpec> parseLossSpec(const Json& json);
[[nodiscard]] Json toJson(const probe::LossReport& report);
[[nodiscard]] Result<probe::LossReport> parseLossReport(const Json& json);

[[nodiscard]] Json toJson(const probe::RateSpec& spec);
[[nodiscard]] Result<probe::RateSpec> parseRateSpec(const Json& json);
[[nodiscard]] Json toJson(const probe::RateReport& report);
[[nodiscard]] Result<probe::RateReport> parseRateReport(const Json& json);

} // namespace millrace::agent
