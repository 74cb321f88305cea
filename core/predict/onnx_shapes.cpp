// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/onnx_shapes.h"

#include <algorithm>
#include <array>

namespace millrace::predict {

namespace {

constexpr std::size_t mostOnnxDimensions = 64;

constexpr std::array<std::string_view, 30> keepsShape = {"Relu",
                                                         "LeakyRelu",
                                                         "PRelu",
                                                         "Elu",
                                                         "Selu",
                                                         "Celu",
                                                         "Gelu",
                                                         "Clip",
                                                         "Sigmoid",
                                                         "HardSigmoid",
                                                         "HardSwish",
                                                         "Mish",
                                                         "Tanh",
                                                         "Softplus",
                                                         "Softmax",
                                                         "LogSoftmax",
                                                         "Erf",
                                                         "Exp",
                                                         "Log",
                                                         "Sqrt",
                                                         "Neg",
                                                         "Abs",
                                                         "Cast",
                                                         "Dropout",
                                                         "BatchNormalization",
                                                         "InstanceNormalization",
                                                         "LayerNormalization",
                                                         "LRN",
                                                         "LpNormalization",
                                                         "Reciprocal"};
constexpr std::array<std::string_view, 7> broadcasts = {"Add", "Sub", "Mul", "Div", "Pow", "Max", "Min"};

using Inputs = std::vector<OnnxInput>;
using Found = std::optional<OnnxShape>;

const OnnxShape* shapeAt(const Inputs& inputs, std::size_t index)
{
    return index < inputs.size() ? inputs[index].shape : nullptr;
}

/// Position of an axis, which may be counted from the end; none outside.
std::optional<std::size_t> axisOf(std::int64_t axis, std::size_t dimensions)
{
    const auto count = static_cast<std::int64_t>(dimensions);
    if (axis < -count || axis >= count)
        return std::nullopt;
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

/// NumPy's rule, which ONNX has, too.
Found broadcast(const Inputs& inputs)
{
    OnnxShape all;
    for (const OnnxInput& input : inputs) {
        if (input.shape == nullptr)
            return std::nullopt;
        const OnnxShape& one = *input.shape;
        if (one.size() > all.size())
            all.insert(all.begin(), one.size() - all.size(), 1);
        for (std::size_t i = 0; i < one.size(); ++i) {
            std::int64_t& side = all[all.size() - one.size() + i];
            if (side == 1)
                side = one[i];
            else if (one[i] != 1 && one[i] != side)
                return std::nullopt;
        }
    }
    return all;
}

/// Sides after a window of a convolution or pooling has moved over them.
std::optional<OnnxShape> windowed(const OnnxNode& node, const OnnxShape& input, const OnnxShape& kernel)
{
    const std::size_t sides = input.size() - 2;
    const auto strides = node.numbers("strides"), pads = node.numbers("pads"), dilations = node.numbers("dilations");
    const auto automatic = node.attributes.find("auto_pad");
    const std::string padding = automatic == node.attributes.end() ? "NOTSET" : automatic->second.text;
    const auto fits = [sides](const std::vector<std::int64_t>& list, std::size_t length) {
        return (list.empty() || list.size() == length * sides)
            && std::ranges::all_of(list, [](std::int64_t each) { return each >= 0 && each < largestOnnxSide; });
    };
    if (kernel.size() != sides || !fits(kernel, 1) || !fits(strides, 1) || !fits(dilations, 1) || !fits(pads, 2))
        return std::nullopt;
    OnnxShape output;
    for (std::size_t i = 0; i < sides; ++i) {
        const std::int64_t side = input[i + 2];
        const std::int64_t stride = strides.empty() ? 1 : strides[i];
        const std::int64_t dilation = dilations.empty() ? 1 : dilations[i];
        if (stride < 1 || kernel[i] > largestOnnxSide / std::max<std::int64_t>(1, dilation))
            return std::nullopt;
        if (padding == "SAME_UPPER" || padding == "SAME_LOWER") {
            output.push_back((side + stride - 1) / stride);
            continue;
        }
        const std::int64_t padded = side + (pads.empty() || padding == "VALID" ? 0 : pads[i] + pads[i + sides])
            - dilation * (kernel[i] - 1) - 1;
        const std::int64_t more = node.number("ceil_mode", 0) != 0 ? stride - 1 : 0;
        if (padded < 0 || padded >= largestOnnxSide)
            return std::nullopt;
        output.push_back((padded + more) / stride + 1);
    }
    return output;
}

Found convolution(const OnnxNode& node, const Inputs& inputs)
{
    const OnnxShape* input = shapeAt(inputs, 0);
    const OnnxShape* weights = shapeAt(inputs, 1);
    if (input == nullptr || weights == nullptr || input->size() < 3 || weights->size() != input->size())
        return std::nullopt;
    const auto sides = windowed(node, *input, OnnxShape(weights->begin() + 2, weights->end()));
    if (!sides)
        return std::nullopt;
    OnnxShape output = {input->front(), weights->front()};
    output.insert(output.end(), sides->begin(), sides->end());
    return output;
}

Found pooling(const OnnxNode& node, const Inputs& inputs)
{
    const OnnxShape* input = shapeAt(inputs, 0);
    if (input == nullptr || input->size() < 3)
        return std::nullopt;
    OnnxShape output = {input->at(0), input->at(1)};
    if (node.op.starts_with("Global")) {
        output.resize(input->size(), 1);
        return output;
    }
    const auto sides = windowed(node, *input, node.numbers("kernel_shape"));
    if (!sides)
        return std::nullopt;
    output.insert(output.end(), sides->begin(), sides->end());
    return output;
}

Found matrixProduct(const OnnxNode& node, const Inputs& inputs)
{
    const OnnxShape* a = shapeAt(inputs, 0);
    const OnnxShape* b = shapeAt(inputs, 1);
    if (a == nullptr || b == nullptr || a->size() < 2 || b->size() < 2)
        return std::nullopt;
    if (node.op == "Gemm") {
        if (a->size() != 2 || b->size() != 2)
            return std::nullopt;
        return OnnxShape{(*a)[node.number("transA", 0) != 0 ? 1 : 0], (*b)[node.number("transB", 0) != 0 ? 0 : 1]};
    }
    if (a->back() != (*b)[b->size() - 2])
        return std::nullopt;
    const OnnxShape left(a->begin(), a->end() - 2), right(b->begin(), b->end() - 2);
    Found output = broadcast({{&left, nullptr}, {&right, nullptr}});
    if (output)
        output->insert(output->end(), {(*a)[a->size() - 2], b->back()});
    return output;
}

Found concatenation(const OnnxNode& node, const Inputs& inputs)
{
    OnnxShape output;
    for (const OnnxInput& input : inputs) {
        if (input.shape == nullptr)
            return std::nullopt;
        const auto axis = axisOf(node.number("axis", 0), input.shape->size());
        if (!axis || (!output.empty() && output.size() != input.shape->size()))
            return std::nullopt;
        if (output.empty())
            output = *input.shape;
        else
            output[*axis] += (*input.shape)[*axis];
        if (output[*axis] > largestOnnxSide)
            return std::nullopt;
    }
    return output.empty() ? Found() : output;
}

Found flattened(const OnnxNode& node, const OnnxShape& input)
{
    const std::int64_t given = node.number("axis", 1);
    const auto count = static_cast<std::int64_t>(input.size());
    const std::int64_t axis = given < 0 ? given + count : given;
    if (axis < 0 || axis > count)
        return std::nullopt;
    const auto middle = input.begin() + axis;
    const double outer = elementsOf({input.begin(), middle}), inner = elementsOf({middle, input.end()});
    if (outer > largestOnnxSide || inner > largestOnnxSide)
        return std::nullopt;
    return OnnxShape{static_cast<std::int64_t>(outer), static_cast<std::int64_t>(inner)};
}

Found reshaped(const OnnxShape& input, const std::vector<std::int64_t>& wanted)
{
    OnnxShape output = wanted;
    double known = 1;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < output.size(); ++i) {
        if (output[i] == 0 && i < input.size())
            output[i] = input[i];
        if (output[i] == -1 && !open)
            open = i;
        else if (output[i] < 0 || output[i] > largestOnnxSide)
            return std::nullopt;
        else
            known *= static_cast<double>(output[i]);
    }
    const double all = elementsOf(input);
    if (open) {
        if (!(known > 0) || all / known > largestOnnxSide)
            return std::nullopt;
        output[*open] = static_cast<std::int64_t>(all / known);
    }
    return elementsOf(output) == all ? Found(output) : std::nullopt;
}

Found transposed(const OnnxNode& node, const OnnxShape& input)
{
    auto order = node.numbers("perm");
    if (order.empty())
        for (std::size_t i = input.size(); i-- > 0;)
            order.push_back(static_cast<std::int64_t>(i));
    if (order.size() != input.size())
        return std::nullopt;
    OnnxShape output;
    for (const std::int64_t each : order) {
        const auto axis = axisOf(each, input.size());
        if (!axis)
            return std::nullopt;
        output.push_back(input[*axis]);
    }
    return output;
}

Found padded(const OnnxNode& node, const Inputs& inputs)
{
    auto pads = node.numbers("pads");
    if (pads.empty() && inputs.size() > 1 && inputs[1].values != nullptr)
        pads = *inputs[1].values;
    OnnxShape output = *inputs.front().shape;
    const std::size_t count = output.size();
    if (pads.size() != 2 * count)
        return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        // A negative number cuts off.
        if (std::min(pads[i], pads[i + count]) < -largestOnnxSide
            || std::max(pads[i], pads[i + count]) > largestOnnxSide)
            return std::nullopt;
        output[i] += pads[i] + pads[i + count];
        if (output[i] < 0 || output[i] > largestOnnxSide)
            return std::nullopt;
    }
    return output;
}

Found reduced(const OnnxNode& node, const Inputs& inputs)
{
    const OnnxShape& input = *inputs.front().shape;
    auto axes = node.numbers("axes");
    if (axes.empty() && inputs.size() > 1 && inputs[1].values != nullptr)
        axes = *inputs[1].values;
    else if (axes.empty() && inputs.size() > 1)
        return std::nullopt;
    std::vector<bool> isReduced(input.size(), axes.empty());
    for (const std::int64_t each : axes) {
        const auto axis = axisOf(each, input.size());
        if (!axis)
            return std::nullopt;
        isReduced[*axis] = true;
    }
    OnnxShape output;
    for (std::size_t i = 0; i < input.size(); ++i)
        if (!isReduced[i] || node.number("keepdims", 1) != 0)
            output.push_back(isReduced[i] ? 1 : input[i]);
    return output;
}

} // namespace

