// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/issue_model.h"
#include "ui/project/project_items.h"
#include "ui/project/project_tree.h"
#include "ui/project/project_tree_model.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QTreeView>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

QStringList lines(const QAbstractItemModel& model)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex part = model.index(row, 0);
        result.append(part.data().toString());
        for (int item = 0; item < model.rowCount(part); ++item)
            result.append(QStringLiteral("  ") + model.index(item, 0, part).data().toString());
    }
    return result;
}

project::Project example()
{
    project::Project project;
    project.name = "p";
    for (const char* name : {"a", "b"}) {
        project.clusters.emplace_back().name = name;
        project.clusters.back().nodes.emplace_back().name = "node0";
    }
    project.workloads.emplace_back().name = "w";
    project.traffic.emplace_back().name = "x";
    grid::GridSpec grid;
    grid.name = "g";
    grid.cluster = "a";
    grid.workload = "w";
    project.grids.push_back(grid);
    project.plans.emplace_back().name = "rent";
    project.plans.back().cluster = "a";
    return project;
}

} // namespace

class TestProjectTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void listsAllParts();
    void everyChangeRoundTrips();
    void renaming();
    void problemsAreMarked();
    void places();
    void keys();
    void issueModel();

private:
    std::unique_ptr<ProjectEditor> m_editor;
};

void TestProjectTree::init()
{
    m_editor = std::make_unique<ProjectEditor>();
    m_editor->reset(example());
}

void TestProjectTree::listsAllParts()
{
    ProjectTreeModel model(*m_editor);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(lines(model).join(QLatin1Char('/')),
             QStringLiteral("Overview/Clusters/  a/  b/Workloads/  w/Cross traffic/  x/Grids/  g/Plans/  rent/Run"));
    m_editor->reset({});
    QCOMPARE(lines(model).size(), 7);
}

void TestProjectTree::everyChangeRoundTrips()
{
    ProjectTreeModel model(*m_editor);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const project::Project before = m_editor->project();
    for (const ProjectPart part : {ProjectPart::Clusters, ProjectPart::Workloads, ProjectPart::Traffic,
                                   ProjectPart::Grids, ProjectPart::Plans}) {
        const ProjectPlace added = addItem(*m_editor, part);
        QVERIFY(added.item >= 1);
        const ProjectPlace copy = duplicateItem(*m_editor, {part, 0});
        QCOMPARE(copy, (ProjectPlace{part, 1}));
        QVERIFY(renameItem(*m_editor, copy, QStringLiteral("renamed")));
        removeItem(*m_editor, {part, 0});
    }
    QCOMPARE(m_editor->project().grids.back().cluster, std::string("renamed")); // a new grid is ready to be run
    QCOMPARE(m_editor->undoStack()->count(), 20);
    const project::Project after = m_editor->project();
    const QStringList shown = lines(model);
    while (m_editor->undoStack()->canUndo())
        m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
    QCOMPARE(lines(model).size(), 13);
    while (m_editor->undoStack()->canRedo())
        m_editor->undoStack()->redo();
    QVERIFY(m_editor->project() == after);
    QCOMPARE(lines(model), shown);
    // What is not there changes nothing.
    removeItem(*m_editor, {ProjectPart::Grids, 77});
    removeItem(*m_editor, {ProjectPart::Run, 0});
    QCOMPARE(duplicateItem(*m_editor, {ProjectPart::Clusters, -1}), (ProjectPlace{ProjectPart::Clusters, -1}));
    QVERIFY(m_editor->project() == after);
}

void TestProjectTree::renaming()
{
    ProjectTreeModel model(*m_editor);
    const QModelIndex a = model.indexOf({ProjectPart::Clusters, 0});
    QVERIFY(model.flags(a).testFlag(Qt::ItemIsEditable));
    QVERIFY(!model.flags(a.parent()).testFlag(Qt::ItemIsEditable));
    QVERIFY(model.setData(a, QStringLiteral("first")));
    QCOMPARE(m_editor->project().grids[0].cluster, std::string("first"));
    QCOMPARE(m_editor->project().plans[0].cluster, std::string("first"));
    QVERIFY(!model.setData(a, QStringLiteral("b")));
    QVERIFY(!model.setData(a, QStringLiteral("  ")));
    QCOMPARE(m_editor->undoStack()->count(), 1);
    // Levels of the grid's factor follow; those of other factors do not.
    m_editor->change(QStringLiteral("x"), [](project::Project& project) {
        project.grids[0].factors = {
            {"cross_traffic", {grid::textLevel("none"), grid::textLevel("x")}, false, {}, grid::textLevel("x")},
            {"note", {grid::textLevel("x")}, true, {}, {}}};
    });
    QVERIFY(model.setData(model.indexOf({ProjectPart::Traffic, 0}), QStringLiteral("web search")));
    const std::vector<grid::Factor>& factors = m_editor->project().grids[0].factors;
    QCOMPARE(factors[0].levels[0].text, std::string("none"));
    QCOMPARE(factors[0].levels[1], grid::textLevel("web search"));
    QCOMPARE(*factors[0].formerLevel, grid::textLevel("web search"));
    QCOMPARE(factors[1].levels[0], grid::textLevel("x"));
}

