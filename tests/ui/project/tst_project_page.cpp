// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/project/templates.h"
#include "tests/ui/example_files.h"
#include "ui/base/notice_bar.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/cluster/cluster_editor.h"
#include "ui/project/project_page.h"
#include "ui/project/project_tree.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTreeView>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

const std::string brokenProject = R"({
  "format": "millrace-project",
  "version": 1,
  "name": "Broken",
  "clusters": [
    {"name": "c", "mtu": 100, "nodes": [{"name": "n0"}, {"name": "n1", "slots": -1}],
     "links": [{"from": "nowhere", "rate": "1Gbit"}]}
  ],
  "workloads": [{"name": "w", "batch": 0}],
  "grids": [{"name": "g", "cluster": "none", "workload": "w"}]
}
)";

} // namespace

class TestProjectPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void init();
    void cleanup();
    void everyPartHasItsView();
    void viewsByName();
    void overviewEdits();
    void theNextStep();
    void problemsJumpToTheirField_data();
    void problemsJumpToTheirField();
    void removingWhatIsShown();
    void removingTheFirstOfTwo();
    void untitledUntilSaved();
    void noticesAndRecovery();
    void remembersTheView();
    void damagedFile();
    void accessibleNames();
    void shots_data();
    void shots();

private:
    ProjectPage& load(std::unique_ptr<ProjectPage> page);
    ProjectPage& openBytes(const std::string& bytes)
    {
        return load(std::make_unique<ProjectPage>(
            test::writeBytes(m_folder->path(), QStringLiteral("a.millrace"), bytes), *m_settings));
    }
    ProjectPage& openQuickstart()
    {
        return load(std::make_unique<ProjectPage>(test::writeProject(m_folder->path()), *m_settings));
    }
    [[nodiscard]] QString shownEditor() const
    {
        return QLatin1String(m_page->findChild<QStackedWidget*>()->currentWidget()->metaObject()->className());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectPage> m_page;
};

void TestProjectPage::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("s.ini")));
    m_settings->setValue(QStringLiteral("autosave/folder"), m_folder->filePath(QStringLiteral("autosave")));
}

void TestProjectPage::cleanup()
{
    m_page.reset();
    QThreadPool::globalInstance()->waitForDone();
}

ProjectPage& TestProjectPage::load(std::unique_ptr<ProjectPage> page)
{
    m_page = std::move(page);
    m_page->resize(1280, 740);
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    m_page->show();
    m_page->activateWindow();
    m_page->reload();
    if (!QTest::qWaitFor([&] { return loaded.size() == 1; }))
        qFatal("the project was not loaded");
    return *m_page;
}

void TestProjectPage::everyPartHasItsView()
{
    ProjectPage& page = openQuickstart();
    QVERIFY(page.hasContent());
    const QStringList expected{QStringLiteral("OverviewView"), QStringLiteral("ClusterEditor"),
                               QStringLiteral("WorkloadForm"), QStringLiteral("GridEditor"),
                               QStringLiteral("CampaignPage")};
    const QStringList views{QStringLiteral("overview"), QStringLiteral("cluster:four nodes"),
                            QStringLiteral("workload:small model"), QStringLiteral("grid:strategies under loss"),
                            QStringLiteral("run")};
    for (int i = 0; i < views.size(); ++i) {
        page.showView(views.at(i));
        QVERIFY2(shownEditor().endsWith(expected.at(i)), qPrintable(shownEditor()));
        QCOMPARE(page.currentView(), views.at(i));
        QVERIFY(!page.helpPage().isEmpty());
        QVERIFY(views.at(i) == QLatin1String("run")
                || std::filesystem::exists(qEnvironmentVariable("MR_SOURCE").toStdString() + "/resources/manual/"
                                           + page.helpPage().toStdString() + ".md"));
    }
}

void TestProjectPage::viewsByName()
{
    ProjectPage& page = openQuickstart();
    page.showView(QStringLiteral("cluster:no such"));
    QCOMPARE(page.currentView(), QStringLiteral("cluster"));
    QVERIFY(shownEditor().endsWith(QLatin1String("EmptyState")));
    page.showView(QStringLiteral("nonsense"));
    QCOMPARE(page.currentView(), QStringLiteral("overview"));
}

