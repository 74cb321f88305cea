// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/series_pyramid.h"
#include "core/base/random.h"
#include "core/store/series_repository.h"
#include "tests/core/store/store_fixture.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

using namespace millrace;
using namespace millrace::store;
using analysis::Series;
using analysis::SeriesColumn;

namespace {

Series makeSeries(std::size_t size, std::uint64_t seed)
{
    Random random(seed);
    Series series{"throughput", "node1", "bit/s", {}, {}};
    std::int64_t time = 1'700'000'000'000'000'000;
    for (std::size_t i = 0; i < size; ++i) {
        time += 1'000'000 + static_cast<std::int64_t>(random.below(2000));
        series.times.push_back(time);
        series.values.push_back(random.below(500) == 0 ? std::nan("") : random.normal());
    }
    return series;
}

/// Equal, where NaN equals NaN.
bool same(const Series& a, const Series& b)
{
    return a.name == b.name && a.node == b.node && a.unit == b.unit && a.times == b.times
        && std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                      [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

bool same(const std::vector<SeriesColumn>& a, const std::vector<SeriesColumn>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SeriesColumn& x, const SeriesColumn& y) {
        return x.firstTime == y.firstTime && x.lastTime == y.lastTime && x.count == y.count && x.gaps == y.gaps
            && (x.count == 0
                || (x.minimum == y.minimum && x.maximum == y.maximum && x.first == y.first && x.last == y.last));
    });
}

Series cut(const Series& series, const TimeRange& range)
{
    Series part{series.name, series.node, series.unit, {}, {}};
    for (std::size_t i = 0; i < series.times.size(); ++i)
        if (series.times[i] >= range.begin && series.times[i] < range.end) {
            part.times.push_back(series.times[i]);
            part.values.push_back(series.values[i]);
        }
    return part;
}

} // namespace

