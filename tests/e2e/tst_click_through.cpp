// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"
#include "tests/e2e/click_through.h"
#include "translations/catalogues.h"
#include "ui/base/error_banner.h"
#include "ui/base/theme.h"
#include "ui/run/campaign_model.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QUndoStack>

#include <cmath>

using namespace millrace;
using namespace millrace::ui;

void TestClickThrough::initTestCase()
{
    if (const std::string why = e2e::whyNotHere(); !why.empty())
        QSKIP(why.c_str());
    m_footprint = e2e::footprint();
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QVERIFY(m_folder.isValid());
    m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
    m_settings->setFolder(QStringLiteral("project"), m_folder.path());
    m_settings->setFolder(QStringLiteral("export"), m_folder.path());
    installTranslations(*application, QLocale());
    applyTheme(*application, Theme::Light);
    application->setDoing(QStringLiteral("start"));
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->resize(1280, 800);
    m_window->show();
    if (QGuiApplication::platformName() == QLatin1String("xcb")) {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get(), 30'000));
    }
}

void TestClickThrough::init()
{
    if (m_stopped)
        QSKIP("an earlier step failed");
    // Without a window manager a list of completions that closes leaves no window active.
    if (m_window)
        QApplication::setActiveWindow(m_window.get());
}

void TestClickThrough::cleanup()
{
    if (QTest::currentTestFailed() && !m_stopped) {
        shoot(QStringLiteral("failed"));
        m_stopped = true;
    }
}

void TestClickThrough::goTo(const QString& part, const QString& item)
{
    auto* tree = find<QTreeView>("projectTree");
    QVERIFY(tree);
    const QAbstractItemModel* model = tree->model();
    for (int row = 0; row < model->rowCount(); ++row) {
        const QModelIndex top = model->index(row, 0);
        if (top.data().toString() != part)
            continue;
        QModelIndex target = top;
        for (int child = 0; !item.isEmpty() && child < model->rowCount(top); ++child) {
            if (model->index(child, 0, top).data().toString() == item)
                target = model->index(child, 0, top);
        }
        tree->scrollTo(target);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(target).center());
        return;
    }
    QFAIL(qPrintable(QStringLiteral("no part %1").arg(part)));
}

void TestClickThrough::editCell(QTableView* view, const QModelIndex& index, const QString& text)
{
    QVERIFY(index.isValid());
    view->scrollTo(index);
    const QPoint place = view->visualRect(index).center();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place);
    QTest::keyClick(view, Qt::Key_F2);
    // An editor that was closed before is still there until the loop turns.
    QLineEdit* edit = nullptr;
    for (auto* each : view->findChildren<QLineEdit*>(QStringLiteral("cellEdit")))
        edit = each->isVisible() ? each : edit;
    QVERIFY(edit);
    edit->selectAll();
    QTest::keyClicks(edit, text);
    // Escape closes the list of completions only, as it would for a user.
    if (QWidget* popup = QApplication::activePopupWidget())
        QTest::keyClick(popup, Qt::Key_Escape);
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::qWait(20);
}

void TestClickThrough::shoot(const QString& name)
{
    const QString keep = qEnvironmentVariable("MR_SHOTS");
    if (!keep.isEmpty())
        m_window->grab().save(QStringLiteral("%1/click-%2.png").arg(keep, name));
}

void TestClickThrough::newProjectFromTemplate()
{
    application->setDoing(QStringLiteral("new project"));
    shoot(QStringLiteral("start"));
    auto* card = find<QAbstractButton>("template-quickstart");
    QVERIFY(card);
    click(card);
    QTRY_VERIFY(m_window->currentPage());
    m_project = qobject_cast<ProjectPage*>(m_window->currentPage());
    QVERIFY(m_project);
    QTRY_VERIFY(m_project->hasContent());
    QVERIFY(m_project->file().isEmpty());
    QCOMPARE(m_project->session().editor().project().clusters.size(), std::size_t(1));
    shoot(QStringLiteral("overview"));
}

