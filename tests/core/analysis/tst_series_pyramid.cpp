// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/series_pyramid.h"
#include "core/base/random.h"

#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr double gap = std::numeric_limits<double>::quiet_NaN();

using Samples = std::vector<std::pair<std::int64_t, double>>;

/// The same by looking at every sample, with stretches compared in 128 bits.
std::vector<SeriesColumn> slowColumns(Samples samples, std::int64_t begin, std::int64_t end, std::size_t width)
{
    std::stable_sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<SeriesColumn> columns;
    if (end <= begin || width == 0)
        return columns;
    __extension__ using Wide = __int128;
    Wide before = -1;
    for (const auto& [time, value] : samples) {
        if (time < begin || time >= end)
            continue;
        const Wide stretch = (Wide(time) - begin) * Wide(width) / (Wide(end) - begin);
        if (stretch != before) {
            columns.push_back({time, time, gap, gap, gap, gap, 0, 0});
            before = stretch;
        }
        SeriesColumn& column = columns.back();
        column.lastTime = time;
        if (std::isnan(value)) {
            ++column.gaps;
            continue;
        }
        column.minimum = column.count == 0 ? value : std::min(column.minimum, value);
        column.maximum = column.count == 0 ? value : std::max(column.maximum, value);
        column.first = column.count == 0 ? value : column.first;
        column.last = value;
        ++column.count;
    }
    return columns;
}

bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const std::vector<SeriesColumn>& a, const std::vector<SeriesColumn>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SeriesColumn& x, const SeriesColumn& y) {
        return x.firstTime == y.firstTime && x.lastTime == y.lastTime && x.count == y.count && x.gaps == y.gaps
            && same(x.minimum, y.minimum) && same(x.maximum, y.maximum) && same(x.first, y.first)
            && same(x.last, y.last);
    });
}

SeriesPyramid pyramidOf(const Samples& samples)
{
    SeriesPyramid pyramid;
    for (const auto& [time, value] : samples)
        pyramid.append(time, value);
    return pyramid;
}

SeriesPyramid pyramidInBatches(const Samples& samples, Random& random)
{
    SeriesPyramid pyramid;
    for (std::size_t at = 0; at < samples.size();) {
        const std::size_t size = std::min<std::size_t>(samples.size() - at, 1 + random.below(300));
        std::vector<std::int64_t> times;
        std::vector<double> values;
        for (std::size_t i = at; i < at + size; ++i) {
            times.push_back(samples[i].first);
            values.push_back(samples[i].second);
        }
        pyramid.append(times, values);
        at += size;
    }
    return pyramid;
}

double someValue(Random& random)
{
    switch (random.below(12)) {
    case 0: return gap;
    case 1: return std::numeric_limits<double>::infinity();
    case 2: return -std::numeric_limits<double>::infinity();
    default: return random.normal();
    }
}

} // namespace

