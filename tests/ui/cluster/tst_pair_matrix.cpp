// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "tests/ui/cluster/clusters.h"
#include "tests/ui/grid/shots.h"
#include "ui/base/job_strip.h"
#include "ui/base/settings.h"
#include "ui/cluster/pair_matrix_model.h"
#include "ui/cluster/pair_matrix_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>
#include <thread>

using namespace millrace;
using namespace millrace::ui;

namespace {

cluster::Cluster threeNodes()
{
    cluster::Cluster cluster;
    cluster.name = "lab";
    for (const char* name : {"eu", "us", "asia"}) {
        cluster::Node node;
        node.name = name;
        cluster.nodes.push_back(node);
    }
    cluster::Link all;
    all.settings.delay = std::chrono::milliseconds(20);
    cluster.links.push_back(all);
    return cluster;
}

} // namespace

/// The heat map of the network between all pairs of nodes.
class TestPairMatrix : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void cellsAreWrittenAsLinks()
    {
        ProjectEditor editor;
        editor.reset(test::projectWith(threeNodes()));
        PairMatrixModel model(editor);
        model.setIndex(0);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("us"));
        const QModelIndex cell = model.index(0, 1);
        QCOMPARE(cell.data().toString(), QStringLiteral("–"));
        QVERIFY(!(model.index(1, 1).flags() & Qt::ItemIsEditable));
        QVERIFY(model.setData(cell, QStringLiteral("500 Mbit"), Qt::EditRole));
        QCOMPARE(model.index(0, 1).data(Qt::EditRole).toString(), QStringLiteral("500Mbit"));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("–"));
        model.setValue(PairMatrixModel::Value::RoundTrip);
        QCOMPARE(model.index(0, 1).data(Qt::EditRole).toString(), QStringLiteral("40ms"));
        QVERIFY(model.setData(model.index(0, 1), QStringLiteral("100ms"), Qt::EditRole));
        // The way there takes half of it, the way back what it took before.
        QCOMPARE(model.index(0, 1).data(Qt::EditRole).toString(), QStringLiteral("70ms"));
        const auto& links = editor.project().clusters[0].links;
        QCOMPARE(links.size(), std::size_t(2));
        QCOMPARE(*links[1].settings.bitsPerSecond, 5e8);
        QCOMPARE(links[1].note, std::string("typed"));
        QSignalSpy refused(&model, &PairMatrixModel::refused);
        QVERIFY(!model.setData(model.index(0, 1), QStringLiteral("fast"), Qt::EditRole));
        QCOMPARE(refused.size(), 1);
        editor.undoStack()->undo();
        editor.undoStack()->undo();
        QCOMPARE(editor.project().clusters[0].links.size(), std::size_t(1));
    }

    void measuredPairsAreReadAndOthersEstimated()
    {
        ProjectEditor editor;
        editor.reset(test::projectWith(threeNodes()));
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        PairMatrixPanel panel(editor, settings);
        panel.setIndex(0);
        panel.resize(900, 300);
        panel.show();
        const QString good = m_folder.filePath(QStringLiteral("pairs.csv"));
        QVERIFY(bool(writeFileAtomically(good.toStdString(), "from,to,rate\neu,us,940Mbit\nus,eu,600Mbit\n")));
        panel.readFiles({good});
        auto* note = panel.findChild<QLabel*>(QStringLiteral("matrixNote"));
        QCOMPARE(note->text(), QStringLiteral("2 pair(s) read."));
        panel.findChild<QPushButton*>(QStringLiteral("estimateRates"))->click();
        QCOMPARE(note->text(), QStringLiteral("4 rate(s) estimated."));
        const QAbstractItemModel& model = *panel.findChild<QTableView*>(QStringLiteral("matrixTable"))->model();
        QCOMPARE(model.index(0, 1).data(Qt::EditRole).toString(), QStringLiteral("940Mbit"));
        QVERIFY(model.index(0, 2).data().toString().startsWith(QStringLiteral("≈ 13.1")));
        panel.findChild<QPushButton*>(QStringLiteral("estimateRates"))->click();
        QCOMPARE(note->text(), QStringLiteral("All rates are known."));
        const QString bad = m_folder.filePath(QStringLiteral("bad.csv"));
        QVERIFY(bool(writeFileAtomically(bad.toStdString(), "from,to\neu,mars\n")));
        panel.readFiles({bad});
        QVERIFY(note->text().contains(QStringLiteral("\"mars\" is no node")));
    }

    /// What the nodes measured becomes another cluster, in one step that can be undone.
    void pairsAreMeasured()
    {
        ProjectEditor editor;
        editor.reset(test::projectWith(threeNodes()));
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        PairMatrixPanel panel(editor, settings);
        panel.setIndex(0);
        int streams = 0;
        Result<cluster::MeasuredPairs> answer = cluster::MeasuredPairs{
            {{"eu", "us", 9.4e8, std::chrono::milliseconds(90), {}, 4, "measured"}}, {"us → eu: the node is lost"}};
        panel.setMeasurer([&](const project::Project& project, std::size_t index, int asked, const JobContext&) {
            streams = project.clusters[index].name == "lab" ? asked : -1;
            return answer;
        });
        panel.findChild<QSpinBox*>(QStringLiteral("matrixStreams"))->setValue(4);
        auto* note = panel.findChild<QLabel*>(QStringLiteral("matrixNote"));
        auto* button = panel.findChild<QPushButton*>(QStringLiteral("measureMatrix"));
        button->click();
        QVERIFY(!button->isEnabled());
        QTRY_VERIFY(button->isEnabled());
        QCOMPARE(streams, 4);
        QCOMPARE(note->text(),
                 QStringLiteral("1 pair(s) measured; they are the links of the cluster “lab, measured”.\n"
                                "Not measured: us → eu: the node is lost"));
        test::shoot(panel, "matrix-measured", {690, 300});
        QCOMPARE(editor.project().clusters.size(), std::size_t(2));
        QCOMPARE(editor.project().clusters[1].links.size(), std::size_t(1));
        QCOMPARE(editor.project().clusters[0], threeNodes());
        editor.undoStack()->undo();
        QCOMPARE(editor.project().clusters.size(), std::size_t(1));
        answer = fail(ErrorCode::NotFound, "no pair of nodes could be measured");
        button->click();
        QTRY_COMPARE(note->text(), QStringLiteral("No pair of nodes could be measured."));
        QCOMPARE(editor.project().clusters.size(), std::size_t(1));
    }

    void aMeasurementCanBeCancelled()
    {
        ProjectEditor editor;
        editor.reset(test::projectWith(threeNodes()));
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        PairMatrixPanel panel(editor, settings);
        panel.setIndex(0);
        panel.resize(690, 300);
        panel.show();
        panel.setMeasurer([](const project::Project&, std::size_t, int, const JobContext& job) {
            job.progress(2, 6, "us → eu, 3 of 6");
            while (!job.cancelled())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return Result<cluster::MeasuredPairs>(fail(ErrorCode::Cancelled, "the measurement was cancelled"));
        });
        auto* button = panel.findChild<QPushButton*>(QStringLiteral("measureMatrix"));
        button->click();
        auto* strip = panel.findChild<JobStrip*>();
        QTRY_VERIFY(strip->isVisible());
        QTRY_VERIFY(strip->findChild<QLabel*>()->text().contains(QStringLiteral("us → eu, 3 of 6")));
        test::shoot(panel, "matrix-measuring", {690, 300});
        strip->findChild<QAbstractButton*>()->click();
        QTRY_VERIFY(button->isEnabled());
        QCOMPARE(editor.project().clusters.size(), std::size_t(1));
    }

    void largeClustersAreNotShown()
    {
        cluster::Cluster cluster;
        for (int i = 0; i < 200; ++i) {
            cluster::Node node;
            node.name = "n" + std::to_string(i);
            cluster.nodes.push_back(node);
        }
        ProjectEditor editor;
        editor.reset(test::projectWith(cluster));
        PairMatrixModel model(editor);
        model.setIndex(0);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(model.isTooLarge());
    }
};

QTEST_MAIN(TestPairMatrix)
#include "tst_pair_matrix.moc"
