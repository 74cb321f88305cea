// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/report/made_store.h"
#include "tests/ui/example_files.h"
#include "ui/base/empty_state.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/figures/chart_figure.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/plots/timeline_plot.h"
#include "ui/results/compare_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/group_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/result_page.h"
#include "ui/results/run_log_model.h"
#include "ui/results/run_panel.h"
#include "ui/results/run_series.h"
#include "ui/results/saved_views.h"
#include "ui/results/store_watch.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using report::FigureKind;
using report::need;

class TestResultPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void listsAndFilters();
    void wrongFilterIsExplained();
    void groupsAreThoseOfTheReport();
    void plotsInTwoClicks();
    void figureChoices();
    void compares();
    void comparesSelection();
    void runPage();
    void excludes();
    void saysWhoHoldsTheLock();
    void seesWhatOthersWrite();
    void savedViews();
    void asksForInterferenceReports();
    void emptyStore();
    void accessibleNames();
    void screenshots();

private:
    void open(const QString& file);
    void openMade();
    template <typename T>
    [[nodiscard]] T* child(const char* name) const
    {
        return m_page->findChild<T*>(QString::fromLatin1(name));
    }
    void filterBy(const QString& text);
    void shoot(const QString& name);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<report::MadeStore> m_store;
    std::unique_ptr<ResultPage> m_page;
};

void TestResultPage::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Theme::Light);
    m_store = report::quickstartStore();
}

void TestResultPage::cleanup()
{
    m_page.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestResultPage::open(const QString& file)
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

void TestResultPage::openMade()
{
    open(QString::fromStdString(m_store->database.file().string()));
}

void TestResultPage::filterBy(const QString& text)
{
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    child<SearchLine>("runFilter")->search(text);
    QVERIFY(loaded.wait());
}

void TestResultPage::shoot(const QString& name)
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (!folder.isEmpty())
        QVERIFY(m_page->grab().save(folder + QStringLiteral("/page-") + name + QStringLiteral(".png")));
}

void TestResultPage::listsAndFilters()
{
    openMade();
    auto* table = child<TableView>("runTable");
    QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(table->model()->rowCount(), 17);
    filterBy(QStringLiteral("RING loss=1%"));
    QCOMPARE(table->model()->rowCount(), 2);
    QVERIFY(child<QLabel>("runCounts")->text().startsWith(QStringLiteral("2 of 17 run(s)")));
    QVERIFY(child<QToolButton>("clearFilter")->isVisible());
    filterBy(QStringLiteral("nobody"));
    QVERIFY(child<EmptyState>("noRuns")->text().contains(QStringLiteral("No run matches")));
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    child<QToolButton>("clearFilter")->click();
    QVERIFY(loaded.wait());
    QCOMPARE(table->model()->rowCount(), 17);
    auto* strategies = child<QToolButton>("factor strategy");
    QCOMPARE(strategies->menu()->actions().size(), 4);
    strategies->menu()->actions().first()->trigger();
    QVERIFY(loaded.wait());
    QCOMPARE(child<QToolButton>("factor strategy"), strategies); // a menu in use is not replaced
    QTRY_VERIFY(m_page->model().runCount() < 17);
    child<QComboBox>("stateFilter")
        ->setCurrentIndex(child<QComboBox>("stateFilter")->findText(QStringLiteral("failed")));
    QVERIFY(loaded.wait());
    QVERIFY(m_page->model().runCount() <= 1);
}

void TestResultPage::wrongFilterIsExplained()
{
    openMade();
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    child<SearchLine>("runFilter")->search(QStringLiteral("step_mean<"));
    QVERIFY(!loaded.wait(100)); // what was shown stays
    bool said = false;
    for (const QLabel* label : m_page->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains(QStringLiteral("is not finished")));
    QVERIFY(said);
    QCOMPARE(m_page->model().runCount(), std::int64_t(17));
}

