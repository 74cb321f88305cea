// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/studies/tum/export.h"
#include "tests/fakes/fake_runs.h"

#include <QtTest>

using namespace millrace;

// Names of folders in the study's form.
class TestTumNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // The name has no place for a compute time, so both cells would be the same folder. Nothing is begun.
    void twoCellsOfOneNameAreRefusedBeforeAnythingIsWritten()
    {
        const auto folder = TemporaryFolder::make("tum-names");
        const std::string text = R"({
          "format": "millrace-project", "version": 1, "name": "small",
          "clusters": [{"name": "lab", "nodes": 2, "links": [{"delay": "1ms"}]}],
          "workloads": [{"name": "job", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 3}],
          "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "order": "as-listed",
                     "factors": [{"name": "strategy", "levels": ["STAR", "RING"]},
                                 {"name": "compute_time", "levels": ["1ms", "2ms"]}]}]})";
        const auto file = project::ProjectFile::parse(text, folder->path() / "small.millrace");
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        test::FakeRuns runs;
        run::CampaignOptions options;
        options.executor = runs.executor();
        auto database = store::Database::create(folder->path() / "small.mrdb");
        QVERIFY(database);
        run::RunObserver observer;
        const auto plan = run::planCampaign(*file, options);
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        const auto made = run::executeCampaign(*plan, *database, options, observer, {});
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        QCOMPARE(made->done, 4);

        const auto target = folder->path() / "study";
        const auto exported = studies::tum::exportTum(*database, made->campaign, target, {}, {});
        QVERIFY(!exported);
        const std::string sentence = exported.error().text();
        QVERIFY2(sentence.find("strategy=STAR compute_time=1ms") != std::string::npos, sentence.c_str());
        QVERIFY2(sentence.find("strategy=STAR compute_time=2ms") != std::string::npos, sentence.c_str());
        QVERIFY(!std::filesystem::exists(target));
    }
};

QTEST_APPLESS_MAIN(TestTumNames)
#include "tst_tum_names.moc"
