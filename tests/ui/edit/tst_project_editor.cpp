// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/cell_block.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/project_changes.h"
#include "ui/edit/project_editor.h"

#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestProjectEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void undoAndRedo();
    void nothingForNothing();
    void merging();
    void mergingEndsAtTheCleanMark();
    void macros();
    void resetForgets();
    void problemsComeLater();
    void fieldPrefixes();
    void names();
    void renaming();
    void cells_data();
    void cells();
    void fieldEdit();
};

namespace {

void setName(ProjectEditor& editor, const char* name, const QString& merge = {})
{
    editor.change(
        QStringLiteral("name"), [&](project::Project& project) { project.name = name; }, merge);
}

} // namespace

void TestProjectEditor::undoAndRedo()
{
    ProjectEditor editor;
    QSignalSpy changed(&editor, &ProjectEditor::changed);
    setName(editor, "a");
    const auto snapshot = editor.snapshot();
    setName(editor, "b");
    QCOMPARE(snapshot->name, std::string("a"));
    QCOMPARE(changed.size(), 2);
    editor.undoStack()->undo();
    QVERIFY(editor.snapshot() == snapshot); // not only equal
    editor.undoStack()->undo();
    QVERIFY(editor.project() == project::Project{});
    QVERIFY(editor.undoStack()->isClean());
    editor.undoStack()->redo();
    editor.undoStack()->redo();
    QCOMPARE(editor.project().name, std::string("b"));
    QCOMPARE(editor.undoStack()->undoText(), QStringLiteral("name"));
    QCOMPARE(changed.size(), 6);
}

void TestProjectEditor::nothingForNothing()
{
    ProjectEditor editor;
    QSignalSpy changed(&editor, &ProjectEditor::changed);
    editor.apply(QStringLiteral("x"), editor.project());
    QCOMPARE(editor.undoStack()->count(), 0);
    QCOMPARE(changed.size(), 0);
}

void TestProjectEditor::merging()
{
    ProjectEditor editor;
    const QString key = QStringLiteral("k");
    for (const char* name : {"a", "ab", "abc"})
        setName(editor, name, key);
    QCOMPARE(editor.undoStack()->count(), 1);
    setName(editor, "x", QStringLiteral("other"));
    QCOMPARE(editor.undoStack()->count(), 2);
    setName(editor, "y");
    setName(editor, "z");
    QCOMPARE(editor.undoStack()->count(), 4);
    for (int i = 0; i < 3; ++i)
        editor.undoStack()->undo();
    QCOMPARE(editor.project().name, std::string("abc"));
    editor.undoStack()->undo();
    QVERIFY(editor.project().name.empty());
    // Back to where it began is no edit at all.
    setName(editor, "a", key);
    setName(editor, "", key);
    QCOMPARE(editor.undoStack()->count(), 0);
    // After 2 s a new step begins.
    setName(editor, "a", key);
    QTest::qWait(2100);
    setName(editor, "ab", key);
    QCOMPARE(editor.undoStack()->count(), 2);
}

void TestProjectEditor::mergingEndsAtTheCleanMark()
{
    ProjectEditor editor;
    setName(editor, "a", QStringLiteral("k"));
    editor.undoStack()->setClean();
    setName(editor, "ab", QStringLiteral("k"));
    QVERIFY(!editor.undoStack()->isClean());
    editor.undoStack()->undo();
    QVERIFY(editor.undoStack()->isClean());
    QCOMPARE(editor.project().name, std::string("a"));
}

void TestProjectEditor::macros()
{
    ProjectEditor editor;
    editor.undoStack()->beginMacro(QStringLiteral("several"));
    setName(editor, "a");
    editor.change(QStringLiteral("notes"), [](project::Project& project) { project.notes = "n"; });
    editor.undoStack()->endMacro();
    QCOMPARE(editor.undoStack()->count(), 1);
    editor.undoStack()->undo();
    QVERIFY(editor.project() == project::Project{});
    editor.undoStack()->redo();
    QCOMPARE(editor.project().notes, std::string("n"));
}

void TestProjectEditor::resetForgets()
{
    ProjectEditor editor;
    setName(editor, "a");
    project::Project project;
    project.name = "loaded";
    editor.reset(project);
    QVERIFY(!editor.undoStack()->canUndo());
    QVERIFY(editor.undoStack()->isClean());
    QCOMPARE(editor.project().name, std::string("loaded"));
}

void TestProjectEditor::problemsComeLater()
{
    ProjectEditor editor;
    QSignalSpy problems(&editor, &ProjectEditor::problemsChanged);
    editor.change(QStringLiteral("add"), [](project::Project& project) { project.clusters.emplace_back(); });
    setName(editor, "a");
    QVERIFY(editor.problems().empty()); // never at once
    QVERIFY(!editor.problemsAreCurrent());
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(editor.problemsAreCurrent());
    QVERIFY(!editor.problemsAt("clusters[0].name").empty());
    QVERIFY(!editor.problemsAt("clusters[0]").empty());
    QVERIFY(editor.problemsAt("clusters").size() == editor.problems().size());
    QVERIFY(editor.problemsAt("grids").empty());
    editor.undoStack()->setIndex(0);
    QTRY_VERIFY(editor.problemsAreCurrent());
    QVERIFY(editor.problems().empty());
}

