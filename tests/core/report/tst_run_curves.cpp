// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/core/report/made_curves.h"

#include <random>

using namespace millrace;
using namespace millrace::report;

class TestRunCurves : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tellsWhatThereIs();
    void constantsAndRamps();
    void countsTimeFromWhatWasChosen();
    void knownQuartiles_data();
    void knownQuartiles();
    void groupsOfUnequalLength();
    void rampsSampledAtDifferentTimesMeet();
    void gapsStayGaps();
    void combinesNodes();
    void sumsOnlyWhereAllNodesAre();
    void medianTakesSpikesAway();
    void movingMeanFollowsItsTimeConstant();
    void aStretchHasTheValuesOfTheWhole();
    void aStretchBetweenSamplesHasItsNeighbours();
    void columnsAreThoseOfASimpleCount();
    void damageIsCounted();
    void leavesLinesOut();
    void otherUnitsAreLeftOut();
    void groupsStandInOrder();
    void stopsWhenCancelled();
    void extremeTimes();
};

void TestRunCurves::tellsWhatThereIs()
{
    MadeStore store(runsOf({"RING", "STAR", "RING"}));
    store.addSeries(0, made(0, 0, 5, itself, "rare"));
    store.addSeries(0, made(0, 0, 5, itself, "usual", "a"));
    store.addSeries(0, made(0, 0, 5, itself, "usual", "b"));
    store.addSeries(1, made(1, 0, 5, itself, "usual"));
    const CurveSubject subject = subjectOf(store);
    QCOMPARE(subject.runs.size(), 2U);
    QCOMPARE(subject.without, 1U);
    QCOMPARE(subject.runs[1].started, startOf(1));
    QCOMPARE(subject.series.size(), 2U);
    QCOMPARE(subject.series[0], (store::SeriesSummary{"usual", "s", 2, 3}));
    QCOMPARE(subject.series[1], (store::SeriesSummary{"rare", "s", 1, 1}));
    QCOMPARE(subject.factors, std::vector<std::string>{"strategy"});
}

