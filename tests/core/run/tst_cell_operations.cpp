// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cell_operations.h"

#include <QtTest>

#include "core/operations/goal_text.h"
#include "core/project/operations_project.h"
#include "core/project/project_file.h"
#include "core/project/templates.h"
#include "core/run/campaign.h"
#include "core/run/simulated_training.h"

#include <QTemporaryDir>
#include <numeric>

using namespace millrace;
using namespace millrace::run;

namespace {

struct Cell
{
    project::EffectiveSettings settings;
    RunPlan plan;
};

/// The first cell of the quickstart with this strategy and without loss.
Cell cellOf(const std::string& strategy)
{
    const auto found = project::findTemplate("quickstart");
    const auto file = project::ProjectFile::parse(found->text, "quickstart.millrace");
    const CampaignPlan plan = *planCampaign(*file, {});
    for (const grid::PlannedRun& run : plan.schedule.runs) {
        const grid::Cell cell = plan.expansion.cell(run.cell);
        if (cell.find("strategy")->text == strategy && cell.find("loss")->text != "0.2%")
            return {*project::effectiveSettings(plan.project, plan.grid, cell), *planRun(plan, run, "/programs")};
    }
    qFatal("no cell");
}

} // namespace

class TestCellOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCellMovesWhatItsPlanForecasts_data()
    {
        QTest::addColumn<QString>("strategy");
        for (const char* strategy : {"RING_ALLREDUCE", "STAR", "RING"})
            QTest::newRow(strategy) << strategy;
    }

    void aCellMovesWhatItsPlanForecasts()
    {
        QFETCH(QString, strategy);
        const Cell cell = cellOf(strategy.toStdString());
        const auto made = operationsOf(cell.settings, 1, 2);
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        const std::size_t ranks = made->ranks.size();
        QCOMPARE(ranks, std::size_t(4));
        const auto bytes = operations::trafficOf(*made);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            double sent = 0;
            std::size_t messages = 0;
            for (std::size_t to = 0; to < ranks; ++to)
                sent += bytes[rank * ranks + to];
            for (const auto& operation : made->ranks[rank])
                messages += operation.kind == operations::Kind::Send ? 1 : 0;
            // The forecast has the header of each message.
            QCOMPARE(sent + 16 * static_cast<double>(messages), 2 * cell.plan.forecast.sentByRank[rank]);
        }
    }

    /// Operations of a cell, performed on its cluster, take as long as its training, where no queue overflows.
    void theirSimulationIsThatOfTheTraining()
    {
        Cell cell = cellOf("STAR");
        for (cluster::Node& node : cell.settings.cluster.nodes)
            node.nics.front().queueBytes = 100'000'000;
        const auto made = operationsOf(cell.settings, 1, 1);
        project::EffectiveSettings settings = cell.settings;
        settings.workload = {};
        settings.workload.framework = "operations";
        settings.workload.operations = operations::goalText(*made);
        const auto training = predictStep(cell.settings, std::nullopt);
        const auto performed = predictStep(settings, std::nullopt);
        QVERIFY2(training && performed, performed ? "" : performed.error().text().c_str());
        QVERIFY2(std::abs(*performed / *training - 1) < 1e-3,
                 qPrintable(QString::asprintf("%g s instead of %g s", *performed, *training)));
    }

    void projectsAreMadeAndExtended()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("made.millrace").toStdString();
        const auto made =
            operations::parseGoal("num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n");
        for (const char* name : {"ping", "ping"})
            QVERIFY(project::addOperations(file, *made, name, {}));
        const auto opened = project::ProjectFile::open(file);
        QVERIFY(bool(opened));
        QVERIFY(opened->problems().empty());
        const project::Project& content = opened->project;
        QCOMPARE(content.clusters.size(), std::size_t(1));
        QCOMPARE(content.workloads[1].name, std::string("ping 2"));
        QCOMPARE(content.grids[1].workload, std::string("ping 2"));
        const auto plan = planCampaign(*opened, {});
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        const auto run = planRun(*plan, plan->schedule.runs[0], "/programs");
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        QCOMPARE(run->launch.files.size(), std::size_t(1));
        QCOMPARE(run->forecast.sentByRank, (std::vector<double>{24, 0}));
    }

    void anotherNumberOfWorkersIsRefused()
    {
        Cell cell = cellOf("STAR");
        cell.settings.workload.framework = "operations";
        cell.settings.workload.strategy.clear();
        cell.settings.workload.operations = "num_ranks 1\nrank 0 {\ncalc 5\n}\n";
        const auto performed = predictStep(cell.settings, std::nullopt);
        QVERIFY(!performed);
        QCOMPARE(performed.error().what, std::string("the operations are those of 1 ranks, and there are 4 workers"));
    }
};

QTEST_APPLESS_MAIN(TestCellOperations)
#include "tst_cell_operations.moc"
