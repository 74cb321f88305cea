// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/level_cover.h"
#include "tests/core/grid/grids.h"

#include <QtTest>
#include <set>

using namespace millrace;
using namespace millrace::grid;

class TestLevelCover : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPairOfAGroupIsNewOnce()
    {
        const auto expansion = Expansion::expand(test::smallGrid());
        QVERIFY(expansion);
        LevelCover cover(*expansion, {{0, 2}});
        std::set<std::pair<std::size_t, std::size_t>> seen;
        for (const std::uint32_t combination : expansion->included()) {
            const std::pair levels(expansion->levelOf(combination, 0), expansion->levelOf(combination, 2));
            QCOMPARE(cover.isNew(combination), seen.insert(levels).second);
        }
        QCOMPARE(seen.size(), std::size_t(4));
    }

    void knowsWhatOccurs()
    {
        const auto expansion = Expansion::expand(test::smallGrid());
        LevelCover cover(*expansion, {{0, 1}});
        for (const std::uint32_t combination : expansion->included())
            (void)cover.isNew(combination);
        QVERIFY(cover.hasSeen(0, {0, 2})); // builtin with PAIRWISE
        QVERIFY(!cover.hasSeen(0, {1, 2})); // KungFu has none
    }

    void aGroupWithoutFactorsIsNewOnce()
    {
        const auto expansion = Expansion::expand(test::smallGrid());
        LevelCover cover(*expansion, {{}});
        int fresh = 0;
        for (const std::uint32_t combination : expansion->included())
            fresh += cover.isNew(combination) ? 1 : 0;
        QCOMPARE(fresh, 1);
    }

    void positionsOfThoseThatThereAre()
    {
        const GridSpec grid = test::smallGrid();
        QCOMPARE(factorPositions(grid, {"loss", "model", "framework"}), (std::vector<std::size_t>{2, 0}));
    }
};

QTEST_APPLESS_MAIN(TestLevelCover)
#include "tst_level_cover.moc"