void TestResultPage::groupsAreThoseOfTheReport()
{
    openMade();
    QSignalSpy shown(&m_page->groups(), &GroupPanel::shown);
    m_page->showPanel(ResultPage::GroupTab);
    QVERIFY(shown.wait());
    const auto data = need(report::loadCampaign(m_store->database, m_store->campaign));
    report::Table expected = report::cellTable(data);
    const report::Table& groups = m_page->groups().model().table();
    QVERIFY(groups.columns == expected.columns);
    QCOMPARE(groups.rows.size(), expected.rows.size());
    for (std::size_t row = 0; row < groups.rows.size(); ++row)
        for (std::size_t column = 0; column < groups.columns.size(); ++column) {
            const auto *a = std::get_if<double>(&groups.rows[row][column]),
                       *b = std::get_if<double>(&expected.rows[row][column]);
            QVERIFY((a == nullptr) == (b == nullptr));
            QVERIFY(a == nullptr || *a == *b || (std::isnan(*a) && std::isnan(*b)));
        }
    auto* by = child<QToolButton>("groupBy");
    QCOMPARE(by->text(), QStringLiteral("By strategy, loss"));
    by->menu()->actions()[1]->trigger();
    QVERIFY(shown.wait());
    QCOMPARE(m_page->groups().model().rowCount(), 4);
    QTRY_COMPARE(by->text(), QStringLiteral("By strategy"));
    shoot(QStringLiteral("groups"));
}

void TestResultPage::plotsInTwoClicks()
{
    openMade();
    QSignalSpy shown(&m_page->figure(), &FigurePanel::shown);
    const auto* button = child<QToolButton>("plotButton");
    QVERIFY(button != nullptr);
    for (const FigureKind kind :
         {FigureKind::Bars, FigureKind::Lines, FigureKind::Box, FigureKind::Scatter, FigureKind::Cdf}) {
        const QString name = QString::fromLatin1(report::kindName(kind).data());
        for (QAction* action : m_page->findChildren<QAction*>(QStringLiteral("plot-") + name))
            action->trigger();
        QVERIFY(shown.wait());
        const report::FigureSpec& figure = m_page->figure().figureView().figure();
        QCOMPARE(int(figure.kind), int(kind));
        QVERIFY(m_page->figure().figureView().chart() != nullptr);
        QCOMPARE(child<QComboBox>("figureX")->currentText(), QStringLiteral("strategy"));
        QCOMPARE(child<QComboBox>("figureSeries")->currentText(), QStringLiteral("loss"));
        QCOMPARE(child<QComboBox>("figureMetric")->currentText(), QStringLiteral("Step time"));
        shoot(QStringLiteral("plot-") + name);
    }
}

void TestResultPage::figureChoices()
{
    openMade();
    QSignalSpy shown(&m_page->figure(), &FigurePanel::shown);
    m_page->plot(FigureKind::Bars);
    QVERIFY(shown.wait());
    auto* metric = child<QComboBox>("figureMetric");
    metric->setCurrentIndex(metric->findData(QStringLiteral("samples_per_second")));
    Q_EMIT metric->activated(metric->currentIndex());
    QVERIFY(shown.wait());
    QCOMPARE(m_page->figure().figureView().figure().y.label, std::string("throughput"));
    filterBy(QStringLiteral("loss=0%"));
    QVERIFY(shown.wait());
    QCOMPARE(m_page->figure().figureView().figure().series.size(), std::size_t(1));
    auto* values = child<QComboBox>("figureValues");
    QVERIFY(!values->isEnabled());
    m_page->plot(FigureKind::Cdf);
    QVERIFY(shown.wait());
    QVERIFY(values->isEnabled());
    values->setCurrentIndex(1);
    Q_EMIT values->activated(1);
    QVERIFY(shown.wait());
    QCOMPARE(m_page->figure().figureView().figure().y.label, std::string("share of steps"));
}

