// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"
#include "core/base/file_io.h"
#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/base/text.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

bool near(double found, double expected, double tolerance)
{
    if (std::abs(found - expected) <= tolerance)
        return true;
    qWarning("%.12g instead of %.12g", found, expected);
    return false;
}

std::vector<double> normals(std::size_t count, Random& random, double shift = 0)
{
    std::vector<double> values(count);
    for (double& value : values)
        value = random.normal() + shift;
    return values;
}

std::filesystem::path studyData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                        : std::filesystem::path(data);
}

/// The numbers of one column of a table without header.
std::vector<double> column(const std::filesystem::path& file, int number)
{
    std::vector<std::string> lines;
    LineSplitter splitter;
    splitter.feed(readFile(file).value_or(""), lines);
    splitter.finish(lines);
    std::vector<double> values;
    for (const std::string& line : lines) {
        bool isNumber = false;
        const double value = QString::fromStdString(line).split(',').value(number).toDouble(&isNumber);
        if (isNumber)
            values.push_back(value);
    }
    return values;
}

class TestDistribution : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void moments()
    {
        Random random(1);
        std::vector<double> values = normals(1000, random, 1e6);
        Moments all;
        Moments first;
        Moments second;
        for (std::size_t i = 0; i < values.size(); ++i) {
            all.add(values[i]);
            (i < 300 ? first : second).add(values[i]);
        }
        first.merge(second);
        first.merge(Moments{});
        for (const Moments& found : {all, first}) {
            QVERIFY(near(found.mean(), mean(values), 1e-9));
            QVERIFY(near(found.deviation(), populationDeviation(values), 1e-9));
            QCOMPARE(found.weight(), 1000.0);
        }
        Moments few;
        few.add(1, 3);
        few.add(4, 1);
        few.add(9, 0);
        QCOMPARE(few.mean(), 1.75);
        QVERIFY(std::isnan(Moments{}.mean()) && std::isnan(Moments{}.variance()));
        Moments empty;
        empty.merge(few);
        QCOMPARE(empty, few);
    }

    void linearHistogram()
    {
        const std::vector<double> values{0, 1, 1.5, 2, 3.999, 4, std::nan(""), infinite};
        const Histogram histogram = histogramOf(values, 4);
        QCOMPARE(histogram.weights, (std::vector<double>{1, 2, 1, 2}));
        QCOMPARE(histogram.high(), 4.0);
        QCOMPARE(histogram.total(), 6.0);
        Histogram weighted = histogramOf(values, 4, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8});
        QCOMPARE(weighted.weights, (std::vector<double>{1, 5, 4, 11}));
        weighted.add(-0.1, 2);
        weighted.add(4);
        QCOMPARE(weighted.below, 2.0);
        QCOMPARE(weighted.above, 1.0);
        QCOMPARE(histogramOf(std::vector<double>{7, 7}, 3).weights, (std::vector<double>{2, 0, 0}));
        QCOMPARE(histogramOf({}, 3).total(), 0.0);
        constexpr double most = std::numeric_limits<double>::max();
        QCOMPARE(histogramOf(std::vector<double>{-most, most}, 2).total(), 2.0);
    }

    void logHistogramKeepsItsPromise_data()
    {
        QTest::addColumn<double>("error");
        QTest::newRow("1 %") << 0.01;
        QTest::newRow("5 %") << 0.05;
        QTest::newRow("0.1 %") << 0.001;
    }

    void logHistogramKeepsItsPromise()
    {
        QFETCH(double, error);
        Random random(4);
        LogHistogram all(error);
        LogHistogram part(error);
        std::vector<double> values;
        for (int i = 0; i < 20'000; ++i) {
            const double value = (random.below(4) == 0 ? -1 : 1) * std::exp(8 * random.normal());
            values.push_back(random.below(50) == 0 ? 0 : value);
            (i % 3 == 0 ? part : all).add(values.back());
        }
        QVERIFY(all.merge(part));
        QCOMPARE(all.total(), std::uint64_t(20'000));
        std::ranges::sort(values);
        for (int i = 0; i <= 1000; ++i) {
            const double exact = values[static_cast<std::size_t>(i * 19'999 / 1000)];
            const double found = all.quantile(i / 1000.0);
            QVERIFY2(std::abs(found - exact) <= error * std::abs(exact) * (1 + 1e-9),
                     qPrintable(QStringLiteral("%1: %2 %3").arg(i).arg(found).arg(exact)));
        }
        std::uint64_t sum = 0;
        double last = -infinite;
        for (const LogHistogram::Class& one : all.classes()) {
            QVERIFY(one.from >= last && one.to >= one.from);
            last = one.from;
            sum += one.count;
        }
        QCOMPARE(sum, all.total());
        QCOMPARE(all.merge(LogHistogram(error / 2)).error().code, ErrorCode::InvalidInput);
    }

    void logHistogramAtTheEdges()
    {
        LogHistogram histogram;
        QVERIFY(std::isnan(histogram.quantile(0.5)));
        for (const double value : {infinite, -infinite, std::nan("")})
            histogram.add(value);
        QCOMPARE(histogram.total(), std::uint64_t(0));
        histogram.add(5e-324);
        QCOMPARE(histogram.quantile(1), 0.0);
        histogram.add(std::numeric_limits<double>::max());
        QVERIFY(std::isfinite(histogram.quantile(1)));
        histogram.add(1e-299, 5);
        QVERIFY(near(histogram.quantile(0.5), 1e-299, 1e-301));
    }

    void quantileTypes()
    {
        // R: quantile(1:10, 0.25, type = 1 … 9)
        std::vector<double> values(10);
        std::iota(values.rbegin(), values.rend(), 1.0);
        const double quarters[] = {3, 3, 2, 2.5, 3, 2.75, 3.25, 2.75 + 1 / 6.0, 2.9375};
        // R: quantile(1:10, 0.3, type = 1 … 9)
        const double thirds[] = {3, 3.5, 3, 3, 3.5, 3.3, 3.7, 3.3 + 2 / 15.0, 3.45};
        for (int type = 1; type <= 9; ++type) {
            QVERIFY(near(quantile(values, 0.25, QuantileType(type)), quarters[type - 1], 1e-12));
            QVERIFY(near(quantile(values, 0.3, QuantileType(type)), thirds[type - 1], 1e-12));
            QCOMPARE(quantile(values, 0, QuantileType(type)), 1.0);
            QCOMPARE(quantile(values, 1, QuantileType(type)), 10.0);
            QCOMPARE(quantile(std::vector<double>{4}, 0.5, QuantileType(type)), 4.0);
            QVERIFY(std::isnan(quantile({}, 0.5, QuantileType(type))));
        }
        Random random(5);
        const std::vector<double> noise = normals(777, random);
        for (const double fraction : {0.01, 0.5, 0.9, 0.99})
            QCOMPARE(quantile(noise, fraction, QuantileType::Linear), quantile(noise, fraction));
    }

    void kolmogorov()
    {
        const std::vector<double> a{1, 2, 3};
        QCOMPARE(kolmogorovSmirnov(a, std::vector<double>{2, 3, 4}).distance, 1 / 3.0);
        QCOMPARE(kolmogorovSmirnov(a, a).distance, 0.0);
        QCOMPARE(kolmogorovSmirnov(a, a).p, 1.0);
        QCOMPARE(kolmogorovSmirnov(a, std::vector<double>{7}).distance, 1.0);
        QCOMPARE(kolmogorovSmirnov(std::vector<double>{1, 1, 1, 2}, std::vector<double>{1, 2, 2, 2}).distance, 0.5);
        QVERIFY(std::isnan(kolmogorovSmirnov(a, {}).distance));
        // The critical values of the tables, 1.3581 at 5 % and 1.6276 at 1 %, for large samples.
        for (const auto& [z, p] : {std::pair(1.3581, 0.05), std::pair(1.6276, 0.01), std::pair(0.8276, 0.5)}) {
            const std::size_t n = 100'000;
            const auto shift = static_cast<std::size_t>(std::lround(z / std::sqrt(static_cast<double>(n) / 2) * n));
            std::vector<double> of(n);
            std::vector<double> with(n);
            for (std::size_t i = 0; i < n; ++i) {
                of[i] = static_cast<double>(i);
                with[i] = static_cast<double>(i + shift);
            }
            QVERIFY(near(kolmogorovSmirnov(of, with).p, p, 0.01 * p));
        }
    }

    /// Of samples of the same distribution, p is below 5 % in 5 % of the cases.
    void kolmogorovUnderTheNull()
    {
        Random random(8);
        int rejected = 0;
        for (int round = 0; round < 1000; ++round)
            rejected += kolmogorovSmirnov(normals(60, random), normals(80, random)).p < 0.05 ? 1 : 0;
        QVERIFY2(rejected >= 25 && rejected <= 75, qPrintable(QString::number(rejected)));
        QVERIFY(kolmogorovSmirnov(normals(200, random), normals(200, random, 1)).p < 1e-6);
    }

    void wasserstein()
    {
        // The examples of scipy.stats.wasserstein_distance.
        QCOMPARE(wassersteinDistance(std::vector<double>{0, 1, 3}, std::vector<double>{5, 6, 8}), 5.0);
        QCOMPARE(wassersteinDistance(std::vector<double>{0, 1}, std::vector<double>{0, 1}, std::vector<double>{3, 1},
                                     std::vector<double>{2, 2}),
                 0.25);
        QVERIFY(near(wassersteinDistance(std::vector<double>{3.4, 3.9, 7.5, 7.8}, std::vector<double>{4.5, 1.4},
                                         std::vector<double>{1.4, 0.9, 3.1, 7.2}, std::vector<double>{3.2, 3.5}),
                     4.0781331438047861, 1e-12));
        Random random(9);
        const std::vector<double> values = normals(500, random);
        std::vector<double> moved = values;
        for (double& value : moved)
            value += 2.5;
        QVERIFY(near(wassersteinDistance(values, moved), 2.5, 1e-12));
        QCOMPARE(wassersteinDistance(values, values), 0.0);
        QVERIFY(std::isnan(wassersteinDistance(values, {})));
    }

    /// Median and variance of three files of the cross-traffic study.
    void iterationTimesOfTheStudy()
    {
        const std::filesystem::path folder = studyData() / "flumen/cdfs/processed_results";
        if (!std::filesystem::exists(folder))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds flumen");
        struct Row
        {
            const char* file;
            double count, mean, median, variance;
        };
        for (const Row& row : {Row{"ResNet_8G_burst_TCP.csv", 2901, 0.1819, 0.182, 3.209e-5},
                               Row{"BERT_8G_burst_TCP.csv", 450, 1.2481, 1.237, 2.421e-3},
                               Row{"ResNet_20G_burst_TCP.csv", 540, 0.9787, 0.969, 5.895e-2}}) {
            const std::vector<double> values = column(folder / row.file, 0);
            QCOMPARE(static_cast<double>(values.size()), row.count);
            Moments moments;
            for (const double value : values)
                moments.add(value);
            QVERIFY(near(moments.mean(), row.mean, 5.1e-5));
            QVERIFY(near(moments.variance(), row.variance, row.variance * 5e-4));
            QVERIFY(near(quantile(values, 0.5, QuantileType::Linear), row.median, 1e-9));
        }
    }

    /// Moments of the published histograms of the cross-traffic study.
    void histogramsOfTheStudy()
    {
        const std::filesystem::path file = studyData() / "flumen/histogram/processed_data/traffic_histogram_data.csv";
        if (!std::filesystem::exists(file))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds flumen");
        const auto check = [&](int number, std::size_t bins, double count, double centre, double deviation) {
            Histogram histogram;
            histogram.weights = column(file, number);
            const std::vector<double> edges = column(file, number + 1);
            histogram.weights.resize(bins);
            histogram.low = edges[0];
            histogram.width = edges[1] - edges[0];
            const Moments moments = histogram.moments();
            return near(moments.weight(), count, 0.1) && near(moments.mean(), centre, 5e-3)
                && near(moments.deviation(), deviation, 5e-3);
        };
        QVERIFY(check(0, 200, 57'449, 24.050, 12.174));
        QVERIFY(check(2, 160, 63'948, 24.124, 4.360));
    }
};

} // namespace

QTEST_APPLESS_MAIN(TestDistribution)
#include "tst_distribution.moc"
