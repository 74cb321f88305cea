// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace millrace::predict {

/// Values by row (the last index changes fastest), without gaps.
struct Tensor
{
    using Floats = std::vector<float>;
    using Integers = std::vector<std::uint32_t>;

    std::vector<std::size_t> shape; ///< empty: one value
    std::variant<Floats, Integers> values;

    [[nodiscard]] const Floats* floats() const noexcept { return std::get_if<Floats>(&values); }
    [[nodiscard]] const Integers* integers() const noexcept { return std::get_if<Integers>(&values); }
    bool operator==(const Tensor&) const = default;
};

struct NamedTensor
{
    std::string name;
    Tensor tensor;

    bool operator==(const NamedTensor&) const = default;
};

/// Tensors in the order of their file: the weights of a network, or a data set for exchange.
using NamedTensors = std::vector<NamedTensor>;

/// Returns the tensor of this name, or nullptr.
[[nodiscard]] inline const Tensor* findTensor(const NamedTensors& tensors, std::string_view name) noexcept
{
    for (const NamedTensor& each : tensors)
        if (each.name == name)
            return &each.tensor;
    return nullptr;
}

} // namespace millrace::predict
