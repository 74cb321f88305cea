// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/graphs/published_values.h"

#include <QtTest/QtTest>
#include <limits>

using namespace millrace;
using namespace millrace::graphs;
using predict::Part;

namespace {

/// Two layers of eight values: an epoch takes milliseconds.
PublishedShape small()
{
    PublishedShape shape;
    shape.hidden = 8;
    shape.depth.rule = "2";
    shape.set2setSteps = 2;
    return shape;
}

PublishedModel smallModel(Transfer transfer = Transfer::None, std::uint64_t seed = 1)
{
    return *PublishedModel::create(small(), transfer, seed);
}

FitPlan plan(int epochs, int patience = 1000)
{
    FitPlan result;
    result.epochs = epochs;
    result.patience = patience;
    return result;
}

bool isChanged(const predict::NamedTensors& before, const predict::NamedTensors& after, std::string_view name)
{
    return *predict::findTensor(before, name) != *predict::findTensor(after, name);
}

} // namespace

/// Training of the published networks, on a small one.
class TestPublishedFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isDeterministic()
    {
        auto first = smallModel();
        auto second = smallModel();
        auto other = smallModel(Transfer::None, 2);
        const auto a = first.fit(synth('A'), plan(3));
        const auto b = second.fit(synth('A'), plan(3));
        const auto c = other.fit(synth('A'), plan(3));
        QVERIFY(a && b && c);
        QCOMPARE(a->epochs.back().validation, b->epochs.back().validation);
        QVERIFY(first.weights() == second.weights());
        QVERIFY(a->epochs.back().validation != c->epochs.back().validation);
    }

    void stopsEarly()
    {
        auto network = smallModel();
        FitPlan coarse = plan(500, 5);
        coarse.learningRate = 0.05; // overshoots
        const auto report = network.fit(synth('A'), coarse);
        QVERIFY(report.has_value());
        QVERIFY(report->stoppedEarly);
        QCOMPARE(static_cast<int>(report->epochs.size()), report->bestEpoch + 5);
        const auto best = std::ranges::min(report->epochs, {}, &EpochLoss::validation);
        QCOMPARE(best.epoch, report->bestEpoch);
        QCOMPARE(report->after[1], best.validation); // the weights of the best epoch, not of the last
        QVERIFY(report->epochs.back().validation > best.validation);
    }

    void isCancelled()
    {
        auto network = smallModel();
        std::stop_source source;
        JobContext job;
        job.stop = source.get_token();
        int seen = 0;
        const auto report = network.fit(
            synth('A'), plan(1000),
            [&](const EpochLoss& loss) {
                seen = loss.epoch;
                if (loss.epoch == 2)
                    source.request_stop();
            },
            job);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QCOMPARE(seen, 2);
    }

    void transferChanges_data()
    {
        QTest::addColumn<Transfer>("transfer");
        QTest::addColumn<bool>("last");
        QTest::addColumn<bool>("first");
        QTest::newRow("readout") << Transfer::ReadOut << false << false;
        QTest::newRow("last layers") << Transfer::LastLayers << true << false;
        QTest::newRow("everything") << Transfer::Everything << false << true;
    }

    void transferChanges()
    {
        QFETCH(Transfer, transfer);
        QFETCH(bool, last);
        QFETCH(bool, first);
        auto source = smallModel();
        QVERIFY(source.fit(synth('A'), plan(2)).has_value());
        auto network = smallModel(transfer, 3);
        QVERIFY(network.load(source.weights()).has_value());
        const auto before = network.weights();
        if (transfer == Transfer::LastLayers)
            QVERIFY(*predict::findTensor(before, "conv_layers.2.W") == *predict::findTensor(before, "conv_layers.1.W"));
        const auto report = network.fit(synth('B'), plan(2));
        QVERIFY(report.has_value());
        const auto after = network.weights();
        QVERIFY(isChanged(before, after, "graph_read_out.mlp.fully_connected.0.linear.weight"));
        QCOMPARE(isChanged(before, after, "conv_layers.0.W"), first);
        QCOMPARE(isChanged(before, after, "gru.gru.weight_hh_l0"), first);
        if (transfer != Transfer::Everything)
            QCOMPARE(isChanged(before, after, "conv_layers.2.W"), last);
        QVERIFY(report->after[1] < report->before[1]);
    }

    /// States computed beforehand are those of the whole network.
    void cachedIsWhole()
    {
        for (const Transfer transfer : {Transfer::ReadOut, Transfer::LastLayers}) {
            auto network = smallModel(transfer);
            const auto report = network.fit(synth('A'), plan(1));
            QVERIFY(report.has_value());
            const auto maxima = predict::labelMaxima(synth('A'));
            double sum = 0;
            for (const auto& batch : synth('A').of(Part::Validation)) {
                const auto outputs = network.outputs(batch);
                QVERIFY(outputs.has_value());
                for (std::size_t i = 0; i < outputs->size(); ++i)
                    sum += std::pow((*outputs)[i] - batch.labels[i] / maxima[i % predict::metricCount], 2);
            }
            MR_NEAR(report->after[1], sum / (64 * predict::metricCount), 1e-5, 0);
        }
    }

    void refusedShapes()
    {
        for (const auto& [hidden, features, rule] :
             std::vector<std::tuple<int, int, std::string>>{{6, 3, "2"}, {8, 0, "2"}, {8, 3, "7log2N"}}) {
            PublishedShape shape = small();
            shape.hidden = hidden;
            shape.features = features;
            shape.depth.rule = rule;
            const auto network = PublishedModel::create(shape, Transfer::None, 1);
            QVERIFY(!network.has_value());
            QCOMPARE(network.error().code, ErrorCode::InvalidInput);
        }
    }

    void refusedWeights()
    {
        auto network = smallModel();
        auto weights = network.weights();
        weights.pop_back();
        QCOMPARE(network.load(weights).error().what,
                 std::string("the weights have no tensor \"graph_read_out.mlp.fully_connected.2.linear.bias\""));
        weights = network.weights();
        weights.push_back(weights.front());
        weights.back().name = "extra";
        QCOMPARE(network.load(weights).error().what, std::string("this network has no weights \"extra\""));
        PublishedShape wide = small();
        wide.hidden = 12;
        QCOMPARE(PublishedModel::create(wide, Transfer::None, 1)->load(network.weights()).error().code,
                 ErrorCode::InvalidInput);
    }

    void refusedData()
    {
        auto network = smallModel();
        predict::DataSet set = synth('A');
        set.of(Part::Validation).clear();
        QCOMPARE(network.fit(set, plan(1)).error().code, ErrorCode::InvalidInput);
        PublishedShape wide = small();
        wide.features = 5;
        const auto report = PublishedModel::create(wide, Transfer::None, 1)->fit(synth('A'), plan(1));
        QCOMPARE(report.error().what, std::string("the network reads 5 features per node, the data set has 3"));
    }
};

QTEST_APPLESS_MAIN(TestPublishedFit)
#include "tst_published_fit.moc"
