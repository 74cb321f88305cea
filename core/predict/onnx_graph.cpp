// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/printable.h"
#include "core/base/protobuf_fields.h"
#include "core/predict/model_graph.h"
#include "core/predict/onnx_shapes.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <set>
#include <unordered_map>

namespace millrace::predict {

namespace {

using Reader = protozero::pbf_reader;

constexpr std::size_t mostNodes = 1'000'000;
constexpr double mostParameters = 1e14; // as in settings
constexpr double mostFlops = 1e18;
constexpr std::size_t mostIntegers = 4096; // of a constant; shapes and axes have fewer

Error notOnnx(std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("not an ONNX model: {}", what));
}

/// Numbers of onnx.proto. https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
enum DataType
{
    Float = 1,
    Int32 = 6,
    Int64 = 7,
    Float16 = 10,
    Double = 11,
    BFloat16 = 16,
};

/// Constant of the file, or value that a node makes.
struct OnnxValue
{
    std::optional<OnnxShape> shape;
    std::vector<std::int64_t> integers; ///< of a small constant of whole numbers
    bool isInteger = false;
    bool isWeight = false; ///< a constant of the file with floating-point numbers
    std::optional<std::uint32_t> producer;
};

struct OnnxFile
{
    std::vector<OnnxNode> nodes;
    std::unordered_map<std::string, OnnxValue> values;
    double batch = 1; ///< first dimension of the first input
};

constexpr auto messageType = protozero::pbf_wire_type::length_delimited;

/// A repeated number is packed or not.
void addNumbers(Reader& reader, std::vector<std::int64_t>& numbers)
{
    if (reader.wire_type() == protozero::pbf_wire_type::varint)
        numbers.push_back(reader.get_int64());
    else
        for (const std::int64_t each : reader.get_packed_int64())
            numbers.push_back(each);
}

OnnxValue readTensor(Reader reader, std::string& name)
{
    OnnxValue value;
    OnnxShape shape;
    int type = 0;
    std::string_view raw;
    while (reader.next())
        switch (reader.tag_and_type()) {
        case bytesField(1):
        case numberField(1): addNumbers(reader, shape); break;
        case numberField(2): type = reader.get_int32(); break;
        case bytesField(5):
        case numberField(5):
        case bytesField(7):
        case numberField(7): addNumbers(reader, value.integers); break;
        case bytesField(8): name = reader.get_string(); break;
        case bytesField(9): {
            const auto view = reader.get_view();
            raw = {view.data(), view.size()};
            break;
        }
        default: reader.skip();
        }
    value.isInteger = type == Int64 || type == Int32;
    value.isWeight = type == Float || type == Float16 || type == Double || type == BFloat16;
    const std::size_t width = type == Int64 ? 8 : 4;
    if (value.isInteger && value.integers.empty() && raw.size() <= width * mostIntegers)
        for (std::size_t at = 0; at + width <= raw.size(); at += width) {
            std::uint64_t number = 0;
            for (std::size_t i = width; i-- > 0;)
                number = number << 8 | static_cast<unsigned char>(raw[at + i]);
            value.integers.push_back(width == 8 ? static_cast<std::int64_t>(number)
                                                : static_cast<std::int32_t>(static_cast<std::uint32_t>(number)));
        }
    if (!value.isInteger || value.integers.size() > mostIntegers)
        value.integers.clear();
    value.shape = std::move(shape);
    return value;
}

OnnxNode readNode(Reader reader, std::optional<OnnxValue>& constant)
{
    OnnxNode node;
    while (reader.next())
        switch (reader.tag_and_type()) {
        case bytesField(1): node.inputs.push_back(reader.get_string()); break;
        case bytesField(2): node.outputs.push_back(reader.get_string()); break;
        case bytesField(3): node.name = reader.get_string(); break;
        case bytesField(4): node.op = reader.get_string(); break;
        case bytesField(5): {
            Reader inner = reader.get_message();
            std::string name;
            OnnxAttribute attribute;
            while (inner.next())
                switch (inner.tag_and_type()) {
                case bytesField(1): name = inner.get_string(); break;
                case numberField(3): attribute.number = inner.get_int64(); break;
                case bytesField(4): attribute.text = inner.get_string(); break;
                case bytesField(5): {
                    std::string ignored;
                    constant = readTensor(inner.get_message(), ignored);
                    break;
                }
                case bytesField(8):
                case numberField(8): addNumbers(inner, attribute.numbers); break;
                default: inner.skip();
                }
            node.attributes.insert_or_assign(std::move(name), std::move(attribute));
            break;
        }
        default: reader.skip();
        }
    return node;
}

/// A dimension without a number is 1: the batch, usually.
std::optional<OnnxShape> readShape(Reader type)
{
    std::optional<OnnxShape> shape;
    while (type.next(1, messageType)) { // tensor
        Reader tensor = type.get_message();
        while (tensor.next(2, messageType)) {
            shape.emplace();
            Reader dimensions = tensor.get_message();
            while (dimensions.next(1, messageType)) {
                std::int64_t length = 1;
                Reader dimension = dimensions.get_message();
                while (dimension.next(1, protozero::pbf_wire_type::varint))
                    length = dimension.get_int64();
                shape->push_back(length);
            }
        }
    }
    return shape;
}

void readValueInfo(Reader reader, std::string& name, std::optional<OnnxShape>& shape)
{
    while (reader.next())
        if (reader.tag_and_type() == bytesField(1))
            name = reader.get_string();
        else if (reader.tag_and_type() == bytesField(2))
            shape = readShape(reader.get_message());
        else
            reader.skip();
}

bool isPossible(const std::optional<OnnxShape>& shape)
{
    return !shape
        || std::ranges::all_of(*shape, [](std::int64_t side) { return side >= 0 && side <= largestOnnxSide; });
}

/// Reads a graph; the parts may be in any order.
Result<OnnxFile> readGraph(Reader reader)
{
    OnnxFile file;
    std::vector<std::pair<std::string, OnnxShape>> inputs, others;
    while (reader.next())
        switch (reader.tag_and_type()) {
        case bytesField(1): {
            std::optional<OnnxValue> constant;
            OnnxNode node = readNode(reader.get_message(), constant);
            if (node.op == "Constant" && constant && !node.outputs.empty()) {
                constant->isWeight = false;
                file.values.insert_or_assign(node.outputs.front(), *std::move(constant));
            } else {
                file.nodes.push_back(std::move(node));
            }
            if (file.nodes.size() > mostNodes)
                return fail(ErrorCode::Unsupported, fmt::format("more than {} nodes", mostNodes));
            break;
        }
        case bytesField(5): {
            std::string name;
            OnnxValue value = readTensor(reader.get_message(), name);
            file.values.insert_or_assign(std::move(name), std::move(value));
            break;
        }
        case bytesField(11):
        case bytesField(12):
        case bytesField(13): {
            auto& list = reader.tag() == 11 ? inputs : others;
            std::string name;
            std::optional<OnnxShape> shape;
            readValueInfo(reader.get_message(), name, shape);
            if (shape)
                list.emplace_back(std::move(name), *std::move(shape));
            break;
        }
        default: reader.skip();
        }
    for (const auto& [name, shape] : inputs)
        if (!file.values.contains(name)) {
            file.batch = shape.empty() ? 1 : static_cast<double>(std::max<std::int64_t>(1, shape.front()));
            break;
        }
    inputs.insert(inputs.end(), others.begin(), others.end());
    for (auto& [name, shape] : inputs)
        if (OnnxValue& value = file.values[name]; !value.shape)
            value.shape = std::move(shape);
    for (const auto& [name, value] : file.values)
        if (!isPossible(value.shape))
            return notOnnx(fmt::format("\"{}\" has a dimension that is negative or above 2^40", printable(name)));
    return file;
}

/// Makes nodes and edges of a file, in its order, which is one in which the nodes can be computed.
class GraphMaker
{
public:
    explicit GraphMaker(OnnxFile file) : m_file(std::move(file)) { }