void TestProjectPage::overviewEdits()
{
    ProjectPage& page = openQuickstart();
    const project::Project before = page.session().editor().project();
    auto* name = page.findChild<QLineEdit*>(QStringLiteral("projectName"));
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("Renamed"));
    auto* notes = page.findChild<QPlainTextEdit*>(QStringLiteral("projectNotes"));
    notes->setFocus();
    notes->selectAll();
    QTest::keyClicks(notes, QStringLiteral("two"));
    QTest::keyClick(notes, Qt::Key_Return);
    QTest::keyClicks(notes, QStringLiteral("lines"));
    auto* store = page.findChild<QLineEdit*>(QStringLiteral("projectStore"));
    store->setFocus();
    QTest::keyClicks(store, QStringLiteral("results.mrdb"));
    QTest::keyClick(store, Qt::Key_Return);
    const project::Project& now = page.session().editor().project();
    QCOMPARE(now.name, std::string("Renamed"));
    QCOMPARE(now.notes, std::string("two\nlines"));
    QCOMPARE(now.store, std::filesystem::path(m_folder->path().toStdString()) / "results.mrdb");
    QCOMPARE(page.storeFile(), m_folder->filePath(QStringLiteral("results.mrdb")));
    QCOMPARE(page.undoStack()->count(), 3);
    QVERIFY(page.isModified());
    while (page.undoStack()->canUndo())
        page.undoStack()->undo();
    QVERIFY(page.session().editor().project() == before);
    QCOMPARE(name->text(), QStringLiteral("Quickstart"));
    QVERIFY(!page.isModified());
}

void TestProjectPage::problemsJumpToTheirField_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("editor");
    QTest::newRow("MTU") << QStringLiteral("clusters[0].mtu") << QStringLiteral("ClusterEditor");
    QTest::newRow("slots") << QStringLiteral("clusters[0].nodes[1].slots") << QStringLiteral("ClusterEditor");
    QTest::newRow("link") << QStringLiteral("clusters[0].links[0].from") << QStringLiteral("ClusterEditor");
    QTest::newRow("batch") << QStringLiteral("workloads[0].batch") << QStringLiteral("WorkloadForm");
    QTest::newRow("cluster of the grid") << QStringLiteral("grids[0].cluster") << QStringLiteral("GridEditor");
}

void TestProjectPage::problemsJumpToTheirField()
{
    QFETCH(QString, where);
    QFETCH(QString, editor);
    ProjectPage& page = openBytes(brokenProject);
    auto* table = page.findChild<QTableView*>(QStringLiteral("problemsTable"));
    int row = -1;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            for (int i = 0; i < table->model()->rowCount(); ++i)
                row = table->model()->index(i, 1).data().toString() == where ? i : row;
            return row >= 0;
        }(),
        5000);
    Q_EMIT table->activated(table->model()->index(row, 0));
    QVERIFY2(shownEditor().endsWith(editor), qPrintable(shownEditor()));
    QWidget* shown = page.findChild<QStackedWidget*>()->currentWidget();
    QTRY_VERIFY(page.focusWidget() && shown->isAncestorOf(page.focusWidget()));
    if (where.endsWith(QLatin1String("mtu")))
        QCOMPARE(page.focusWidget()->objectName(), QStringLiteral("clusterMtu"));
    if (where.endsWith(QLatin1String("slots"))) {
        auto* nodes = page.findChild<QTableView*>(QStringLiteral("nodeTable"));
        QCOMPARE(nodes->currentIndex().row(), 1);
        QCOMPARE(nodes->currentIndex().column(), 2); // an emulated cluster has no hosts
    }
}

// The tree moves to the second item before the first one is gone.
void TestProjectPage::removingTheFirstOfTwo()
{
    ProjectPage& page = openQuickstart();
    page.session().editor().change(QStringLiteral("x"), [](project::Project& project) {
        project.clusters.push_back(project.clusters.front());
        project.clusters.back().name = "second";
    });
    page.showView(QStringLiteral("cluster:four nodes"));
    auto* tree = page.findChild<QTreeView*>(QStringLiteral("projectTree"));
    tree->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTest::keyClick(tree, Qt::Key_Delete);
    QCOMPARE(page.session().editor().project().clusters.size(), std::size_t(1));
    QCOMPARE(page.currentView(), QStringLiteral("cluster:second"));
    QVERIFY(shownEditor().endsWith(QLatin1String("ClusterEditor")));
}

