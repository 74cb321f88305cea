// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/cluster/clusters.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/cluster/cluster_editor.h"
#include "ui/edit/edit_table.h"
#include "ui/edit/project_changes.h"
#include "ui/edit/word_completer.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// Of the first ones; what only plans use is hidden behind them.
int shownColumns(const QTableView* view)
{
    int count = 0;
    while (count < view->model()->columnCount() && !view->isColumnHidden(count))
        ++count;
    return count;
}

} // namespace

/// Tables as forms: keys, lists of words, widths.
class TestTableKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void init();
    void cleanup();
    void tabGoesAlongTheRows();
    void enterGoesDown();
    void anEditGoesOnWithTab();
    void aRowIsAddedAtTheEnd();
    void namesAreOffered();
    void aListIsPickedByKeys();
    void partsOfAList_data();
    void partsOfAList();
    void theEditorIsReadable();
    void columnsFollowTheirContent();
    void nothingMovesWhenACellIsWrong();
    void remoteMachinesHaveNoDefaultLink();

private:
    [[nodiscard]] QTableView* table(const char* name) const
    {
        return m_widget->findChild<QTableView*>(QLatin1String(name));
    }
    void select(QTableView* view, int row, int column) const
    {
        view->setFocus();
        view->setCurrentIndex(view->model()->index(row, column));
    }
    [[nodiscard]] static QLineEdit* editorOf(QTableView* view)
    {
        for (auto* each : view->findChildren<QLineEdit*>(QStringLiteral("cellEdit")))
            if (each->isVisible())
                return each;
        return nullptr;
    }
    /// Row and column of the current cell: "1,2".
    [[nodiscard]] static QString place(const QTableView* view)
    {
        return QStringLiteral("%1,%2").arg(view->currentIndex().row()).arg(view->currentIndex().column());
    }
    [[nodiscard]] const cluster::Cluster& edited() const { return m_editor->project().clusters.front(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectEditor> m_editor;
    std::unique_ptr<ClusterEditor> m_widget;
};

void TestTableKeys::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("s.ini")));
    m_editor = std::make_unique<ProjectEditor>();
    cluster::Cluster cluster = test::makeCluster(3);
    cluster.links = {newClusterLink()};
    m_editor->reset(test::projectWith(cluster));
    m_widget = std::make_unique<ClusterEditor>(*m_editor, *m_settings);
    m_widget->resize(1040, 700);
    m_widget->show();
    m_widget->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_widget.get()));
}

