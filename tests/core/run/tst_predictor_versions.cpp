// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "core/run/predictor_versions.h"
#include "core/run/usage_sources.h"
#include "core/store/store_file.h"
#include "tests/core/predict/made_samples.h"
#include "tests/need.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::run;

namespace {

using tests::need;

} // namespace

/// Predictors kept in a store, and where settings and samples come from.
class TestPredictorVersions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsLearnsAndRollsBack()
    {
        const auto folder = need(TemporaryFolder::make("predictors"));
        auto database = need(store::Database::create(folder.path() / "results.mrdb"));
        const auto none = readPredictor(database);
        QVERIFY(!none && none.error().code == ErrorCode::NotFound);
        QVERIFY(none.error().text().find("--keep") != std::string::npos);
        predict::TrainingOptions options;
        options.kinds = {predict::RegressorKind::Ridge};
        const auto samples = predict::test::madeSamples(60, 0.1, 1);
        const auto predictor = need(predict::UsagePredictor::train(samples, options));
        const auto first = need(keepPredictor(database, predictor, "samples.json"));

        auto more = predict::test::madeSamples(4, 0.1, 2);
        more.push_back(samples.front()); // known already
        more.push_back(more.front());
        more.back().provenance.run = "odd";
        more.back().setting.forwardFlops = 0; // all others have it
        const auto learnt = need(learnSamples(predictor, more));
        QCOMPARE(learnt.learnt, std::size_t(4));
        QCOMPARE(learnt.refused.size(), std::size_t(1));
        QVERIFY2(learnt.refused.front().find("run \"odd\"") != std::string::npos, learnt.refused.front().c_str());
        const auto second = need(keepPredictor(database, learnt.predictor, "more.json", first));
        QCOMPARE(need(readPredictor(database)).predictor.samples().size(), std::size_t(64));
        QVERIFY(usePredictor(database, first).has_value());
        const auto used = need(readPredictor(database));
        QCOMPARE(used.record.id, first);
        QCOMPARE(used.record.dataSha256, sha256(predict::formatSamples(samples)));
        QCOMPARE(used.predictor.text(), predictor.text());
        QCOMPARE(need(readPredictor(database, second)).record.parent, first);
        const auto missing = readPredictor(database, store::PredictorId{9});
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    }

    /// A run of a hundred samples is learnt below a second.
    void learnsQuickly()
    {
        const auto predictor = need(predict::UsagePredictor::train(predict::test::madeSamples(100, 0.1, 1)));
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(need(learnSamples(predictor, predict::test::madeSamples(1, 0.1, 5))).learnt, std::size_t(1));
        QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
    }

    void completesSettings()
    {
        const auto samples = predict::test::madeSamples(20, 0.1, 1);
        const auto known = need(completeSetting(Json{{"model", samples[0].setting.model}, {"workers", 4}}, samples));
        QCOMPARE(known.setting.parameters, samples[0].setting.parameters);
        QCOMPARE(known.setting.strategy, std::string("RING_ALLREDUCE"));
        QVERIFY(std::ranges::find(known.common, "strategy") != known.common.end());
        QVERIFY(need(completeSetting(Json{{"model", "resnet50"}}, samples)).setting.parameters > 25e6);
        QVERIFY(need(completeSetting(Json{{"model", "mobilenetv2"}}, samples)).setting.forwardFlops > 0); // of a script
        const auto bad = completeSetting(Json{{"workers", 0}}, samples);
        QVERIFY(!bad && bad.error().text().find("workers") != std::string::npos);
    }

    void readsFilesOfSamples()
    {
        const auto folder = need(TemporaryFolder::make("sources"));
        auto samples = predict::test::madeSamples(5, 0.1, 1);
        samples[1].labels[8].value = 1e9;
        const auto file = folder.path() / "a.json";
        QVERIFY(predict::writeSamples(file, samples).has_value());
        const auto store = folder.path() / "a.mrdb";
        static_cast<void>(need(store::Database::create(store)));
        QVERIFY(store::isSqliteFile(store) && !store::isSqliteFile(file));
        const auto read = need(readSampleSources({file, store}, {}));
        QCOMPARE(read.samples.size(), std::size_t(4));
        QCOMPARE(read.remarks.size(), std::size_t(2));
        QVERIFY(read.remarks[1].ends_with("0 samples of 0 measured runs"));
    }

    void settingsOfAProject()
    {
        const auto file = need(project::ProjectFile::parse(R"({
          "format": "millrace-project", "version": 1, "name": "small",
          "clusters": [{"name": "lab", "nodes": 4, "nic_rate": "1Gbit"}],
          "workloads": [{"name": "job", "framework": "builtin", "model": "resnet50", "batch": 8, "steps": 3}],
          "grids": [{"name": "grid", "cluster": "lab", "workload": "job",
                     "factors": [{"name": "workers", "levels": [2, 4]}, {"name": "batch", "levels": [8, 16, 32]}]}]
        })",
                                                           "x.millrace"));
        QCOMPARE(projectSettings(file.project, 100).size(), std::size_t(6));
        const auto some = projectSettings(file.project, 2);
        QCOMPARE(some.size(), std::size_t(2));
        QCOMPARE(some[1].setting.batch, 16.0);
        QCOMPARE(some[0].name, std::string("grid: workers=2 batch=8"));
    }
};

QTEST_APPLESS_MAIN(TestPredictorVersions)
#include "tst_predictor_versions.moc"
