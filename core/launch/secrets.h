// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/launch/launch_plan.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::launch {

/// Returns the variable that a value "$NAME" or "${NAME}" refers to; empty: the value is literal.
[[nodiscard]] std::string_view secretName(std::string_view value) noexcept;

/// Values of environment variables that a plan refers to by name. They are looked up at the begin of a run, passed to
/// the processes, and never written: plans, stores, reports and logs have the names.
class Secrets
{
public:
    /// Returns the value of a variable of this process; nothing if it is not set.
    using Lookup = std::function<std::optional<std::string>(const std::string&)>;
    /// Looks up all that the processes of a plan need. InvalidInput with the name of the first that is not set, or too
    /// short to be masked in a log.
    [[nodiscard]] static Result<Secrets> of(const LaunchPlan& plan, const Lookup& lookup = environmentLookup());
    [[nodiscard]] static Lookup environmentLookup();

    /// Returns the command with the values in its environment.
    [[nodiscard]] Command resolved(Command command) const;
    /// Replaces every occurrence of a value by "[NAME]".
    void mask(std::string& text) const;

private:
    std::map<std::string, std::string, std::less<>> m_values; ///< by name
};

/// Warns about literal values in the workload's environment that look like secrets.
void checkSecrets(const Workload& workload, Issues& issues);

} // namespace millrace::launch