void TestProjectPage::removingWhatIsShown()
{
    ProjectPage& page = openQuickstart();
    page.showView(QStringLiteral("cluster:four nodes"));
    auto* tree = page.findChild<QTreeView*>(QStringLiteral("projectTree"));
    tree->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTest::keyClick(tree, Qt::Key_Delete);
    QVERIFY(page.session().editor().project().clusters.empty());
    QVERIFY(!shownEditor().endsWith(QLatin1String("ClusterEditor")));
    page.undoStack()->undo();
    page.showView(QStringLiteral("cluster:four nodes"));
    QVERIFY(shownEditor().endsWith(QLatin1String("ClusterEditor")));
    // Renaming in the form renames in the tree, and the grid goes along.
    auto* name = page.findChild<QLineEdit*>(QStringLiteral("clusterName"));
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("new name"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(page.currentView(), QStringLiteral("cluster:new name"));
    QCOMPARE(page.session().editor().project().grids[0].cluster, std::string("new name"));
    // A cluster put in before the one that is shown leaves it in place.
    page.session().editor().change(QStringLiteral("x"), [](project::Project& project) {
        cluster::Cluster first;
        first.name = "first";
        project.clusters.insert(project.clusters.begin(), first);
    });
    QCOMPARE(page.currentView(), QStringLiteral("cluster:new name"));
    QCOMPARE(page.findChild<ClusterEditor*>()->index(), 1);
    QCOMPARE(name->text(), QStringLiteral("new name"));
}

void TestProjectPage::untitledUntilSaved()
{
    ProjectPage& page = load(std::unique_ptr<ProjectPage>(ProjectPage::fromText(
        std::string(project::findTemplate("quickstart")->text), QStringLiteral("quickstart.millrace"), *m_settings)));
    QVERIFY(page.file().isEmpty());
    QCOMPARE(page.title(), QStringLiteral("quickstart.millrace"));
    QVERIFY(!page.isModified());
    QVERIFY(page.storeFile().isEmpty());
    QSignalSpy state(&page, &DocumentPage::stateChanged);
    const QString file = m_folder->filePath(QStringLiteral("mine.millrace"));
    page.saveAs(file);
    QTRY_COMPARE(page.file(), file);
    QVERIFY(!state.isEmpty());
    QCOMPARE(page.title(), QStringLiteral("mine.millrace"));
    QVERIFY(QFileInfo::exists(file));
    QCOMPARE(readFile(file.toStdString()).value(), std::string(project::findTemplate("quickstart")->text));
}

void TestProjectPage::noticesAndRecovery()
{
    const QString file = test::writeProject(m_folder->path());
    std::string text = readFile(file.toStdString()).value();
    text.replace(text.find("four nodes"), 10, "five nodes");
    JournalEntry entry = newJournalEntry(file.toStdString(), {}, text);
    entry.processStart += 1;
    QVERIFY(writeJournal(entry, m_folder->path().toStdString() + "/autosave/x.journal"));
    ProjectPage& page = load(std::make_unique<ProjectPage>(file, *m_settings));
    auto* offer = page.findChild<NoticeBar*>(QStringLiteral("offerNotice"));
    QVERIFY(offer->isVisible());
    QVERIFY2(offer->text().contains(QStringLiteral("five nodes")), qPrintable(offer->text()));
    offer->findChildren<QPushButton*>().front()->click();
    QVERIFY(!offer->isVisible());
    QVERIFY(page.isModified());
    QCOMPARE(page.undoStack()->undoText(), QStringLiteral("Recover unsaved changes"));

    QTRY_VERIFY(!QFileInfo::exists(m_folder->filePath(QStringLiteral("autosave/x.journal"))));
    ProjectPage second(file, *m_settings);
    second.show();
    second.reload();
    QTRY_VERIFY(second.findChild<NoticeBar*>(QStringLiteral("lockNotice"))->isVisible());
    QVERIFY(!second.findChild<NoticeBar*>(QStringLiteral("offerNotice"))->isVisible()); // it lives here
}

void TestProjectPage::remembersTheView()
{
    openQuickstart().showView(QStringLiteral("grid:strategies under loss"));
    m_page.reset();
    QCOMPARE(openQuickstart().currentView(), QStringLiteral("grid:strategies under loss"));
}

void TestProjectPage::damagedFile()
{
    ProjectPage page(test::writeBytes(m_folder->path(), QStringLiteral("a.millrace"), "{ broken"), *m_settings);
    QSignalSpy failed(&page, &DocumentPage::failed);
    page.reload();
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!page.hasContent());
}

