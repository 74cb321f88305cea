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

/// The variable that a value "$NAME" or "${NAME}" stands for; empty: the value stands for itself.
[[nodiscard]] std::string_view secretName(std::string_view value) noexcept;

/// Values of environment variables that a plan names and does not hold. They are looked up where a run begins, given to
/// the processes, and written nowhere: plans, stores, reports and logs have the names.
class Secrets
{
public:
    /// The value of a variable of this process; nothing where it is not set.
    using Lookup = std::function<std::optional<std::string>(const std::string&)>;
    /// All that the processes of a plan need. InvalidInput with the name of the first that is not set, or that is too
    /// short to be recognised in a log.
    [[nodiscard]] static Result<Secrets> of(const LaunchPlan& plan, const Lookup& lookup = environmentLookup());
    [[nodiscard]] static Lookup environmentLookup();

    /// With the values in its environment.
    [[nodiscard]] Command resolved(Command command) const;
    /// Every occurrence of a value becomes "[NAME]".
    void mask(std::string& text) const;

private:
    std::map<std::string, std::string, std::less<>> m_values; ///< by name
};

/// Warns of values of the workload's environment that look like secrets and are written out.
void checkSecrets(const Workload& workload, Issues& issues);

} // namespace millrace::launch
