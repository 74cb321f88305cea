// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/artefact_repository.h"
#include "tests/core/report/made_store.h"
#include "tests/ui/example_files.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/figures/report_table_model.h"
#include "ui/results/run_panel.h"
#include "ui/results/run_recordings.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using report::need;

namespace {

store::Artefact recording(const std::string& node, char hash)
{
    store::Artefact made;
    made.node = node;
    made.sha256 = std::string(64, hash);
    made.packets = 1'234'567;
    made.received = 1'234'577;
    made.droppedByKernel = 10;
    made.bytes = 143'209'772;
    made.wireBytes = 1'800'000'000;
    made.snapLength = 100;
    made.interface = "eth0";
    made.start = std::chrono::seconds(100);
    made.stop = std::chrono::seconds(112);
    made.notes = R"([{"kind":"dropped","count":10,"text":"the kernel dropped 10 packets"}])";
    return made;
}

} // namespace

class TestRunRecordings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsAndOpens()
    {
        QTemporaryDir folder;
        const QString file = test::writeStore(folder.path(), 8);
        {
            auto database = need(store::Database::open(file.toStdString()));
            store::Artefact analysed = recording("node1", 'a');
            analysed.sha256.clear();
            analysed.filter = "tcp port 10000";
            store::Artefact whole = recording("node2", 'c');
            whole.droppedByKernel = 0;
            whole.notes.clear();
            need(store::ArtefactRepository(database).save(store::RunId{2},
                                                          std::vector{recording("node0", 'b'), analysed, whole}));
        }
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        RunPanel panel(file, settings);
        panel.resize(900, 400);
        panel.setVisible(true);
        QSignalSpy shown(&panel, &RunPanel::shown);
        QSignalSpy asked(&panel, &RunPanel::traceRequested);
        auto* button = panel.findChild<QPushButton*>(QStringLiteral("openTrace"));
        auto* table = panel.findChild<TableView*>(QStringLiteral("recordingTable"));
        panel.show(store::RunId{1});
        QVERIFY(shown.wait());
        QCOMPARE(table->model()->rowCount(), 0);
        QVERIFY(!button->isEnabled());
        panel.show(store::RunId{2});
        QVERIFY(shown.wait());
        panel.findChild<QTabWidget*>(QStringLiteral("runTabs"))->setCurrentWidget(panel.findChild<RunRecordings*>());
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(table->model()->index(0, 2).data(ReportTableModel::SortRole).toDouble(), 10.0);
        QVERIFY(table->model()->index(0, 10).data().toString().contains(QStringLiteral("dropped 10")));
        button->click();
        const QString first = file + QStringLiteral(".files/bb/") + QString(64, u'b') + QStringLiteral(".pcap");
        const QString third = file + QStringLiteral(".files/cc/") + QString(64, u'c') + QStringLiteral(".pcap");
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toStringList(), (QStringList{first, third}));
        table->selectRow(2);
        button->click();
        QCOMPARE(asked[1][0].toStringList(), QStringList{third});
        table->selectRow(1);
        QVERIFY(!button->isEnabled()); // its file was not kept
        shoot(panel);
    }

private:
    static void shoot(QWidget& panel)
    {
        const QString folder = qEnvironmentVariable("MR_SHOTS");
        if (folder.isEmpty())
            return;
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            applyTheme(*qApp, theme);
            QTest::qWait(300);
            panel.grab().save(
                folder
                + (theme == Theme::Dark ? QStringLiteral("/packets-dark.png") : QStringLiteral("/packets-light.png")));
        }
    }
};

QTEST_MAIN(TestRunRecordings)
#include "tst_run_recordings.moc"