void TestProjectPage::accessibleNames()
{
    ProjectPage& page = openQuickstart();
    for (const QString& view : {QStringLiteral("overview"), QStringLiteral("cluster:four nodes")}) {
        page.showView(view);
        for (QWidget* widget : page.findChildren<QWidget*>()) {
            const bool matters = qobject_cast<QLineEdit*>(widget) || qobject_cast<QComboBox*>(widget)
                || qobject_cast<QAbstractItemView*>(widget);
            if (!matters || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
                continue;
            QVERIFY2(
                !widget->accessibleName().isEmpty(),
                qPrintable(widget->objectName() + QLatin1Char(' ') + QLatin1String(widget->metaObject()->className())));
        }
    }
}

void TestProjectPage::shots_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true}) {
        for (const char* name :
             {"overview", "cluster", "workload", "options", "grid", "run", "empty", "problems", "section", "notices"})
            QTest::addRow("%s%s", name, dark ? "-dark" : "") << QString::fromLatin1(name) << dark;
    }
}

void TestProjectPage::shots()
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (folder.isEmpty())
        QSKIP("MR_SHOTS names no folder for pictures");
    QFETCH(QString, name);
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    if (name == QLatin1String("empty"))
        openBytes(R"({"format": "millrace-project", "version": 1, "name": ""})");
    else if (name == QLatin1String("problems"))
        openBytes(brokenProject);
    else
        openQuickstart();
    const std::map<QString, QString> views{{QStringLiteral("cluster"), QStringLiteral("cluster:four nodes")},
                                           {QStringLiteral("workload"), QStringLiteral("workload:small model")},
                                           {QStringLiteral("options"), QStringLiteral("workload:small model")},
                                           {QStringLiteral("grid"), QStringLiteral("grid:strategies under loss")},
                                           {QStringLiteral("run"), QStringLiteral("run")},
                                           {QStringLiteral("section"), QStringLiteral("grid")}};
    if (const auto view = views.find(name); view != views.end())
        m_page->showView(view->second);
    if (name == QLatin1String("notices")) {
        m_page->session().editor().change(QStringLiteral("x"),
                                          [](project::Project& project) { project.name = "mine"; });
        test::writeBytes(m_folder->path(), QStringLiteral("quick.millrace"), "{}");
        QTRY_VERIFY(m_page->session().isChangedOnDisk());
    }
    QTest::qWait(400);
    if (name == QLatin1String("options"))
        for (auto* area : m_page->findChildren<QScrollArea*>())
            area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    m_page->grab().save(
        QStringLiteral("%1/page-%2%3.png").arg(folder, name, dark ? QStringLiteral("-dark") : QString()));
    applyTheme(*qApp, Theme::Light);
}

void TestProjectPage::theNextStep()
{
    ProjectPage& page = openBytes(R"({"format": "millrace-project", "version": 1, "name": "Empty"})");
    auto* step = page.findChild<QLabel*>(QStringLiteral("nextStep"));
    auto* go = page.findChild<QPushButton*>(QStringLiteral("takeNextStep"));
    auto* tree = page.findChild<ProjectTree*>();
    const auto& project = [&]() -> const project::Project& { return page.session().editor().project(); };
    for (const char* part : {"cluster", "workload", "grid"}) {
        tree->setCurrent({});
        QVERIFY2(step->text().contains(QLatin1String(part)), qPrintable(step->text()));
        QVERIFY(go->isVisible());
        go->click();
    }
    QCOMPARE(project().clusters.size() + project().workloads.size() + project().grids.size(), std::size_t(3));
    tree->setCurrent({});
    QTRY_VERIFY2(step->text().contains(QStringLiteral("errors")) || step->text().contains(QStringLiteral("runs")),
                 qPrintable(step->text()));
}

QTEST_MAIN(TestProjectPage)
#include "tst_project_page.moc"
