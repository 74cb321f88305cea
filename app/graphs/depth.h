// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace millrace::graphs {

/// Number of message-passing steps as a function of the number of nodes N, by the names of Driple (Yang et al., POMACS
/// 6(2) 29, 2022): "N", "Nover2", "Nover3", "4log2N", "3log2N", "2log2N", "log2N", "3sqrtN", "log10N", "log30N"
/// (published as the logarithm of 35 to the base N, which is 0), or a fixed number from 0 to 1000.
struct Depth
{
    std::string rule = "Nover2";
    bool operator==(const Depth&) const = default;
};

/// Returns the depth of a text, or InvalidInput for a name that is not in the list of Depth.
[[nodiscard]] Result<Depth> parseDepth(std::string_view text);

/// Returns the number of layers that run on graphs of `nodes` nodes: the value of the rule, at least 1. The rule must
/// be one that parseDepth accepts.
[[nodiscard]] int layersFor(const Depth& depth, int nodes);

} // namespace millrace::graphs
