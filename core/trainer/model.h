// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::trainer {

/// Demand of one training step of a network on network and device: its gradient tensors, in the order in which they are
/// all-reduced, and its FLOPs.
struct Model
{
    std::string name;
    std::vector<std::string> aliases;
    std::vector<std::size_t> tensors; ///< float32 elements of each gradient
    double forwardFlops = 0; ///< floating-point operations per sample, a multiply-add counted as two; 0: not known
    std::string source; ///< source of the list
    std::string flopsSource; ///< source of forwardFlops

    [[nodiscard]] std::size_t elements() const noexcept;
    [[nodiscard]] std::size_t bytes() const noexcept { return elements() * sizeof(float); }
};

/// Every known model, in the order of display. The lists of KungFu's benchmarks keep their order, so that traffic is
/// the same; the others run from the last layer to the first.
[[nodiscard]] const std::vector<std::string>& modelNames();
/// Looks up a name or alias; InvalidInput names the nearest one. "vgg16/50" has every tensor 50 times smaller (at least
/// one element) and the same FLOPs, so that a network of 1/50 of the rate gives the same times.
[[nodiscard]] Result<Model> findModel(std::string_view name);
/// Error of a model whose gradients do not fit into memory.
[[nodiscard]] Error notEnoughMemory(const Model& model);

} // namespace millrace::trainer
