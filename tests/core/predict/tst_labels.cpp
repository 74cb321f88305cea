// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/labels.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;

namespace {

/// Samples of a rate, one after another, from a time that is no multiple of anything.
analysis::Series seriesOf(std::int64_t interval, const std::vector<double>& values)
{
    analysis::Series series;
    series.name = "made";
    for (std::size_t i = 0; i < values.size(); ++i) {
        series.times.push_back(1'790'000'000'123'456'789 + static_cast<std::int64_t>(i) * interval);
        series.values.push_back(values[i]);
    }
    return series;
}

void append(std::vector<double>& values, std::size_t count, double value)
{
    values.insert(values.end(), count, value);
}

/// Bursts of the lengths, each after `off` samples of `low`, between two that the window cuts.
std::vector<double> wave(const std::vector<std::size_t>& lengths, std::size_t off, double high, double low = 0)
{
    std::vector<double> values;
    append(values, 3, high);
    for (const std::size_t length : lengths) {
        append(values, off, low);
        append(values, length, high);
    }
    append(values, off, low);
    append(values, 4, high);
    return values;
}

bool isNear(double value, double expected)
{
    return std::abs(value - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

ResourceLabels labelsOfValues(Resource resource, std::int64_t interval, const std::vector<double>& values)
{
    const auto labels = labelsOf(resource, seriesOf(interval, values));
    if (!labels)
        qFatal("%s", labels.error().text().c_str());
    return *labels;
}

constexpr std::int64_t milliseconds = 1'000'000;

} // namespace

/// Square waves, whose bursts, gaps and levels are known in closed form.
class TestLabels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void squareWaves_data()
    {
        QTest::addColumn<int>("resource");
        QTest::addColumn<qint64>("interval");
        QTest::addColumn<int>("on");
        QTest::addColumn<int>("off");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("low");
        QTest::newRow("interface, 10 ms")
            << int(Resource::Transmit) << qint64(10 * milliseconds) << 7 << 5 << 4e8 << 0.0;
        QTest::newRow("interface, 1 s") << int(Resource::Receive) << qint64(1000 * milliseconds) << 2 << 3 << 9e9
                                        << 0.0;
        QTest::newRow("interface, background")
            << int(Resource::Receive) << qint64(10 * milliseconds) << 20 << 9 << 1e8 << 4e6;
        QTest::newRow("slow interface") << int(Resource::Transmit) << qint64(10 * milliseconds) << 3 << 2 << 1.5e6
                                        << 4e5;
        QTest::newRow("device, 100 ms") << int(Resource::Gpu) << qint64(100 * milliseconds) << 6 << 4 << 87.5 << 0.0;
        QTest::newRow("device, 250 ms") << int(Resource::GpuMemory) << qint64(250 * milliseconds) << 2 << 2 << 31.0
                                        << 1.5;
    }

    void squareWaves()
    {
        QFETCH(int, resource);
        QFETCH(qint64, interval);
        QFETCH(int, on);
        QFETCH(int, off);
        QFETCH(double, high);
        QFETCH(double, low);
        const auto lengths = std::vector<std::size_t>(12, static_cast<std::size_t>(on));
        const auto labels = labelsOfValues(static_cast<Resource>(resource), interval,
                                           wave(lengths, static_cast<std::size_t>(off), high, low));
        const double step = static_cast<double>(interval) * 1e-9;
        const double unit = resource < int(Resource::Receive) ? 1 : 1e-6;
        QVERIFY(isNear(labels.labels[0].value, off * step));
        QVERIFY(isNear(labels.labels[1].value, on * step));
        QVERIFY(isNear(labels.labels[2].value, high * unit));
        QVERIFY(isNear(labels.peak.value, high * unit));
        QVERIFY(std::abs(labels.labels[1].deviation) < 1e-9);
        QCOMPARE(labels.labels[1].count, 12.0);
        QCOMPARE(labels.labels[0].count, 11.0);
        QVERIFY(isNear(labels.sampling, step));
    }

    /// Lengths of 4 and 8 samples in turn: mean 6, sample deviation sqrt(n / (n - 1)) · 2.
    void deviations()
    {
        const auto labels =
            labelsOfValues(Resource::Transmit, 10 * milliseconds, wave({4, 8, 4, 8, 4, 8, 4, 8, 4, 8}, 5, 2e8));
        QVERIFY(isNear(labels.labels[1].value, 0.06));
        QVERIFY(isNear(labels.labels[1].deviation, 0.02 * std::sqrt(10.0 / 9)));
        QVERIFY(isNear(labels.labels[1].relativeError(), 0.02 * std::sqrt(10.0 / 9) / 0.06 / std::sqrt(10.0)));
        QCOMPARE(Label{5.0}.relativeError(), 0.0);
    }

    /// Consumption is weighted by time: 2 samples of 100 and 8 of 400 Mbit/s are (2 · 100 + 8 · 400) / 10.
    void consumptionByTime()
    {
        std::vector<double> values;
        append(values, 3, 4e8);
        for (int i = 0; i < 6; ++i) {
            append(values, 4, 0);
            append(values, 2, 1e8);
            append(values, 8, 4e8);
        }
        append(values, 4, 0);
        append(values, 3, 4e8);
        const auto labels = labelsOfValues(Resource::Receive, 10 * milliseconds, values);
        QVERIFY(isNear(labels.labels[2].value, 340));
        QVERIFY(isNear(labels.peak.value, 400));
        QVERIFY(isNear(labels.labels[1].value, 0.1));
    }

    /// A burst starts at 10 % of the level and goes on until 5 %; one sample alone is no burst, one missing is no gap.
    void thresholds()
    {
        std::vector<double> values = wave({5, 5, 5}, 6, 1e9);
        const auto plain = labelsOfValues(Resource::Transmit, 10 * milliseconds, values);
        // Behind the first whole burst (samples 9 to 13): 7 % for two samples continue it.
        values[14] = values[15] = 7e7;
        const auto tail = labelsOfValues(Resource::Transmit, 10 * milliseconds, values);
        QVERIFY(isNear(tail.labels[1].value, plain.labels[1].value + 0.02 / 3));
        // 7 % out of nothing starts none.
        values = wave({5, 5, 5}, 6, 1e9);
        values[16] = values[17] = 7e7;
        QVERIFY(isNear(labelsOfValues(Resource::Transmit, 10 * milliseconds, values).labels[1].value, 0.05));
        // A short one is dropped.
        values = wave({5, 5, 5}, 6, 1e9);
        values[17] = 1e9;
        QVERIFY(isNear(labelsOfValues(Resource::Transmit, 10 * milliseconds, values).labels[1].value, 0.05));
        // A sample without traffic inside a burst does not end it.
        values = wave({5, 5, 5}, 6, 1e9);
        values[11] = 0;
        QVERIFY(isNear(labelsOfValues(Resource::Transmit, 10 * milliseconds, values).labels[1].value, 0.05));
    }

    void nothingToSee()
    {
        for (const auto& values : {std::vector<double>{}, std::vector<double>(1, 5e8), std::vector<double>(2, 5e8),
                                   std::vector<double>(100, 5e8), std::vector<double>(100, 0.0), wave({}, 5, 1e9)}) {
            const auto labels = labelsOfValues(Resource::Transmit, 10 * milliseconds, values);
            for (const Label& label : labels.labels)
                QVERIFY(!label.isKnown());
        }
        // One burst has a length, but no gap.
        const auto one = labelsOfValues(Resource::Transmit, 10 * milliseconds, wave({5}, 5, 1e9));
        QVERIFY(!one.labels[0].isKnown());
        QVERIFY(isNear(one.labels[1].value, 0.05));
    }

    void refusals()
    {
        analysis::Series series = seriesOf(milliseconds, {1, 2, 3});
        series.times[2] = series.times[1];
        QVERIFY(labelsOf(Resource::Gpu, series).error().text().find("sample 2: times must ascend")
                != std::string::npos);
        series = seriesOf(milliseconds, {1, -2, 3});
        QVERIFY(labelsOf(Resource::Gpu, series).error().text().find("sample 1") != std::string::npos);
        series.times.pop_back();
        QVERIFY(labelsOf(Resource::Gpu, series).error().code == ErrorCode::InvalidInput);
    }

    /// 1 ms bins of a capture, in samples of 10 ms: 5 bursts of 40 ms, 30 ms apart; the window cuts off the rest.
    void binsOfACapture()
    {
        analysis::BinnedSeries bins;
        bins.start = 1'790'000'000'000'000'000;
        for (std::int64_t burst = 0; burst < 9; ++burst)
            for (std::int64_t i = 0; i < 40; ++i) {
                bins.index.push_back(70 * burst + 30 + i);
                bins.bytes.push_back(12'500); // 100 Mbit/s
                bins.packets.push_back(10);
            }
        const ResourceLabels labels = labelsOf(Resource::Transmit, bins, {140, 490});
        QVERIFY(isNear(labels.labels[0].value, 0.03));
        QVERIFY(isNear(labels.labels[1].value, 0.04));
        QVERIFY(isNear(labels.labels[2].value, 100));
        QCOMPARE(labels.labels[1].count, 4.0); // the fifth touches the end
        QVERIFY(isNear(labels.sampling, 0.01));
        QVERIFY(isNear(labels.window, 0.35));
        QVERIFY(!labelsOf(Resource::Transmit, {}, {140, 490}).labels[1].isKnown());
    }

    void intoASample()
    {
        Sample sample;
        setLabels(sample, Resource::Receive,
                  labelsOfValues(Resource::Receive, 10 * milliseconds, wave({5, 5}, 6, 1e9)));
        QVERIFY(isNear(sample.labels[*findMetric("rx_idle")].value, 0.06));
        QVERIFY(isNear(sample.labels[*findMetric("rx_consumption")].value, 1000));
        QVERIFY(!sample.labels[*findMetric("tx_idle")].isKnown());
        QCOMPARE(sample.provenance.detectorVersion, analysis::RateBursts::version);
        QVERIFY(isNear(sample.provenance.sampling, 0.01));
    }
};

QTEST_APPLESS_MAIN(TestLabels)
#include "tst_labels.moc"