void TestProjectEditor::fieldPrefixes()
{
    QVERIFY(isFieldAt("clusters[0].name", "clusters[0]"));
    QVERIFY(isFieldAt("clusters[0]", "clusters"));
    QVERIFY(isFieldAt("clusters[0]", "clusters[0]"));
    QVERIFY(isFieldAt("anything", ""));
    QVERIFY(!isFieldAt("clusters[10].name", "clusters[1"));
    QVERIFY(!isFieldAt("clusters[0].names", "clusters[0].name"));
    QVERIFY(!isFieldAt("name", "names"));
}

void TestProjectEditor::names()
{
    QCOMPARE(freeName({}, "a"), std::string("a"));
    QCOMPARE(freeName({"a"}, "a"), std::string("a 2"));
    QCOMPARE(freeName({"a", "a 2"}, "a"), std::string("a 3"));
    QCOMPARE(freeName({"node0", "node1"}, "node0"), std::string("node2"));
    QCOMPARE(freeName({"7"}, "7"), std::string("8"));
    QCOMPARE(freeName({"n99999999999999999999"}, "n99999999999999999999").substr(0, 12), std::string("n99999999999"));
}

void TestProjectEditor::renaming()
{
    project::Project project;
    project.clusters.resize(2);
    project.clusters[0].name = "a";
    project.clusters[1].name = "b";
    project.workloads.resize(1);
    project.workloads[0].name = "w";
    project.grids.resize(2);
    project.grids[0].cluster = "a";
    project.grids[0].workload = "w";
    project.grids[1].cluster = "b";
    renameCluster(project, 0, "c");
    renameWorkload(project, 0, "v");
    QCOMPARE(project.grids[0].cluster, std::string("c"));
    QCOMPARE(project.grids[0].workload, std::string("v"));
    QCOMPARE(project.grids[1].cluster, std::string("b"));
    // Onto a name that is taken: what named the old one must not mean the other one now.
    renameCluster(project, 0, "b");
    QCOMPARE(project.grids[0].cluster, std::string("c"));
}

void TestProjectEditor::cells_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
    };
    row("nothing", "", "");
    row("one", "a", "a");
    row("tabs", "a\tb\nc\td\n", "a|b/c|d");
    row("Windows", "a\tb\r\nc\td\r\n", "a|b/c|d");
    row("commas", "a,b\nc,d", "a|b/c|d");
    row("semicolons before commas", "1,5;2\n", "1,5|2");
    row("tabs before commas", "1,5\t2", "1,5|2");
    row("quoted", "\"a\tb\"\t\"say \"\"x\"\"\"\n", "a\tb|say \"x\"");
    row("line in a cell", "\"a\nb\"\tc", "a\nb|c");
    row("quote in a word", "5\"\tx", "5\"|x");
    row("open quote", "\"a\tb", "a\tb");
    row("empty cells", "a\t\tb\n\t\t\n", "a||b/||");
    row("blank line between", "a\n\nb\n\n\n", "a//b");
}

void TestProjectEditor::cells()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto rows = parseCells(text);
    QStringList lines;
    for (const QStringList& row : rows)
        lines.append(row.join(QLatin1Char('|')));
    QCOMPARE(lines.join(QLatin1Char('/')), expected);
    if (rows.size() > 1)
        QVERIFY(parseCells(cellText(rows)) == rows);
}

void TestProjectEditor::fieldEdit()
{
    FieldEdit edit;
    QStringList taken;
    QObject::connect(&edit, &FieldEdit::accepted, &edit, [&](const QString& text) {
        taken.append(text);
        edit.setValue(text.trimmed());
    });
    edit.setCheck(
        [](const QString& text) { return text.contains(QLatin1Char('x')) ? QStringLiteral("no x") : QString(); });
    edit.setValue(QStringLiteral("a"));
    edit.show();
    edit.setFocus();
    QTest::keyClicks(&edit, QStringLiteral("bx"));
    QCOMPARE(taken, QStringList{QStringLiteral("ab")});
    QCOMPARE(edit.text(), QStringLiteral("abx"));
    QVERIFY(edit.isDraft());
    QCOMPARE(edit.toolTip(), QStringLiteral("no x"));
    QCOMPARE(edit.accessibleDescription(), QStringLiteral("no x"));
    // The same value from the project leaves what is being typed alone; another one does not.
    edit.setValue(QStringLiteral("ab"));
    QCOMPARE(edit.text(), QStringLiteral("abx"));
    edit.setValue(QStringLiteral("undone"));
    QCOMPARE(edit.text(), QStringLiteral("undone"));
    QVERIFY(!edit.isDraft());
    QVERIFY(edit.toolTip().isEmpty());
}

QTEST_MAIN(TestProjectEditor)
#include "tst_project_editor.moc"
