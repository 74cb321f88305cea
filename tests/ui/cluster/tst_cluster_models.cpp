// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/cluster/clusters.h"
#include "ui/cluster/link_model.h"
#include "ui/cluster/node_model.h"

#include <QAbstractItemModelTester>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

QString rowText(const QAbstractItemModel& model, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells.append(model.index(row, column).data(Qt::EditRole).toString());
    return cells.join(QLatin1Char('|'));
}

} // namespace

class TestClusterModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void units();
    void refusedTextStays();
    void draftsFollowTheirRows();
    void problemsMarkTheirCell();
    void pasteAppendsRows();
    void pasteCsvWithHeadings();
    void addDuplicateMoveRemove();
    void renamingANodeCarriesItsLinks();
    void selectionSurvivesEdits();
    void removedCluster();

private:
    [[nodiscard]] const cluster::Cluster& edited() const { return m_editor->project().clusters.front(); }

    std::unique_ptr<ProjectEditor> m_editor;
};

void TestClusterModels::init()
{
    m_editor = std::make_unique<ProjectEditor>();
    cluster::Cluster cluster = test::makeCluster(3);
    cluster.links = {test::makeLink("node0", "*", 5e8)};
    m_editor->reset(test::projectWith(cluster));
}

void TestClusterModels::units()
{
    LinkModel model(*m_editor);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(rowText(model, 0), QStringLiteral("node0|*|yes|500Mbit|10ms|||"));
    const project::Project before = m_editor->project();
    const QStringList texts{QStringLiteral("node1"),      QStringLiteral("node2"),  QStringLiteral("no"),
                            QStringLiteral("2.5 Gbit/s"), QStringLiteral("250 us"), QStringLiteral("1ms"),
                            QStringLiteral("0.05 %"),     QStringLiteral("64KiB")};
    for (int column = 0; column < texts.size(); ++column)
        QVERIFY(model.setData(model.index(0, column), texts.at(column)));
    const cluster::Link& link = edited().links[0];
    QCOMPARE(link.settings.bitsPerSecond, std::optional(2.5e9));
    QCOMPARE(link.settings.delay, std::optional(std::chrono::nanoseconds(250'000)));
    QCOMPARE(link.settings.loss, std::optional(0.0005));
    QCOMPARE(link.settings.queueBytes, std::optional<std::uint64_t>(65536));
    QVERIFY(!link.bothWays);
    QCOMPARE(rowText(model, 0), QStringLiteral("node1|node2|no|2.5Gbit|250us|1ms|0.05%|64KiB"));
    QCOMPARE(m_editor->undoStack()->count(), 8);
    QVERIFY(model.setData(model.index(0, LinkModel::RateColumn), QString()));
    QVERIFY(!edited().links[0].settings.bitsPerSecond);
    while (m_editor->undoStack()->canUndo())
        m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
}

void TestClusterModels::refusedTextStays()
{
    LinkModel model(*m_editor);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QModelIndex rate = model.index(0, LinkModel::RateColumn);
    QVERIFY(!model.check(rate, QStringLiteral("fast")).isEmpty());
    QVERIFY(!model.check(rate, QStringLiteral("1bit")).isEmpty()); // parses, but cannot be imposed
    QVERIFY(model.check(rate, QStringLiteral("1Gbit")).isEmpty());
    QVERIFY(!model.check(model.index(0, LinkModel::FromColumn), QStringLiteral("nowhere")).isEmpty());
    QVERIFY(!model.check(model.index(0, LinkModel::DelayColumn), QStringLiteral("5")).isEmpty());
    QVERIFY(!model.check(model.index(0, LinkModel::LossColumn), QStringLiteral("120%")).isEmpty());
    QVERIFY(model.setData(rate, QStringLiteral("fast")));
    QCOMPARE(rate.data().toString(), QStringLiteral("fast"));
    QVERIFY(!rate.data(EditTableModel::ProblemRole).toString().isEmpty());
    QVERIFY(!rate.data(Qt::ToolTipRole).toString().isEmpty());
    QVERIFY(!rate.data(Qt::DecorationRole).isNull());
    QCOMPARE(m_editor->undoStack()->count(), 0);
    QCOMPARE(model.draftCount(), 1);
    QVERIFY(model.setData(rate, QStringLiteral("1Gbit")));
    QCOMPARE(model.draftCount(), 0);
    QVERIFY(rate.data(EditTableModel::ProblemRole).toString().isEmpty());
}

void TestClusterModels::draftsFollowTheirRows()
{
    NodeModel model(*m_editor);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QVERIFY(model.setData(model.index(1, NodeModel::SlotsColumn), QStringLiteral("many")));
    QVERIFY(model.setData(model.index(2, NodeModel::ZoneColumn), QStringLiteral("europe")));
    QCOMPARE(model.index(1, NodeModel::SlotsColumn).data().toString(), QStringLiteral("many"));
    model.addRow(0);
    QCOMPARE(model.index(2, NodeModel::SlotsColumn).data().toString(), QStringLiteral("many"));
    model.removeRowList({0});
    QCOMPARE(model.index(1, NodeModel::SlotsColumn).data().toString(), QStringLiteral("many"));
    model.removeRowList({1});
    QCOMPARE(model.draftCount(), 0);
}

void TestClusterModels::problemsMarkTheirCell()
{
    NodeModel model(*m_editor);
    QVERIFY(model.setData(model.index(1, NodeModel::ZoneColumn), QStringLiteral("*")));
    QCOMPARE(edited().nodes[1].zone, std::string("*"));
    const QModelIndex cell = model.index(1, NodeModel::ZoneColumn);
    QTRY_VERIFY(cell.data(EditTableModel::ProblemRole).toString().contains(QStringLiteral("every node")));
    QVERIFY(model.index(0, NodeModel::ZoneColumn).data(EditTableModel::ProblemRole).toString().isEmpty());
    QVERIFY(model.setData(cell, QStringLiteral("lab")));
    QTRY_VERIFY(cell.data(EditTableModel::ProblemRole).toString().isEmpty());
}

void TestClusterModels::pasteAppendsRows()
{
    NodeModel model(*m_editor);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const project::Project before = m_editor->project();
    QString block;
    for (int i = 0; i < 200; ++i)
        block += QStringLiteral("n%1\tz%2\t2\t10Gbit\t\r\n").arg(i).arg(i % 4);
    const PasteOutcome outcome = model.paste(model.index(1, 0), block);
    QCOMPARE(outcome.rows, 200);
    QCOMPARE(outcome.refused, 0);
    QCOMPARE(model.rowCount(), 201);
    QCOMPARE(edited().nodes[200].name, std::string("n199"));
    QCOMPARE(edited().nodes[200].nics.front().bitsPerSecond, 1e10);
    QCOMPARE(m_editor->undoStack()->count(), 1);
    m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
    m_editor->undoStack()->redo();
    QCOMPARE(model.rowCount(), 201);

    // What cannot be used stays in its cell.
    const PasteOutcome bad =
        model.paste(model.index(0, NodeModel::SlotsColumn), QStringLiteral("x\t1Gbit\tqueue\tp\tr\tm\tyes\tmore\n3"));
    QCOMPARE(bad.refused, 2);
    QCOMPARE(bad.outside, 1);
    QCOMPARE(model.index(0, NodeModel::SlotsColumn).data().toString(), QStringLiteral("x"));
    QCOMPARE(model.index(0, NodeModel::QueueColumn).data().toString(), QStringLiteral("queue"));
    QCOMPARE(edited().nodes[0].slots, 1);
    QCOMPARE(edited().nodes[0].nics.front().bitsPerSecond, 1e9);
    QCOMPARE(edited().nodes[1].slots, 3);
    QCOMPARE(model.draftCount(), 2);
}

void TestClusterModels::pasteCsvWithHeadings()
{
    NodeModel model(*m_editor);
    const PasteOutcome outcome = model.paste({}, QStringLiteral("Name,slots,zone\nx,4,\"a, b\"\n\"y\",5,\n"));
    QCOMPARE(outcome.rows, 2);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(edited().nodes[3].slots, 4);
    QCOMPARE(edited().nodes[3].zone, std::string("a, b"));
    QCOMPARE(edited().nodes[4].name, std::string("y"));
    QCOMPARE(model.paste({}, QString()).rows, 0);
}

void TestClusterModels::addDuplicateMoveRemove()
{
    NodeModel model(*m_editor);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const project::Project before = m_editor->project();
    QCOMPARE(model.addRow(3), QList<int>{3});
    QCOMPARE(edited().nodes[3].name, std::string("node3"));
    QCOMPARE(model.duplicateRows({0, 3}), (QList<int>{1, 5}));
    QCOMPARE(edited().nodes[1].name, std::string("node4"));
    QCOMPARE(model.shiftRows({0, 1}, 1), (QList<int>{1, 2}));
    QCOMPARE(edited().nodes[1].name, std::string("node0"));
    QCOMPARE(edited().nodes[0].name, std::string("node1"));
    QCOMPARE(model.shiftRows({0}, -1), QList<int>{0});
    model.removeRowList({0, 5, 2});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(m_editor->undoStack()->count(), 4);
    const project::Project after = m_editor->project();
    for (int i = 0; i < 4; ++i)
        m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
    for (int i = 0; i < 4; ++i)
        m_editor->undoStack()->redo();
    QVERIFY(m_editor->project() == after);
}

void TestClusterModels::renamingANodeCarriesItsLinks()
{
    NodeModel model(*m_editor);
    QVERIFY(model.setData(model.index(0, 0), QStringLiteral("first")));
    QCOMPARE(edited().links[0].from, std::string("first"));
    // A name that is already used does not swallow the links of its owner.
    QVERIFY(model.setData(model.index(1, 0), QStringLiteral("first")));
    QCOMPARE(edited().links[0].from, std::string("first"));
    QVERIFY(model.setData(model.index(1, 0), QStringLiteral("second")));
    QCOMPARE(edited().links[0].from, std::string("first"));
}

void TestClusterModels::selectionSurvivesEdits()
{
    NodeModel model(*m_editor);
    const QPersistentModelIndex last(model.index(2, 0));
    model.addRow(1);
    QCOMPARE(last.row(), 3);
    QVERIFY(model.setData(model.index(0, 0), QStringLiteral("x")));
    QVERIFY(last.isValid());
    m_editor->undoStack()->undo();
    m_editor->undoStack()->undo();
    QCOMPARE(last.row(), 2);
}

void TestClusterModels::removedCluster()
{
    NodeModel nodes(*m_editor);
    LinkModel links(*m_editor);
    m_editor->change(QStringLiteral("remove"), [](project::Project& project) { project.clusters.clear(); });
    QCOMPARE(nodes.rowCount(), 0);
    QCOMPARE(links.rowCount(), 0);
    nodes.addRow(0);
    links.paste({}, QStringLiteral("a\tb"));
    QCOMPARE(nodes.rowCount(), 0);
    m_editor->undoStack()->undo();
    QCOMPARE(nodes.rowCount(), 3);
}

QTEST_MAIN(TestClusterModels)
#include "tst_cluster_models.moc"
