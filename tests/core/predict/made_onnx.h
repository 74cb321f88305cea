// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace::predict::test {

/// An ONNX model made field by field, with weights that have shapes and no content.
class MadeOnnx
{
public:
    using Numbers = std::vector<std::int64_t>;

    /// 11: input, 12: output, 13: inner value; a length of -1 has a name instead.
    MadeOnnx& value(std::uint32_t field, const std::string& name, const Numbers& shape)
    {
        std::string dimensions, tensor, type, info;
        for (const std::int64_t length : shape) {
            std::string dimension;
            protozero::pbf_writer writer(dimension);
            if (length < 0)
                writer.add_string(2, "batch");
            else
                writer.add_int64(1, length);
            protozero::pbf_writer(dimensions).add_message(1, dimension);
        }
        protozero::pbf_writer tensorWriter(tensor);
        tensorWriter.add_int32(1, 1);
        tensorWriter.add_message(2, dimensions);
        protozero::pbf_writer(type).add_message(1, tensor);
        protozero::pbf_writer writer(info);
        writer.add_string(1, name);
        writer.add_message(2, type);
        return part(field, info);
    }
    /// float32 without content; with `integers`, int64 of these.
    MadeOnnx& constant(const std::string& name, const Numbers& shape, const Numbers& integers = {})
    {
        return part(5, tensor(name, shape, integers));
    }
    MadeOnnx& node(const std::string& op, const std::vector<std::string>& inputs,
                   const std::vector<std::string>& outputs,
                   const std::vector<std::pair<std::string, Numbers>>& lists = {},
                   const std::vector<std::pair<std::string, std::int64_t>>& numbers = {})
    {
        std::string node;
        protozero::pbf_writer writer(node);
        for (const std::string& each : inputs)
            writer.add_string(1, each);
        for (const std::string& each : outputs)
            writer.add_string(2, each);
        writer.add_string(3, "the " + op);
        writer.add_string(4, op);
        for (const auto& [name, list] : lists) {
            std::string attribute;
            protozero::pbf_writer inner(attribute);
            inner.add_string(1, name);
            for (const std::int64_t each : list)
                inner.add_int64(8, each);
            writer.add_message(5, attribute);
        }
        for (const auto& [name, number] : numbers) {
            std::string attribute;
            protozero::pbf_writer inner(attribute);
            inner.add_string(1, name);
            inner.add_int64(3, number);
            writer.add_message(5, attribute);
        }
        return part(1, node);
    }
    /// A node "Constant" of whole numbers.
    MadeOnnx& integers(const std::string& name, const Numbers& values)
    {
        std::string node, attribute;
        protozero::pbf_writer inner(attribute);
        inner.add_string(1, "value");
        inner.add_message(5, tensor("", {static_cast<std::int64_t>(values.size())}, values));
        protozero::pbf_writer writer(node);
        writer.add_string(2, name);
        writer.add_string(4, "Constant");
        writer.add_message(5, attribute);
        return part(1, node);
    }
    [[nodiscard]] std::string bytes() const
    {
        std::string model;
        protozero::pbf_writer writer(model);
        writer.add_int64(1, 8);
        writer.add_string(2, "made");
        writer.add_message(7, m_graph);
        return model;
    }

private:
    static std::string tensor(const std::string& name, const Numbers& shape, const Numbers& integers)
    {
        std::string text;
        protozero::pbf_writer writer(text);
        writer.add_packed_int64(1, shape.begin(), shape.end());
        writer.add_int32(2, integers.empty() ? 1 : 7);
        if (!integers.empty())
            writer.add_packed_int64(7, integers.begin(), integers.end());
        writer.add_string(8, name);
        return text;
    }
    MadeOnnx& part(std::uint32_t field, const std::string& message)
    {
        protozero::pbf_writer(m_graph).add_message(field, message);
        return *this;
    }

    std::string m_graph;
};

/// Two convolutions with a normalisation and a shortcut, pooled and classified into ten.
inline MadeOnnx smallNetwork(std::int64_t batch = -1)
{
    MadeOnnx made;
    made.value(11, "image", {batch, 3, 32, 32}).constant("w1", {8, 3, 3, 3}).constant("b1", {8});
    made.constant("scale", {8}).constant("shift", {8}).constant("mean", {8}).constant("variance", {8});
    made.constant("w2", {8, 4, 3, 3}).constant("w3", {10, 8}).constant("b3", {10}).constant("shape", {2}, {0, -1});
    made.node("Conv", {"image", "w1", "b1"}, {"c1"}, {{"pads", {1, 1, 1, 1}}, {"strides", {2, 2}}});
    made.node("BatchNormalization", {"c1", "scale", "shift", "mean", "variance"}, {"n1", "ignored"});
    made.node("Relu", {"n1"}, {"r1"});
    made.node("Conv", {"r1", "w2"}, {"c2"}, {{"pads", {1, 1, 1, 1}}}, {{"group", 2}});
    made.node("Add", {"c2", "r1"}, {"a2"});
    made.node("GlobalAveragePool", {"a2"}, {"p2"});
    made.node("Reshape", {"p2", "shape"}, {"f2"});
    made.node("Identity", {"f2"}, {"f3"});
    made.node("Gemm", {"f3", "w3", "b3"}, {"out"}, {}, {{"transB", 1}});
    made.value(12, "out", {batch, 10});
    return made;
}

} // namespace millrace::predict::test
