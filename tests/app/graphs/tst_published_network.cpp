// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Values of the published code, run with PyTorch 1.13.1 on the generated data sets with seed 42, on a processor with
// AVX2. Rounding depends on the instructions that libtorch and BLAS choose, and grows over the epochs; the variables
// that CMakeLists.txt sets choose those of that processor, with which losses agree in all digits.

#include "tests/app/graphs/published_values.h"

#include <QtTest/QtTest>
#include <numeric>

using namespace millrace;
using namespace millrace::graphs;
using predict::Part;

namespace {

double sum(const predict::Tensor& tensor)
{
    return std::accumulate(tensor.floats()->begin(), tensor.floats()->end(), 0.0);
}

} // namespace

class TestPublishedNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initialSums()
    {
        const std::vector<std::pair<std::string, double>> expected = {
            {"gru.gru.weight_ih_l0", -3.751111},
            {"gru.gru.weight_hh_l0", 0.154985},
            {"gru.gru.bias_ih_l0", -0.623072},
            {"gru.gru.bias_hh_l0", 2.800385},
            {"conv_layers.0.W", -0.382931},
            {"conv_layers.0.b", -0.429504},
            {"conv_layers.1.W", -0.781301},
            {"conv_layers.1.b", 0.571549},
            {"graph_read_out.set2set.lstm.weight_ih_l0", 14.584506},
            {"graph_read_out.set2set.lstm.weight_hh_l0", 11.343277},
            {"graph_read_out.set2set.lstm.bias_ih_l0", -0.988760},
            {"graph_read_out.set2set.lstm.bias_hh_l0", 2.281799},
            {"graph_read_out.mlp.fully_connected.0.linear.weight", -0.022575},
            {"graph_read_out.mlp.fully_connected.0.linear.bias", 0},
            {"graph_read_out.mlp.fully_connected.1.linear.weight", 0.041486},
            {"graph_read_out.mlp.fully_connected.1.linear.bias", 0},
            {"graph_read_out.mlp.fully_connected.2.linear.weight", 0.112584},
            {"graph_read_out.mlp.fully_connected.2.linear.bias", 0},
        };
        const auto weights = model(LayerKind::Gcn).weights();
        QCOMPARE(weights.size(), expected.size());
        for (const auto& [name, value] : expected) {
            const auto* const tensor = predict::findTensor(weights, name);
            QVERIFY2(tensor, name.c_str());
            // The published values have six decimals.
            MR_NEAR(sum(*tensor), value, 1e-5, 5e-7);
        }
    }

    void parameterCounts_data()
    {
        QTest::addColumn<LayerKind>("layer");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("withLastLayer");
        QTest::newRow("GCN") << LayerKind::Gcn << 92236 << 96396;
        QTest::newRow("GIN") << LayerKind::Gin << 100558 << 108879;
        QTest::newRow("GAT") << LayerKind::Gat << 92364 << 96588;
        QTest::newRow("MPNN") << LayerKind::Mpnn << 100896 << 109280;
    }

    void parameterCounts()
    {
        QFETCH(LayerKind, layer);
        QFETCH(int, count);
        QFETCH(int, withLastLayer);
        const auto countOf = [](const predict::NamedTensors& tensors) {
            return std::accumulate(tensors.begin(), tensors.end(), 0, [](int total, const auto& each) {
                return total + static_cast<int>(each.tensor.floats()->size());
            });
        };
        QCOMPARE(countOf(model(layer).weights()), count);
        QCOMPARE(countOf(model(layer, Transfer::ReadOut).weights()), withLastLayer);
        QCOMPARE(countOf(model(layer, Transfer::LastLayers).weights()), withLastLayer);
    }

    void firstForward_data()
    {
        QTest::addColumn<LayerKind>("layer");
        QTest::addColumn<std::vector<double>>("expected"); // times 1e-8
        QTest::newRow("GCN") << LayerKind::Gcn
                             << std::vector{2.561748, -0.017655, -0.048171, 1.530916, 7.474210, 5.551055,
                                            2.586902, -0.062431, -0.053613, 3.753052, 5.270837, 2.040578};
        QTest::newRow("GIN") << LayerKind::Gin
                             << std::vector{0.853628,  0.077083, 3.356360, -0.007498, -0.034104, 8.545966,
                                            -0.010196, 2.696774, 3.257905, -0.070997, 12.943295, 9.858717};
        QTest::newRow("GAT") << LayerKind::Gat
                             << std::vector{10.705876, -0.025002, -0.017077, 4.077946,  -0.104104, -0.028835,
                                            0.716082,  -0.082544, 12.587060, -0.008711, 5.153055,  -0.070707};
        QTest::newRow("MPNN") << LayerKind::Mpnn
                              << std::vector{8.315928,  6.997320,  11.326930, -0.065830, 9.502691, 10.421423,
                                             -0.035861, -0.101036, 9.664564,  6.372922,  7.535648, 6.444201};
    }

    void firstForward()
    {
        QFETCH(LayerKind, layer);
        QFETCH(std::vector<double>, expected);
        predict::Batch batch = synth('A').of(Part::Train).front();
        const auto outputs = model(layer).outputs(batch);
        QVERIFY(outputs.has_value());
        QCOMPARE(outputs->size(), 32 * predict::metricCount);
        // The published values have six decimals of 1e-8.
        for (std::size_t i = 0; i < expected.size(); ++i)
            MR_NEAR((*outputs)[i], 1e-8 * expected[i], 1e-5, 1e-12);
    }
};

QTEST_APPLESS_MAIN(TestPublishedNetwork)
#include "tst_published_network.moc"
