// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/series_pyramid.h"
#include "core/base/random.h"
#include "tests/ui/plots/plot_samples.h"
#include "ui/plots/frame.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;

namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

/// A whole series in a pyramid, nothing forgotten.
class WholeSeries : public SeriesSource
{
public:
    analysis::SeriesPyramid pyramid;

    TimeRange range() const override { return {pyramid.times().front(), pyramid.times().back() + 1}; }
    std::vector<analysis::SeriesColumn> columns(std::int64_t begin, std::int64_t end, std::size_t width) const override
    {
        return pyramid.columns(begin, end, width);
    }
    std::uint64_t revision() const noexcept override { return 0; }
};

FrameRequest requestFor(std::shared_ptr<SeriesSource> source, TimeRange view, QSize size = QSize(600, 200))
{
    FrameRequest request;
    CurveStyle style;
    style.color = Qt::black;
    request.curves.push_back({std::move(source), style});
    request.view = view;
    request.size = size;
    request.unit = "bit/s";
    return request;
}

Frame frameOf(const FrameRequest& request)
{
    return *makeFrame(request, std::atomic<bool>(false));
}

bool isInk(const QImage& image, int x, int y)
{
    return image.rect().contains(x, y) && qAlpha(image.pixel(x, y)) > 100;
}

/// The highest and lowest pixel drawn in a column; {-1, -1}: none.
std::pair<int, int> inkIn(const QImage& image, int x)
{
    std::pair<int, int> ink{-1, -1};
    for (int y = 0; y < image.height(); ++y)
        if (isInk(image, x, y)) {
            ink.second = y;
            if (ink.first < 0)
                ink.first = y;
        }
    return ink;
}

} // namespace