void TestResultPage::compares()
{
    openMade();
    QSignalSpy shown(&m_page->comparison(), &ComparePanel::shown);
    m_page->showPanel(ResultPage::CompareTab);
    QVERIFY(shown.wait());
    QVERIFY(m_page->comparison().comparison().has_value()); // the first two levels are proposed
    child<SearchLine>("compareOf")->search(QStringLiteral("strategy=RING"));
    QVERIFY(shown.wait());
    child<SearchLine>("compareWith")->search(QStringLiteral("strategy=STAR"));
    QVERIFY(shown.wait());
    const auto& comparison = m_page->comparison().comparison();
    QVERIFY(std::abs(comparison->numbers.relative.value - (0.22 / 0.41 - 1)) < 1e-9);
    QString sentence = m_page->comparison().sentence();
    sentence.replace(QChar(0x00A0), QLatin1Char(' '));
    QVERIFY2(sentence.startsWith(
                 QStringLiteral("The step time of “strategy=RING” is 46.3 % lower than that of “strategy=STAR” (95 %")),
             qPrintable(sentence));
    QCOMPARE(child<TableView>("estimates")->model()->rowCount(), 5);
    shoot(QStringLiteral("compare"));
    child<QAbstractButton>("swapGroups")->click();
    QVERIFY(shown.wait());
    QVERIFY(m_page->comparison().sentence().contains(QStringLiteral("higher")));
    child<SearchLine>("compareWith")->search(QStringLiteral("loss=1%"));
    QVERIFY(shown.wait());
    QVERIFY(!m_page->comparison().comparison().has_value()); // runs in both groups
}

void TestResultPage::comparesSelection()
{
    openMade();
    auto* table = child<TableView>("runTable");
    QSignalSpy shown(&m_page->comparison(), &ComparePanel::shown);
    const auto idOf = [&](int row) { return m_page->model().rowAt(row)->run.id; };
    m_page->comparison().setOf({QStringLiteral("a"), {}, std::vector{idOf(1), idOf(2)}});
    m_page->comparison().setWith({QStringLiteral("b"), {}, std::vector{idOf(3), idOf(4)}});
    m_page->showPanel(ResultPage::CompareTab);
    QVERIFY(shown.wait());
    QCOMPARE(m_page->comparison().comparison()->numbers.of.count, std::size_t(2));
    QVERIFY(table->isVisible());
}

void TestResultPage::runPage()
{
    openMade();
    QSignalSpy shown(&m_page->runPanel(), &RunPanel::shown);
    auto* table = child<TableView>("runTable");
    table->selectRow(1);
    QVERIFY(shown.wait());
    QCOMPARE(child<QLabel>("runTitle")->text(), QStringLiteral("Run 2 · done"));
    QCOMPARE(child<TableView>("metricTable")->model()->rowCount(), 15);
    QCOMPARE(child<TableView>("gateTable")->model()->rowCount(), 8);
    QCOMPARE(child<QComboBox>("environmentNode")->count(), 5);
    auto* tabs = child<QTabWidget>("runTabs");
    tabs->setCurrentWidget(m_page->findChild<RunSeries*>());
    QCOMPARE(m_page->findChild<RunSeries*>()->plots().size(), std::size_t(2));
    shoot(QStringLiteral("run-series"));
    tabs->setCurrentIndex(2);
    shoot(QStringLiteral("run-gates"));
    tabs->setCurrentIndex(7);
    shoot(QStringLiteral("run-environment"));
    tabs->setCurrentIndex(0);
    shoot(QStringLiteral("run"));
    child<QToolButton>("nextRun")->click();
    QVERIFY(shown.wait());
    QCOMPARE(child<QLabel>("runTitle")->text(), QStringLiteral("Run 3 · done"));
    child<QToolButton>("previousRun")->click();
    QVERIFY(shown.wait());
    QCOMPARE(child<QLabel>("runTitle")->text(), QStringLiteral("Run 2 · done"));
}

