// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::store {

/// One word of a typed filter: "RING", "!RING", "loss=1%", "step_mean<100ms".
struct RunCondition
{
    enum class Operator
    {
        Contains, ///< any level, the state, the error, the grid or the beginning of an id has the text in it
        Lacks,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual
    };
    Operator op = Operator::Contains;
    std::string name; ///< of a factor, a metric, or "state", "run", "repetition", "attempt", "block", "duration",
                      ///< "error", "campaign", "cell", "id", "excluded", "warmup"; empty for Contains and Lacks
    std::string text;
    std::optional<double> number; ///< in seconds, bit/s, bytes, shares or as it stands

    bool operator==(const RunCondition&) const = default;
};

/// All words of a typed filter, separated by spaces; "double quotes" keep spaces together. Runs must meet all of them.
/// InvalidInput for a comparison without a name or without a number.
[[nodiscard]] Result<std::vector<RunCondition>> parseConditions(std::string_view text);

} // namespace millrace::store
