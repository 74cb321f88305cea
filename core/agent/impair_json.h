// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/impair/impair_spec.h"

namespace millrace::agent {

/// What impair.restore found to do.
struct RestoreReport
{
    bool changed = false; ///< something was imposed
    std::vector<std::string> warnings; ///< what is not as it was, although nothing of ours is left

    bool operator==(const RestoreReport&) const = default;
};

/// Impairments as they stand in requests and replies; reading as in node_values_json.h.

[[nodiscard]] Json toJson(const impair::ImpairSpec& spec);
[[nodiscard]] Result<impair::ImpairSpec> parseImpairSpec(const Json& json);
[[nodiscard]] Json toJson(const impair::ImpairAbility& ability);
[[nodiscard]] Result<impair::ImpairAbility> parseImpairAbility(const Json& json);
[[nodiscard]] Json toJson(const impair::ImpairReport& report);
[[nodiscard]] Result<impair::ImpairReport> parseImpairReport(const Json& json);
[[nodiscard]] Json toJson(const impair::ImpairStatus& status);
[[nodiscard]] Result<impair::ImpairStatus> parseImpairStatus(const Json& json);
[[nodiscard]] Json toJson(const RestoreReport& report);
[[nodiscard]] Result<RestoreReport> parseRestoreReport(const Json& json);

} // namespace millrace::agent