void TestResultPage::excludes()
{
    QTemporaryDir folder;
    const QString file = test::writeStore(folder.path(), 8);
    QVERIFY(setExcluded(file.toStdString(), {store::RunId{2}, store::RunId{3}}, true, "noisy neighbour"));
    const auto run = readRun(file.toStdString(), store::RunId{2});
    QVERIFY(run->run.excluded);
    QCOMPARE(run->run.exclusionReason, std::string("noisy neighbour"));
    open(file);
    auto* table = child<TableView>("runTable");
    QSignalSpy shown(&m_page->runPanel(), &RunPanel::shown);
    table->selectRow(1);
    QVERIFY(shown.wait());
    QVERIFY(table->model()->index(1, 1).data().toString().contains(QStringLiteral("left out")));
    child<QToolButton>("excludeRun")->click(); // takes it in again
    QTRY_VERIFY(!readRun(file.toStdString(), store::RunId{2})->run.excluded);
    QTRY_VERIFY(!table->model()->index(1, 1).data().toString().contains(QStringLiteral("left out")));
    QVERIFY(readRun(file.toStdString(), store::RunId{3})->run.excluded);
}

void TestResultPage::saysWhoHoldsTheLock()
{
    // The made store is open for writing in this test.
    const auto result = setExcluded(m_store->database.file(), {m_store->ids[1]}, true, "why");
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Locked);
    QVERIFY2(result.error().text().find(std::to_string(getpid())) != std::string::npos, result.error().text().c_str());
}

void TestResultPage::seesWhatOthersWrite()
{
    const auto store = report::quickstartStore();
    open(QString::fromStdString(store->database.file().string()));
    auto* table = child<TableView>("runTable");
    table->setFixedHeight(200);
    table->selectRow(12);
    table->verticalScrollBar()->setValue(5);
    QSignalSpy reset(table->model(), &QAbstractItemModel::modelReset);
    QSignalSpy changed(table->model(), &QAbstractItemModel::dataChanged);
    store->sql("UPDATE runs SET excluded = 1 WHERE position = 4");
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, 4000);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(table->currentIndex().row(), 12);
    QCOMPARE(table->verticalScrollBar()->value(), 5);
    // A new factor makes new columns; selection and place come back.
    store->sql("INSERT INTO run_factors SELECT id, 'extra', 9, position % 2, NULL, '' FROM runs");
    store->sql("UPDATE runs SET state = 'invalid' WHERE position = 1");
    QTRY_COMPARE_WITH_TIMEOUT(reset.count(), 1, 4000);
    QCOMPARE(table->currentIndex().row(), 12);
    QVERIFY(table->selectionModel()->isRowSelected(12));
    QCOMPARE(table->verticalScrollBar()->value(), 5);
}

void TestResultPage::savedViews()
{
    openMade();
    QSignalSpy figure(&m_page->figure(), &FigurePanel::shown);
    filterBy(QStringLiteral("loss=1%"));
    m_page->plot(FigureKind::Box);
    QVERIFY(figure.wait());
    report::RunView view = m_page->view();
    view.name = "lossy";
    m_page->savedViews().save(view);
    const report::FigureSpec drawn = m_page->figure().figureView().figure();

    openMade(); // another page, with other settings
    m_page->savedViews().save(view);
    QCOMPARE(m_page->savedViews().views().size(), std::size_t(1));
    const report::RunView again = m_page->savedViews().views().front();
    QVERIFY(again == view);
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    m_page->setView(again);
    QVERIFY(loaded.wait());
    QSignalSpy shown(&m_page->figure(), &FigurePanel::shown);
    m_page->showPanel(ResultPage::FigureTab);
    QVERIFY(shown.wait());
    report::RunView now = m_page->view();
    now.name = "lossy";
    QVERIFY2(now == view, (report::viewToJson(now) + "\n" + report::viewToJson(view)).c_str());
    const report::FigureSpec& figureNow = m_page->figure().figureView().figure();
    QCOMPARE(figureNow.title, drawn.title);
    QCOMPARE(figureNow.series[0].boxes[0].median, drawn.series[0].boxes[0].median);
    m_page->savedViews().remove("lossy");
    QVERIFY(m_page->savedViews().views().empty());
}

