// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/network_fit.h"
#include "core/report/network_report.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::predict;

/// The real program, by the client of core.
class TestGraphsSession : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;

    static std::filesystem::path program()
    {
        return std::filesystem::path(qEnvironmentVariable("MR_BIN").toStdString()) / "millrace-graphs";
    }
    static NetworkTraining small()
    {
        NetworkTraining training;
        training.data = {"synth:A"};
        training.layers = 0;
        training.members = 2;
        training.epochs = 6;
        return training;
    }

private Q_SLOTS:
    void initTestCase() { m_folder.emplace(*TemporaryFolder::make("graphs-session")); }

    void trainsRatesAndPredicts()
    {
        NetworkTraining training = small();
        training.save = m_folder->path() / "a.safetensors";
        std::vector<GraphsEpoch> epochs;
        const auto outcome =
            trainNetwork(program(), training, [&](const GraphsEpoch& epoch) { epochs.push_back(epoch); });
        QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().text().c_str());
        QCOMPARE(epochs.size(), std::size_t(12));
        QVERIFY(outcome->fit && outcome->fit->after[1] < epochs.front().validation);
        QVERIFY(std::isnan(outcome->fit->before[1])); // from drawn weights
        const auto& test = outcome->errors[static_cast<std::size_t>(Part::Test)];
        QVERIFY(test.graphs > 0);
        // The program's loss of the test part is the squared error that is computed from its predictions.
        QVERIFY2(std::abs(test.squared - outcome->fit->after[2]) < 1e-3 * test.squared,
                 qPrintable(QStringLiteral("%1 %2").arg(test.squared).arg(outcome->fit->after[2])));
        QVERIFY(!outcome->others.empty());
        QCOMPARE(report::lossFigure(epochs).series.size(), std::size_t(4));
        QCOMPARE(report::networkErrorTable(*outcome).columns.size(), outcome->others.size() + 2);
        const auto again = predictByNetwork(program(), training.save, "synth:A");
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QVERIFY(!again->fit && again->predictions.size() == outcome->predictions.size());
        QCOMPARE(again->errors[2].squared, test.squared);
    }

    void cancelsATraining()
    {
        NetworkTraining training = small();
        training.epochs = 100'000;
        std::stop_source stop;
        const auto outcome =
            trainNetwork(program(), training, [&](const GraphsEpoch&) { stop.request_stop(); }, {stop.get_token(), {}});
        QVERIFY(!outcome && outcome.error().code == ErrorCode::Cancelled);
    }

    void errorsOfTheProgram()
    {
        NetworkTraining training;
        training.data = {"synth:A"};
        training.transfer = "readout";
        training.start = m_folder->path() / "none.safetensors";
        const auto outcome = trainNetwork(program(), training, {});
        QVERIFY(!outcome && outcome.error().code == ErrorCode::NotFound);
        QVERIFY(outcome.error().text().find("none.safetensors") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestGraphsSession)
#include "tst_graphs_session.moc"
