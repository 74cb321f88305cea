// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/report/made_store.h"
#include "tests/ui/example_files.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/figures/report_table_model.h"
#include "ui/results/group_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/result_page.h"
#include "ui/results/run_panel.h"

#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

/// The list of runs as somebody meets it who looks for some of them.
class TestResultList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void onlyWhatIsSeenIsSearched();
    void tenScreensAreOneList();
    void groupsSayWhatGoesOn();
    void severalCampaigns();

private:
    void open(const QString& file);
    void openMade() { open(QString::fromStdString(m_store->database.file().string())); }
    template <typename T>
    [[nodiscard]] T* child(const char* name) const
    {
        return m_page->findChild<T*>(QString::fromLatin1(name));
    }
    void filterBy(const QString& text);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<report::MadeStore> m_store;
    std::unique_ptr<ResultPage> m_page;
};

void TestResultList::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Theme::Light);
    m_store = report::quickstartStore();
}

void TestResultList::cleanup()
{
    m_page.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestResultList::open(const QString& file)
{
    m_page.reset();
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_page = std::make_unique<ResultPage>(file, *m_settings);
    m_page->resize(1280, 720);
    m_page->show();
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    m_page->reload();
    QVERIFY(loaded.wait());
}

void TestResultList::filterBy(const QString& text)
{
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    child<SearchLine>("runFilter")->search(text);
    QVERIFY(loaded.wait());
}

void TestResultList::onlyWhatIsSeenIsSearched()
{
    openMade();
    filterBy(QStringLiteral("los=1%")); // no factor: nothing matches, and it says why
    auto* problem = child<QLabel>("filterProblem");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QStringLiteral("did you mean \"loss\"?")), qPrintable(problem->text()));
    QCOMPARE(m_page->model().runCount(), std::int64_t(0));
    filterBy(QStringLiteral("loss=1%"));
    QVERIFY(!problem->isVisible());
    QVERIFY2(child<QLabel>("runCounts")->text().contains(QStringLiteral(" of 17 run(s)")),
             qPrintable(child<QLabel>("runCounts")->text()));
    const std::int64_t ofLoss = m_page->model().runCount();
    m_store->sql("UPDATE runs SET error_text = 'the worker started late' WHERE position = 3");
    filterBy(QStringLiteral("started")); // in the text of an error only, which the list does not show
    QCOMPARE(m_page->model().runCount(), std::int64_t(0));
    filterBy(QStringLiteral("error=started"));
    QCOMPARE(m_page->model().runCount(), std::int64_t(1));
    m_store->sql("UPDATE runs SET error_text = '' WHERE position = 3");
    filterBy(QStringLiteral("loss=0% loss=1%"));
    QVERIFY(m_page->model().runCount() > ofLoss);
}

void TestResultList::tenScreensAreOneList()
{
    QTemporaryDir folder;
    const int runs = 600;
    open(test::writeStore(folder.path(), runs));
    auto* table = child<TableView>("runTable");
    QCOMPARE(table->model()->rowCount(), runs);
    table->setFocus();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(table->currentIndex().row(), runs - 1);
    QCOMPARE(table->verticalScrollBar()->value(), table->verticalScrollBar()->maximum());
    QTRY_COMPARE(table->model()->index(runs - 1, 0).data().toString(), QString::number(runs));
    QTRY_VERIFY(child<QLabel>("runTitle")->text().startsWith(QStringLiteral("Run 600")));
    QVERIFY(m_page->model().rowAt(300) == nullptr); // what was jumped over was not read
    table->selectAll();
    QSignalSpy noticed(m_page.get(), &DocumentPage::noticed);
    table->copySelection();
    QVERIFY(noticed.wait());
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), runs + 1);
    QVERIFY(lines.at(301).startsWith(QStringLiteral("301\tplanned\t")));
}

void TestResultList::groupsSayWhatGoesOn()
{
    openMade();
    auto* table = child<TableView>("groupTable");
    QSignalSpy shown(&m_page->groups(), &GroupPanel::shown);
    m_page->showPanel(ResultPage::GroupTab);
    QCOMPARE(table->emptyText(), QStringLiteral("Computing the groups…"));
    QVERIFY(shown.wait());
    child<SearchLine>("runFilter")->search(QStringLiteral("strategy=NONE"));
    QVERIFY(shown.wait());
    QCOMPARE(table->model()->rowCount(), 0);
    QCOMPARE(table->emptyText(), QStringLiteral("No run matches."));
    child<SearchLine>("runFilter")->search(QStringLiteral("warmup=yes"));
    QVERIFY(shown.wait());
    QCOMPARE(table->model()->rowCount(), 0);
    QVERIFY(table->emptyText().startsWith(QStringLiteral("None of the 1 run(s) that match counts")));
}

void TestResultList::severalCampaigns()
{
    const auto store = report::quickstartStore();
    store->sql("INSERT INTO campaigns SELECT 2, '99999999-0000-4000-8000-000000000000', project_name, project_path, "
               "grid_name, spec_json, seed, tool_version, state, created_ns + 1 FROM campaigns");
    store->sql("INSERT INTO runs SELECT id + 1000, 'x' || uuid, 2, cell, repetition, block, position, attempt, state, "
               "warmup, superseded, excluded, exclusion_reason, created_ns, started_ns, ended_ns, duration_ns, "
               "monotonic_offset_ns, error_code, error_text, simulation FROM runs");
    store->sql("INSERT INTO run_factors SELECT run_id + 1000, name, ordinal, level, number, unit FROM run_factors");
    store->sql("INSERT INTO metrics SELECT run_id + 1000, name, subject, value * 2, unit, how FROM metrics");
    open(QString::fromStdString(store->database.file().string()));
    auto* table = child<TableView>("runTable");
    QCOMPARE(table->visibleColumns().first(), QStringLiteral("Campaign"));
    QVERIFY(!table->visibleColumns().contains(QStringLiteral("Run id"))); // until somebody asks for it
    QMenu columns;
    table->fillColumnMenu(&columns);
    QStringList offered;
    for (const QAction* action : columns.actions())
        offered.append(action->text().remove(QLatin1Char('&')));
    QVERIFY(offered.contains(QStringLiteral("Run id")) && offered.contains(QStringLiteral("Campaign")));
    filterBy(QStringLiteral("campaign=2 run=9"));
    QCOMPARE(table->model()->rowCount(), 1);
    QSignalSpy shown(&m_page->runPanel(), &RunPanel::shown);
    table->selectRow(0);
    QVERIFY(shown.wait());
    QVERIFY(child<QLabel>("runTitle")->text().startsWith(QStringLiteral("Campaign 2 · run 9")));
    QSignalSpy grouped(&m_page->groups(), &GroupPanel::shown);
    filterBy({});
    m_page->showPanel(ResultPage::GroupTab);
    QVERIFY(grouped.wait());
    QVERIFY(child<QToolButton>("groupBy")->text().startsWith(QStringLiteral("By campaign, ")));
    QCOMPARE(m_page->groups().model().table().columns.front().name, std::string("campaign"));
    if (const QString shots = qEnvironmentVariable("MR_SHOTS"); !shots.isEmpty())
        QVERIFY(m_page->grab().save(shots + QStringLiteral("/campaigns.png")));
}

QTEST_MAIN(TestResultList)
#include "tst_result_list.moc"
