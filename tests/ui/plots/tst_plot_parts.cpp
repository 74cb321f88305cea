// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/plots/plot_samples.h"
#include "ui/base/colors.h"
#include "ui/base/theme.h"
#include "ui/plots/plot_bands.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_painter.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/time_axis.h"
#include "ui/plots/timeline_view.h"

#include <QAbstractItemModelTester>
#include <QPainter>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;

namespace {

constexpr std::int64_t ms = 1'000'000;
const QChar space(0x00A0);

QString spaced(const char* text)
{
    return QString::fromUtf8(text).replace(QLatin1Char('_'), space);
}

double charWidth(const QString& text)
{
    return 7.0 * static_cast<double>(text.size());
}

QStringList labels(TimeRange view, std::int64_t origin, double width)
{
    QStringList texts;
    for (const TimeTick& tick : timeTicks(view, origin, width, charWidth, QLocale::c()))
        texts << tick.label;
    return texts;
}

TimelineView fixedView(std::int64_t begin, std::int64_t end)
{
    TimelineView view;
    view.set({begin, end}, ViewMode::Fixed);
    return view;
}

} // namespace

/// The parts of a plot that need no window.
class TestPlotParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Where a plot is low the name of its axis is cut, its unit is not.
    void titlesKeepTheirUnit()
    {
        const QFontMetricsF metrics{QFont()};
        const QString title = QStringLiteral("Cross traffic acknowledged (Mbit/s)");
        const double all = metrics.horizontalAdvance(title);
        QCOMPARE(titleThatFits(title, metrics, all + 1), title);
        const QString cut = titleThatFits(title, metrics, all * 0.6);
        QVERIFY2(cut.startsWith(QStringLiteral("Cross")) && cut.endsWith(QStringLiteral("… (Mbit/s)")),
                 qPrintable(cut));
        QVERIFY(metrics.horizontalAdvance(cut) <= all * 0.6 + 1);
        QVERIFY(titleThatFits(QStringLiteral("Processor use"), metrics, 30).endsWith(QChar(0x2026)));
    }

    void offsets_data()
    {
        QTest::addColumn<qlonglong>("offset");
        QTest::addColumn<qlonglong>("resolution");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0ll << 1ll << spaced("0_s");
        QTest::newRow("seconds") << qlonglong(10 * plotSecond) << qlonglong(plotSecond) << spaced("10_s");
        QTest::newRow("fraction") << qlonglong(12'345 * ms) << qlonglong(ms) << spaced("12.345_s");
        QTest::newRow("cut") << qlonglong(12'345 * ms) << qlonglong(100 * ms) << spaced("12.3_s");
        QTest::newRow("minutes") << qlonglong(90 * plotSecond) << qlonglong(plotSecond) << spaced("1_min 30_s");
        QTest::newRow("whole minute") << qlonglong(60 * plotSecond) << qlonglong(plotSecond) << spaced("1_min");
        QTest::newRow("days") << qlonglong(93'600 * plotSecond) << qlonglong(plotSecond) << spaced("1_d 2_h");
        QTest::newRow("ms") << qlonglong(250 * ms) << qlonglong(ms) << spaced("250_ms");
        QTest::newRow("us") << 2'500ll << 100ll << spaced("2.5_µs");
        QTest::newRow("ns") << 42ll << 1ll << spaced("42_ns");
        QTest::newRow("before") << qlonglong(-5 * plotSecond) << qlonglong(plotSecond) << spaced("−5_s");
        QTest::newRow("late and fine") << qlonglong(7'200 * plotSecond + 3) << 1ll << spaced("2_h 0.000000003_s");
    }

    void offsets()
    {
        QFETCH(qlonglong, offset);
        QFETCH(qlonglong, resolution);
        QFETCH(QString, text);
        QCOMPARE(offsetText(offset, resolution, QLocale::c()), text);
    }

    void ticksAreRoundAndFit()
    {
        QCOMPARE(labels({plotStart, plotStart + 60 * plotSecond}, plotStart, 500),
                 (QStringList{spaced("0_s"), spaced("10_s"), spaced("20_s"), spaced("30_s"), spaced("40_s"),
                              spaced("50_s"), spaced("1_min")}));
        QCOMPARE(labels({5 * plotSecond, 5 * plotSecond + 20 * ms}, 5 * plotSecond, 400).value(1), spaced("5_ms"));
        for (std::int64_t length = 100; length < TimelineView::longest / 4; length *= 3) {
            const auto ticks =
                timeTicks({plotStart, plotStart + length}, plotStart - 77 * ms, 600, charWidth, QLocale::c());
            QVERIFY2(!ticks.empty() || length < 1000, qPrintable(QString::number(length)));
            QVERIFY(ticks.size() <= 20);
            for (std::size_t i = 1; i < ticks.size(); ++i) {
                const double apart =
                    600.0 * static_cast<double>(ticks[i].time - ticks[i - 1].time) / static_cast<double>(length);
                QVERIFY(apart >= charWidth(ticks[i].label));
                QVERIFY(ticks[i].label != ticks[i - 1].label);
            }
        }
    }

    void instants()
    {
        const QString text = instantText(plotStart + 123'456'789, 1000);
        QVERIFY2(text.startsWith(QStringLiteral("2026-09-2")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral(".123456 ")), qPrintable(text));
        QVERIFY(QRegularExpression(QStringLiteral("[+-]\\d\\d:\\d\\d$")).match(text).hasMatch());
    }

    void values()
    {
        const QString rate = QStringLiteral("bit/s");
        QCOMPARE(valueText(2.345e9, rate, QLocale::c()), spaced("2.35_Gbit/s"));
        QCOMPARE(valueText(1.5e-3, QStringLiteral("s"), QLocale::c()), spaced("1.50_ms"));
        QCOMPARE(valueText(3, {}, QLocale::c()), QStringLiteral("3.00"));
        QCOMPARE(valueRangeText(6.5e8, 8.14e8, rate, QLocale::c()), spaced("650–814_Mbit/s"));
        QCOMPARE(valueText(std::nan(""), rate, QLocale::c()), QStringLiteral("–"));
        QCOMPARE(valueText(0.5, rate, QLocale(QLocale::German)), spaced("0,500_bit/s"));
    }

    void zoomKeepsTheTimeUnderThePointer()
    {
        TimelineView view = fixedView(1000, 2000);
        view.zoom(0.5, 1250);
        QCOMPARE(view.range(), (TimeRange{1125, 1625}));
        view.zoom(2, 1250);
        QCOMPARE(view.range(), (TimeRange{1000, 2000}));
        view.zoom(1e-9, 1500);
        QCOMPARE(view.range().length(), TimelineView::shortest);
        view.zoom(1e30, 1500);
        QCOMPARE(view.range().length(), TimelineView::longest);
        QVERIFY(view.range().begin < 0 && view.range().end > 0);
    }

    void panStaysInBounds()
    {
        TimelineView view = fixedView(0, 1000);
        view.pan(250);
        QCOMPARE(view.range(), (TimeRange{250, 1250}));
        for (int i = 0; i < 100; ++i)
            view.pan(TimelineView::longest);
        QCOMPARE(view.range().length(), std::int64_t(1000));
    }

    void modes()
    {
        TimelineView view;
        QVERIFY(!view.setData({}));
        QVERIFY(view.range().isEmpty());
        QVERIFY(view.setData({0, 1000}));
        QCOMPARE(view.range(), (TimeRange{0, 1000}));
        QVERIFY(view.setData({0, 5000}));
        view.set({3000, 4000}, ViewMode::Follow);
        QVERIFY(view.setData({0, 6000}));
        QCOMPARE(view.range(), (TimeRange{5000, 6000}));
        view.zoomInPlace(2);
        QCOMPARE(view.mode(), ViewMode::Follow);
        QCOMPARE(view.range(), (TimeRange{4000, 6000}));
        view.pan(-10);
        QCOMPARE(view.mode(), ViewMode::Fixed);
        QVERIFY(!view.setData({0, 7000}));
        view.setMode(ViewMode::Fit);
        QCOMPARE(view.range(), (TimeRange{0, 7000}));
    }

    void oneSampleHasRoom()
    {
        TimelineView view;
        view.setData({plotStart, plotStart + 1});
        QVERIFY(view.range().length() > plotSecond / 2);
        QVERIFY(view.range().contains(plotStart));
    }

    void eventsCloseTogetherShareAMark()
    {
        const PlotGeometry geometry{QRectF(0, 0, 1000, 100), {0, 1000}};
        const std::vector<TimelineEvent> events{
            {-5, {}, {}}, {100, {}, {}}, {103, {}, {}}, {500, {}, {}}, {1200, {}, {}}};
        const auto marks = eventMarks(events, geometry);
        QCOMPARE(marks.size(), std::size_t(2));
        QCOMPARE(marks[0].first, std::size_t(1));
        QCOMPARE(marks[0].count, std::size_t(2));
        QCOMPARE(marks[1].count, std::size_t(1));
    }

    void bandsAreCutByTheView()
    {
        const PlotGeometry geometry{QRectF(10, 5, 1000, 100), {1000, 2000}};
        QCOMPARE(bandArea({1200, 1500, {}}, geometry), QRectF(210, 5, 300, 100));
        QCOMPARE(bandArea({0, 1100, {}}, geometry), QRectF(10, 5, 100, 100));
        QCOMPARE(bandArea({1900, TimelineBand::open, {}}, geometry), QRectF(910, 5, 100, 100));
        QVERIFY(bandArea({0, 1000, {}}, geometry).isEmpty());
        QVERIFY(bandArea({2000, TimelineBand::open, {}}, geometry).isEmpty());
        QVERIFY(bandArea({1500, 1500, {}}, geometry).isEmpty());
        QVERIFY(bandArea({1200, 1500, {}}, {geometry.plot, {}}).isEmpty());
    }

    void bandsShadeTheirStretchAlone()
    {
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            const PlotLook look = lookOf(paletteFor(theme), QFont(), QLocale::c());
            const PlotGeometry geometry{QRectF(0, 0, 100, 50), {0, 100}};
            QImage image(100, 50, QImage::Format_RGB32);
            image.fill(look.ground);
            QPainter painter(&image);
            drawBands(painter, geometry, {{30, 60, QStringLiteral("loaded"), TimelineBand::Tone::Warning}}, look);
            painter.end();
            QCOMPARE(image.pixelColor(10, 25), look.ground);
            QCOMPARE(image.pixelColor(80, 25), look.ground);
            QVERIFY(image.pixelColor(45, 25) != look.ground);
            QVERIFY2(contrastRatio(look.ink, image.pixelColor(45, 25)) > 7, "text and curves stay readable");
            QVERIFY2(image.pixelColor(30, 25) != image.pixelColor(45, 25), "a line where it starts");
        }
    }

    void table()
    {
        const double gap = std::numeric_limits<double>::quiet_NaN();
        const std::vector<TimelineSeries> series{line(QStringLiteral("a, \"b\""), nullptr),
                                                 line(QStringLiteral("c"), nullptr)};
        const std::vector<CurveColumns> columns{
            {{plotStart, plotStart, 1, 1, 1, 1, 1, 0}, {plotStart + 60, plotStart + 70, 2, 8, 2, 8, 5, 0}},
            {{plotStart - 5, plotStart - 5, 9, 9, 9, 9, 1, 0},
             {plotStart + 61, plotStart + 61, 0.1, 0.1, 0.1, 0.1, 1, 0},
             {plotStart + 95, plotStart + 95, gap, gap, gap, gap, 0, 1}}};
        const PlotTable table =
            makePlotTable(series, columns, {plotStart, plotStart + 100}, plotStart - plotSecond, 10);
        QCOMPARE(table.times, (std::vector<std::int64_t>{plotStart, plotStart + 60, plotStart + 95}));
        const QStringList lines = QString::fromStdString(plotTableText(table, ',')).split(QStringLiteral("\r\n"));
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0],
                 QStringLiteral("time (UTC),time since start (s),\"a, \"\"b\"\" min (bit/s)\","
                                "\"a, \"\"b\"\" max (bit/s)\",c (bit/s)"));
        QVERIFY(lines[1].endsWith(QStringLiteral("Z,1.000000000,1,1,")));
        QVERIFY(lines[2].endsWith(QStringLiteral("Z,1.000000060,2,8,0.1")));
        QVERIFY(lines[3].endsWith(QStringLiteral("Z,1.000000095,,,")));
    }

    void legend()
    {
        LegendModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSeries({line(QStringLiteral("one"), nullptr, 0), line(QStringLiteral("two"), nullptr, 9)});
        model.setValues(QStringLiteral("At 3 s"), {QStringLiteral("1 bit/s"), QStringLiteral("2 bit/s")});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, LegendModel::Value).data().toString(), QStringLiteral("2 bit/s"));
        model.setVisible(1, false);
        QCOMPARE(model.index(1, LegendModel::Name).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QCOMPARE(model.headerData(LegendModel::Value, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("At 3 s"));
    }
};

QTEST_MAIN(TestPlotParts)
#include "tst_plot_parts.moc"
