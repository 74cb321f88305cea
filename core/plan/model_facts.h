// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace millrace::plan {

/// Demand of a model of the built-in worker on network and device.
struct ModelFacts
{
    std::size_t parameters = 0;
    std::size_t gradientBytes = 0; ///< S: of one worker, one step
    std::size_t tensors = 0;
    double forwardFlops = 0; ///< floating-point operations per sample; 0: not known
    std::string source; ///< source of the list of tensors

    bool operator==(const ModelFacts&) const = default;
};

/// Looks up a name or alias; InvalidInput names the nearest one.
[[nodiscard]] Result<ModelFacts> modelFacts(std::string_view name);
/// Returns the seconds of computation of one step: 3 × forward FLOPs × batch ÷ device FLOP/s; 0 FLOP/s: the worker's
/// default. NaN for a model of unknown FLOPs.
[[nodiscard]] double computeSeconds(const ModelFacts& model, int batch, double deviceFlops);

} // namespace millrace::plan
