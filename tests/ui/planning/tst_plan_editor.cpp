// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_file.h"
#include "core/project/templates.h"
#include "core/report/plan_report.h"
#include "core/run/calibration_runs.h"
#include "tests/core/run/imported_trainings.h"
#include "tests/ui/grid/shots.h"
#include "ui/base/empty_state.h"
#include "ui/base/quantity_edit.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/edit/edit_table_model.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/project_editor.h"
#include "ui/figures/figure_view.h"
#include "ui/planning/averaging_row.h"
#include "ui/planning/plan_editor.h"
#include "ui/planning/plan_view.h"
#include "ui/planning/price_editor.h"
#include "ui/planning/rate_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

/// The template "continents".
class TestPlanEditor : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectEditor> m_project;
    std::unique_ptr<PlanEditor> m_editor;

    template <typename Widget>
    Widget* child(const char* name) const
    {
        return m_editor->findChild<Widget*>(QLatin1String(name));
    }
    QString cell(const char* table, int row, int column) const
    {
        const QAbstractItemModel* model = child<TableView>(table)->model();
        return model->index(row, column).data().toString();
    }
    template <typename Edit>
    void change(Edit edit)
    {
        QSignalSpy finished(&m_editor->view(), &PlanView::finished);
        m_project->change(QStringLiteral("x"), edit);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 10'000);
    }