void TestClickThrough::editsTheCluster()
{
    application->setDoing(QStringLiteral("cluster editor"));
    const auto& editor = m_project->session().editor();
    const project::Project before = editor.project();
    goTo(QStringLiteral("Clusters"), QString::fromStdString(before.clusters.front().name));
    auto* name = find<QLineEdit>("clusterName");
    QVERIFY(name && name->isVisible());
    type(name, QStringLiteral("bench"));
    QTRY_COMPARE(editor.project().clusters.front().name, std::string("bench"));
    auto* nodes = find<QTableView>("nodeTable");
    QVERIFY(nodes && nodes->isVisible());
    const int count = nodes->model()->rowCount();
    shoot(QStringLiteral("cluster"));
    // Remove one node by the keyboard, think again.
    nodes->setFocus();
    nodes->selectRow(count - 1);
    QTest::keyClick(nodes, Qt::Key_Delete);
    QTRY_COMPARE(nodes->model()->rowCount(), count - 1);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(nodes->model()->rowCount(), count);
    // Everything back, and forth again.
    auto* undo = find<QAction>("undo");
    auto* redo = find<QAction>("redo");
    const project::Project edited = editor.project();
    while (undo->isEnabled())
        undo->trigger();
    QVERIFY(editor.project() == before);
    QVERIFY(!m_project->undoStack()->canUndo());
    while (editor.project() != edited && redo->isEnabled())
        redo->trigger();
    QVERIFY(editor.project() == edited);
}

void TestClickThrough::editsTheWorkload()
{
    application->setDoing(QStringLiteral("workload form"));
    const auto& editor = m_project->session().editor();
    goTo(QStringLiteral("Workloads"), QString::fromStdString(editor.project().workloads.front().name));
    auto* steps = find<QLineEdit>("workload_steps");
    QVERIFY(steps && steps->isVisible());
    type(steps, QStringLiteral("0"));
    QVERIFY(editor.project().workloads.front().steps > 0); // refused at the field
    type(steps, QStringLiteral("6"));
    QTRY_COMPARE(editor.project().workloads.front().steps, 6);
    shoot(QStringLiteral("workload"));
}

void TestClickThrough::editsTheGrid()
{
    application->setDoing(QStringLiteral("grid editor"));
    const auto& editor = m_project->session().editor();
    goTo(QStringLiteral("Grids"), QString::fromStdString(editor.project().grids.front().name));
    auto* factors = find<QTableView>("gridFactors");
    QVERIFY(factors && factors->isVisible());
    for (int row = 0; row < factors->model()->rowCount(); ++row) {
        const QString name = factors->model()->index(row, 0).data().toString();
        if (name == QLatin1String("strategy"))
            editCell(factors, factors->model()->index(row, 1), QStringLiteral("RING, STAR, TREEE"));
    }
    // An unknown strategy stays in its field, marked, until it is right.
    QTest::qWait(50);
    for (int row = 0; row < factors->model()->rowCount(); ++row) {
        const QString name = factors->model()->index(row, 0).data().toString();
        if (name == QLatin1String("strategy"))
            editCell(factors, factors->model()->index(row, 1), QStringLiteral("RING, STAR"));
        if (name == QLatin1String("loss"))
            editCell(factors, factors->model()->index(row, 1), QStringLiteral("0%"));
    }
    QTRY_COMPARE(editor.project().grids.front().factors.at(0).levels.size(), std::size_t(2));
    auto* repetitions = find<QLineEdit>("gridRepetitions");
    QVERIFY(repetitions);
    type(repetitions, QStringLiteral("3"));
    QTRY_COMPARE(editor.project().grids.front().repetitions, 3);
    // On a busy machine a gate may not be met; here the path through the window is tested.
    auto* gate = find<QAbstractButton>("gateEnabled");
    QVERIFY(gate);
    if (gate->isChecked())
        gate->click();
    QTRY_VERIFY(!editor.project().grids.front().gate.enabled);
}

void TestClickThrough::dryRunFollows()
{
    application->setDoing(QStringLiteral("dry run"));
    auto* runs = find<QTableView>("dryRunRuns");
    QVERIFY(runs);
    QTRY_COMPARE(runs->model()->rowCount(), 6);
    shoot(QStringLiteral("grid"));
}

void TestClickThrough::savesTheProject()
{
    application->setDoing(QStringLiteral("save"));
    m_file = m_folder.filePath(QStringLiteral("study.millrace"));
    QVERIFY(find<QAction>("save")->isEnabled());
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(find<QFileDialog>("saveDialog"));
    auto* dialog = find<QFileDialog>("saveDialog");
    auto* line = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    QVERIFY(line);
    line->setText(m_file);
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
    QTRY_VERIFY(!find<QFileDialog>("saveDialog"));
    QTRY_VERIFY2(QFile::exists(m_file), qPrintable(m_window->banner()->text()));
    QTRY_VERIFY(!m_project->isModified());
    QCOMPARE(m_project->file(), m_file);
    m_store = m_folder.filePath(QStringLiteral("study.mrdb"));
}