/// The reports are about the runs that the filter lets through.
void TestResultPage::asksForInterferenceReports()
{
    openMade();
    filterBy(QStringLiteral("strategy=RING"));
    QSignalSpy reports(m_page.get(), &ResultPage::reportRequested);
    child<QAction>("report-response")->trigger();
    QCOMPARE(reports.size(), 1);
    QCOMPARE(reports.at(0).at(0).toString(), QStringLiteral("response"));
    const auto subject = reports.at(0).at(1).value<ReportSubject>();
    QCOMPARE(subject.store, m_page->file());
    QCOMPARE(subject.view.filter, std::string("strategy=RING"));
    QCOMPARE(subject.name, QFileInfo(m_page->file()).completeBaseName()); // the page names its store
    for (const char* kind : {"score", "waits", "policy", "simulation"}) {
        child<QAction>((std::string("report-") + kind).c_str())->trigger();
        QCOMPARE(reports.back().at(0).toString(), QString::fromLatin1(kind));
    }
}

void TestResultPage::emptyStore()
{
    QTemporaryDir folder;
    open(test::writeStore(folder.path(), 0));
    QVERIFY(child<EmptyState>("noRuns")->text().contains(QStringLiteral("has no runs yet")));
    for (const auto panel : {ResultPage::GroupTab, ResultPage::FigureTab, ResultPage::CompareTab}) {
        m_page->showPanel(panel);
        QTest::qWait(50);
    }
    QTRY_VERIFY(QThreadPool::globalInstance()->activeThreadCount() == 0);
    m_page->showPanel(ResultPage::FigureTab);
    QTest::qWait(50);
    shoot(QStringLiteral("empty"));
}

void TestResultPage::accessibleNames()
{
    openMade();
    for (const QWidget* widget : m_page->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (qobject_cast<const QLabel*>(widget) != nullptr)
            continue; // its text is its name
        if (button != nullptr && !button->text().isEmpty())
            continue;
        const bool inner = qobject_cast<const QScrollBar*>(widget) != nullptr
            || widget->objectName().startsWith(QStringLiteral("qt_")) || widget->inherits("QTabBar")
            || widget->inherits("QHeaderView") || widget->inherits("QTabWidget") || widget->inherits("QScrollArea");
        QVERIFY2(inner || !widget->accessibleName().isEmpty(),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className()) + widget->objectName()));
    }
}

void TestResultPage::screenshots()
{
    if (qEnvironmentVariableIsEmpty("MR_SHOTS"))
        QSKIP("set MR_SHOTS to a folder");
    auto* application = qobject_cast<QApplication*>(QCoreApplication::instance());
    const QString real = qEnvironmentVariable("MR_STORE");
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(*application, theme);
        const QString mode = theme == Theme::Light ? QStringLiteral("light") : QStringLiteral("dark");
        if (real.isEmpty())
            openMade();
        else
            open(real);
        QSignalSpy shown(&m_page->runPanel(), &RunPanel::shown);
        child<TableView>("runTable")->selectRow(1);
        QVERIFY(shown.wait());
        auto* tabs = child<QTabWidget>("runTabs");
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QTest::qWait(400);
            shoot(QStringLiteral("run%1-%2").arg(tab).arg(mode));
        }
        for (const auto panel : {ResultPage::GroupTab, ResultPage::FigureTab, ResultPage::CompareTab}) {
            m_page->showPanel(panel);
            QTest::qWait(400);
            shoot(QStringLiteral("panel%1-%2").arg(int(panel)).arg(mode));
        }
    }
    applyTheme(*application, Theme::Light);
}

QTEST_MAIN(TestResultPage)
#include "tst_result_page.moc"