private Q_SLOTS:
    void init()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_project = std::make_unique<ProjectEditor>();
        const auto file =
            project::ProjectFile::parse(project::findTemplate("continents")->text, "/tmp/continents.millrace");
        m_project->reset(file->project);
        m_editor = std::make_unique<PlanEditor>(*m_project, *m_settings);
        m_editor->resize(1060, 700);
        m_editor->show();
        QSignalSpy finished(&m_editor->view(), &PlanView::finished);
        m_editor->setIndex(0);
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), 10'000);
    }

    /// The window shows what the command line prints: the same search, the same tables.
    void choicesAreThoseOfTheSearch()
    {
        const project::Project& project = m_project->project();
        const auto planner = planner::Planner::of(project.plans[0], project.clusters[1], project.prices);
        QVERIFY(planner.has_value());
        const planner::SearchResult found = planner::search(*planner, {});
        QCOMPARE(found.choices, 9.0 * 5 * 5 * 5 * 2 - 1);
        QCOMPARE(cell("planChoices", 0, 0),
                 QString::fromStdString(planner::nameOf(found.best.front(), planner->sites())));
        QCOMPARE(child<TableView>("planChoices")->model()->rowCount(), 20);
        QVERIFY(child<TableView>("planNumbers")->model()->rowCount() >= 6);
        const QString sentences = child<QLabel>("planSentences")->text();
        QVERIFY2(sentences.contains(QStringLiteral("2249 choices of machines, all forecast")), qPrintable(sentences));
        test::shoot(*m_editor, "plan", {1070, 690});
    }

    void theSelectedChoiceIsExplained()
    {
        QVERIFY(child<QComboBox>("planObjective")->isEnabled());
        QSignalSpy finished(&m_editor->view(), &PlanView::finished);
        child<QComboBox>("planObjective")->setCurrentIndex(1);
        QTRY_COMPARE(finished.size(), 1);
        const QString fastest = cell("planChoices", 0, 0);
        QVERIFY2(fastest.contains(QStringLiteral("8xV100")), qPrintable(fastest));
        QString how;
        for (int row = 0; row < child<TableView>("planNumbers")->model()->rowCount(); ++row)
            how += cell("planNumbers", row, 2);
        QVERIFY2(how.contains(QStringLiteral("notebook 04 of the study")), qPrintable(how));
        QVERIFY(child<TableView>("planAlone")->model()->rowCount() == 5);
        auto* tabs = child<QTabWidget>("planTabs");
        auto* strategies = child<TableView>("planStrategies");
        tabs->setCurrentWidget(strategies);
        QTRY_COMPARE_WITH_TIMEOUT(strategies->model()->rowCount(), 5, 10'000);
        for (int row = 1; row < 5; ++row)
            QVERIFY(strategies->model()->index(row - 1, 4).data(Qt::EditRole).toDouble()
                    <= strategies->model()->index(row, 4).data(Qt::EditRole).toDouble());
        test::shoot(*m_editor, "plan-strategies", {1070, 690});
        tabs->setCurrentIndex(1);
        QVERIFY(!m_editor->findChild<FigureView*>()->figure().series[1].points.empty());
        test::shoot(*m_editor, "plan-figure", {1070, 690});
    }

    void allReducesAreSearched()
    {
        QSignalSpy finished(&m_editor->view(), &PlanView::finished);
        child<QCheckBox>("planStrategiesSearched")->click();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        int several = 0;
        while (!cell("planChoices", several, 0).startsWith(QStringLiteral("3 ×")))
            ++several;
        QCOMPARE(cell("planChoices", several, 1), QStringLiteral("RING_ALLREDUCE"));
        const QString sentences = child<QLabel>("planSentences")->text();
        QVERIFY2(sentences.contains(QStringLiteral("with 5 all-reduces, ")), qPrintable(sentences));
        child<TableView>("planChoices")->selectRow(several);
        test::shoot(*m_editor, "plan-all-reduces", {1070, 690});
        child<QPushButton>("planAddCluster")->click();
        QCOMPARE(m_project->project().workloads.back().strategy, std::string("RING_ALLREDUCE"));
    }

    /// Coming back to the page keeps the choice that was selected; an edit meanwhile is searched then.
    void aPageThatIsShownAgainKeepsItsResult()
    {
        auto* choices = child<TableView>("planChoices");
        choices->selectRow(3);
        QSignalSpy finished(&m_editor->view(), &PlanView::finished);
        m_editor->hide();
        m_editor->show();
        QTest::qWait(500); // more than the patience after an edit
        QCOMPARE(finished.size(), 0);
        QCOMPARE(choices->currentIndex().row(), 3);
        m_editor->hide();
        m_project->change(QStringLiteral("x"), [](project::Project& project) { project.plans[0].budget = 1; });
        QTest::qWait(500);
        QCOMPARE(finished.size(), 0);
        m_editor->show();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 10'000);
    }

    void editsAreSearchedAgain()
    {
        change([](project::Project& project) { project.plans[0].budget = 1; });
        const QString none = m_editor->findChild<EmptyState*>()->text();
        QVERIFY2(none.contains(QStringLiteral("budget")) && none.contains(QStringLiteral("The cheapest of them: ")),
                 qPrintable(none));
        test::shoot(*m_editor, "plan-none", {1070, 690});
        QVERIFY(!child<QPushButton>("planAddCluster")->isEnabled());
        change([](project::Project& project) {
            project.plans[0].budget.reset();
            project.plans[0].rates.clear();
        });
        QVERIFY2(m_editor->findChild<EmptyState*>()->text().contains(QStringLiteral("add it to")),
                 qPrintable(m_editor->findChild<EmptyState*>()->text()));
        auto* rates = child<FieldEdit>("plan_rates");
        QVERIFY(rates->text().isEmpty());
        QSignalSpy finished(&m_editor->view(), &PlanView::finished);
        rates->setFocus();
        QTest::keyClicks(rates, QStringLiteral("T4 40, 8xV100 342"));
        QTest::keyClick(rates, Qt::Key_Return);
        QTRY_VERIFY(!finished.isEmpty());
        QCOMPARE(m_project->project().plans[0].rates.size(), std::size_t(2));
        QCOMPARE(m_project->project().plans[0].rates[0].samplesPerSecond, 40.0);
    }

    void ratesKeepTheirSources()
    {
        const std::vector<planner::MachineRate> before = {{"T4", 35.6, "run A-2"}, {"a b", 3, "x"}};
        QCOMPARE(ratesText(before), QStringLiteral("T4 35.6, a b 3"));
        QVERIFY(ratesIn(ratesText(before), before) == before);
        const auto changed = ratesIn(QStringLiteral("T4 36, V100"), before);
        QCOMPARE(changed[0].source, std::string("typed"));
        QCOMPARE(changed[1].samplesPerSecond, 0.0);
        QCOMPARE(changed[1].machine, std::string("V100"));
    }

    /// A history of prices that is longer than the training has costs by the day of its start.
    void costsByTheStart()
    {
        auto* tabs = child<QTabWidget>("planTabs");
        auto* starts = child<TableView>("planStarts");
        QVERIFY(!tabs->isTabEnabled(tabs->indexOf(starts)));
        change([](project::Project& project) {
            for (const char* date : {"2023-05-20", "2023-06-10", "2023-07-01", "2023-08-20"})
                for (const char* region : {"US", "EU", "ASIA", "AUS"}) {
                    cost::MachinePrice price;
                    price.provider = "GC";
                    price.machine = "T4";
                    price.region = region;
                    price.spot = 0.1 + 0.01 * (date[9] - '0') + 0.02 * (date[6] - '0');
                    price.date = date;
                    price.source = "made";
                    project.prices.machines.push_back(price);
                }
        });
        QVERIFY(tabs->isTabEnabled(tabs->indexOf(starts)));
        tabs->setCurrentWidget(starts);
        QCOMPARE(starts->model()->rowCount(), 6);
        QCOMPARE(cell("planStarts", 0, 0), QStringLiteral("cheapest"));
        QVERIFY(cell("planStarts", 0, 1).startsWith(QStringLiteral("2023-")));
        test::shoot(*m_editor, "plan-starts", {1070, 690});
    }

    /// Fitted to the runs of a store, and back.
    void theLawIsFitted()
    {
        report::MadeStore store(tests::madeRuns());
        auto* row = child<AveragingRow>("plan_averaging");
        const auto* source = child<QLabel>("averagingSource");
        QVERIFY2(source->text().contains(QStringLiteral("30 set-ups")), qPrintable(source->text()));
        QVERIFY(!child<QPushButton>("averagingStudy")->isEnabled());
        QSignalSpy noticed(m_editor.get(), &PlanEditor::noticed);
        row->fitTo(store.database.file());
        QTRY_COMPARE_WITH_TIMEOUT(noticed.size(), 1, 10'000);
        QCOMPARE(m_project->project().plans[0].averaging.source, std::string("18 imported trainings of results.mrdb"));
        QVERIFY2(source->text().contains(QStringLiteral("18 imported")), qPrintable(source->text()));
        child<QScrollArea>("planScroll")->ensureWidgetVisible(row);
        test::shoot(*m_editor, "plan-law", {1070, 690});
        child<QPushButton>("averagingStudy")->click();
        QVERIFY(m_project->project().plans[0].averaging == planner::AveragingLaw());
        m_project->undoStack()->undo();
        m_project->undoStack()->undo();
        QVERIFY(m_project->project().plans[0].averaging == planner::AveragingLaw());
        QSignalSpy failed(m_editor.get(), &PlanEditor::failed);
        row->fitTo("/nowhere/results.mrdb");
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 10'000);
        QVERIFY(row->isEnabled() && child<QPushButton>("averagingFit")->isEnabled());
    }

    /// Simulated by the calibration of the store next to the project.
    void simulatesByTheCalibration()
    {
        const std::filesystem::path file = m_folder.filePath(QStringLiteral("near.millrace")).toStdString();
        {
            auto database = store::Database::create(std::filesystem::path(file).replace_extension(".mrdb"));
            QVERIFY(database.has_value());
            simulate::Calibration calibration;
            calibration.made = "2026-11-20T08:00:00Z";
            calibration.machine = "bench-7";
            QVERIFY(run::saveCalibration(*database, calibration).has_value());
        }
        QVERIFY(!child<QLabel>("planSentences")->text().contains(QStringLiteral("2026-11-20")));
        m_editor->setProjectFile(file);
        change([](project::Project& project) { project.plans[0].samples += 1; });
        const QString sentences = child<QLabel>("planSentences")->text();
        QVERIFY2(sentences.contains(QStringLiteral("2026-11-20")), qPrintable(sentences));
    }

    /// With the all-reduce of the selected row.
    void addsWithAnotherStrategy()
    {
        auto* choices = child<TableView>("planChoices");
        int several = 0;
        while (!cell("planChoices", several, 0).contains(QLatin1Char('+')))
            ++several;
        auto* strategies = child<TableView>("planStrategies");
        choices->selectRow(several);
        child<QTabWidget>("planTabs")->setCurrentWidget(strategies);
        QTRY_COMPARE_WITH_TIMEOUT(strategies->model()->rowCount(), 5, 10'000);
        int ring = 0;
        while (cell("planStrategies", ring, 0) != QStringLiteral("RING_ALLREDUCE"))
            ++ring;
        strategies->selectRow(ring);
        child<QPushButton>("planAddCluster")->click();
        QCOMPARE(m_project->project().workloads.back().strategy, std::string("RING_ALLREDUCE"));
        child<QPushButton>("planAddSimulated")->click();
        QCOMPARE(m_project->project().clusters.back().kind, cluster::ClusterKind::Simulated);
        QCOMPARE(m_project->project().workloads.back().strategy, std::string("RING_ALLREDUCE"));
        child<QTabWidget>("planTabs")->setCurrentIndex(0);
        child<QPushButton>("planAddCluster")->click();
        QCOMPARE(m_project->project().workloads.back().strategy, std::string("PAIRWISE"));
    }

    /// One click to a cluster, a workload and a grid without problems.
    void addsAnEmulatedCluster()
    {
        change([](project::Project& project) { project.plans[0].deadline = std::chrono::hours(150); });
        const QString chosen = cell("planChoices", 0, 0);
        QSignalSpy noticed(&m_editor->view(), &PlanView::noticed);
        child<QPushButton>("planAddCluster")->click();
        QCOMPARE(noticed.size(), 1);
        const project::Project& project = m_project->project();
        QCOMPARE(project.clusters.size(), std::size_t(3));
        const cluster::Cluster& added = project.clusters.back();
        QVERIFY2(added.nodes.size() >= 2, qPrintable(chosen));
        QCOMPARE(project.workloads.back().strategy, std::string("PAIRWISE"));
        QCOMPARE(project.grids.back().cluster, added.name);
        for (const Issue& issue : project::validate(project))
            QVERIFY2(issue.severity != Severity::Error, issueText(issue).c_str());
        // A round of it takes seconds, and computes as long against its bytes as the plan's.
        const launch::Workload& workload = project.workloads.back();
        QVERIFY(*workload.computeTime > std::chrono::milliseconds(500)
                && *workload.computeTime < std::chrono::seconds(10));
        m_project->undoStack()->undo();
        QCOMPARE(m_project->project().clusters.size(), std::size_t(2));
    }

    /// Prices are typed in a table; what is wrong stays in its cell and does not reach the project.
    void pricesAreTyped()
    {
        change([](project::Project& project) { project.prices.machines.front().spot = 0.25; });
        child<QTabWidget>("planParts")->setCurrentIndex(1);
        auto* table = child<TableView>("machinePrices");
        QAbstractItemModel* model = table->model();
        const auto first = [this] { return m_project->project().prices.machines.front(); };
        QCOMPARE(model->headerData(6, Qt::Horizontal).toString(), QStringLiteral("Spot, $/h"));
        const std::size_t rows = m_project->project().prices.machines.size();
        QCOMPARE(model->rowCount(), static_cast<int>(rows));
        QCOMPARE(model->index(0, 6).data().toString(), QStringLiteral("0.25"));
        QVERIFY(model->setData(model->index(0, 6), QStringLiteral("0.125")));
        QCOMPARE(first().spot, std::optional(0.125));
        QVERIFY(model->setData(model->index(0, 7), QStringLiteral("20%")));
        QCOMPARE(first().takenBack, std::optional(0.2));
        model->setData(model->index(0, 6), QStringLiteral("cheap"));
        model->setData(model->index(0, 7), QStringLiteral("120%"));
        QCOMPARE(first().spot, std::optional(0.125));
        QCOMPARE(first().takenBack, std::optional(0.2));
        QVERIFY(model->index(0, 6).data(EditTableModel::ProblemRole).toString().contains(QStringLiteral("cheap")));
        QVERIFY(!model->index(0, 7).data(EditTableModel::ProblemRole).toString().isEmpty());
        test::shoot(*m_editor, "prices", {1070, 690});
        QCOMPARE(m_project->project().prices.machines.size(), rows);
        m_editor->showField(QStringLiteral("prices.traffic[1].date"));
        QCOMPARE(child<TableView>("trafficPrices")->currentIndex().row(), 1);
        m_editor->showField(QStringLiteral("plans[0].budget"));
        QCOMPARE(child<QTabWidget>("planParts")->currentIndex(), 0);
    }

    /// A table of other machines changes nothing and says so; one with a machine of the cluster does.
    void pricesAreRead()
    {
        const cluster::Node node = m_project->project().clusters[1].nodes.front();
        const QString folder = m_folder.path() + QStringLiteral("/prices");
        QVERIFY(QDir().mkpath(folder));
        const auto write = [&](const char* name, const std::string& machine) {
            QFile file(folder + QLatin1Char('/') + QLatin1String(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(("provider,machine,region,on_demand,spot,date,source\n" + node.provider + "," + machine
                        + ",,9.5,"
                          "0.875,2026-11-20,offer\n")
                           .c_str());
        };
        write("other.csv", "no such machine");
        write("own.csv", node.machine);
        QSignalSpy noticed(m_editor.get(), &PlanEditor::noticed);
        QSignalSpy failed(m_editor.get(), &PlanEditor::failed);
        const cost::PriceBook before = m_project->project().prices;
        m_editor->prices().readFiles({folder + QStringLiteral("/other.csv")});
        QTRY_COMPARE(noticed.size(), 1);
        QVERIFY(m_project->project().prices == before);
        m_editor->prices().readFiles({folder + QStringLiteral("/own.csv")});
        QTRY_COMPARE(noticed.size(), 2);
        QVERIFY(std::ranges::any_of(m_project->project().prices.machines, [&](const cost::MachinePrice& price) {
            return price.machine == node.machine && price.spot == 0.875 && price.source == "offer";
        }));
        m_editor->prices().readFiles({folder + QStringLiteral("/missing.csv")});
        QTRY_COMPARE(failed.size(), 1);
        m_project->undoStack()->undo();
        QVERIFY(m_project->project().prices == before);
        m_editor->prices().readStudy();
        QCOMPARE(noticed.size(), 3);
    }

    /// With the time until a replacement runs, the choice is shown with its interruptions.
    void interruptions()
    {
        auto* tabs = child<QTabWidget>("planTabs");
        QVERIFY(!tabs->isTabEnabled(tabs->count() - 1));
        change([](project::Project& project) {
            project.plans.front().rejoin = std::chrono::minutes(5);
            project.plans.front().interruptions = 0.2;
        });
        QVERIFY(tabs->isTabEnabled(tabs->count() - 1));
        tabs->setCurrentIndex(tabs->count() - 1);
        QCOMPARE(child<TableView>("planInterruptions")->model()->rowCount(), 4);
        QCOMPARE(cell("planInterruptions", 0, 0), QStringLiteral("by the formula"));
        test::shoot(*m_editor, "interruptions", {1070, 690});
    }
};

QTEST_MAIN(TestPlanEditor)
#include "tst_plan_editor.moc"