    Result<ModelGraph> make()
    {
        for (const OnnxNode& node : m_file.nodes)
            if (node.op == "Identity" && node.inputs.size() == 1 && node.outputs.size() == 1)
                m_file.values.insert_or_assign(node.outputs.front(), OnnxValue(m_file.values[node.inputs.front()]));
            else
                MR_CHECK(add(node));
        if (m_graph.nodes.empty())
            return notOnnx("its graph has no operations");
        if (!(m_graph.parameters <= mostParameters && m_graph.forwardFlops() <= mostFlops)
            || !std::ranges::all_of(m_graph.nodes,
                                    [](const GraphNode& node) { return node.elements <= mostParameters; }))
            return notOnnx("its tensors are larger than those of any model");
        std::ranges::sort(m_graph.edges);
        m_graph.edges.erase(std::unique(m_graph.edges.begin(), m_graph.edges.end()), m_graph.edges.end());
        return std::move(m_graph);
    }

private:
    Result<void> add(const OnnxNode& node)
    {
        std::vector<OnnxInput> inputs;
        for (const std::string& name : node.inputs) {
            const OnnxValue& value = m_file.values[name];
            inputs.push_back({value.shape ? &*value.shape : nullptr, value.isInteger ? &value.integers : nullptr});
        }
        const std::string none;
        OnnxValue& output = m_file.values[node.outputs.empty() ? none : node.outputs.front()];
        if (!output.shape)
            output.shape = outputShape(node, inputs);
        if (!output.shape || !isPossible(output.shape))
            return fail(ErrorCode::Unsupported,
                        fmt::format("the shape of what {} \"{}\" makes is not known; add the shapes to the file with "
                                    "onnx.shape_inference, or use export_graph.py",
                                    printable(node.op), printable(node.name)));
        GraphNode made{node.op, elementsOf(*output.shape) / m_file.batch, multiplyAdds(node, inputs, *output.shape), 0};
        const auto number = static_cast<std::uint32_t>(m_graph.nodes.size());
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const OnnxValue& value = m_file.values[node.inputs[i]];
            if (value.producer)
                m_graph.edges.emplace_back(*value.producer, number);
            // The running mean and variance of a normalisation are not trained, and scalars are settings.
            const bool isRunning = node.op == "BatchNormalization" && i >= 3;
            if (!value.isWeight || isRunning || value.shape->empty())
                continue;
            made.parameters += elementsOf(*value.shape);
            if (m_counted.insert(node.inputs[i]).second) {
                m_graph.parameters += elementsOf(*value.shape);
                m_graph.tensors += 1;
            }
        }
        for (const std::string& name : node.outputs)
            m_file.values[name].producer = number;
        m_graph.nodes.push_back(std::move(made));
        return {};
    }

