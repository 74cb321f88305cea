// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/graphs/published_values.h"

#include <QtTest/QtTest>

using namespace millrace;
using namespace millrace::graphs;

/// Losses of whole trainings from drawn weights: two epochs of one network, or as many as MILLRACE_GRAPHS_EPOCHS of
/// four.
class TestPublishedTraining : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void epochs_data()
    {
        QTest::addColumn<char>("set");
        QTest::addColumn<LayerKind>("layer");
        QTest::addColumn<std::vector<PublishedEpoch>>("expected");
        QTest::newRow("GCN A") << 'A' << LayerKind::Gcn
                               << std::vector<PublishedEpoch>{
                                      {1, 0.219147086, 0.216438137},  {2, 0.078981660, 0.046449495},
                                      {3, 0.042566668, 0.051573656},  {5, 0.029339204, 0.031900878},
                                      {10, 0.027316280, 0.031625721}, {60, 0.027906237, 0.031670052}};
        if (testedEpochs() <= 2)
            return;
        QTest::newRow("GCN B") << 'B' << LayerKind::Gcn
                               << std::vector<PublishedEpoch>{{1, 0.204392850, 0.202241242},
                                                              {2, 0.084323175, 0.053679118},
                                                              {10, 0.025605284, 0.029167453},
                                                              {60, 0.025666462, 0.029005039}};
        QTest::newRow("GCN C") << 'C' << LayerKind::Gcn
                               << std::vector<PublishedEpoch>{{1, 0.223782256, 0.253480919},
                                                              {2, 0.077666640, 0.058740389},
                                                              {10, 0.035847660, 0.055294152},
                                                              {60, 0.035827752, 0.055137707}};
        QTest::newRow("GIN A") << 'A' << LayerKind::Gin
                               << std::vector<PublishedEpoch>{{1, 0.212509468, 0.202616200},
                                                              {2, 0.058802471, 0.042974701},
                                                              {10, 0.027394785, 0.031577547}};
    }

    void epochs()
    {
        QFETCH(char, set);
        QFETCH(LayerKind, layer);
        QFETCH(std::vector<PublishedEpoch>, expected);
        auto network = model(layer);
        FitPlan plan;
        plan.epochs = std::min(testedEpochs(), expected.back().epoch);
        const auto report = network.fit(synth(set), plan);
        QVERIFY(report.has_value());
        QCOMPARE(static_cast<int>(report->epochs.size()), plan.epochs);
        if (set == 'A' && layer == LayerKind::Gcn) {
            const std::vector steps{0.275969476, 0.254093796, 0.244895816, 0.256970644, 0.243232444, 0.219147086};
            QCOMPARE(report->epochs.front().steps.size(), steps.size());
            for (std::size_t i = 0; i < steps.size(); ++i)
                MR_NEAR(report->epochs.front().steps[i], steps[i], 0, 1e-6);
        }
        for (const auto& [epoch, train, validation] : expected) {
            if (epoch > plan.epochs)
                break;
            const EpochLoss& loss = report->epochs[static_cast<std::size_t>(epoch - 1)];
            MR_NEAR(loss.train, train, 0, epochTolerance(epoch, train));
            MR_NEAR(loss.validation, validation, 0, epochTolerance(epoch, validation));
        }
        qInfo("%d epochs: %.1f CPU s", plan.epochs, report->cpuSeconds);
    }
};

QTEST_APPLESS_MAIN(TestPublishedTraining)
#include "tst_published_training.moc"
