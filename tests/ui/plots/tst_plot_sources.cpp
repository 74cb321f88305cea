// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "tests/ui/example_files.h"
#include "tests/ui/plots/plot_samples.h"
#include "ui/plots/stored_series.h"

#include <QtTest>

#include <cmath>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;

namespace {

struct Saved
{
    QString file;
    store::SeriesRecord record;
    analysis::Series series;
};

/// A store with one series of `count` samples at 1 kHz, one of which is an outlier.
Saved saveSeries(const QString& folder, std::size_t count)
{
    Saved saved;
    saved.file = writeStore(folder, 3, QStringLiteral("series-%1.mrdb").arg(count));
    saved.series.name = "rate";
    saved.series.node = "node0";
    saved.series.unit = "bit/s";
    for (std::size_t i = 0; i < count; ++i) {
        saved.series.times.push_back(plotStart + static_cast<std::int64_t>(i) * 1'000'000);
        saved.series.values.push_back(i == count / 3 ? 1e9 : 100 + static_cast<double>(i % 50));
    }
    auto database = store::Database::open(saved.file.toStdString());
    store::SeriesRepository repository(*database);
    (void)repository.save(store::RunId{1}, saved.series);
    saved.record = **repository.find(store::RunId{1}, "rate", "node0");
    return saved;
}

StoredSeries sourceOf(const Saved& saved)
{
    const store::SeriesRecord& record = saved.record;
    return StoredSeries(saved.file.toStdString(), record.id, record.samples, {record.firstTime, record.lastTime + 1});
}

double highest(const std::vector<analysis::SeriesColumn>& columns)
{
    double found = -1;
    for (const analysis::SeriesColumn& column : columns)
        found = std::fmax(found, column.maximum);
    return found;
}

} // namespace

class TestPlotSources : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void liveSeriesCountsChanges()
    {
        LiveSeries series;
        QVERIFY(series.range().isEmpty());
        QVERIFY(series.isGrowing());
        const std::uint64_t before = series.revision();
        series.append(plotStart, 1);
        QVERIFY(series.revision() != before);
        QCOMPARE(series.range(), (TimeRange{plotStart, plotStart + 1}));
        series.append(std::span<const std::int64_t>(), std::span<const double>());
        QCOMPARE(series.revision(), before + 1);
        series.finish();
        QVERIFY(!series.isGrowing());
    }

    void liveSeriesIsReadWhileItGrows()
    {
        LiveSeries series({4096, 512});
        constexpr std::int64_t count = 400'000;
        std::thread writer([&series] {
            std::vector<std::int64_t> times;
            std::vector<double> values;
            for (std::int64_t i = 0; i < count; ++i) {
                times.push_back(plotStart + i * 1000);
                values.push_back(static_cast<double>(i));
                if (times.size() == 97 || i + 1 == count) {
                    series.append(times, values);
                    times.clear();
                    values.clear();
                }
            }
            series.finish();
        });
        double last = -1;
        int reads = 0;
        bool consistent = true;
        while (series.isGrowing()) {
            const TimeRange range = series.range();
            const auto columns = series.columns(range.begin, range.end, 700);
            const double now = highest(columns);
            consistent = consistent && now >= last;
            last = now;
            ++reads;
        }
        writer.join();
        QVERIFY(consistent);
        QVERIFY(reads > 0);
        QCOMPARE(highest(series.columns(plotStart, plotStart + count * 1000, 700)), double(count - 1));
    }

    void aDayOfLiveDataStaysSmall()
    {
        LiveSeries series;
        std::vector<std::int64_t> times(10'000);
        const std::vector<double> values(times.size(), 42);
        std::int64_t at = plotStart;
        for (int batch = 0; batch < 864; ++batch) { // 100 Hz for 24 h
            for (std::int64_t& time : times)
                time = at += 10'000'000;
            series.append(times, values);
        }
        QVERIFY2(series.memory() < 4'000'000, qPrintable(QString::number(series.memory())));
        const TimeRange range = series.range();
        QVERIFY(series.columns(range.begin, range.end, 1900).size() > 1500);
    }

    void storedSeries_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("short, read whole") << 5'000;
        QTest::newRow("long, read in stretches") << 400'000;
    }

    void storedSeries()
    {
        QFETCH(int, count);
        QTemporaryDir folder;
        const Saved saved = saveSeries(folder.path(), static_cast<std::size_t>(count));
        const StoredSeries source = sourceOf(saved);
        const TimeRange all = source.range();
        QCOMPARE(all, (TimeRange{saved.series.times.front(), saved.series.times.back() + 1}));
        QCOMPARE(highest(source.columns(all.begin, all.end, 800)), 1e9);
        QCOMPARE(source.columns(all.begin, all.end, 800), source.columns(all.begin, all.end, 800));

        // A stretch between two samples is crossed by a line from one to the other.
        const std::int64_t between = all.begin + all.length() / 2 / 1'000'000 * 1'000'000 + 100'000;
        const auto columns = source.columns(between, between + 200'000, 800);
        QVERIFY(columns.size() >= 2);
        QVERIFY(columns.front().firstTime < between);
        QVERIFY(columns.back().lastTime > between + 200'000);
        QVERIFY(source.problem().empty());
        QVERIFY(source.columns(5, 5, 800).empty());
    }

    void missingStoreIsAProblem()
    {
        const StoredSeries source("/nowhere/at/all.mrdb", store::SeriesId{1}, 10, {plotStart, plotStart + 10});
        QVERIFY(source.columns(plotStart, plotStart + 10, 10).empty());
        QVERIFY(!source.problem().empty());
    }
};

QTEST_GUILESS_MAIN(TestPlotSources)
#include "tst_plot_sources.moc"
