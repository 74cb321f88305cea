// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/graph_statistics.h"
#include "core/predict/driple_synth.h"

#include <QtTest/QtTest>
#include <algorithm>
#include <cmath>
#include <map>

using namespace millrace;
using namespace millrace::graphs;

namespace {

predict::Batch batchOf(std::size_t nodes, const std::vector<std::pair<std::size_t, std::size_t>>& edges,
                       std::vector<float> features)
{
    predict::Batch batch{1,
                         nodes,
                         features.size() / nodes,
                         std::vector<float>(nodes * nodes, 0.0F),
                         std::move(features),
                         std::vector<float>(12)};
    for (const auto& [i, j] : edges)
        batch.adjacency[i * nodes + j] = batch.adjacency[j * nodes + i] = 1;
    return batch;
}

std::map<std::string, double> statisticsOf(const predict::Batch& batch)
{
    const auto names = statisticNames(batch.nodeFeatures);
    const auto values = graphInputs(batch, 0).statistics;
    if (names.size() != values.size())
        qFatal("%zu names and %zu values", names.size(), values.size());
    std::map<std::string, double> result;
    for (std::size_t i = 0; i < names.size(); ++i)
        result[names[i]] = values[i];
    return result;
}

} // namespace

#define MR_ABOUT(value, expected) QVERIFY2(std::abs((value) - (expected)) < 1e-5, qPrintable(QString::number(value)))

class TestGraphStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A square with one diagonal: two triangles, one cycle of four; e^k - 1 has the logarithm k.
    void smallGraph()
    {
        std::vector<float> features;
        for (const double k : {1.0, 2.0, 4.0, 5.0})
            features.push_back(static_cast<float>(std::expm1(k)));
        const auto batch = batchOf(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}, features);
        auto values = statisticsOf(batch);
        MR_ABOUT(values["edges"], std::log1p(5.0));
        MR_ABOUT(values["triangles"], std::log1p(2.0));
        MR_ABOUT(values["squares"], std::log1p(1.0));
        MR_ABOUT(values["largest degree"], 3);
        MR_ABOUT(values["standard deviation of degrees"], 0.5);
        MR_ABOUT(values["feature 1, mean"], 3);
        MR_ABOUT(values["feature 1, sum"],
                 std::log1p(std::expm1(1.0) + std::expm1(2.0) + std::expm1(4.0) + std::expm1(5.0)));
        MR_ABOUT(values["feature 1, 0 % quantile"], 1);
        MR_ABOUT(values["feature 1, 50 % quantile"], 3);
        MR_ABOUT(values["feature 1, 25 % quantile"], 1.75);
        // Differences 1, 2, 1, 4, 3.
        MR_ABOUT(values["feature 1, mean difference along edges"], 11.0 / 5);
        MR_ABOUT(values["feature 1, root mean square difference along edges"], std::sqrt(31.0 / 5));
        // Means over node and neighbours: 12/4, 7/3, 12/4, 10/3.
        MR_ABOUT(values["feature 1 after 1 averaging steps, 0 % quantile"], 7.0 / 3);
        MR_ABOUT(values["feature 1 after 1 averaging steps, 100 % quantile"], 10.0 / 3);

        const auto nodes = graphInputs(batch, 0).nodes;
        QCOMPARE(nodes.size(), 4 * nodeInputCount(1));
        MR_ABOUT(nodes[0], 1); // logarithm of the feature
        MR_ABOUT(nodes[1], std::log1p(3.0)); // degree
        MR_ABOUT(nodes[2], std::log1p(2.0)); // triangles
        MR_ABOUT(nodes[3], (1 + 4 + 3) / 3.0); // difference to neighbours
    }

    void withoutEdges()
    {
        const auto batch = batchOf(1, {}, {0, 3});
        for (const auto& [name, value] : statisticsOf(batch))
            QVERIFY2(std::isfinite(value), name.c_str());
    }

    void orderOfNodesDoesNotMatter()
    {
        const auto batch = predict::makeDripleSynth(predict::synthSettings[0]).of(predict::Part::Test).front();
        predict::Batch reversed = batch;
        std::ranges::reverse(reversed.adjacency.begin(), reversed.adjacency.begin() + 100 * 100);
        for (std::size_t i = 0; i < 100; ++i)
            std::ranges::copy_n(batch.features.begin() + static_cast<std::ptrdiff_t>(3 * (99 - i)), 3,
                                reversed.features.begin() + static_cast<std::ptrdiff_t>(3 * i));
        const auto expected = graphInputs(batch, 0).statistics;
        const auto found = graphInputs(reversed, 0).statistics;
        for (std::size_t i = 0; i < expected.size(); ++i)
            MR_ABOUT(found[i], expected[i]);
        QVERIFY(graphInputs(batch, 1).statistics != expected);
    }
};

QTEST_APPLESS_MAIN(TestGraphStatistics)
#include "tst_graph_statistics.moc"
