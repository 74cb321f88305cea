// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace millrace::plan {

/// What a model of the built-in worker asks of the wire and of the device.
struct ModelFacts
{
    std::size_t parameters = 0;
    std::size_t gradientBytes = 0; ///< S: of one worker, one step
    std::size_t tensors = 0;
    double forwardFlops = 0; ///< floating-point operations per sample; 0: not known
    std::string source; ///< where the list of tensors comes from

    bool operator==(const ModelFacts&) const = default;
};

/// By name or alias; InvalidInput names the nearest one.
[[nodiscard]] Result<ModelFacts> modelFacts(std::string_view name);
/// Seconds that a device computes in one step: 3 × forward FLOPs × batch ÷ device FLOP/s; 0 FLOP/s: the worker's
/// default. NaN for a model whose arithmetic is not known.
[[nodiscard]] double computeSeconds(const ModelFacts& model, int batch, double deviceFlops);

} // namespace millrace::plan
