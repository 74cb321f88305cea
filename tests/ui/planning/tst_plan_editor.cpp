// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_file.h"
#include "core/project/templates.h"
#include "core/report/plan_report.h"
#include "tests/ui/grid/shots.h"
#include "ui/base/empty_state.h"
#include "ui/base/quantity_edit.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/project_editor.h"
#include "ui/figures/figure_view.h"
#include "ui/planning/plan_editor.h"
#include "ui/planning/plan_view.h"
#include "ui/planning/rate_text.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
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
        child<QTabWidget>("planTabs")->setCurrentIndex(1);
        QVERIFY(!m_editor->findChild<FigureView*>()->figure().series[1].points.empty());
        test::shoot(*m_editor, "plan-figure", {1070, 690});
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
        QVERIFY(m_editor->findChild<EmptyState*>()->text().contains(QStringLiteral("budget")));
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
};

QTEST_MAIN(TestPlanEditor)
#include "tst_plan_editor.moc"