/// What is drawn, pixel by pixel.
class TestPlotCurves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsHoldTheExtremes()
    {
        Random random(11);
        auto series = samples(60'000, 100, [&random](std::size_t) { return 1e6 * (2 + random.normal()); });
        const FrameRequest request = requestFor(series, series->range());
        const Frame frame = frameOf(request);
        for (const analysis::SeriesColumn& column : frame.columns[0]) {
            if (!request.view.contains(column.firstTime) || !request.view.contains(column.lastTime))
                continue;
            const double middle =
                static_cast<double>(column.firstTime + column.lastTime) / 2 - static_cast<double>(request.view.begin);
            const int x = static_cast<int>(middle / static_cast<double>(request.view.length()) * 600);
            const auto ink = inkIn(frame.image, x);
            const double top = frame.axis.pixel(column.maximum), bottom = frame.axis.pixel(column.minimum);
            QVERIFY2(ink.first >= 0 && ink.first <= top + 1, qPrintable(QString::number(x)));
            QVERIFY2(ink.second >= bottom - 1.5, qPrintable(QString::number(x)));
        }
    }

    /// The golden check: one sample among ten millions is seen at every zoom that contains it.
    void spikeAmongTenMillions()
    {
        constexpr std::size_t count = 10'000'000, spike = 7'654'321;
        auto series = std::make_shared<WholeSeries>();
        std::vector<std::int64_t> times(count);
        std::vector<double> values(count);
        for (std::size_t i = 0; i < count; ++i) {
            times[i] = plotStart + static_cast<std::int64_t>(i) * 10'000;
            values[i] = 100 + static_cast<double>(i % 7);
        }
        values[spike] = 1e6;
        series->pyramid.append(times, values);
        const std::int64_t at = times[spike];
        for (std::int64_t length = 100'000; length < 200 * plotSecond; length *= 3) {
            for (const double share : {0.0, 0.37, 0.99}) {
                const std::int64_t begin = at - static_cast<std::int64_t>(share * static_cast<double>(length));
                const Frame frame = frameOf(requestFor(series, {begin, begin + length}));
                const int x = std::min(599, static_cast<int>(share * 600));
                int top = 1000;
                for (int near = x - 2; near <= x + 2; ++near)
                    if (const int y = inkIn(frame.image, near).first; y >= 0)
                        top = std::min(top, y);
                QVERIFY2(top <= frame.axis.pixel(1e6) + 1, qPrintable(QString::number(length)));
                QCOMPARE(frame.extent.high, 1e6);
            }
        }
    }

    void gapsAreEmpty()
    {
        auto series = samples(1000, 10, [](std::size_t i) { return i >= 400 && i < 600 ? gap : 5.0; });
        const Frame frame = frameOf(requestFor(series, {plotStart, plotStart + 100 * plotSecond}));
        for (int x = 5; x < 595; ++x) {
            const bool inGap = x > 241 && x < 359;
            if (inGap || x < 239 || x > 361)
                QCOMPARE(inkIn(frame.image, x).first < 0, inGap);
        }
    }

    void neighboursReachTheEdges()
    {
        auto series = samples(2, 0.01, [](std::size_t i) { return double(i); });
        const Frame frame = frameOf(requestFor(series, {plotStart + 40 * plotSecond, plotStart + 60 * plotSecond}));
        for (const int x : {0, 300, 599})
            QVERIFY2(inkIn(frame.image, x).first >= 0, qPrintable(QString::number(x)));
    }

    void loneSampleIsADot()
    {
        auto series = samples(1, 1, [](std::size_t) { return 7.0; });
        const Frame frame = frameOf(requestFor(series, {plotStart - plotSecond, plotStart + plotSecond}));
        const auto ink = inkIn(frame.image, 300);
        QVERIFY(ink.first >= 0);
        QVERIFY(ink.second - ink.first <= 4);
    }

    void levelLineIsSeen()
    {
        auto series = samples(100'000, 1000, [](std::size_t) { return 3.0; });
        const Frame frame = frameOf(requestFor(series, series->range()));
        for (int x = 2; x < 598; ++x)
            QVERIFY2(inkIn(frame.image, x).first >= 0, qPrintable(QString::number(x)));
    }

    void ratesBeginAtZero()
    {
        auto series = samples(100, 10, [](std::size_t i) { return 900 + double(i % 9); });
        FrameRequest request = requestFor(series, series->range());
        QCOMPARE(frameOf(request).axis.low(), 0.0);
        request.unit = "s";
        QVERIFY(frameOf(request).axis.low() > 800);
        request.logarithmic = true;
        QVERIFY(frameOf(request).axis.low() > 0);
    }

    void infinitiesDoNotSpoilTheAxis()
    {
        auto series = samples(100, 10, [](std::size_t i) {
            return i == 50 ? std::numeric_limits<double>::infinity() : 10.0 + double(i % 3);
        });
        const Frame frame = frameOf(requestFor(series, series->range()));
        QCOMPARE(frame.extent.high, 12.0);
        QVERIFY(!frame.image.isNull());
    }

    void highDensityScreen()
    {
        auto series = samples(5000, 100, [](std::size_t i) { return std::sin(double(i)); });
        FrameRequest request = requestFor(series, series->range());
        request.ratio = 2;
        const Frame frame = frameOf(request);
        QCOMPARE(frame.image.size(), QSize(1200, 400));
        QVERIFY(frame.columns[0].size() > 1000);
    }

    void atMostOneColumnForEachPixel()
    {
        auto series = samples(60'000, 100, [](std::size_t i) { return double(i % 10); });
        QVERIFY(frameOf(requestFor(series, series->range())).columns[0].size() <= 602);
    }

    void columnsStayWhileTheViewMoves()
    {
        auto series = samples(60'000, 100, [](std::size_t i) { return std::sin(0.01 * double(i)); });
        const TimeRange view{plotStart + 100 * plotSecond, plotStart + 400 * plotSecond};
        const Frame before = frameOf(requestFor(series, view));
        const Frame after = frameOf(requestFor(series, {view.begin + 30'000'000, view.end + 30'000'000}));
        const auto& a = before.columns[0];
        const auto& b = after.columns[0];
        QVERIFY(std::find(b.begin(), b.end(), a[300]) != b.end());
    }

    void stops()
    {
        auto series = samples(100, 10, [](std::size_t) { return 1.0; });
        QVERIFY(!makeFrame(requestFor(series, series->range()), std::atomic<bool>(true)));
    }
};

QTEST_MAIN(TestPlotCurves)
#include "tst_plot_curves.moc"
