// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::predict {

inline constexpr std::int64_t largestOnnxSide = std::int64_t(1) << 40;
/// Lengths of the dimensions of a tensor, each from 0 to the largest side.
using OnnxShape = std::vector<std::int64_t>;

struct OnnxAttribute
{
    std::int64_t number = 0;
    std::vector<std::int64_t> numbers;
    std::string text;
};

/// Node of an ONNX graph; an input without a name is an optional one that is absent.
struct OnnxNode
{
    std::string op;
    std::string name;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::map<std::string, OnnxAttribute, std::less<>> attributes;

    /// Value of an attribute, or `otherwise` where it is absent.
    [[nodiscard]] std::int64_t number(std::string_view attribute, std::int64_t otherwise) const;
    [[nodiscard]] std::vector<std::int64_t> numbers(std::string_view attribute) const;
};

/// Input of a node, as far as it is known.
struct OnnxInput
{
    const OnnxShape* shape = nullptr; ///< null: unknown
    const std::vector<std::int64_t>* values = nullptr; ///< of a constant of whole numbers; null: unknown
};

/// Shape of the first output, by the definition of the operation (onnx.ai, operators up to version 17); none for an
/// operation that is not one of the usual ones of image networks, and where inputs do not fit together.
[[nodiscard]] std::optional<OnnxShape> outputShape(const OnnxNode& node, const std::vector<OnnxInput>& inputs);
/// Elements of a tensor.
[[nodiscard]] double elementsOf(const OnnxShape& shape) noexcept;

} // namespace millrace::predict