void TestTableKeys::cleanup()
{
    m_widget.reset();
    m_editor.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestTableKeys::tabGoesAlongTheRows()
{
    QTableView* nodes = table("nodeTable");
    select(nodes, 0, 0);
    const int columns = shownColumns(nodes);
    for (int i = 1; i < columns; ++i) {
        QTest::keyClick(nodes, Qt::Key_Tab);
        QCOMPARE(place(nodes), QStringLiteral("0,%1").arg(i));
    }
    QTest::keyClick(nodes, Qt::Key_Tab);
    QCOMPARE(place(nodes), QStringLiteral("1,0"));
    QTest::keyClick(nodes, Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(place(nodes), QStringLiteral("0,%1").arg(columns - 1));
    QVERIFY(nodes->hasFocus());
    // Only beyond the last cell, and before the first one, the table is left.
    select(nodes, 2, columns - 1);
    QTest::keyClick(nodes, Qt::Key_Tab);
    QVERIFY(!nodes->hasFocus());
    QCOMPARE(nodes->model()->rowCount(), 3);
    select(nodes, 1, 1);
    QTest::keyClick(nodes, Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(!nodes->hasFocus());
    QCOMPARE(m_editor->undoStack()->count(), 0);
}

void TestTableKeys::enterGoesDown()
{
    QTableView* nodes = table("nodeTable");
    select(nodes, 0, 1);
    QTest::keyClick(nodes, Qt::Key_Return);
    QCOMPARE(place(nodes), QStringLiteral("1,1"));
    QTest::keyClick(nodes, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(place(nodes), QStringLiteral("0,1"));
}

void TestTableKeys::anEditGoesOnWithTab()
{
    QTableView* nodes = table("nodeTable");
    select(nodes, 0, 0);
    QTest::keyClick(nodes, 'a');
    QVERIFY(editorOf(nodes));
    QTest::keyClicks(editorOf(nodes), QStringLiteral("lpha"));
    QTest::keyClick(editorOf(nodes), Qt::Key_Tab);
    QTRY_COMPARE(edited().nodes[0].name, std::string("alpha"));
    QCOMPARE(place(nodes), QStringLiteral("0,1"));
    QVERIFY(nodes->hasFocus());
    QTest::keyClick(nodes, 'w');
    QTest::keyClick(editorOf(nodes), Qt::Key_Return);
    QTRY_COMPARE(edited().nodes[0].zone, std::string("w"));
    QCOMPARE(place(nodes), QStringLiteral("1,1"));
}

void TestTableKeys::aRowIsAddedAtTheEnd()
{
    QTableView* nodes = table("nodeTable");
    const int last = shownColumns(nodes) - 1;
    select(nodes, 2, last);
    QTest::keyClick(nodes, Qt::Key_F2);
    editorOf(nodes)->setText(QStringLiteral("64KiB"));
    QTest::keyClick(editorOf(nodes), Qt::Key_Tab);
    QTRY_COMPARE(nodes->model()->rowCount(), 4);
    QCOMPARE(place(nodes), QStringLiteral("3,0"));
    // Enter at the end of an edit stays in the last row; once more, it begins another.
    QTest::keyClick(nodes, 'x');
    QTest::keyClick(editorOf(nodes), Qt::Key_Return);
    QTRY_COMPARE(edited().nodes[3].name, std::string("x"));
    QCOMPARE(nodes->model()->rowCount(), 4);
    QTest::keyClick(nodes, Qt::Key_Return);
    QCOMPARE(nodes->model()->rowCount(), 5);
    QCOMPARE(place(nodes), QStringLiteral("4,0"));
    m_editor->undoStack()->undo();
    QCOMPARE(nodes->model()->rowCount(), 4);
}

void TestTableKeys::namesAreOffered()
{
    QTableView* links = table("linkTable");
    m_widget->showField(QStringLiteral("links[0].to"));
    QTest::keyClick(links, Qt::Key_F2);
    auto* completer = editorOf(links)->findChild<WordCompleter*>();
    QVERIFY(completer);
    // Before a letter is typed.
    QTRY_VERIFY(completer->popup()->isVisible());
    QStringList words;
    for (int i = 0; i < completer->completionModel()->rowCount(); ++i)
        words.append(completer->completionModel()->index(i, 0).data().toString());
    QCOMPARE(
        words,
        (QStringList{QStringLiteral("*"), QStringLiteral("node0"), QStringLiteral("node1"), QStringLiteral("node2")}));
    QCOMPARE(completer->popup()->currentIndex().data().toString(), QStringLiteral("*"));
    QVERIFY(completer->popup()->width() >= completer->popup()->sizeHintForColumn(0));
}

void TestTableKeys::aListIsPickedByKeys()
{
    QTableView* links = table("linkTable");
    m_widget->showField(QStringLiteral("links[0].to"));
    QTest::keyClick(links, Qt::Key_F2);
    auto* completer = editorOf(links)->findChild<WordCompleter*>();
    QTRY_VERIFY(completer->popup()->isVisible());
    QTest::keyClick(completer->popup(), Qt::Key_Down);
    QTest::keyClick(completer->popup(), Qt::Key_Down);
    QTest::keyClick(completer->popup(), Qt::Key_Tab);
    QTRY_COMPARE(edited().links[0].to, std::string("node1"));
    QCOMPARE(place(links), QStringLiteral("0,2"));
}

void TestTableKeys::partsOfAList_data()
{
    QTest::addColumn<QString>("text"); // "|" is the cursor
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("taken"); // the line when RING is chosen
    QTest::newRow("empty") << "|"
                           << "RING STAR TREE"
                           << "RING";
    QTest::newRow("only one") << "ST|"
                              << "RING STAR TREE"
                              << "RING";
    QTest::newRow("another") << "STAR, |"
                             << "RING TREE"
                             << "STAR, RING";
    QTest::newRow("begun") << "STAR,TR|"
                           << "RING TREE"
                           << "STAR,RING";
    QTest::newRow("after a whole word") << "TREE, STAR|"
                                        << "RING"
                                        << "TREE, STAR, RING";
    QTest::newRow("between") << "TREE, x|y, STAR"
                             << "RING"
                             << "TREE, RING, STAR";
    QTest::newRow("first") << "|, STAR"
                           << "RING TREE"
                           << "RING, STAR";
}

void TestTableKeys::partsOfAList()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    QFETCH(QString, taken);
    const auto cursor = static_cast<int>(text.indexOf(QLatin1Char('|')));
    text.remove(QLatin1Char('|'));
    const QStringList all{QStringLiteral("RING"), QStringLiteral("STAR"), QStringLiteral("TREE")};
    const Completions found = cellCompletions(all, true, text, cursor);
    QCOMPARE(found.words.join(QLatin1Char(' ')), words);
    QCOMPARE(QString(text).replace(found.start, found.end - found.start, found.before + QStringLiteral("RING")), taken);
}

void TestTableKeys::theEditorIsReadable()
{
    QTableView* nodes = table("nodeTable");
    nodes->setColumnWidth(1, 40);
    select(nodes, 0, 1);
    QTest::keyClick(nodes, Qt::Key_F2);
    QLineEdit* edit = editorOf(nodes);
    const QString text = QStringLiteral("a zone with a rather long name");
    QTest::keyClicks(edit, text);
    QVERIFY(edit->width() > edit->fontMetrics().horizontalAdvance(text));
    QVERIFY(edit->parentWidget()->rect().contains(edit->geometry()));
}

void TestTableKeys::columnsFollowTheirContent()
{
    QTableView* links = table("linkTable");
    const QString name = QStringLiteral("a-node-with-a-long-name");
    m_widget->showField(QStringLiteral("links[0].to"));
    m_editor->change(QStringLiteral("x"), [&](project::Project& project) {
        project.clusters[0].nodes[1].name = name.toStdString();
        project.clusters[0].links[0].to = name.toStdString();
    });
    QVERIFY(links->columnWidth(1) > links->fontMetrics().horizontalAdvance(name));
}

void TestTableKeys::nothingMovesWhenACellIsWrong()
{
    QTableView* nodes = table("nodeTable");
    QTableView* other = nodes;
    const int height = other->height();
    select(nodes, 0, 2);
    QTest::keyClick(nodes, 'x');
    QTest::keyClick(editorOf(nodes), Qt::Key_Return);
    QTRY_COMPARE(nodes->model()->index(0, 2).data().toString(), QStringLiteral("x"));
    select(nodes, 0, 2);
    auto* line = m_widget->findChild<QWidget*>(QStringLiteral("nodeTableLine"));
    QVERIFY(line->isVisible());
    QTest::qWait(50);
    QCOMPARE(other->height(), height);
    auto* name = m_widget->findChild<QLineEdit*>(QStringLiteral("clusterName"));
    const int top = nodes->mapTo(m_widget.get(), QPoint()).y();
    name->setFocus();
    name->selectAll();
    QTest::keyClick(name, Qt::Key_Delete); // a cluster needs a name
    QTest::qWait(50);
    QVERIFY(!name->accessibleDescription().isEmpty());
    QCOMPARE(nodes->mapTo(m_widget.get(), QPoint()).y(), top);
}

void TestTableKeys::remoteMachinesHaveNoDefaultLink()
{
    auto* kind = m_widget->findChild<QComboBox*>(QStringLiteral("clusterKind"));
    const auto before = edited();
    const auto choose = [&](int row) {
        kind->setCurrentIndex(row);
        Q_EMIT kind->activated(row);
    };
    choose(1);
    QVERIFY(edited().links.empty()); // nothing is imposed on machines that nobody asked for
    choose(0);
    QCOMPARE(edited().links, before.links);
    // What the user has made stays.
    m_editor->change(QStringLiteral("x"), [](project::Project& project) {
        project.clusters[0].links.push_back(test::makeLink("node0", "node1", 1e8));
    });
    choose(1);
    QCOMPARE(edited().links, std::vector{test::makeLink("node0", "node1", 1e8)});
    m_editor->undoStack()->undo();
    QCOMPARE(edited().links.size(), std::size_t(2));
}

QTEST_MAIN(TestTableKeys)
#include "tst_table_keys.moc"
