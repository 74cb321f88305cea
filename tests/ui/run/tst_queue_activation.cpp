// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_file.h"
#include "tests/fakes/fake_runs.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"
#include "ui/run/queue_view.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

constexpr const char* projectText = R"({
  "format": "millrace-project", "version": 1, "name": "small",
  "clusters": [{"name": "lab", "nodes": 2, "links": [{"delay": "1ms"}]}],
  "workloads": [{"name": "job", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 3, "warmup_steps": 0}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "order": "as-listed",
             "factors": [{"name": "strategy", "levels": ["STAR", "RING"]}]}]
})";

} // namespace

class TestQueueActivation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doubleClickRequestsRunsThatHaveEnded()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        test::FakeRuns runs;
        CampaignPage page(settings);
        page.setExecutor(runs.executor());
        const auto file = project::ProjectFile::parse(projectText, "small.millrace");
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        const QString storeFile = folder.filePath(QStringLiteral("s.mrdb"));
        QSignalSpy loaded(&page, &CampaignPage::loaded);
        page.setProject(std::make_shared<project::Project>(file->project), "small.millrace", storeFile.toStdString(),
                        false);
        page.resize(1280, 740);
        page.show();
        QVERIFY(loaded.wait());

        TableView* table = page.queue().table();
        QSignalSpy requested(&page, &CampaignPage::runRequested);
        const auto doubleClick = [table] {
            const QPoint place = table->visualRect(table->model()->index(1, 0)).center();
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place);
            QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, place);
        };
        doubleClick();
        QVERIFY2(requested.isEmpty(), "the run is still planned");

        QSignalSpy idle(&page, &CampaignPage::idle);
        page.start();
        QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 1, 20'000);
        QTRY_VERIFY(page.model().rowAt(1) && page.model().rowAt(1)->state == store::RunState::Done);
        doubleClick();
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].toString(), storeFile);
        QCOMPARE(requested[0][1].value<store::RunId>(), page.model().rowAt(1)->run);
    }
};

QTEST_MAIN(TestQueueActivation)
#include "tst_queue_activation.moc"