void TestRunCurves::constantsAndRamps()
{
    MadeStore store(runsOf({"a", "b"}));
    store.addSeries(0, made(0, 0, 10'000, constant(5)));
    store.addSeries(1, made(1, 0, 10'000, itself));
    CurveOptions options;
    options.width = 500;
    const SeriesCurves curves = curvesOf(store, options);
    QCOMPARE(curves.lines.size(), 2U);
    QCOMPARE(curves.unit, "s");
    QCOMPARE(curves.samples, 20'000);
    QVERIFY(allAre(curves.lines[0], 5));
    std::int64_t samples = 0;
    for (const CurveColumn& each : curves.lines[1].columns) {
        const double middle = 0.5e-9 * static_cast<double>(each.column.firstTime + each.column.lastTime);
        QVERIFY(isClose(each.value, middle));
        QCOMPARE(each.column.minimum, static_cast<double>(each.column.firstTime) * 1e-9);
        QCOMPARE(each.column.maximum, static_cast<double>(each.column.lastTime) * 1e-9);
        samples += each.column.count;
    }
    QCOMPARE(samples, 10'000);
    QVERIFY(curves.lines[1].columns.size() <= 500);
    QVERIFY(curves.lines[1].columns.size() >= 490);
}

void TestRunCurves::countsTimeFromWhatWasChosen()
{
    MadeStore store(runsOf({"a", "b"}));
    store.addSeries(0, made(0, 3, 10, itself));
    store.addSeries(1, made(1, 4, 10, itself));
    CurveOptions options;
    auto curves = curvesOf(store, options);
    QCOMPARE(curves.lines[0].columns.front().column.firstTime, 3 * second);
    QCOMPARE(curves.lines[1].columns.front().column.firstTime, 4 * second);
    QCOMPARE(curves.data.begin, 3 * second);
    QCOMPARE(curves.data.end, 13 * second + 1);
    options.time = CurveTime::SinceFirstSample;
    curves = curvesOf(store, options);
    QCOMPARE(curves.lines[0].columns.front().column.firstTime, 0);
    QCOMPARE(curves.lines[1].columns.front().column.firstTime, 0);
    options.time = CurveTime::Absolute;
    curves = curvesOf(store, options);
    QCOMPARE(curves.lines[1].columns.front().column.firstTime, start + 14 * second);
    // A run whose start the store does not know counts from its first sample.
    store.sql("UPDATE runs SET started_ns = NULL WHERE id = " + std::to_string(store.ids[1].value));
    options.time = CurveTime::SinceStart;
    curves = curvesOf(store, options);
    QCOMPARE(curves.lines[0].columns.front().column.firstTime, 3 * second);
    QCOMPARE(curves.lines[1].columns.front().column.firstTime, 0);
}

void TestRunCurves::knownQuartiles_data()
{
    // As numpy.percentile(values, [25, 50, 75]) gives them.
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<QList<double>>("quartiles");
    QTest::newRow("one") << QList<double>{7} << QList<double>{7, 7, 7};
    QTest::newRow("two") << QList<double>{1, 2} << QList<double>{1.25, 1.5, 1.75};
    QTest::newRow("four") << QList<double>{4, 1, 3, 2} << QList<double>{1.75, 2.5, 3.25};
    QTest::newRow("five, one far off") << QList<double>{1, 2, 3, 4, 1000} << QList<double>{2, 3, 4};
}

void TestRunCurves::knownQuartiles()
{
    QFETCH(const QList<double>, values);
    QFETCH(const QList<double>, quartiles);
    MadeStore store(runsOf(std::vector<std::string>(static_cast<std::size_t>(values.size()), "RING")));
    for (std::size_t i = 0; i < static_cast<std::size_t>(values.size()); ++i)
        store.addSeries(i, made(i, 0, 100, constant(values[static_cast<qsizetype>(i)])));
    CurveOptions options;
    options.groupBy = {"strategy"};
    options.width = 50;
    const SeriesCurves curves = curvesOf(store, options);
    QCOMPARE(curves.lines.size(), 1U);
    QCOMPARE(curves.lines[0].columns.size(), 50U);
    for (const CurveColumn& each : curves.lines[0].columns) {
        QVERIFY(isClose(each.column.minimum, quartiles[0]));
        QVERIFY(isClose(each.value, quartiles[1]));
        QVERIFY(isClose(each.column.maximum, quartiles[2]));
        QCOMPARE(each.column.count, values.size());
    }
}

void TestRunCurves::groupsOfUnequalLength()
{
    MadeStore store(runsOf({"RING", "RING", "STAR"}));
    store.addSeries(0, made(0, 0, 101, constant(2)));
    store.addSeries(1, made(1, 0, 51, constant(4)));
    store.addSeries(2, made(2, 0, 101, constant(9)));
    CurveOptions options;
    options.groupBy = {"strategy"};
    options.width = 100;
    const SeriesCurves curves = curvesOf(store, options);
    QCOMPARE(curves.lines.size(), 2U);
    for (const CurveColumn& each : curves.lines[0].columns) {
        const bool both = each.column.firstTime < 50 * second;
        if (std::abs(each.column.firstTime - 50 * second) < 2 * curves.step)
            continue;
        QCOMPARE(each.column.count, both ? 2 : 1);
        QVERIFY(isClose(each.value, both ? 3 : 2));
    }
    QVERIFY(allAre(curves.lines[1], 9));
}

void TestRunCurves::rampsSampledAtDifferentTimesMeet()
{
    MadeStore store(runsOf({"RING", "RING", "RING"}));
    for (std::size_t i = 0; i < 3; ++i)
        store.addSeries(i, made(i, 0.31 * static_cast<double>(i), 50, [](double t) { return 2 * t + 1; }));
    CurveOptions options;
    options.groupBy = {"strategy"};
    options.width = 400; // many columns have no sample of their own
    const SeriesCurves curves = curvesOf(store, options);
    int full = 0;
    for (const CurveColumn& each : curves.lines[0].columns) {
        const double expected = 2 * static_cast<double>(each.column.firstTime) * 1e-9 + 1;
        const double half = static_cast<double>(curves.step) * 1e-9; // at the ends one sample represents its column
        QVERIFY(std::abs(each.value - expected) <= half);
        if (each.column.count == 3 && each.column.firstTime > second && each.column.firstTime < 48 * second) {
            ++full;
            QVERIFY(isClose(each.value, expected));
        }
    }
    QVERIFY(full > 350);
}

void TestRunCurves::gapsStayGaps()
{
    MadeStore store(runsOf({"RING", "RING"}));
    const auto holed = [](double t) { return t >= 40 && t < 60 ? none : 1; };
    store.addSeries(0, made(0, 0, 100, holed));
    store.addSeries(1, made(1, 0, 100, holed));
    CurveOptions options;
    options.width = 50;
    for (const bool grouped : {false, true}) {
        if (grouped)
            options.groupBy = {"strategy"};
        for (const CurveSmoothing smoothing : {CurveSmoothing::None, CurveSmoothing::Median, CurveSmoothing::Ewma}) {
            options.smoothing = smoothing;
            const SeriesCurves curves = curvesOf(store, options);
            int gaps = 0;
            for (const CurveColumn& each : curves.lines[0].columns) {
                const bool inside = each.column.firstTime >= 41 * second && each.column.lastTime < 59 * second;
                if (inside)
                    QCOMPARE(each.column.count, 0);
                const bool near = each.column.firstTime >= 39 * second && each.column.lastTime < 61 * second;
                gaps += near && each.column.count == 0 && each.column.gaps > 0 ? 1 : 0;
                if (each.column.lastTime < 39 * second || each.column.firstTime > 61 * second)
                    QVERIFY(isClose(each.value, 1));
            }
            QVERIFY(gaps >= 1); // so that no line is drawn across
        }
    }
}

void TestRunCurves::combinesNodes()
{
    MadeStore store(runsOf({"RING"}));
    for (const auto& [node, value] : {std::pair{"a", 1.0}, {"b", 2.0}, {"c", 6.0}})
        store.addSeries(0, made(0, 0, 100, constant(value), "x", node));
    CurveOptions options;
    options.width = 40;
    const std::pair<NodeCombination, double> expected[] = {{NodeCombination::Mean, 3},
                                                           {NodeCombination::Sum, 9},
                                                           {NodeCombination::Minimum, 1},
                                                           {NodeCombination::Maximum, 6}};
    for (const auto& [how, value] : expected) {
        options.nodes = how;
        const SeriesCurves curves = curvesOf(store, options);
        QCOMPARE(curves.lines.size(), 1U);
        QVERIFY(allAre(curves.lines[0], value));
    }
    options.nodes = NodeCombination::Each;
    const SeriesCurves curves = curvesOf(store, options);
    QCOMPARE(curves.lines.size(), 3U);
    QCOMPARE(curves.lines[1].node, "b");
    QVERIFY(allAre(curves.lines[1], 2));
    QVERIFY(allAre(curves.lines[2], 6));
}

void TestRunCurves::sumsOnlyWhereAllNodesAre()
{
    MadeStore store(runsOf({"RING"}));
    store.addSeries(0, made(0, 0, 100, constant(1), "x", "a"));
    store.addSeries(0, made(0, 50, 100, constant(2), "x", "b"));
    CurveOptions options;
    options.nodes = NodeCombination::Sum;
    options.width = 150;
    SeriesCurves curves = curvesOf(store, options);
    QVERIFY(allAre(curves.lines[0], 3));
    QVERIFY(curves.lines[0].columns.front().column.firstTime >= 49 * second);
    QVERIFY(curves.lines[0].columns.back().column.firstTime <= 100 * second);
    // In a stretch in which only one of them has values, there is no sum.
    options.range = store::TimeRange{0, 20 * second};
    curves = curvesOf(store, options);
    for (const CurveColumn& each : curves.lines[0].columns)
        QVERIFY(each.column.count == 0 || each.column.firstTime >= 20 * second);
}

void TestRunCurves::medianTakesSpikesAway()
{
    MadeStore store(runsOf({"RING"}));
    store.addSeries(0, made(0, 0, 101, [](double t) { return t == 50 ? 1000 : 4; }));
    CurveOptions options;
    options.width = 101;
    QVERIFY(!allAre(curvesOf(store, options).lines[0], 4));
    options.smoothing = CurveSmoothing::Median;
    options.medianColumns = 3;
    QVERIFY(allAre(curvesOf(store, options).lines[0], 4));
    // On a line the median of an odd number around is the line itself, away from the ends.
    MadeStore ramp(runsOf({"RING"}));
    ramp.addSeries(0, made(0, 0, 101, itself));
    const SeriesCurves curves = curvesOf(ramp, options);
    for (std::size_t i = 1; i + 1 < curves.lines[0].columns.size(); ++i) {
        const CurveColumn& each = curves.lines[0].columns[i];
        QVERIFY(isClose(each.value, static_cast<double>(each.column.firstTime) * 1e-9));
    }
}

void TestRunCurves::movingMeanFollowsItsTimeConstant()
{
    // After a step from 0 to 1 at t = 0 an exponentially weighted mean is 1 - exp(-t / T), however it is sampled.
    std::vector<CurveColumn> line;
    std::mt19937 random(5);
    std::exponential_distribution<double> distance(1.0);
    double time = 0;
    for (int i = 0; i < 200; ++i) {
        const double value = i == 0 ? 0 : 1;
        const auto at = static_cast<std::int64_t>(time * 1e9);
        line.push_back({{at, at, value, value, value, value, 1, 0}, value});
        time += distance(random);
    }
    const auto smooth = movingMean(line, 10e9);
    for (const CurveColumn& each : smooth)
        QVERIFY(isClose(each.value, 1 - std::exp(-static_cast<double>(each.column.firstTime) * 1e-10)));
    // Without a time constant nothing changes.
    const auto same = movingMean(line, 0);
    for (std::size_t i = 0; i < line.size(); ++i)
        QCOMPARE(same[i].value, line[i].value);
}

void TestRunCurves::aStretchHasTheValuesOfTheWhole()
{
    MadeStore store(runsOf({"RING"}));
    std::mt19937 random(9);
    std::normal_distribution<double> noise(10, 1);
    store.addSeries(0, made(0, 0, 9000, [&](double) { return noise(random); }));
    for (const CurveSmoothing smoothing : {CurveSmoothing::None, CurveSmoothing::Median, CurveSmoothing::Ewma}) {
        CurveOptions options;
        options.smoothing = smoothing;
        options.timeConstant = 20;
        options.width = 9001;
        const SeriesCurves whole = curvesOf(store, options);
        options.range = store::TimeRange{5000 * second, 5600 * second};
        options.width = 600;
        const SeriesCurves part = curvesOf(store, options);
        QVERIFY(part.samples < whole.samples); // chunks outside of it are not read
        QVERIFY(part.lines[0].columns.size() >= 600);
        QVERIFY(part.lines[0].columns.size() <= 602);
        std::map<std::int64_t, double> values;
        for (const CurveColumn& each : whole.lines[0].columns)
            values[each.column.firstTime] = each.value;
        for (const CurveColumn& each : part.lines[0].columns) {
            QVERIFY(values.contains(each.column.firstTime));
            QVERIFY(isClose(each.value, values[each.column.firstTime],
                            smoothing == CurveSmoothing::Ewma ? 0.01 : 1e-12)); // e^-5 of what was before is left out
        }
    }
}

void TestRunCurves::aStretchBetweenSamplesHasItsNeighbours()
{
    MadeStore store(runsOf({"RING", "RING"}));
    store.addSeries(0, made(0, 0, 100, itself));
    store.addSeries(1, made(1, 0, 100, itself));
    CurveOptions options;
    options.range = store::TimeRange{50 * second + second / 4, 50 * second + second / 2};
    const SeriesCurves curves = curvesOf(store, options);
    QCOMPARE(curves.lines[0].columns.size(), 2U);
    QCOMPARE(curves.lines[0].columns[0].value, 50);
    QCOMPARE(curves.lines[0].columns[1].value, 51);
    options.groupBy = {"strategy"};
    const SeriesCurves grouped = curvesOf(store, options);
    QVERIFY(grouped.lines[0].columns.size() >= 600);
    for (const CurveColumn& each : grouped.lines[0].columns)
        QVERIFY(isClose(each.value, static_cast<double>(each.column.firstTime) * 1e-9));
}

void TestRunCurves::columnsAreThoseOfASimpleCount()
{
    MadeStore store(runsOf({"RING"}));
    std::mt19937 random(3);
    std::uniform_int_distribution<std::int64_t> when(0, 1000 * second);
    std::normal_distribution<double> value(0, 1);
    analysis::Series series{"x", "", "s", {}, {}};
    for (int i = 0; i < 20'000; ++i) { // in no order at all
        series.times.push_back(start + when(random));
        series.values.push_back(i % 17 == 0 ? none : value(random));
    }
    store.addSeries(0, series);
    CurveOptions options;
    options.width = 123;
    const SeriesCurves curves = curvesOf(store, options);
    std::map<std::int64_t, std::vector<double>> expected;
    for (std::size_t i = 0; i < series.times.size(); ++i)
        if (!std::isnan(series.values[i]))
            expected[(series.times[i] - start - curves.begin) / curves.step].push_back(series.values[i]);
    QCOMPARE(curves.lines[0].columns.size(), expected.size());
    auto column = curves.lines[0].columns.begin();
    for (const auto& [index, values] : expected) {
        double sum = 0;
        for (const double each : values)
            sum += each;
        QCOMPARE(column->column.count, static_cast<std::int64_t>(values.size()));
        QCOMPARE(column->column.minimum, *std::ranges::min_element(values));
        QCOMPARE(column->column.maximum, *std::ranges::max_element(values));
        QVERIFY(isClose(column->value, sum / static_cast<double>(values.size())));
        QCOMPARE((column->column.firstTime - curves.begin) / curves.step, index);
        ++column;
    }
}

void TestRunCurves::damageIsCounted()
{
    MadeStore store(runsOf({"RING", "RING"}));
    store.addSeries(0, made(0, 0, 12'000, constant(1)));
    store.addSeries(1, made(1, 0, 12'000, constant(1)));
    store.sql("UPDATE chunks SET data = x'0102030405060708090a0b0c' WHERE first_sample = 4096");
    CurveOptions options;
    const SeriesCurves curves = curvesOf(store, options);
    QCOMPARE(curves.issues.size(), 1U);
    QCOMPARE(curves.issues[0].kind, "damaged-chunk");
    QCOMPARE(curves.issues[0].count, 2);
    QCOMPARE(curves.samples, 2 * (12'000 - 4096));
    QCOMPARE(curves.lines.size(), 2U);
    QVERIFY(allAre(curves.lines[0], 1));
}

void TestRunCurves::leavesLinesOut()
{
    MadeStore store(runsOf(std::vector<std::string>(20, "RING")));
    for (std::size_t i = 0; i < 20; ++i)
        for (const char* node : {"a", "b"})
            store.addSeries(i, made(i, 0, 10, constant(static_cast<double>(i)), "x", node));
    CurveOptions options;
    options.mostLines = 7;
    SeriesCurves curves = curvesOf(store, options);
    QCOMPARE(curves.lines.size(), 7U);
    QCOMPARE(curves.leftOut, 13U);
    QCOMPARE(curves.samples, 7 * 2 * 10); // the others are not read
    QVERIFY(allAre(curves.lines[6], 6));
    options.nodes = NodeCombination::Each;
    curves = curvesOf(store, options);
    QCOMPARE(curves.lines.size(), 7U);
    QCOMPARE(curves.leftOut, 33U);
    options.groupBy = {"strategy"};
    curves = curvesOf(store, options);
    QCOMPARE(curves.lines.size(), 2U);
    QCOMPARE(curves.leftOut, 0U);
    QVERIFY(allAre(curves.lines[0], 9.5));
}

void TestRunCurves::otherUnitsAreLeftOut()
{
    MadeStore store(runsOf({"RING", "RING"}));
    store.addSeries(0, made(0, 0, 10, constant(1)));
    analysis::Series other = made(1, 0, 10, constant(1));
    other.unit = "B";
    store.addSeries(1, other);
    const SeriesCurves curves = curvesOf(store, {});
    QCOMPARE(curves.lines.size(), 1U);
    QCOMPARE(curves.otherUnit, 1U);
    QCOMPARE(curves.unit, "s");
}

void TestRunCurves::groupsStandInOrder()
{
    std::vector<CurveRun> runs(5);
    const std::pair<const char*, double> levels[] = {{"16", 16}, {"2", 2}, {"16", 16}, {"1k", 1000}};
    for (std::size_t i = 0; i < 4; ++i)
        runs[i].factors = {numberFactor("batch", levels[i].first, levels[i].second)};
    const auto groups = curveGroups(runs, {"batch"});
    QCOMPARE(groups.size(), 4U);
    QCOMPARE(groups[0].levels, std::vector<std::string>{"2"});
    QCOMPARE(groups[1].runs, (std::vector<std::size_t>{0, 2}));
    QCOMPARE(groups[2].levels, std::vector<std::string>{"1k"});
    QCOMPARE(groups[3].levels, std::vector<std::string>{""}); // that lack the factor
    QCOMPARE(curveGroups(runs, {}).size(), 5U);
}

void TestRunCurves::stopsWhenCancelled()
{
    MadeStore store(runsOf(std::vector<std::string>(40, "RING")));
    for (std::size_t i = 0; i < 40; ++i)
        store.addSeries(i, made(i, 0, 5000, itself));
    const CurveSubject subject = subjectOf(store);
    std::stop_source source;
    JobContext job;
    job.stop = source.get_token();
    job.report = [&](long long done, long long, std::string_view step) {
        if (step == "reading series" && done > 3)
            source.request_stop();
    };
    const auto curves = readCurves(store.database.file(), subject.runs, {"x"}, {}, job);
    QVERIFY(!curves);
    QCOMPARE(curves.error().code, ErrorCode::Cancelled);
    QVERIFY(!curveSubject(store.database, {}, job));
}

void TestRunCurves::extremeTimes()
{
    MadeStore store(runsOf({"RING", "RING"}));
    constexpr auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
    store.addSeries(0, {"x", "", "s", {least, least + 1, 0, most - 1, most}, {1, 2, 3, 4, 5}});
    store.addSeries(1, {"x", "", "s", {most, 0, least}, {1e308, -1e308, std::numeric_limits<double>::infinity()}});
    for (const CurveTime time : {CurveTime::SinceStart, CurveTime::SinceFirstSample, CurveTime::Absolute})
        for (const bool grouped : {false, true}) {
            CurveOptions options;
            options.time = time;
            options.smoothing = grouped ? CurveSmoothing::Ewma : CurveSmoothing::Median;
            if (grouped)
                options.groupBy = {"strategy"};
            const SeriesCurves curves = curvesOf(store, options);
            QVERIFY(!curves.lines.empty());
            QVERIFY(curves.samples == 8);
            options.range = store::TimeRange{least, most};
            QCOMPARE(curvesOf(store, options).samples, 8);
            options.range = store::TimeRange{most - 5, most};
            (void)curvesOf(store, options);
        }
}

QTEST_APPLESS_MAIN(TestRunCurves)
#include "tst_run_curves.moc"