int TestClickThrough::rowOfState(const QString& state) const
{
    const QAbstractItemModel* model = &campaign()->model();
    for (int row = 0; row < model->rowCount(); ++row) {
        if (model->index(row, CampaignModel::StateColumn).data().toString().startsWith(state))
            return row;
    }
    return -1;
}

void TestClickThrough::startsAndWatches()
{
    application->setDoing(QStringLiteral("run"));
    goTo(QStringLiteral("Run"));
    CampaignPage* page = campaign();
    QVERIFY(page && page->isVisible());
    QTRY_COMPARE(page->model().rowCount(), 6);
    page->setPrograms(qEnvironmentVariable("MR_BIN").toStdString());
    shoot(QStringLiteral("before"));
    auto* start = find<QToolButton>("startCampaignButton");
    QTRY_VERIFY(start->isEnabled()); // the runs are read once more with the store of the saved project
    click(start);
    QTRY_VERIFY_WITH_TIMEOUT(page->isActive(), 5000);
    QTRY_VERIFY_WITH_TIMEOUT(page->model().counts().done >= 1, 60'000);
    QVERIFY(!page->activities().isEmpty());
    QVERIFY(m_window->findChild<QToolButton*>(QStringLiteral("activity"))->isVisible());
    shoot(QStringLiteral("running"));
}

void TestClickThrough::cancelsOneAndRetriesIt()
{
    application->setDoing(QStringLiteral("cancel one"));
    CampaignPage* page = campaign();
    // The last one that waits.
    const std::vector<int> waiting = page->model().waiting();
    QVERIFY(!waiting.empty());
    const int position = waiting.back();
    auto* table = find<QTableView>("queueTable");
    QVERIFY(table);
    table->selectRow(page->model().rowOf(position));
    find<QAction>("cancelRuns")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(page->model().counts().cancelled, 1, 20'000);
    table->selectRow(page->model().rowOf(position));
    find<QAction>("retryRuns")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(page->model().counts().cancelled, 0, 20'000);
}

void TestClickThrough::finishes()
{
    application->setDoing(QStringLiteral("run"));
    CampaignPage* page = campaign();
    QTRY_VERIFY_WITH_TIMEOUT(!page->isActive(), 120'000);
    QCOMPARE(page->model().counts().done, 6);
    QTRY_VERIFY(page->activities().isEmpty());
    shoot(QStringLiteral("finished"));
}

void TestClickThrough::closesCleanly()
{
    application->setDoing(QStringLiteral("close"));
    m_window->close();
    QTRY_VERIFY(!m_window->isVisible());
    m_window.reset();
    QThreadPool::globalInstance()->waitForDone();
    const std::string left = e2e::leftSince(m_footprint);
    QVERIFY2(left.empty(), left.c_str());
}

void TestClickThrough::neverStalled()
{
    const double slowness = test::WatchedApplication::slowness();
    const auto stalls = application->stallsOver(std::chrono::milliseconds(std::lround(50 * slowness)));
    QStringList lines;
    for (const auto& stall : application->stallsOver(std::chrono::milliseconds(20)))
        lines.append(QStringLiteral("%1 ms %2 (%3)")
                         .arg(static_cast<double>(stall.time.count()) / 1000)
                         .arg(stall.what, stall.during));
    qInfo().noquote() << application->eventCount() << "events; this machine takes" << slowness
                      << "times the reference's time; longest:" << lines.mid(0, 12).join(QStringLiteral("\n  "));
#ifndef MR_SANITIZED
    QVERIFY2(stalls.empty(), qPrintable(lines.join(QLatin1Char('\n'))));
#endif
}

void TestClickThrough::cleanupTestCase()
{
    m_window.reset();
    QThreadPool::globalInstance()->waitForDone();
}

int main(int argc, char* argv[])
{
    test::WatchedApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("millrace"));
    TestClickThrough::application = &application;
    TestClickThrough test;
    return QTest::qExec(&test, argc, argv);
}
