// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/model_graph.h"
#include "core/predict/onnx_shapes.h"
#include "tests/core/predict/made_onnx.h"
#include "tests/need.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;
using namespace millrace::predict::test;

namespace {

using tests::need;

SafeTensors smallGraph()
{
    return {{{"format", "millrace graph 1"},
             {"name", "small"},
             {"ops", "Conv,Relu"},
             {"parameters", "216"},
             {"tensors", "1"}},
            {{"x", {{3, 3}, Tensor::Floats{2048, 55296, 216, 2048, 0, 0, 2048, 0, 0}}},
             {"edges", {{2, 2}, Tensor::Integers{1, 2, 0, 1}}},
             {"op", {{3}, Tensor::Integers{0, 1, 1}}}}};
}

/// Shape that an operation makes of shapes; empty: unknown.
OnnxShape shapeOf(const std::string& op, const std::vector<OnnxShape>& shapes,
                  const std::map<std::string, OnnxAttribute, std::less<>>& attributes = {})
{
    std::vector<OnnxInput> inputs;
    for (const OnnxShape& shape : shapes)
        inputs.push_back({&shape, nullptr});
    return outputShape({op, "", {}, {}, attributes}, inputs).value_or(OnnxShape());
}

} // namespace

class TestModelGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Counted by hand; the batch has a name in the file, or is 4.
    void smallOnnx()
    {
        const ModelGraph graph = need(parseOnnx(smallNetwork().bytes()));
        QCOMPARE(graph.nodes.size(), std::size_t(8));
        QCOMPARE(graph.parameters, 216.0 + 8 + 16 + 288 + 90);
        QCOMPARE(graph.tensors, 7.0);
        QCOMPARE(graph.forwardFlops(), 2 * (8.0 * 16 * 16 * 27 + 8 * 16 * 16 * 36 + 80));
        QCOMPARE(graph.nodes[0], (GraphNode{"Conv", 2048, 55296, 224}));
        QCOMPARE(graph.nodes[1], (GraphNode{"BatchNormalization", 2048, 0, 16}));
        QCOMPARE(graph.nodes[7], (GraphNode{"Gemm", 10, 80, 90}));
        const decltype(graph.edges) edges = {{0, 1}, {1, 2}, {2, 3}, {2, 4}, {3, 4}, {4, 5}, {5, 6}, {6, 7}};
        QVERIFY(graph.edges == edges);
        QVERIFY(need(parseOnnx(smallNetwork(4).bytes())) == graph);
        const PooledFeatures pooled = pooledFeatures(graph);
        QVERIFY(std::abs(pooled[0] - std::log1p(5 * 2048 + 8 + 8 + 10)) < 1e-12);
        QCOMPARE(pooled[24], 8.0);
        QCOMPARE(pooled[25], 3.0); // the Relu before the shortcut
    }

    void shapes()
    {
        const auto numbers = [](std::vector<std::int64_t> list) { return OnnxAttribute{0, std::move(list), {}}; };
        const OnnxShape image = {1, 64, 112, 112};
        const auto pads = numbers({1, 1, 1, 1}), strides = numbers({2, 2}), kernel = numbers({3, 3});
        QCOMPARE(shapeOf("MaxPool", {image}, {{"kernel_shape", kernel}, {"strides", strides}, {"pads", pads}}),
                 (OnnxShape{1, 64, 56, 56}));
        QCOMPARE(shapeOf("AveragePool", {{1, 2, 6, 6}}, {{"kernel_shape", kernel}, {"strides", strides}}),
                 (OnnxShape{1, 2, 2, 2}));
        QCOMPARE(shapeOf("AveragePool", {{1, 2, 6, 6}},
                         {{"kernel_shape", kernel}, {"strides", strides}, {"ceil_mode", {1, {}, {}}}}),
                 (OnnxShape{1, 2, 3, 3}));
        QCOMPARE(shapeOf("Conv", {image, {128, 64, 3, 3}}, {{"auto_pad", {0, {}, "SAME_UPPER"}}, {"strides", strides}}),
                 (OnnxShape{1, 128, 56, 56}));
        QCOMPARE(shapeOf("Conv", {image, {128, 64, 3, 3}}, {{"dilations", strides}}), (OnnxShape{1, 128, 108, 108}));
        QCOMPARE(shapeOf("Concat", {image, image}, {{"axis", {-3, {}, {}}}}), (OnnxShape{1, 128, 112, 112}));
        QCOMPARE(shapeOf("Flatten", {image}), (OnnxShape{1, 64 * 112 * 112}));
        QCOMPARE(shapeOf("MatMul", {{8, 12, 5, 64}, {64, 7}}), (OnnxShape{8, 12, 5, 7}));
        QCOMPARE(shapeOf("Add", {{5, 1, 4}, {3, 1}}), (OnnxShape{5, 3, 4}));
        QCOMPARE(shapeOf("Transpose", {{2, 3, 4}}), (OnnxShape{4, 3, 2}));
        QCOMPARE(shapeOf("Pad", {{2, 3}}, {{"pads", numbers({0, 1, 0, -2})}}), (OnnxShape{2, 2}));
        QCOMPARE(shapeOf("ReduceMean", {image}, {{"axes", numbers({2, 3})}, {"keepdims", {0, {}, {}}}}),
                 (OnnxShape{1, 64}));
        for (const auto& unknown :
             {shapeOf("Add", {{2}, {3}}), shapeOf("MatMul", {{2, 3}, {4, 5}}), shapeOf("Concat", {}),
              shapeOf("Loop", {image}), shapeOf("Conv", {image, {1, 64, 300, 300}}), shapeOf("MaxPool", {image}),
              shapeOf("Transpose", {{2, 3}}, {{"perm", numbers({0, 5})}})})
            QVERIFY(unknown.empty());
    }

    void shapesOfTheFile()
    {
        MadeOnnx made = smallNetwork();
        made.node("Special", {"out"}, {"odd"});
        const auto unknownShape = parseOnnx(made.bytes());
        QCOMPARE(unknownShape.error().code, ErrorCode::Unsupported);
        QCOMPARE(unknownShape.error().what,
                 std::string("the shape of what Special \"the Special\" makes is not known; add the shapes to the file "
                             "with onnx.shape_inference, or use export_graph.py"));
        made.value(13, "odd", {1, 5});
        QCOMPARE(need(parseOnnx(made.bytes())).nodes.back(), (GraphNode{"Special", 5, 0, 0}));
        MadeOnnx constants; // as older exporters write them
        constants.value(11, "image", {1, 4, 6}).integers("shape", {1, 24}).node("Reshape", {"image", "shape"}, {"out"});
        QCOMPARE(need(parseOnnx(constants.bytes())).nodes.front().elements, 24.0);
    }

    void notOnnxAtAll()
    {
        for (const std::string& bytes :
             {std::string(), std::string("no model"), std::string(100, '\xff'), MadeOnnx().bytes()}) {
            const auto graph = parseOnnx(bytes);
            QCOMPARE(graph.error().code, ErrorCode::Corrupt);
            QVERIFY(graph.error().what.starts_with("not an ONNX model: "));
        }
        MadeOnnx huge;
        huge.value(11, "image", {1, std::int64_t(1) << 40, std::int64_t(1) << 40}).node("Relu", {"image"}, {"out"});
        QVERIFY(parseOnnx(huge.bytes()).error().what.find("larger than those of any model") != std::string::npos);
        huge.value(13, "far", {1, std::int64_t(1) << 41});
        QVERIFY(parseOnnx(huge.bytes()).error().what.find("above 2^40") != std::string::npos);
    }

    void truncatedAndFlipped()
    {
        const std::string whole = smallNetwork().bytes();
        for (std::size_t length = 0; length < whole.size(); ++length)
            QVERIFY(!parseOnnx(std::string_view(whole).substr(0, length)));
        for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
            std::string flipped = whole;
            flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
            if (const auto graph = parseOnnx(flipped))
                QVERIFY(!graph->nodes.empty() && std::isfinite(pooledFeatures(*graph)[0]));
        }
    }

    void exportedGraph()
    {
        const ModelGraph graph = need(graphOf(smallGraph()));
        QCOMPARE(graph.name, std::string("small"));
        QCOMPARE(graph.parameters, 216.0);
        QCOMPARE(graph.forwardFlops(), 2 * 55296.0);
        QCOMPARE(graph.nodes[2], (GraphNode{"Relu", 2048, 0, 0}));
        const decltype(graph.edges) edges = {{0, 1}, {1, 2}};
        QVERIFY(graph.edges == edges);
        const auto refused = [](const std::function<void(SafeTensors&)>& change, const char* what) {
            SafeTensors content = smallGraph();
            change(content);
            const auto read = graphOf(content);
            QVERIFY(!read);
            QVERIFY2(read.error().what.find(what) != std::string::npos, read.error().what.c_str());
        };
        refused([](SafeTensors& c) { c.metadata["format"] = "millrace graphs 1"; }, "write it with export_graph.py");
        refused([](SafeTensors& c) { c.metadata["parameters"] = "-1"; }, "expected a number as \"parameters\"");
        refused([](SafeTensors& c) { c.metadata["ops"] = "Conv"; }, "node 1 has an unknown op");
        refused([](SafeTensors& c) { c.tensors[0].tensor.shape = {9, 1}; }, "expected the shape [N, 3] of x");
        refused([](SafeTensors& c) { c.tensors[1].tensor.shape = {4, 1}; }, "expected the shape [E, 2] of edges");
        refused([](SafeTensors& c) { std::get<Tensor::Integers>(c.tensors[1].tensor.values)[0] = 3; },
                "edge 0 joins 3 and 2");
        refused([](SafeTensors& c) { c.tensors.pop_back(); }, "expected the shape [N] of op");
    }

    void filesAndSettings()
    {
        const auto folder = need(TemporaryFolder::make("graphs"));
        const auto write = [&](const char* name, const std::string& bytes) {
            const auto file = folder.path() / name;
            static_cast<void>(writeFileAtomically(file, bytes).has_value());
            return file;
        };
        const ModelGraph onnx = need(readModelGraph(write("net.onnx", smallNetwork().bytes())));
        QCOMPARE(onnx.name, std::string("net"));
        QCOMPARE(need(readModelGraph(write("a.safetensors", formatSafeTensors(smallGraph())))).name,
                 std::string("small"));
        QVERIFY(readModelGraph(write("net.pt", "PK\x03\x04...")).error().text().find("export_graph.py --torchscript")
                != std::string::npos);
        QVERIFY(readModelGraph(write("net.txt", "text")).error().text().find("net.txt: not an ONNX model")
                != std::string::npos);
        Setting setting;
        setting.parameters = 7;
        addGraph(onnx, setting);
        QCOMPARE(setting.parameters, 7.0);
        QCOMPARE(setting.tensors, 7.0);
        QCOMPARE(setting.forwardFlops, onnx.forwardFlops());
        QCOMPARE(setting.graph.size(), pooledFeatureCount);
    }
};

QTEST_APPLESS_MAIN(TestModelGraph)
#include "tst_model_graph.moc"