class TestSeriesRepository : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void savesAndReads_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 255, 4095, 4096, 4097, 20'000})
            QTest::newRow(qPrintable(QString::number(size))) << size;
    }

    void savesAndReads()
    {
        QFETCH(int, size);
        TestStore store;
        SeriesRepository repository(store.database);
        const Series series = makeSeries(static_cast<std::size_t>(size), 1);
        const SeriesId id = need(repository.save(store.ids[0], series));
        Issues issues;
        QVERIFY(same(need(repository.read(id, issues)), series));
        const auto record = need(repository.find(store.ids[0], "throughput", "node1"));
        QVERIFY(record.has_value());
        QCOMPARE(record->samples, std::int64_t(size));
        if (size > 0) {
            QCOMPARE(record->firstTime, series.times.front());
            QCOMPARE(record->lastTime, series.times.back());
        }
        QCOMPARE(need(repository.list(store.ids[0])), std::vector{*record});
        QVERIFY(issues.empty());
        QVERIFY(need(store.database.integrityCheck()).empty());
    }

    void refusesTheSameTwiceAndUnknownOnes()
    {
        TestStore store(2);
        SeriesRepository repository(store.database);
        need(repository.save(store.ids[0], makeSeries(10, 1)));
        const auto twice = repository.save(store.ids[0], makeSeries(10, 1));
        QVERIFY(!twice && twice.error().code == ErrorCode::AlreadyExists);
        need(repository.save(store.ids[1], makeSeries(10, 1)));
        QVERIFY(!repository.save({99}, makeSeries(10, 1)));
        Issues issues;
        const auto missing = repository.read({99}, issues);
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
        QVERIFY(!need(repository.find(store.ids[0], "throughput", "node2")));
        QVERIFY(need(repository.overview({99}, 100, issues)).columns.empty());
    }

    void readsRanges()
    {
        TestStore store;
        SeriesRepository repository(store.database);
        Series series = makeSeries(15'000, 2);
        // The wall clock was set back in the middle.
        for (std::size_t i = 7000; i < series.times.size(); ++i)
            series.times[i] -= 2'000'000'000;
        const SeriesId id = need(repository.save(store.ids[0], series));
        Random random(3);
        Issues issues;
        for (int i = 0; i < 60; ++i) {
            const auto pick = [&] { return series.times[random.below(series.times.size())]; };
            const TimeRange range{pick(), pick()};
            QVERIFY(same(need(repository.read(id, issues, range)), cut(series, range)));
        }
        QVERIFY(issues.empty());
    }

    void shortStretchesAreDrawnExactly()
    {
        TestStore store;
        SeriesRepository repository(store.database);
        const Series series = makeSeries(200'000, 4);
        const SeriesId id = need(repository.save(store.ids[0], series));
        Issues issues;
        Random random(5);
        for (int i = 0; i < 20; ++i) {
            const std::size_t from = random.below(150'000);
            const TimeRange range{series.times[from], series.times[from + 10 + random.below(40'000)]};
            const Overview overview = need(repository.overview(id, 700, issues, range));
            QVERIFY(overview.exact);
            analysis::SeriesPyramid pyramid;
            const Series part = cut(series, range);
            pyramid.append(part.times, part.values);
            QVERIFY(same(overview.columns, pyramid.columns(range.begin, range.end, 700)));
        }
    }

    void longStretchesKeepExtremesAndCounts()
    {
        TestStore store;
        SeriesRepository repository(store.database);
        Series series = makeSeries(600'000, 6);
        series.values[123'456] = 1e9;
        series.values[599'999] = -1e9;
        const SeriesId id = need(repository.save(store.ids[0], series));
        Issues issues;
        const Overview overview = need(repository.overview(id, 1000, issues));
        QVERIFY(!overview.exact);
        QVERIFY(overview.columns.size() <= 1000 && overview.columns.size() > 900);
        std::int64_t count = 0;
        std::int64_t gaps = 0;
        std::size_t at = 0;
        for (const SeriesColumn& column : overview.columns) {
            count += column.count;
            gaps += column.gaps;
            // Blocks are whole: a column is the sum of samples that follow each other.
            const auto samples = static_cast<std::size_t>(column.count + column.gaps);
            SeriesColumn expected = analysis::columnOf(std::span(series.times).subspan(at, samples),
                                                       std::span(series.values).subspan(at, samples));
            QVERIFY(same({column}, {expected}));
            at += samples;
        }
        QCOMPARE(count + gaps, std::int64_t(600'000));
        QCOMPARE(gaps,
                 std::count_if(series.values.begin(), series.values.end(), [](double v) { return std::isnan(v); }));
        // A stretch in the middle: nothing outside of it but what shares a block with its edges.
        const TimeRange range{series.times[50'000], series.times[550'000]};
        const Overview middle = need(repository.overview(id, 1000, issues, range));
        QVERIFY(!middle.exact && middle.columns.size() <= 1000);
        count = 0;
        for (const SeriesColumn& column : middle.columns)
            count += column.count + column.gaps;
        QVERIFY2(count >= 500'000 && count <= 500'000 + 512, qPrintable(QString::number(count)));
        QVERIFY(
            std::any_of(middle.columns.begin(), middle.columns.end(), [](const auto& c) { return c.maximum == 1e9; }));
    }

    void extremeTimes()
    {
        constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
        constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
        TestStore store;
        SeriesRepository repository(store.database);
        const Series series{"x", "", "", {highest, 0, lowest, highest - 1}, {1, 2, 3, 4}};
        const SeriesId id = need(repository.save(store.ids[0], series));
        Issues issues;
        QVERIFY(same(need(repository.read(id, issues)), series));
        const Overview overview = need(repository.overview(id, 10, issues));
        QCOMPARE(overview.columns.size(), std::size_t(3));
    }

    void aDamagedChunkCostsOnlyItself()
    {
        TestStore store;
        SeriesRepository repository(store.database);
        const Series series = makeSeries(20'000, 7);
        const SeriesId id = need(repository.save(store.ids[0], series));
        need(store.database.execute(
            "UPDATE chunks SET data = CAST(substr(data, 1, 1000) || x'00' || substr(data, 1002) AS BLOB) "
            "WHERE first_sample = 4096"));
        need(store.database.execute("UPDATE chunks SET data = substr(data, 1, 77) WHERE first_sample = 8192"));
        Issues issues;
        const Series read = need(repository.read(id, issues));
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(issues[0].kind, std::string("damaged-chunk"));
        QCOMPARE(issues[0].count, std::int64_t(2));
        QVERIFY(issues[0].where.find("from sample 4096") != std::string::npos);
        Series expected = series;
        const auto drop = [](auto& vector) { vector.erase(vector.begin() + 4096, vector.begin() + 3 * 4096); };
        drop(expected.times);
        drop(expected.values);
        QVERIFY(same(read, expected));
        QCOMPARE(need(store.database.integrityCheck()).at(0).count, std::int64_t(2));
        need(store.database.execute("UPDATE overviews SET blocks = x'01' WHERE first_sample = 0"));
        issues.clear();
        const Overview overview = need(repository.overview(id, 100, issues));
        QVERIFY(!overview.columns.empty());
        QVERIFY(!issues.empty());
    }

    void isFastEnough()
    {
#ifdef MR_SANITIZED
        QSKIP("sanitizers slow down");
#endif
        TestStore store;
        SeriesRepository repository(store.database);
        Series series = makeSeries(1'000'000, 8);
        for (double& value : series.values)
            value = static_cast<double>(static_cast<float>(value));
        const SeriesId id = need(repository.save(store.ids[0], series));
        Issues issues;
        const auto cpu = [] {
            timespec now{};
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
            return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
        };
        double overview = 1e9;
        double whole = 1e9;
        for (int i = 0; i < 5; ++i) {
            double start = cpu();
            QVERIFY(need(repository.overview(id, 2000, issues)).columns.size() > 1900);
            overview = std::min(overview, cpu() - start);
            start = cpu();
            QCOMPARE(need(repository.read(id, issues)).times.size(), std::size_t(1'000'000));
            whole = std::min(whole, cpu() - start);
        }
        qInfo("1 M samples: overview %.2f ms, all %.1f ms", overview, whole);
        // The goals are 2 and 15 ms; the rest is room for a busy machine.
        QVERIFY2(overview <= 4, qPrintable(QString::number(overview)));
        QVERIFY2(whole <= 45, qPrintable(QString::number(whole)));
    }
};

QTEST_APPLESS_MAIN(TestSeriesRepository)
#include "tst_series_repository.moc"