void TestProjectTree::problemsAreMarked()
{
    ProjectTreeModel model(*m_editor);
    m_editor->change(QStringLiteral("x"), [](project::Project& project) { project.clusters[1].mtu = 3; });
    const QModelIndex b = model.indexOf({ProjectPart::Clusters, 1});
    QTRY_VERIFY(b.data(ProjectTreeModel::ProblemRole).toString().contains(QStringLiteral("576")));
    QVERIFY(b.data(Qt::ToolTipRole).toString().contains(QStringLiteral("mtu")));
    QVERIFY(model.indexOf({ProjectPart::Clusters, 0}).data(ProjectTreeModel::ProblemRole).toString().isEmpty());
}

void TestProjectTree::places()
{
    QCOMPARE(ProjectTreeModel::placeOfField("clusters[1].nodes[0].name"), (ProjectPlace{ProjectPart::Clusters, 1}));
    QCOMPARE(ProjectTreeModel::placeOfField("grids[12]"), (ProjectPlace{ProjectPart::Grids, 12}));
    QCOMPARE(ProjectTreeModel::placeOfField("workloads"), (ProjectPlace{ProjectPart::Workloads, -1}));
    QCOMPARE(ProjectTreeModel::placeOfField("cross_traffic[2].sources"), (ProjectPlace{ProjectPart::Traffic, 2}));
    QCOMPARE(ProjectTreeModel::placeOfField("name"), ProjectPlace{});
    QCOMPARE(ProjectTreeModel::fieldOf({ProjectPart::Grids, 3}), std::string("grids[3]"));
}

void TestProjectTree::keys()
{
    ProjectTree tree(*m_editor);
    tree.resize(300, 500);
    tree.show();
    tree.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&tree));
    auto* view = tree.findChild<QTreeView*>(QStringLiteral("projectTree"));
    view->setFocus();
    tree.setCurrent({ProjectPart::Clusters, 0});
    QTest::keyClick(view, Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(tree.current(), (ProjectPlace{ProjectPart::Clusters, 1}));
    QCOMPARE(m_editor->project().clusters.size(), std::size_t(3));
    QTest::keyClick(view, Qt::Key_Insert);
    QCOMPARE(tree.current(), (ProjectPlace{ProjectPart::Clusters, 3}));
    QTest::keyClick(view, Qt::Key_Delete);
    QCOMPARE(m_editor->project().clusters.size(), std::size_t(3));
    tree.setCurrent({ProjectPart::Clusters, 0});
    m_editor->undoStack()->undo();
    QCOMPARE(tree.current(), (ProjectPlace{ProjectPart::Clusters, 0}));
    tree.setCurrent({ProjectPart::Run, -1});
    QVERIFY(!tree.findChild<QAction*>(QStringLiteral("addItem"))->isEnabled());
    QVERIFY(!tree.findChild<QAction*>(QStringLiteral("removeItem"))->isEnabled());
}

void TestProjectTree::issueModel()
{
    IssueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setIssues({{"kind", Severity::Error, 1, "It cannot be.", "clusters[0].mtu"},
                     {"other", Severity::Note, 3, "Unknown.", ""}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, IssueModel::SeverityColumn).data().toString(), QStringLiteral("Error"));
    QCOMPARE(model.index(0, IssueModel::SentenceColumn).data().toString(), QStringLiteral("It cannot be."));
    QVERIFY(model.index(1, IssueModel::SentenceColumn).data().toString().contains(QStringLiteral("3")));
}

QTEST_MAIN(TestProjectTree)
#include "tst_project_tree.moc"