std::int64_t OnnxNode::number(std::string_view attribute, std::int64_t otherwise) const
{
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? otherwise : found->second.number;
}

std::vector<std::int64_t> OnnxNode::numbers(std::string_view attribute) const
{
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::vector<std::int64_t>() : found->second.numbers;
}

double elementsOf(const OnnxShape& shape) noexcept
{
    double elements = 1;
    for (const std::int64_t side : shape)
        elements *= static_cast<double>(side);
    return elements;
}

std::optional<OnnxShape> outputShape(const OnnxNode& node, const std::vector<OnnxInput>& inputs)
{
    const OnnxShape* first = shapeAt(inputs, 0);
    if (first == nullptr || first->size() > mostOnnxDimensions)
        return std::nullopt;
    if (std::ranges::find(keepsShape, node.op) != keepsShape.end())
        return *first;
    if (std::ranges::find(broadcasts, node.op) != broadcasts.end())
        return broadcast(inputs);
    if (node.op == "Conv")
        return convolution(node, inputs);
    if (node.op == "MaxPool" || node.op == "AveragePool" || node.op.starts_with("GlobalAverage")
        || node.op.starts_with("GlobalMax"))
        return pooling(node, inputs);
    if (node.op == "Gemm" || node.op == "MatMul")
        return matrixProduct(node, inputs);
    if (node.op == "Concat")
        return concatenation(node, inputs);
    if (node.op == "Flatten")
        return flattened(node, *first);
    if (node.op == "Transpose")
        return transposed(node, *first);
    if (node.op == "Reshape" && inputs.size() == 2 && inputs[1].values != nullptr)
        return reshaped(*first, *inputs[1].values);
    if (node.op == "Pad")
        return padded(node, inputs);
    if (node.op.starts_with("Reduce"))
        return reduced(node, inputs);
    return std::nullopt;
}

} // namespace millrace::predict