class TestSeriesPyramid : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void empty()
    {
        const SeriesPyramid pyramid;
        QVERIFY(pyramid.empty());
        QVERIFY(pyramid.columns(0, 100, 10).empty());
        QVERIFY(pyramid.columns(lowest, highest, 10).empty());
    }

    void oneSample()
    {
        const SeriesPyramid pyramid = pyramidOf({{50, 2.5}});
        const auto columns = pyramid.columns(0, 100, 10);
        QCOMPARE(columns.size(), std::size_t(1));
        QCOMPARE(columns[0], (SeriesColumn{50, 50, 2.5, 2.5, 2.5, 2.5, 1, 0}));
        QVERIFY(pyramid.columns(0, 50, 10).empty());
        QVERIFY(pyramid.columns(51, 100, 10).empty());
        QCOMPARE(pyramid.columns(50, 51, 1000).size(), std::size_t(1));
    }

    void emptyRangeOrWidth()
    {
        const SeriesPyramid pyramid = pyramidOf({{1, 1}, {2, 2}});
        QVERIFY(pyramid.columns(0, 10, 0).empty());
        QVERIFY(pyramid.columns(10, 10, 5).empty());
        QVERIFY(pyramid.columns(10, 0, 5).empty());
    }

    void onlyGaps()
    {
        const auto columns = pyramidOf(Samples(40, std::pair(7, gap))).columns(0, 10, 2);
        QCOMPARE(columns.size(), std::size_t(1));
        QCOMPARE(columns[0].gaps, std::int64_t(40));
        QCOMPARE(columns[0].count, std::int64_t(0));
        QVERIFY(std::isnan(columns[0].minimum) && std::isnan(columns[0].last));
    }

    void agreesWithSlowWay_data()
    {
        QTest::addColumn<QString>("order");
        for (const char* order : {"sorted", "reversed", "duplicates", "shuffled", "mostly sorted", "all the same time"})
            QTest::newRow(order) << QString(order);
    }

    void agreesWithSlowWay()
    {
        QFETCH(QString, order);
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            Random random(seed);
            Samples samples;
            const std::size_t size = random.below(seed % 3 == 0 ? 5000 : 300);
            for (std::size_t i = 0; i < size; ++i)
                samples.emplace_back(static_cast<std::int64_t>(i) * 1000 + static_cast<std::int64_t>(random.below(900)),
                                     someValue(random));
            if (order == "reversed")
                std::reverse(samples.begin(), samples.end());
            for (auto& sample : samples) {
                if (order == "duplicates")
                    sample.first /= 10'000;
                if (order == "all the same time")
                    sample.first = 5;
                if (order == "mostly sorted" && random.below(50) == 0)
                    sample.first -= 20'000;
            }
            if (order == "shuffled")
                shuffle(samples, random);
            const SeriesPyramid pyramid = seed % 2 == 0 ? pyramidOf(samples) : pyramidInBatches(samples, random);
            QCOMPARE(pyramid.size(), samples.size());
            QVERIFY(std::is_sorted(pyramid.times().begin(), pyramid.times().end()));
            for (int query = 0; query < 40; ++query) {
                const std::int64_t span = static_cast<std::int64_t>(size) * 1000 + 10;
                const auto begin = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(span)));
                const auto end = begin + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(span)));
                const std::size_t width = 1 + random.below(query % 2 == 0 ? 7 : 2000);
                const auto columns = pyramid.columns(begin, end, width);
                QVERIFY(columns.size() <= width);
                QVERIFY(same(columns, slowColumns(samples, begin, end, width)));
            }
        }
    }

    void extremeTimes()
    {
        const Samples samples = {{lowest, 1}, {lowest + 1, 2}, {-1, 3}, {0, 4}, {highest - 1, 5}, {highest, 6}};
        const SeriesPyramid pyramid = pyramidOf(samples);
        for (const std::size_t width : {1, 2, 3, 2000}) {
            QVERIFY(same(pyramid.columns(lowest, highest, width), slowColumns(samples, lowest, highest, width)));
            QVERIFY(same(pyramid.columns(-1, highest, width), slowColumns(samples, -1, highest, width)));
            QVERIFY(same(pyramid.columns(lowest, lowest + 2, width), slowColumns(samples, lowest, lowest + 2, width)));
        }
    }

    void growsWhileAsked()
    {
        Random random(5);
        Samples samples;
        SeriesPyramid pyramid;
        for (int i = 0; i < 3000; ++i) {
            samples.emplace_back(i * 10, someValue(random));
            pyramid.append(samples.back().first, samples.back().second);
            if (i % 97 == 0)
                QVERIFY(same(pyramid.columns(0, i * 10 + 1, 50), slowColumns(samples, 0, i * 10 + 1, 50)));
        }
    }

    void stretches()
    {
        QCOMPARE(stretchOf(0, 0, 100, 10), std::size_t(0));
        QCOMPARE(stretchOf(9, 0, 100, 10), std::size_t(0));
        QCOMPARE(stretchOf(10, 0, 100, 10), std::size_t(1));
        QCOMPARE(stretchOf(99, 0, 100, 10), std::size_t(9));
        QCOMPARE(stretchOf(highest - 1, lowest, highest, 2000), std::size_t(1999));
    }
};

QTEST_APPLESS_MAIN(TestSeriesPyramid)
#include "tst_series_pyramid.moc"