    [[nodiscard]] double multiplyAdds(const OnnxNode& node, const std::vector<OnnxInput>& inputs,
                                      const OnnxShape& output) const
    {
        const double elements = elementsOf(output) / m_file.batch;
        if (inputs.size() < 2 || inputs[0].shape == nullptr || inputs[1].shape == nullptr)
            return 0;
        const OnnxShape& weights = *inputs[1].shape;
        if (node.op == "Conv" && !weights.empty())
            return elements * elementsOf({weights.begin() + 1, weights.end()});
        const OnnxShape& a = *inputs[0].shape;
        if (node.op == "Gemm" && a.size() == 2)
            return elements * static_cast<double>(a[node.number("transA", 0) != 0 ? 0 : 1]);
        if (node.op == "MatMul" && !a.empty())
            return elements * static_cast<double>(a.back());
        return 0;
    }

    OnnxFile m_file;
    ModelGraph m_graph;
    std::set<std::string> m_counted;
};

} // namespace

Result<ModelGraph> parseOnnx(std::string_view bytes)
{
    try {
        Reader model(bytes.data(), bytes.size());
        std::optional<OnnxFile> file;
        while (model.next())
            if (model.tag_and_type() == bytesField(7)) {
                MR_TRY(graph, readGraph(model.get_message()));
                file = std::move(graph);
            } else {
                model.skip();
            }
        if (!file)
            return notOnnx("it has no graph");
        return GraphMaker(*std::move(file)).make();
    } catch (const protozero::exception& exception) {
        return notOnnx(exception.what());
    }
}

} // namespace millrace::predict
