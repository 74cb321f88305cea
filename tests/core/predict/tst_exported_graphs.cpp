// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/launch/model_size.h"
#include "core/predict/model_graph.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;

namespace {

/// Debian's packages are for this one; another python3 may come first on PATH.
const QString python = "/usr/bin/python3";

constexpr const char* script = R"(
import sys, torch, torchvision
folder = sys.argv[1]
image = torch.zeros(2, 3, 224, 224)
model = torchvision.models.resnet18()
options = {"training": torch.onnx.TrainingMode.TRAINING, "do_constant_folding": False}
torch.onnx.export(model, image, folder + "/resnet18.onnx", **options)
torch.onnx.export(torchvision.models.densenet121(), image, folder + "/densenet121.onnx", **options)
torch.jit.script(model.eval()).save(folder + "/resnet18.pt")
torch.onnx.export(model, image[:1], folder + "/folded.onnx")
with open(folder + "/own.py", "w") as file:
    file.write("import torch\ndef net():\n    return torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.Flatten())\n")
)";

} // namespace

/// Graphs that PyTorch and export_graph.py write, compared with the table of the scripts' models and published numbers.
class TestExportedGraphs : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;

    [[nodiscard]] QString path(const char* name) const
    {
        return QString::fromStdString((m_folder->path() / name).string());
    }
    /// Standard error of the script, empty after success.
    static QString exportGraph(const QStringList& arguments)
    {
        QProcess process;
        process.start(
            python,
            QStringList{"-W", "ignore", qEnvironmentVariable("MR_SOURCE") + "/resources/workloads/export_graph.py"}
                + arguments);
        if (!process.waitForFinished(120'000))
            return "timeout";
        return process.exitCode() == 0 ? QString() : QString::fromUtf8(process.readAllStandardError());
    }
    [[nodiscard]] ModelGraph graphIn(const char* name) const
    {
        auto graph = readModelGraph(path(name).toStdString());
        if (!graph)
            qFatal("%s", graph.error().text().c_str());
        return *std::move(graph);
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto made = TemporaryFolder::make("graphs");
        QVERIFY(made.has_value());
        m_folder.emplace(*std::move(made));
        QProcess process;
        process.start(python, {"-c", "import torch, torchvision"});
        if (!process.waitForFinished(120'000) || process.exitCode() != 0)
            QSKIP("needs python3-torch and python3-torchvision");
        process.start(python, {"-W", "ignore", "-c", script, path("")});
        QVERIFY(process.waitForFinished(300'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }

    void modelsOfTheScripts_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"resnet18", "mobilenetv2", "resnet20", "cnn", "mlp", "slp"})
            QTest::newRow(model) << model;
    }
    void modelsOfTheScripts()
    {
        QFETCH(const QString, model);
        const std::string name = model.toStdString();
        QCOMPARE(exportGraph({"--model", model, "--output", path("graph.safetensors")}), QString());
        const ModelGraph graph = graphIn("graph.safetensors");
        const launch::ModelSize& size = *launch::findModelSize(name);
        QCOMPARE(graph.name, name);
        QCOMPARE(graph.parameters, static_cast<double>(size.torchParameters));
        QCOMPARE(graph.tensors, static_cast<double>(size.torchTensors));
        QCOMPARE(graph.forwardFlops(), 2 * launch::multiplyAdds(size, size.pixels, 1000));
        double ofNodes = 0;
        for (const GraphNode& node : graph.nodes)
            ofNodes += node.parameters;
        QCOMPARE(ofNodes, graph.parameters);
    }

    /// 11 689 512 parameters in 62 tensors and 1.814e9 multiply-adds; 20 convolutions and normalisations, 17 ReLU,
    /// eight shortcuts, two poolings, flattening and the matrix.
    void resnet18InThreeWays()
    {
        const ModelGraph onnx = graphIn("resnet18.onnx");
        QCOMPARE(onnx.parameters, 11689512.0);
        QCOMPARE(onnx.tensors, 62.0);
        QCOMPARE(onnx.forwardFlops(), 2 * 1814073344.0);
        QCOMPARE(onnx.nodes.size(), std::size_t(69));
        QCOMPARE(onnx.edges.size(), std::size_t(76)); // one more for each shortcut
        QCOMPARE(exportGraph({"--model", "resnet18", "--output", path("fx.safetensors")}), QString());
        QCOMPARE(exportGraph({"--torchscript", path("resnet18.pt"), "--output", path("script.onnx")}), QString());
        for (const char* file : {"fx.safetensors", "script.onnx"}) {
            const ModelGraph graph = graphIn(file);
            QCOMPARE(graph.parameters, onnx.parameters);
            QCOMPARE(graph.tensors, onnx.tensors);
            const PooledFeatures one = pooledFeatures(graph), other = pooledFeatures(onnx);
            for (std::size_t i = 0; i < one.size(); ++i)
                QVERIFY2(std::abs(one[i] - other[i]) < 1e-9, pooledFeatureNames()[i].c_str());
        }
        // Folded for inference: no normalisations, 4 800 of their parameters less and 4 800 biases more.
        QCOMPARE(graphIn("folded.onnx").tensors, 42.0);
        QCOMPARE(graphIn("folded.onnx").forwardFlops(), onnx.forwardFlops());
    }

    /// 7 978 856 parameters and 2.83e9 multiply-adds, as torchvision publishes them.
    void densenet()
    {
        const ModelGraph graph = graphIn("densenet121.onnx");
        QCOMPARE(graph.parameters, 7978856.0);
        QVERIFY(std::abs(graph.forwardFlops() / 2 - 2.834e9) < 0.002e9);
    }

    void ownModelsAndMistakes()
    {
        QCOMPARE(exportGraph({"--function", path("own.py") + ":net", "--channels", "1", "--image-size", "10",
                              "--output", path("own.safetensors")}),
                 QString());
        const ModelGraph own = graphIn("own.safetensors");
        QCOMPARE(own.name, std::string("net"));
        QCOMPARE(own.nodes, (std::vector<GraphNode>{{"Conv", 256, 2304, 40}, {"Flatten", 256, 0, 0}}));
        QVERIFY(
            exportGraph({"--function", path("own.py") + ":none", "--output", path("x")}).contains("makes no model"));
        QVERIFY(exportGraph({"--function", "own", "--output", path("x")}).contains("expected FILE.py:FUNCTION"));
        QVERIFY(exportGraph({"--model", "none", "--output", path("x")}).contains("unknown model \"none\""));
        QVERIFY(
            exportGraph({"--torchscript", path("own.py"), "--output", path("x")}).contains("no TorchScript archive"));
    }
};

QTEST_GUILESS_MAIN(TestExportedGraphs)
#include "tst_exported_graphs.moc"
