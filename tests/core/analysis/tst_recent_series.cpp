// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/recent_series.h"
#include "core/base/random.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t step = 1000;

void appendOne(RecentSeries& series, std::int64_t time, double value)
{
    series.append(std::span(&time, 1), std::span(&value, 1));
}

RecentSeries seriesOf(std::size_t samples, RecentLimits limits, double (*valueAt)(std::size_t))
{
    RecentSeries series(limits);
    std::vector<std::int64_t> times;
    std::vector<double> values;
    for (std::size_t i = 0; i < samples; ++i) {
        times.push_back(static_cast<std::int64_t>(i) * step);
        values.push_back(valueAt(i));
    }
    series.append(times, values);
    return series;
}

std::int64_t samplesIn(const std::vector<SeriesColumn>& columns)
{
    std::int64_t samples = 0;
    for (const SeriesColumn& column : columns)
        samples += column.count + column.gaps;
    return samples;
}

bool ascending(const std::vector<SeriesColumn>& columns)
{
    for (std::size_t i = 1; i < columns.size(); ++i)
        if (columns[i].firstTime < columns[i - 1].lastTime)
            return false;
    return true;
}

double ramp(std::size_t i)
{
    return static_cast<double>(i);
}

constexpr RecentLimits small{64, 8};

} // namespace

class TestRecentSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void empty()
    {
        const RecentSeries series;
        QVERIFY(series.empty());
        QVERIFY(series.columns(0, 100, 10).empty());
        QVERIFY(series.columnsAround(0, 100, 10).empty());
    }

    void exactWhileShort()
    {
        const RecentSeries series = seriesOf(100, small, ramp);
        SeriesPyramid pyramid;
        for (std::size_t i = 0; i < 100; ++i)
            pyramid.append(static_cast<std::int64_t>(i) * step, ramp(i));
        QCOMPARE(series.exactFrom(), std::int64_t(0));
        for (const std::size_t width : {1, 7, 100, 5000})
            QCOMPARE(series.columns(10 * step, 90 * step, width), pyramid.columns(10 * step, 90 * step, width));
    }

    void nothingIsLostWhenOld()
    {
        for (const std::size_t samples : {129, 1000, 5000, 100'000}) {
            const RecentSeries series = seriesOf(samples, small, ramp);
            const std::int64_t end = static_cast<std::int64_t>(samples) * step;
            QCOMPARE(series.count(), static_cast<std::int64_t>(samples));
            QCOMPARE(series.firstTime(), std::int64_t(0));
            QCOMPARE(series.lastTime(), end - step);
            for (const std::size_t width : {1, 13, 700}) {
                const auto columns = series.columns(0, end, width);
                QVERIFY(columns.size() <= width);
                QVERIFY(ascending(columns));
                QCOMPARE(samplesIn(columns), static_cast<std::int64_t>(samples));
                QCOMPARE(columns.front().minimum, 0.0);
                QCOMPARE(columns.back().maximum, ramp(samples - 1));
            }
        }
    }

    void spikeSurvives()
    {
        const RecentSeries series =
            seriesOf(200'000, small, [](std::size_t i) { return i == 3'333 ? 1e9 : std::sin(double(i)); });
        const auto columns = series.columns(0, 200'000 * step, 500);
        const auto highest = std::max_element(columns.begin(), columns.end(),
                                              [](const auto& a, const auto& b) { return a.maximum < b.maximum; });
        QCOMPARE(highest->maximum, 1e9);
        QVERIFY(highest->firstTime <= 3'333 * step && highest->lastTime >= 3'333 * step);
    }

    void memoryIsBounded()
    {
        RecentSeries series({1024, 64});
        std::vector<std::int64_t> times(1000);
        const std::vector<double> values(1000, 1.0);
        std::size_t half = 0;
        for (std::int64_t batch = 0; batch < 2000; ++batch) {
            for (std::size_t i = 0; i < times.size(); ++i)
                times[i] = (batch * 1000 + static_cast<std::int64_t>(i)) * step;
            series.append(times, values);
            if (batch == 1000)
                half = series.memory();
        }
        QCOMPARE(series.count(), std::int64_t(2'000'000));
        // Twice as much data is at most one level more.
        QVERIFY(series.memory() <= half + 64 * sizeof(SeriesColumn) + 1024 * 20);
        QVERIFY2(series.memory() < 120'000, qPrintable(QString::number(series.memory())));
    }

    void newestStayExact()
    {
        const RecentSeries series = seriesOf(50'000, small, ramp);
        QVERIFY(series.exactFrom() <= (50'000 - 64) * step);
        const auto columns = series.columns((50'000 - 64) * step, 50'000 * step, 64);
        QCOMPARE(columns.size(), std::size_t(64));
        for (const SeriesColumn& column : columns)
            QCOMPARE(column.count, std::int64_t(1));
    }

    void lateSamplesFindTheirPlace()
    {
        RecentSeries series = seriesOf(1000, small, [](std::size_t) { return 1.0; });
        QVERIFY(series.exactFrom() > 500 * step);
        appendOne(series, 500 * step + 1, 77);
        appendOne(series, -5 * step, -77);
        appendOne(series, 999 * step - 1, 5);
        QCOMPARE(series.count(), std::int64_t(1003));
        QCOMPARE(series.firstTime(), -5 * step);
        const auto columns = series.columns(-5 * step, 1000 * step, 50);
        QVERIFY(ascending(columns));
        QCOMPARE(samplesIn(columns), std::int64_t(1003));
        QCOMPARE(columns.front().minimum, -77.0);
        double highest = 0;
        for (const SeriesColumn& column : columns)
            if (column.maximum > highest && column.firstTime <= 501 * step && column.lastTime >= 500 * step)
                highest = column.maximum;
        QCOMPARE(highest, 77.0);
    }

    void gapsAreKept()
    {
        const RecentSeries series = seriesOf(5000, small, [](std::size_t i) { return i % 5 == 0 ? gap : 2.0; });
        std::int64_t gaps = 0;
        for (const SeriesColumn& column : series.columns(0, 5000 * step, 100))
            gaps += column.gaps;
        QCOMPARE(gaps, std::int64_t(1000));
    }

    void neighboursReachTheEdges()
    {
        const RecentSeries series = seriesOf(10, small, ramp);
        const auto inside = series.columnsAround(2 * step + 1, 4 * step, 100);
        QCOMPARE(inside.size(), std::size_t(3));
        QCOMPARE(inside.front().firstTime, 2 * step);
        QCOMPARE(inside.back().firstTime, 4 * step);
        // Between two samples, and beyond the ends.
        QCOMPARE(series.columnsAround(3 * step + 1, 3 * step + 9, 100).size(), std::size_t(2));
        QCOMPARE(series.columnsAround(-100, -50, 100).size(), std::size_t(1));
        QCOMPARE(series.columnsAround(100 * step, 200 * step, 100).size(), std::size_t(1));
    }

    void neighboursInOldBlocks()
    {
        const RecentSeries series = seriesOf(20'000, small, ramp);
        Random random(3);
        for (int query = 0; query < 500; ++query) {
            const auto begin = static_cast<std::int64_t>(random.below(20'000 * step));
            const auto end = begin + 1 + static_cast<std::int64_t>(random.below(3'000 * step));
            const auto columns = series.columnsAround(begin, end, 40);
            QVERIFY(!columns.empty());
            QVERIFY(ascending(columns));
            QVERIFY(columns.front().firstTime <= begin);
            QVERIFY(columns.back().lastTime >= std::min(end, series.lastTime()));
        }
    }
};

QTEST_APPLESS_MAIN(TestRecentSeries)
#include "tst_recent_series.moc"
