// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/expansion.h"

#include "core/base/file_io.h"
#include "core/base/random.h"
#include "tests/core/grid/grids.h"

#include <QtTest>
#include <algorithm>
#include <array>
#include <ctime>
#include <set>

using namespace millrace;
using namespace millrace::grid;
using namespace millrace::grid::test;

namespace {

double cpuSeconds()
{
    struct timespec now
    {
    };
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Six factors, a million combinations, seven conditions and two exclusions.
GridSpec millionGrid()
{
    GridSpec grid = cube(6, 10);
    for (int i = 0; i < 5; ++i)
        grid.conditions.push_back(
            {"f" + std::to_string(i) + " == 3 implies f" + std::to_string(i + 1) + " in [1, 2, 3]", ""});
    grid.conditions.push_back({"f0 < 9 or f5 == 0 and f3 != 4", ""});
    grid.conditions.push_back({"not (f0 == f1 and f1 == f2 and f2 == f3 and f3 == f4 and f4 == f5)", ""});
    grid.exclusions.push_back({"f5 >= f0 and f4 == 7", {}, ""});
    grid.exclusions.push_back(
        {"", {{"f0", {numberLevel(Quantity::Number, 1)}}, {"f5", {numberLevel(Quantity::Number, 2)}}}, ""});
    return grid;
}

/// The same rules written in C++.
bool isIn(const std::array<int, 6>& f)
{
    for (std::size_t i = 0; i < 5; ++i)
        if (f[i] == 3 && !(f[i + 1] >= 1 && f[i + 1] <= 3))
            return false;
    if (!(f[0] < 9 || (f[5] == 0 && f[3] != 4)))
        return false;
    if (std::ranges::all_of(f, [&](int level) { return level == f[0]; }))
        return false;
    return !(f[5] >= f[0] && f[4] == 7) && !(f[0] == 1 && f[5] == 2);
}

} // namespace

class TestExpansion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallGridByHand()
    {
        const auto expansion = Expansion::expand(smallGrid());
        QVERIFY2(expansion.has_value(), expansion ? "" : expansion.error().what.c_str());
        QCOMPARE(expansion->combinationCount(), std::uint64_t(12));
        QStringList cells;
        for (std::size_t i = 0; i < expansion->cellCount(); ++i)
            cells << QString::fromStdString(expansion->cell(i).text());
        QCOMPARE(cells.join("\n"),
                 QString("framework=builtin strategy=RING loss=0%\n"
                         "framework=builtin strategy=RING loss=1%\n"
                         "framework=builtin strategy=STAR loss=0%\n"
                         "framework=builtin strategy=PAIRWISE loss=0%\n"
                         "framework=builtin strategy=PAIRWISE loss=1%\n"
                         "framework=kungfu strategy=RING loss=0%\n"
                         "framework=kungfu strategy=RING loss=1%\n"
                         "framework=kungfu strategy=STAR loss=0%"));
    }

    void reasonsNameTheRule()
    {
        const auto expansion = Expansion::expand(smallGrid());
        QVERIFY(expansion.has_value());
        QCOMPARE(QString::fromStdString(expansion->reason(0)), QString());
        QCOMPARE(QString::fromStdString(expansion->reason(3)), QString("exclusion 1: strategy=STAR loss=1%"));
        QCOMPARE(QString::fromStdString(expansion->reason(10)), QString("condition 1: KungFu has no PAIRWISE"));
        std::size_t in = 0;
        for (std::uint32_t i = 0; i < expansion->combinationCount(); ++i)
            in += expansion->reason(i).empty() ? 1 : 0;
        QCOMPARE(in, expansion->cellCount());
    }

