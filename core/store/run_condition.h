// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::store {

/// Identification of runs: the same names in filters, tables and every export.
inline constexpr std::string_view campaignField = "campaign"; ///< number of the campaign in its store, from 1
inline constexpr std::string_view runField = "run"; ///< position in the campaign's order of execution, from 1
inline constexpr std::string_view originField = "origin"; ///< measured or simulated
inline constexpr std::string_view campaignIdField = "campaign_id"; ///< globally unique
inline constexpr std::string_view runIdField = "run_id"; ///< globally unique

/// One term of a typed filter: "RING", "!RING", "loss=1%", "step_mean<100ms".
struct RunCondition
{
    enum class Operator
    {
        Contains, ///< the text occurs in any level or the state
        Lacks,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual
    };
    Operator op = Operator::Contains;
    std::string name; ///< of a factor, a metric or a field of runs (conditionFields); empty for Contains and Lacks
    std::string text;
    std::optional<double> number; ///< in seconds, bit/s, bytes, shares or as typed
    std::vector<RunCondition> alternatives = {}; ///< of Equal: alternative values of the same name

    bool operator==(const RunCondition&) const = default;
};

/// Parses the terms of a typed filter, separated by spaces; "double quotes" keep spaces together. A run must match all
/// of them; several values of one name, "loss=0% loss=1%", are alternatives. InvalidInput for a comparison without a
/// name or without a number, and for an unknown state.
[[nodiscard]] Result<std::vector<RunCondition>> parseConditions(std::string_view text);

/// Runs whose values were measured, not simulated.
[[nodiscard]] RunCondition onlyMeasured();

/// Names for comparisons besides factors and metrics: "run", "state", "duration", …
[[nodiscard]] const std::vector<std::string>& conditionFields();
/// Fails with InvalidInput for a comparison whose name is neither a field of runs nor in `names`: factors and metrics.
[[nodiscard]] Result<void> checkNames(const std::vector<RunCondition>& conditions,
                                      const std::vector<std::string>& names);

} // namespace millrace::store
