// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/plan.h"

#include "tests/core/grid/grids.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace millrace;
using namespace millrace::grid;
using namespace millrace::grid::test;

namespace {

Expansion expanded(const GridSpec& grid)
{
    auto expansion = Expansion::expand(grid);
    return *std::move(expansion);
}

std::vector<std::uint32_t> cellsOf(const std::vector<PlannedRun>& runs, std::uint32_t block)
{
    std::vector<std::uint32_t> cells;
    for (const PlannedRun& run : runs)
        if (run.block == block && !run.warmup)
            cells.push_back(run.cell);
    return cells;
}

QString messageOf(const Result<Plan>& plan)
{
    return plan ? QString("no error") : QString::fromStdString(plan.error().what);
}

} // namespace

class TestPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOrderHoldsEveryRunOnce()
    {
        for (const Order order : {Order::RandomisedBlocks, Order::AsListed, Order::Shuffled}) {
            GridSpec grid = smallGrid();
            grid.order = order;
            grid.repetitions = 5;
            const auto plan = planRuns(expanded(grid));
            QVERIFY(plan.has_value());
            QCOMPARE(plan->runs.size(), std::size_t(40));
            std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
            for (std::size_t i = 0; i < plan->runs.size(); ++i) {
                QCOMPARE(plan->runs[i].position, std::uint32_t(i + 1));
                QVERIFY(plan->runs[i].repetition >= 1 && plan->runs[i].repetition <= 5);
                QVERIFY(seen.insert({plan->runs[i].cell, plan->runs[i].repetition}).second);
            }
        }
    }

    void blocksAreWholeAndShuffledDifferently()
    {
        GridSpec grid = smallGrid();
        grid.repetitions = 20;
        const auto plan = planRuns(expanded(grid));
        std::set<std::vector<std::uint32_t>> orders;
        for (std::uint32_t block = 1; block <= 20; ++block) {
            auto cells = cellsOf(plan->runs, block);
            orders.insert(cells);
            std::ranges::sort(cells);
            QCOMPARE(cells, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
        }
        QVERIFY(orders.size() > 15);
        for (std::size_t i = 1; i < plan->runs.size(); ++i)
            QVERIFY(plan->runs[i].block >= plan->runs[i - 1].block);
    }

    void theShuffleIsFair()
    {
        // Each of 8 cells is first in about 1/8 of 4000 blocks; 500 ± 6 standard deviations of 20.9.
        GridSpec grid = smallGrid();
        grid.repetitions = 4000;
        const auto plan = planRuns(expanded(grid));
        std::map<std::uint32_t, int> first;
        for (std::size_t i = 0; i < plan->runs.size(); i += 8)
            ++first[plan->runs[i].cell];
        QCOMPARE(first.size(), std::size_t(8));
        for (const auto& [cell, count] : first)
            QVERIFY2(std::abs(count - 500) < 126, qPrintable(QString::number(count)));
    }

    void asListed()
    {
        GridSpec grid = smallGrid();
        grid.order = Order::AsListed;
        grid.repetitions = 2;
        const auto plan = planRuns(expanded(grid));
        for (std::uint32_t i = 0; i < 16; ++i) {
            QCOMPARE(plan->runs[i].cell, i / 2);
            QCOMPARE(plan->runs[i].repetition, i % 2 + 1);
        }
    }

    void theSameSeedGivesTheSamePlan()
    {
        GridSpec grid = smallGrid();
        grid.repetitions = 3;
        QVERIFY(*planRuns(expanded(grid)) == *planRuns(expanded(grid)));
        GridSpec other = grid;
        other.seed = 2;
        QVERIFY(cellsOf(planRuns(expanded(grid))->runs, 1) != cellsOf(planRuns(expanded(other))->runs, 1));
    }

    void seeds()
    {
        GridSpec grid = smallGrid();
        grid.repetitions = 50;
        grid.warmupRuns = 3;
        const auto expansion = expanded(grid);
        const auto plan = planRuns(expansion);
        std::set<std::uint64_t> seeds;
        for (const PlannedRun& run : plan->runs)
            QVERIFY(seeds.insert(run.seed).second);
    }

    void seedsDoNotDependOnOtherCells()
    {
        GridSpec more = smallGrid();
        more.factors[2].levels.insert(more.factors[2].levels.begin(), numberLevel(Quantity::Fraction, 0.5));
        const auto byKey = [](const GridSpec& grid) {
            const auto expansion = expanded(grid);
            std::map<std::string, std::uint64_t> seeds;
            const auto plan = planRuns(expansion);
            for (const PlannedRun& run : plan->runs)
                seeds[expansion.cell(run.cell).key] = run.seed;
            return seeds;
        };
        const auto few = byKey(smallGrid());
        const auto many = byKey(more);
        QVERIFY(many.size() > few.size());
        for (const auto& [key, seed] : few)
            QCOMPARE(many.at(key), seed);
    }

    void pairedSeedsAreEqualWithinARepetition()
    {
        GridSpec grid = smallGrid();
        grid.repetitions = 4;
        grid.pairedSeeds = true;
        std::map<std::uint32_t, std::set<std::uint64_t>> seeds;
        std::set<std::uint64_t> all;
        const auto plan = planRuns(expanded(grid));
        for (const PlannedRun& run : plan->runs) {
            seeds[run.repetition].insert(run.seed);
            all.insert(run.seed);
        }
        for (const auto& [repetition, values] : seeds)
            QCOMPARE(values.size(), std::size_t(1));
        QCOMPARE(all.size(), std::size_t(4));
    }

    void warmupsComeFirstAndDoNotCount()
    {
        GridSpec grid = smallGrid();
        grid.warmupRuns = 10;
        const auto plan = planRuns(expanded(grid));
        QCOMPARE(plan->runs.size(), std::size_t(18));
        for (std::size_t i = 0; i < 18; ++i) {
            QCOMPARE(plan->runs[i].warmup, i < 10);
            QCOMPARE(plan->runs[i].block, i < 10 ? 0u : 1u);
        }
        for (std::size_t i = 0; i < 10; ++i)
            QCOMPARE(plan->runs[i].cell, plan->runs[10 + i % 8].cell);
    }

    void theStopRuleMakesLaterRunsConditional()
    {
        for (const Order order : {Order::RandomisedBlocks, Order::AsListed, Order::Shuffled}) {
            GridSpec grid = smallGrid();
            grid.order = order;
            grid.stopRule = StopRule{"step_mean", 0.05, 2, 5};
            const auto plan = planRuns(expanded(grid));
            QCOMPARE(plan->runs.size(), std::size_t(40));
            for (const PlannedRun& run : plan->runs)
                QCOMPARE(run.conditional, run.repetition > 2);
            if (order != Order::AsListed)
                QVERIFY(std::ranges::is_sorted(plan->runs, {}, &PlannedRun::conditional));
        }
    }

    void tooManyRunsAreRefused()
    {
        GridSpec grid = cube(4, 10);
        grid.repetitions = 100'000;
        QVERIFY(messageOf(planRuns(expanded(grid))).startsWith("the grid has 1000000000 runs, more than 20000000"));
    }

    void wantsMoreWithoutARule()
    {
        GridSpec grid = smallGrid();
        grid.repetitions = 2;
        QVERIFY(wantsMore(grid, {}));
        QVERIFY(wantsMore(grid, {1}));
        QVERIFY(!wantsMore(grid, {1, 5}));
    }

    void wantsMoreByTheInterval()
    {
        GridSpec grid = smallGrid();
        grid.stopRule = StopRule{"m", 0.1, 3, 6};
        QVERIFY(wantsMore(grid, {10, 10}));
        QVERIFY(!wantsMore(grid, {10, 10, 10}));
        // 9, 10, 11: mean 10, s = 1, t(2; 0.975) = 4.3027, half width 4.3027 / √3 = 2.484, which is 24.84 % of the
        // mean.
        grid.stopRule->halfWidth = 0.2485;
        QVERIFY(!wantsMore(grid, {9, 10, 11}));
        QVERIFY(!wantsMore(grid, {-9, -10, -11}));
        grid.stopRule->halfWidth = 0.2483;
        QVERIFY(wantsMore(grid, {9, 10, 11}));
        QVERIFY(wantsMore(grid, {-9, -10, -11}));
        QVERIFY(!wantsMore(grid, {1, 50, 3, 80, 2, 9}));
        const double none = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(wantsMore(grid, {none, none, 10}));
        QVERIFY(!wantsMore(grid, {none, none, none, none, none, none}));
        QVERIFY(wantsMore(grid, {-1, 0, 1}));
        QVERIFY(!wantsMore(grid, {0, 0, 0}));
    }

    void onlySomeRuns()
    {
        GridSpec grid = smallGrid();
        grid.repetitions = 2;
        const auto expansion = expanded(grid);
        const Plan whole = *planRuns(expansion);
        const auto chosen = onlyRuns(expansion, whole, {"strategy=RING", "strategy = STAR", "loss=0.0"});
        QVERIFY2(chosen.has_value(), qPrintable(messageOf(chosen)));
        QCOMPARE(chosen->runs.size(), std::size_t(8));
        QCOMPARE(chosen->filtered.size(), std::size_t(8));
        for (const PlannedRun& run : chosen->runs) {
            const Cell cell = expansion.cell(run.cell);
            QVERIFY(cell.find("strategy")->text != "PAIRWISE");
            QCOMPARE(cell.find("loss")->number(), 0.0);
            // Positions and seeds stay those of the whole plan.
            QVERIFY(run == whole.runs[run.position - 1]);
        }
        QVERIFY(std::ranges::is_sorted(chosen->runs, {}, &PlannedRun::position));
        QVERIFY(*onlyRuns(expansion, whole, {}) == whole);
    }

    void onlyErrors_data()
    {
        QTest::addColumn<QString>("only");
        QTest::addColumn<QString>("message");
        QTest::newRow("no sign") << "loss"
                                 << "\"loss\" is not of the form factor=level";
        QTest::newRow("no name") << "=1"
                                 << "\"=1\" is not of the form factor=level";
        QTest::newRow("near") << "strateg=RING"
                              << "the grid \"small\" has no factor \"strateg\"; did you mean \"strategy\"?";
        QTest::newRow("far")
            << "colour=1"
            << "the grid \"small\" has no factor \"colour\"; its factors are framework, strategy, loss";
        QTest::newRow("level") << "loss=2%"
                               << "the factor \"loss\" has no level \"2%\"; its levels are 0%, 1%";
        QTest::newRow("not a level") << "loss=x"
                                     << "\"x\" is not a loss; write 1% or 0.01";
        QTest::newRow("two signs")
            << "strategy=a=b"
            << "the factor \"strategy\" has no level \"a=b\"; its levels are RING, STAR, PAIRWISE";
    }
    void onlyErrors()
    {
        QFETCH(QString, only);
        QFETCH(QString, message);
        const auto expansion = expanded(smallGrid());
        const auto plan = onlyRuns(expansion, *planRuns(expansion), {only.toStdString()});
        QVERIFY(!plan);
        QCOMPARE(messageOf(plan), message);
    }

    void dryRunListsEverything()
    {
        GridSpec grid = smallGrid();
        grid.order = Order::AsListed;
        grid.warmupRuns = 1;
        const auto expansion = expanded(grid);
        const auto plan = onlyRuns(expansion, *planRuns(expansion), {"framework=builtin", "loss=0"});
        const DryRun listing = dryRun(expansion, *plan);
        QCOMPARE(listing.combinations, std::uint64_t(12));
        QCOMPARE(listing.cells, std::uint64_t(8));
        QCOMPARE(listing.excluded, std::uint64_t(4));
        QCOMPARE(listing.runs, std::uint64_t(3));
        QCOMPARE(listing.warmups, std::uint64_t(1));
        QCOMPARE(listing.filtered, std::uint64_t(5));
        QVERIFY(!listing.truncated);
        QStringList lines;
        for (const DryRunLine& line : listing.lines)
            lines << QString("%1 %2 %3: %4")
                         .arg(line.run.position)
                         .arg(line.included ? "in" : "out", QString::fromStdString(line.cell.text()),
                              QString::fromStdString(line.reason));
        QCOMPARE(
            lines.join("\n"),
            QString(
                "1 in framework=builtin strategy=RING loss=0%: warm-up\n"
                "2 in framework=builtin strategy=RING loss=0%: planned\n"
                "4 in framework=builtin strategy=STAR loss=0%: planned\n"
                "5 in framework=builtin strategy=PAIRWISE loss=0%: planned\n"
                "3 out framework=builtin strategy=RING loss=1%: not among the chosen ones: framework=builtin loss=0\n"
                "6 out framework=builtin strategy=PAIRWISE loss=1%: not among the chosen ones: framework=builtin "
                "loss=0\n"
                "7 out framework=kungfu strategy=RING loss=0%: not among the chosen ones: framework=builtin loss=0\n"
                "8 out framework=kungfu strategy=RING loss=1%: not among the chosen ones: framework=builtin loss=0\n"
                "9 out framework=kungfu strategy=STAR loss=0%: not among the chosen ones: framework=builtin loss=0\n"
                "0 out framework=builtin strategy=STAR loss=1%: exclusion 1: strategy=STAR loss=1%\n"
                "0 out framework=kungfu strategy=STAR loss=1%: exclusion 1: strategy=STAR loss=1%\n"
                "0 out framework=kungfu strategy=PAIRWISE loss=0%: condition 1: KungFu has no PAIRWISE\n"
                "0 out framework=kungfu strategy=PAIRWISE loss=1%: condition 1: KungFu has no PAIRWISE"));
    }

    void aLongDryRunIsCut()
    {
        const auto expansion = expanded(smallGrid());
        const Plan plan = *planRuns(expansion);
        QCOMPARE(dryRun(expansion, plan, 12).truncated, false);
        QCOMPARE(dryRun(expansion, plan, 11).truncated, true);
        const DryRun cut = dryRun(expansion, plan, 3);
        QCOMPARE(cut.lines.size(), std::size_t(3));
        QVERIFY(cut.truncated);
        QCOMPARE(cut.runs, std::uint64_t(8));
    }
};

QTEST_APPLESS_MAIN(TestPlan)
#include "tst_plan.moc"