    void aMillionCombinationsAgreeWithTheSameRulesInCode()
    {
        const GridSpec grid = millionGrid();
        const double start = cpuSeconds();
        const auto expansion = Expansion::expand(grid);
        [[maybe_unused]] const double seconds = cpuSeconds() - start;
        QVERIFY2(expansion.has_value(), expansion ? "" : expansion.error().what.c_str());
        QCOMPARE(expansion->combinationCount(), std::uint64_t(1'000'000));
#if !defined(MR_SANITIZED) && defined(__OPTIMIZE__)
        QVERIFY2(seconds < 1, qPrintable(QString::number(seconds)));
#endif
        std::vector<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < 1'000'000; ++i) {
            std::array<int, 6> digits{};
            auto rest = i;
            for (std::size_t digit = 6; digit-- > 0; rest /= 10)
                digits[digit] = static_cast<int>(rest % 10);
            if (isIn(digits))
                expected.push_back(i);
        }
        QVERIFY(expected.size() > 1000);
        QVERIFY(expansion->included() == expected);
    }

    void numberingIsMixedRadix()
    {
        GridSpec grid;
        grid.name = "mixed";
        grid.factors = {numbers("a", {0, 1}, true), numbers("b", {0, 1, 2}, true), numbers("c", {0, 1, 2, 3, 4}, true)};
        const auto expansion = Expansion::expand(grid);
        QVERIFY(expansion.has_value());
        for (std::uint32_t i = 0; i < 30; ++i) {
            QCOMPARE(expansion->levelOf(i, 0), std::size_t(i / 15));
            QCOMPARE(expansion->levelOf(i, 1), std::size_t(i / 5 % 3));
            QCOMPARE(expansion->levelOf(i, 2), std::size_t(i % 5));
            QCOMPARE(expansion->combination(i).find("b")->number(), double(i / 5 % 3));
        }
        QVERIFY(!expansion->cell(0).find("d"));
    }

    void aGridWithoutFactorsIsOneCell()
    {
        GridSpec grid;
        grid.name = "one";
        const auto expansion = Expansion::expand(grid);
        QVERIFY(expansion.has_value());
        QCOMPARE(expansion->cellCount(), std::size_t(1));
        QCOMPARE(expansion->cell(0).key.size(), std::size_t(16));
        QCOMPARE(QString::fromStdString(expansion->cell(0).text()), QString());
    }

    void theKeyIsWhatTheHeaderSays()
    {
        const auto expansion = Expansion::expand(smallGrid());
        const Cell cell = expansion->cell(1);
        QCOMPARE(QString::fromStdString(cell.key),
                 QString::fromStdString(sha256("framework=builtin\nloss=1%\nstrategy=RING\n").substr(0, 16)));
        QCOMPARE(QString::fromStdString(cellKey(smallGrid(), cell.levels)), QString::fromStdString(cell.key));
    }

    void theKeyDoesNotDependOnTheOrderOfFactorsOrLevels()
    {
        GridSpec turned = smallGrid();
        std::ranges::reverse(turned.factors);
        for (Factor& factor : turned.factors)
            std::ranges::reverse(factor.levels);
        const auto keys = [](const GridSpec& grid) {
            const auto expansion = Expansion::expand(grid);
            std::set<std::string> set;
            for (std::size_t i = 0; i < expansion->cellCount(); ++i)
                set.insert(expansion->cell(i).key);
            return set;
        };
        QCOMPARE(keys(smallGrid()).size(), std::size_t(8));
        QVERIFY(keys(smallGrid()) == keys(turned));
    }

    void anAddedFactorKeepsTheKeysOfItsFormerLevel()
    {
        GridSpec added = smallGrid();
        added.factors.push_back(numbers("batch", {32, 64}));
        added.factors.back().formerLevel = numberLevel(Quantity::Count, 32);
        const auto before = Expansion::expand(smallGrid());
        const auto after = Expansion::expand(added);
        for (std::size_t i = 0; i < before->cellCount(); ++i) {
            QCOMPARE(after->cell(2 * i).key == before->cell(i).key, true);
            QCOMPARE(after->cell(2 * i + 1).key == before->cell(i).key, false);
        }
    }

    void keyNumbersAreTheKeys()
    {
        GridSpec grid = smallGrid();
        // "a=" sorts behind "a1=".
        grid.factors.push_back(texts("a", {"x", "y"}, true));
        grid.factors.push_back(texts("a1", {"x", "y"}, true));
        grid.factors.back().formerLevel = textLevel("y");
        const auto expansion = Expansion::expand(grid);
        QVERIFY(expansion.has_value());
        const auto keys = expansion->keyNumbers();
        QCOMPARE(keys.size(), expansion->cellCount());
        for (std::size_t i = 0; i < keys.size(); ++i)
            QCOMPARE(QString::number(keys[i], 16).rightJustified(16, '0'),
                     QString::fromStdString(expansion->cell(i).key));
    }

    void tooManyCombinationsAreRefused()
    {
        const auto expansion = Expansion::expand(cube(9, 10));
        QVERIFY(!expansion);
        QCOMPARE(QString::fromStdString(expansion.error().what),
                 QString("factors: the factors have more than 20000000 combinations; split the grid"));
        QVERIFY(!Expansion::expand(cube(60, 1000)));
    }

    void validationFindsEverythingAtOnce()
    {
        GridSpec grid = smallGrid();
        grid.name.clear();
        grid.factors[0].name = "framwork";
        grid.factors[1].levels.push_back(textLevel("RING"));
        grid.factors[2].levels[1] = textLevel("1%");
        grid.factors.push_back(texts("loss", {"x"}, true));
        grid.factors.push_back({"empty", {}, true, {}, {}});
        grid.factors.push_back(texts("bad name", {"x"}, true));
        grid.factors.push_back(texts("control", {"a\nb"}, true));
        grid.conditions.push_back({"colour == 1", ""});
        grid.exclusions.push_back({"", {}, ""});
        grid.exclusions.push_back({"", {{"strategy", {textLevel("TREE")}}, {"shade", {}}}, ""});
        grid.repetitions = 0;
        grid.warmupRuns = -1;
        grid.stopRule = StopRule{"", 0, 1, 0};
        grid.gate.delay = 2;
        grid.capture.interface = "eth0/1";
        grid.capture.snapLength = 5;
        grid.capture.maximumBytes = 100;
        QStringList lines;
        for (const Issue& issue : validate(grid))
            lines << QString::fromStdString(issueText(issue));
        QCOMPARE(
            lines.join("\n"),
            QString(
                "name: a grid needs a name\n"
                "factors[0].name: unknown factor \"framwork\"; did you mean \"framework\"? for a factor of your own "
                "add \"own\": true\n"
                "factors[1].levels[3]: duplicate level \"RING\"\n"
                "factors[2].levels[1]: all levels of a factor must be of one kind: numbers, texts, or true and false\n"
                "factors[2].levels[1]: \"1%\" is not a share\n"
                "factors[3].name: duplicate factor \"loss\"; merge the two\n"
                "factors[3].name: \"loss\" is a known factor; remove \"own\" or choose another name\n"
                "factors[3].levels[0]: \"x\" is not a loss; write 1% or 0.01\n"
                "factors[4].levels: the factor \"empty\" has no levels\n"
                "factors[5].name: \"bad name\" cannot be a factor's name; write letters, digits and _, at most 60, "
                "and none of the words of conditions\n"
                "factors[6].levels[0]: \"a\\nb\" contains a control character\n"
                "conditions[0]: column 1: this grid has no factor \"framework\"; did you mean \"framwork\"?\n"
                "conditions[1]: column 1: this grid has no factor \"colour\"; its factors are framwork, strategy, "
                "loss, loss, empty, control\n"
                "exclusions[0]: the factor \"loss\" has no level \"1%\"\n"
                "exclusions[1]: has no expression and no levels\n"
                "exclusions[2]: the factor \"strategy\" has no level \"TREE\"\n"
                "exclusions[2]: this grid has no factor \"shade\"\n"
                "repetitions: must be from 1 to 100000\n"
                "warmup_runs: must be from 0 to 10000\n"
                "stop_rule.metric: names no metric\n"
                "stop_rule.half_width: must be more than 0% and less than 100%\n"
                "stop_rule.at_least: must be from 2 to 100000\n"
                "stop_rule.at_most: must be from 2 to 100000\n"
                "stop_rule.at_most: must not be less than at_least\n"
                "gate.delay: must be from 0% to 100%\n"
                "capture.snap_length: must be from 14 to 256KiB\n"
                "capture.maximum_size: must be at least 64KiB, or 0\n"
                "capture.interface: not an interface name (1 to 15 characters without blanks, '/' and ':'); write "
                "\"experiment\" for the NIC that carries the experiment"));
        QVERIFY(!Expansion::expand(grid));
    }

    void aGridThatLeavesNothingInIsAnError()
    {
        GridSpec grid = smallGrid();
        grid.conditions.push_back({"loss > 50%", ""});
        const Issues issues = validate(grid);
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(issueText(issues[0])),
                 QString("conditions: the conditions and exclusions leave no combination in"));
    }

    void randomGridsAgreeWithDirectEvaluation()
    {
        Random random(23);
        for (int round = 0; round < 200; ++round) {
            GridSpec grid = cube(static_cast<int>(1 + random.below(5)), static_cast<int>(1 + random.below(4)));
            const auto factors = grid.factors.size();
            for (auto rules = random.below(4); rules > 0; --rules)
                grid.conditions.push_back(
                    {"f" + std::to_string(random.below(factors)) + " <= " + std::to_string(random.below(4)) + " or f"
                         + std::to_string(random.below(factors)) + " != f" + std::to_string(random.below(factors)),
                     ""});
            const auto expansion = Expansion::expandChecked(grid);
            QVERIFY(expansion.has_value());
            std::size_t next = 0;
            for (std::uint32_t i = 0; i < expansion->combinationCount(); ++i) {
                const bool in = next < expansion->cellCount() && expansion->included()[next] == i;
                next += in ? 1 : 0;
                QCOMPARE(expansion->reason(i).empty(), in);
            }
            QCOMPARE(next, expansion->cellCount());
        }
    }
};

QTEST_APPLESS_MAIN(TestExpansion)
#include "tst_expansion.moc"
