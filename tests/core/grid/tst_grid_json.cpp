// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/grid_json.h"

#include "tests/core/grid/grids.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::grid;
using namespace millrace::grid::test;

namespace {

QString linesOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

GridSpec fullGrid()
{
    GridSpec grid = smallGrid();
    grid.cluster = "c";
    grid.workload = "w";
    grid.factors.push_back(numbers("delay", {0, 250'000, 1.5e6}));
    grid.factors.push_back(numbers("rate", {0, 1e9, 123456789}));
    grid.factors.push_back(numbers("queue", {65536, 1500}));
    grid.factors.push_back(numbers("batch", {32, 64}));
    grid.factors.push_back(numbers("bucket", {0.5, 25, 1e30}, true));
    grid.factors.back().unit = "MB";
    grid.factors.push_back({"fused", {booleanLevel(false), booleanLevel(true)}, true, "", booleanLevel(true)});
    grid.conditions.push_back({"fused or batch == 32", ""});
    grid.exclusions.push_back({"batch == 64 and fused", {}, "too slow"});
    grid.exclusions.push_back(
        {"", {{"delay", {numberLevel(Quantity::Duration, 0), numberLevel(Quantity::Duration, 250'000)}}}, ""});
    grid.repetitions = 7;
    grid.seed = 0xffff'ffff'ffff'ffffu;
    grid.pairedSeeds = true;
    grid.order = Order::Shuffled;
    grid.warmupRuns = 2;
    grid.stopRule = StopRule{"step_mean", 0.025, 4, 12};
    grid.gate = {false, 0.1, std::chrono::microseconds(300), 0.2, 0.999, 0.3, std::chrono::milliseconds(2)};
    grid.capture = {true, "eth1", "tcp port 1", 128, CaptureDirection::Out, 3'000'000, false, true};
    return grid;
}

} // namespace

class TestGridJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldComesBack()
    {
        Issues issues;
        const GridSpec grid = fullGrid();
        const GridSpec again = readGrid(Json::parse(toJson(grid).dump()), "grids[0]", issues);
        QCOMPARE(linesOf(issues), QString());
        QVERIFY(again == grid);
        QVERIFY(!hasErrors(validate(grid)));
    }

    void defaultsAreLeftOut()
    {
        GridSpec grid;
        grid.name = "g";
        QCOMPARE(QString::fromStdString(toJson(grid).dump()),
                 QString(R"({"name":"g","cluster":"","workload":"","factors":[]})"));
        Issues issues;
        QVERIFY(readGrid(Json::parse("{}"), "", issues) == GridSpec{});
        QVERIFY(issues.empty());
    }

    void levelsAreWrittenAsPeopleDo()
    {
        const auto text = [](const Factor& factor) {
            Json list = Json::array();
            for (const Level& level : factor.levels)
                list.push_back(toJson(level));
            return QString::fromStdString(list.dump());
        };
        QCOMPARE(text(numbers("loss", {0, 0.01, 0.0005})), QString(R"(["0%","1%","0.05%"])"));
        QCOMPARE(text(numbers("delay", {0, 1e7})), QString(R"([0,"10ms"])"));
        QCOMPARE(text(numbers("rate", {0, 1e9})), QString(R"([0,"1Gbit"])"));
        QCOMPARE(text(numbers("queue", {1500, 65536})), QString(R"([1500,"64KiB"])"));
        QCOMPARE(text(numbers("batch", {32})), QString("[32]"));
        QCOMPARE(text(numbers("x", {0.5, -3}, true)), QString("[0.5,-3]"));
        QCOMPARE(text(texts("model", {"8"})), QString(R"(["8"])"));
    }

    void spellingsInFiles()
    {
        Issues issues;
        const GridSpec grid = readGrid(
            Json::parse(
                R"({"name":"g","factors":[{"name":"loss","levels":[0.01,"0.5 %",0]},{"name":"batch","levels":["32",64.0]},
                            {"name":"rate","levels":[1e9,"1.5Gbit"]},{"name":"mine","own":true,"levels":["1%","x"]}],
                            "conditions":["loss < 1%",{"expression":"batch == 32","reason":"r"}],
                            "exclusions":["loss == 0",{"levels":{"batch":64,"loss":["1%",0]}}]})"),
            "g", issues);
        QCOMPARE(linesOf(issues), QString());
        QVERIFY(grid.factors[0] == numbers("loss", {0.01, 0.005, 0}));
        QVERIFY(grid.factors[1] == numbers("batch", {32, 64}));
        QVERIFY(grid.factors[2] == numbers("rate", {1e9, 1.5e9}));
        QVERIFY(grid.factors[3] == texts("mine", {"1%", "x"}, true));
        QVERIFY(grid.conditions == (std::vector<Condition>{{"loss < 1%", ""}, {"batch == 32", "r"}}));
        QCOMPARE(grid.exclusions[1].assignment[1].second.size(), std::size_t(2));
    }

    void everyProblemHasItsField()
    {
        Issues issues;
        (void)readGrid(
            Json::parse(R"({"name":5,"factors":[{"name":"loss","levels":["1x",2,true]},7,{"name":"batch","levels":3},
                           {"name":"model","levels":[5],"levles":[]},{"name":"fused","own":true,"levels":[{}]}],
                           "conditions":[5],"exclusions":[{"levels":{"loss":"many"}}],"repetitions":1.5,"seed":-1,
                           "order":"random","stop_rule":{"half_width":"x","at_leest":3},"gate":{"delay_floor":200},
                           "capture":{"snap_length":3,"direction":"up","maximum_size":"big","filtre":""},
                           "colour":"red"})"),
            "grids[1]", issues);
        QCOMPARE(linesOf(issues),
                 QString("grids[1].name: 5 is not a text; write it in quotes\n"
                         "grids[1].factors[0].levels[0]: \"1x\" is not a loss; write 1% or 0.01\n"
                         "grids[1].factors[0].levels[1]: \"2\" is not a loss; write 1% or 0.01\n"
                         "grids[1].factors[0].levels[2]: true is not a share\n"
                         "grids[1].factors[1]: expected an object, found 7\n"
                         "grids[1].factors[2].levels: 3 is not a list; write [ … ]\n"
                         "grids[1].factors[3].levels[0]: 5 is not a text; write it in quotes\n"
                         "grids[1].factors[3]: the field \"levles\" is unknown; did you mean \"levels\"?\n"
                         "grids[1].factors[4].levels[0]: an object is not a text; write it in quotes\n"
                         "grids[1].conditions[0]: expected an object, found 5\n"
                         "grids[1].exclusions[0].levels.loss: \"many\" is not a loss; write 1% or 0.01\n"
                         "grids[1].repetitions: 1.5 is not a whole number from 1 to 100000\n"
                         "grids[1].seed: -1 is not a whole number from 0 to 18446744073709551615\n"
                         "grids[1].order: \"random\" is not one of randomised-blocks, as-listed, shuffled\n"
                         "grids[1].stop_rule.half_width: \"x\" is not a share; write 1% or 0.01\n"
                         "grids[1].stop_rule: the field \"at_leest\" is unknown; did you mean \"at_least\"?\n"
                         "grids[1].gate.delay_floor: 200 is not a duration; write 10ms, 250us or 1.5s\n"
                         "grids[1].capture.snap_length: 3 is not a whole number from 14 to 262144\n"
                         "grids[1].capture.direction: \"up\" is not one of both, in, out\n"
                         "grids[1].capture.maximum_size: \"big\" is not a size; write 1500, 64KiB or 2.5MB\n"
                         "grids[1].capture: the field \"filtre\" is unknown; did you mean \"filter\"?\n"
                         "grids[1]: this version does not know the field \"colour\" and keeps it as it is"));
    }
};

QTEST_APPLESS_MAIN(TestGridJson)
#include "tst_grid_json.moc"
