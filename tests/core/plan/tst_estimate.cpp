// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/estimate.h"

#include <QtTest>

#include "core/plan/model_facts.h"

#include <cmath>

using namespace millrace;
using namespace millrace::plan;

namespace {

Settings settings(const std::string& strategy, const std::string& loss, const std::string& model = "tiny",
                  const std::string& steps = "4")
{
    return {{"loss", loss}, {"model", model}, {"steps", steps}, {"strategy", strategy}, {"workers", "4"}};
}

PastRun past(Settings settings, double seconds, double stepSeconds = 1, double wireBytes = 1000)
{
    return {std::move(settings), 4, seconds, stepSeconds, wireBytes};
}

PlannedCell cell(Settings settings, double runs = 2)
{
    PlannedCell cell;
    cell.settings = std::move(settings);
    cell.steps = 4;
    cell.runs = runs;
    return cell;
}

} // namespace

class TestEstimate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameCellIsTheMeanOfItsRuns()
    {
        const History history{{past(settings("RING", "0%"), 10), past(settings("RING", "0%"), 12),
                               past(settings("RING", "0%"), 14), past(settings("STAR", "0%"), 100)},
                              4,
                              5000};
        const Estimate estimate = estimateGrid({cell(settings("RING", "0%"))}, history);
        const CellEstimate& one = estimate.cells[0];
        QCOMPARE(one.basis, Basis::SameCell);
        QCOMPARE(one.seconds, 12.0);
        QCOMPARE(one.fromRuns, std::size_t(3));
        // Student's t for 95 % and 2 degrees of freedom is 4.30265; 2/√3 × 4.30265 = 4.96828.
        QVERIFY(std::abs(one.interval.low - 7.03172) < 1e-4);
        QVERIFY(std::abs(one.interval.high - 16.96828) < 1e-4);
        QCOMPARE(one.wireBytes, 1000.0);
        QVERIFY(!one.wireIsForecast);
        QCOMPARE(estimate.seconds, 24.0);
        QVERIFY(std::abs(estimate.interval.low - 2 * one.interval.low) < 1e-9);
        QCOMPARE(estimate.wireBytes, 2000.0);
        QCOMPARE(estimate.storeBytes, 10000.0);
        QCOMPARE(estimate.runsOf(Basis::SameCell), 2.0);
    }

    void oneRunHasNoInterval()
    {
        const Estimate estimate = estimateGrid({cell(settings("RING", "0%"))}, {{past(settings("RING", "0%"), 10)}});
        QCOMPARE(estimate.seconds, 20.0);
        QVERIFY(!estimate.cells[0].hasInterval());
        QVERIFY(!estimate.hasInterval());
        QVERIFY(std::isnan(estimate.storeBytes));
    }

    void nearestCellsDifferInTheFewestSettings()
    {
        const History history{{past(settings("STAR", "1%"), 30), past(settings("STAR", "0%"), 10),
                               past(settings("TREE", "0%"), 20), past(settings("TREE", "0%", "vgg16"), 1000)}};
        const Estimate estimate = estimateGrid({cell(settings("RING", "0%"), 1)}, history);
        const CellEstimate& one = estimate.cells[0];
        QCOMPARE(one.basis, Basis::NearestCells);
        QCOMPARE(one.seconds, 15.0);
        QCOMPARE(one.interval, (Interval{10, 20}));
        QCOMPARE(one.fromRuns, std::size_t(2));
        QCOMPARE(one.differing, std::vector<std::string>{"strategy"});
    }

    void nearestCellsAreScaledToTheSteps()
    {
        PlannedCell wanted = cell(settings("RING", "0%", "tiny", "104"), 1);
        wanted.steps = 104;
        const Estimate estimate = estimateGrid({wanted}, {{past(settings("RING", "0%"), 10, 0.5)}});
        QCOMPARE(estimate.cells[0].basis, Basis::NearestCells);
        QCOMPARE(estimate.seconds, 60.0); // 10 + 100 × 0.5
        QVERIFY(std::isnan(estimate.wireBytes)); // of another number of steps
    }

    void anotherModelOrNumberOfWorkersTellsNothing()
    {
        const Estimate estimate =
            estimateGrid({cell(settings("RING", "0%", "vgg16"))}, {{past(settings("RING", "0%"), 10)}});
        QCOMPARE(estimate.cells[0].basis, Basis::Unknown);
        QVERIFY(std::isnan(estimate.seconds));
        QCOMPARE(estimate.unknownRuns(), 2.0);
    }

    void formulaAddsTheMeasuredOverhead()
    {
        PlannedCell wanted = cell(settings("RING", "0%", "vgg16"), 3);
        wanted.computeSeconds = 0.25;
        wanted.communicationSeconds = 0.75;
        wanted.payloadBytes = 400;
        const Estimate stated = estimateGrid({wanted}, {});
        QCOMPARE(stated.cells[0].basis, Basis::Formula);
        QCOMPARE(stated.seconds, 3 * (defaultOverhead + 4));
        QCOMPARE(stated.overheadFromRuns, std::size_t(0));
        QVERIFY(howText(stated).find("assumption") != std::string::npos);
        const History history{{past(settings("RING", "0%"), 7, 1), past(settings("RING", "0%"), 9, 1)}};
        const Estimate measured = estimateGrid({wanted}, history);
        QCOMPARE(measured.overheadSeconds, 4.0); // mean of 7 - 4 and 9 - 4
        QCOMPARE(measured.seconds, 3 * (4.0 + 4));
        QCOMPARE(measured.wireBytes, 1200.0);
        QVERIFY(measured.cells[0].wireIsForecast);
    }

    void simulationComesBeforeTheFormula()
    {
        PlannedCell wanted = cell(settings("RING", "0%", "vgg16"), 3);
        wanted.computeSeconds = 0.25;
        wanted.communicationSeconds = 0.75;
        wanted.simulatedStepSeconds = 2;
        const Estimate alone = estimateGrid({wanted}, {});
        QCOMPARE(alone.cells[0].basis, Basis::Simulation);
        QCOMPARE(alone.seconds, 3 * (defaultOverhead + 8));
        QVERIFY(!alone.hasInterval());
        QVERIFY(howText(alone).find("without any run to correct it: up to 35 % off") != std::string::npos);
        // Steps of another model took 1.5 and 2.5 times what was simulated; the error of the calibration gives a band.
        History history{{past(settings("RING", "0%"), 8, 1.5), past(settings("RING", "0%"), 11, 2.5)}};
        for (PastRun& run : history.runs)
            run.simulatedStepSeconds = 1;
        history.simulationError = 0.1;
        const Estimate learnt = estimateGrid({wanted}, history);
        QCOMPARE(learnt.cells[0].fromRuns, std::size_t(2));
        QCOMPARE(learnt.simulationLearntFrom, std::size_t(2));
        QCOMPARE(learnt.overheadSeconds, 1.5); // mean of 8 - 6 and 11 - 10
        QCOMPARE(learnt.cells[0].seconds, 1.5 + 4 * 2 * 2.0);
        QVERIFY(std::abs(learnt.cells[0].interval.low - (1.5 + 0.9 * 16)) < 1e-9);
        QVERIFY(std::abs(learnt.cells[0].interval.high - (1.5 + 1.1 * 16)) < 1e-9);
        QVERIFY(howText(learnt).find("corrected by what 2 runs took") != std::string::npos);
    }

    /// Runs of a simulated cluster have no measured steps to scale by.
    void simulatedRunsTakeWhatTheirCalculationDoes()
    {
        PlannedCell wanted = cell(settings("RING", "0%"), 3);
        wanted.calculationSeconds = 0.25;
        PastRun shorter = past(settings("STAR", "0%"), 10, unknown);
        shorter.steps = wanted.steps / 2;
        const Estimate estimate = estimateGrid({wanted}, {{shorter}});
        QCOMPARE(estimate.cells[0].basis, Basis::Calculation);
        QCOMPARE(estimate.seconds, 3 * (simulatedOverhead + 0.25));
        shorter.steps = wanted.steps;
        QCOMPARE(estimateGrid({wanted}, {{shorter}}).seconds, 30.0);
    }

    void nearestCellsAreScaledByTheSimulation()
    {
        PlannedCell wanted = cell(settings("RING", "0%"), 1);
        wanted.simulatedStepSeconds = 3;
        PastRun star = past(settings("STAR", "0%"), 10, 2); // 2 s of set-up, steps of 2 s
        star.simulatedStepSeconds = 1.5;
        const Estimate estimate = estimateGrid({wanted}, {{star}});
        QCOMPARE(estimate.cells[0].basis, Basis::NearestCells);
        QCOMPARE(estimate.seconds, 2 + 4 * 2.0 * 3 / 1.5);
    }

    void overheadIsThatOfAsManyWorkers()
    {
        Settings eight = settings("RING", "0%");
        eight.back().second = "8";
        PlannedCell wanted = cell(eight, 1);
        wanted.simulatedStepSeconds = 1;
        Settings other = eight;
        other[1].second = "vgg16";
        const Estimate estimate = estimateGrid({wanted}, {{past(settings("RING", "0%"), 5), past(other, 7)}});
        QCOMPARE(estimate.seconds, 3.0 + 4);
    }

    void headersAreLearntFromRuns()
    {
        PlannedCell wanted = cell(settings("RING", "0%", "vgg16"), 1);
        wanted.computeSeconds = 0;
        wanted.communicationSeconds = 1;
        wanted.payloadBytes = 400;
        PastRun run = past(settings("RING", "0%"), 5);
        run.payloadBytes = 800;
        const Estimate estimate = estimateGrid({wanted}, {{run}});
        QCOMPARE(estimate.wireBytes, 500.0);
        QVERIFY(!estimate.cells[0].wireIsForecast);
        // Also of nearest cells with another number of steps.
        PlannedCell longer = cell(settings("RING", "0%", "tiny", "104"), 1);
        longer.payloadBytes = 8000;
        QCOMPARE(estimateGrid({longer}, {{run}}).wireBytes, 10000.0);
    }

    void whatIsUnknownIsCountedApart()
    {
        const History history{{past(settings("RING", "0%"), 10), past(settings("RING", "0%"), 12)}};
        const Estimate estimate =
            estimateGrid({cell(settings("RING", "0%")), cell(settings("RING", "0%", "vgg16"), 3)}, history);
        QCOMPARE(estimate.runs, 5.0);
        QCOMPARE(estimate.unknownRuns(), 3.0);
        QCOMPARE(estimate.seconds, 22.0);
        QVERIFY(estimate.hasInterval());
        QCOMPARE(estimate.runsWithWire, 2.0);
        QVERIFY(howText(estimate).find("3 of 5 runs unknown") != std::string::npos);
    }

    void conditionalRunsAreApart()
    {
        PlannedCell wanted = cell(settings("RING", "0%"), 3);
        wanted.conditionalRuns = 7;
        const Estimate estimate = estimateGrid({wanted}, {{past(settings("RING", "0%"), 10)}}, 2);
        QCOMPARE(estimate.seconds, 60.0);
        QCOMPARE(estimate.conditionalSeconds, 140.0);
        QCOMPARE(estimate.runs, 6.0);
    }

    void nothingToRun()
    {
        const Estimate estimate = estimateGrid({}, {});
        QVERIFY(std::isnan(estimate.seconds));
        QCOMPARE(howText(estimate), std::string("no runs"));
    }

    void modelsHaveFacts()
    {
        const auto facts = modelFacts("resnet50");
        QVERIFY(bool(facts));
        QCOMPARE(facts->gradientBytes, 4 * facts->parameters);
        QVERIFY(facts->parameters > 25'000'000 && facts->parameters < 26'000'000);
        QCOMPARE(computeSeconds(*facts, 10, 3e12), 10 * facts->forwardFlops / 1e12);
        QVERIFY(std::isnan(computeSeconds(ModelFacts(), 10, 0)));
        QVERIFY(!modelFacts("resnet5000"));
    }
};

QTEST_GUILESS_MAIN(TestEstimate)
#include "tst_estimate.moc"
