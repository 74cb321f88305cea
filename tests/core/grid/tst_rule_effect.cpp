// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/rule_effect.h"

#include <QtTest>

#include "core/grid/expansion.h"

using namespace millrace::grid;

namespace {

Factor factor(std::string name, std::vector<Level> levels)
{
    return {std::move(name), std::move(levels), false, {}, {}};
}

GridSpec grid()
{
    GridSpec grid;
    grid.name = std::string("three factors");
    grid.factors = {factor("strategy", {textLevel("RING"), textLevel("STAR"), textLevel("TREE")}),
                    factor("loss",
                           {numberLevel(Quantity::Fraction, 0), numberLevel(Quantity::Fraction, 0.01),
                            numberLevel(Quantity::Fraction, 0.02), numberLevel(Quantity::Fraction, 0.05)}),
                    factor("workers", {numberLevel(Quantity::Count, 2), numberLevel(Quantity::Count, 4)})};
    return grid;
}

} // namespace

class TestRuleEffect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWhatARuleLeavesOutAlone()
    {
        GridSpec spec = grid();
        spec.conditions = {{"strategy == \"RING\" implies loss == 0", {}}, {"loss <= 2%", {}}, {"loss <= ", {}}};
        spec.exclusions = {{"workers == 4", {}, {}}, {{}, {{"loss", {spec.factors[1].levels[1]}}}, {}}};
        const RuleEffects effects = ruleEffects(spec);
        QCOMPARE(*effects.conditions[0], std::uint64_t(3 * 2));
        QCOMPARE(*effects.conditions[1], std::uint64_t(3 * 2));
        QVERIFY(!effects.conditions[2]);
        QCOMPARE(*effects.exclusions[0], std::uint64_t(12));
        QCOMPARE(*effects.exclusions[1], std::uint64_t(6));
    }

    void aSingleRuleAgreesWithTheExpansion()
    {
        GridSpec spec = grid();
        spec.conditions = {{"not (loss > 1% and workers == 4) or strategy in [\"STAR\"]", {}}};
        const auto expansion = Expansion::expand(spec);
        QVERIFY(bool(expansion));
        QCOMPARE(*ruleEffects(spec).conditions[0], expansion->combinationCount() - expansion->cellCount());
    }

    void nothingForGridsThatCannotBeExpanded()
    {
        GridSpec spec = grid();
        spec.factors[0].levels.clear();
        spec.conditions = {{"workers == 4", {}}};
        QVERIFY(!ruleEffects(spec).conditions[0]);
    }
};

QTEST_GUILESS_MAIN(TestRuleEffect)
#include "tst_rule_effect.moc"
