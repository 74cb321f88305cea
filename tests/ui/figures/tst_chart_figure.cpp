// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_figure.h"
#include "tests/ui/figures/figure_examples.h"
#include "ui/base/theme.h"
#include "ui/figures/chart_figure.h"

#include <QGraphicsScene>
#include <QPainter>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtCharts/QCategoryAxis>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using report::FigureKind;

namespace {

/// A chart of 800 by 500 px in a scene of its own.
struct Shown
{
    explicit Shown(report::FigureSpec figure) : chart(new ChartFigure(std::move(figure)))
    {
        scene.addItem(chart);
        chart->resize(800, 500);
        chart->setInk(paletteFor(Theme::Light), QFont());
    }
    QGraphicsScene scene;
    ChartFigure* chart;
};

/// Tick labels of the report's drawing: texts that are numbers or categories, in order.
QStringList svgTexts(const report::FigureSpec& figure)
{
    QStringList texts;
    QXmlStreamReader xml(QString::fromStdString(report::toSvg(figure)));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            texts.append(xml.readElementText(QXmlStreamReader::SkipChildElements));
    return texts;
}

/// Rectangles with a hatch of the report's drawing, as shares of the plot's height from its lower edge.
QList<double> svgBarHeights(const report::FigureSpec& figure)
{
    QList<double> heights;
    double bottom = 0, top = 0;
    QXmlStreamReader xml(QString::fromStdString(report::toSvg(figure)));
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto number = [&](const char* name) { return xml.attributes().value(QLatin1String(name)).toDouble(); };
        if (xml.name() == QLatin1String("line")
            && xml.attributes().value(QLatin1String("class")) == QLatin1String("mr-grid")) {
            bottom = std::max(bottom, number("y1"));
            top = top == 0 ? number("y1") : std::min(top, number("y1"));
        }
        if (xml.name() == QLatin1String("rect")
            && xml.attributes().value(QLatin1String("fill")).startsWith(QLatin1String("url("))
            && number("height") != 12)
            heights.append(number("height"));
    }
    for (double& height : heights)
        height /= bottom - top;
    return heights;
}

QRectF rectOf(const report::Rect& rect)
{
    return {rect.left, rect.top, rect.width, rect.height};
}

QRectF areaOf(const ChartFigure& chart)
{
    return {QPointF(chart.plot().left, chart.plot().top), QPointF(chart.plot().right, chart.plot().bottom)};
}

} // namespace

class TestChartFigure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void sameTicksAsTheReport_data();
    void sameTicksAsTheReport();
    void ticksLieWhereTheDataLie();
    void barsAreAsHighAsTheReports();
    void axesFollowTheSize();
    void boxes();
    void stacksStandOnEachOther();
    void binsTouch();
    void cellsOfHeatMaps();
    void words();
    void logarithmicAxis();
    void unknownValues();
    void screenshots_data();
    void screenshots();
};

void TestChartFigure::sameTicksAsTheReport_data()
{
    QTest::addColumn<int>("kind");
    for (const FigureKind kind :
         {FigureKind::Bars, FigureKind::Box, FigureKind::Lines, FigureKind::Cdf, FigureKind::Scatter})
        QTest::newRow(std::string(report::kindName(kind)).c_str()) << int(kind);
}

void TestChartFigure::sameTicksAsTheReport()
{
    QFETCH(int, kind);
    const report::FigureSpec figure = test::makeFigure(static_cast<FigureKind>(kind));
    const Shown shown(figure);
    const QStringList texts = svgTexts(figure);
    QVERIFY(shown.chart->yLabels().size() >= 4);
    for (const QString& label : shown.chart->yLabels() + shown.chart->xLabels())
        QVERIFY2(texts.contains(label.trimmed()), qPrintable(label));
    QVERIFY(texts.contains(QString::fromStdString(shown.chart->plot().y.title())));
}

void TestChartFigure::ticksLieWhereTheDataLie()
{
    for (const FigureKind kind : {FigureKind::Lines, FigureKind::Scatter, FigureKind::Cdf}) {
        report::FigureSpec figure = test::makeFigure(kind, 3);
        figure.x.categories.clear();
        const Shown shown(figure);
        const report::Plot& plot = shown.chart->plot();
        const auto shareOf = [](QAbstractAxis* axis, int tick) {
            auto* ticks = qobject_cast<QCategoryAxis*>(axis);
            return (ticks->endValue(ticks->categoriesLabels()[tick]) - ticks->min()) / (ticks->max() - ticks->min());
        };
        QAbstractAxis* x = shown.chart->axes(Qt::Horizontal).first();
        for (int i = 0; i < shown.chart->xLabels().size(); ++i) {
            const double at = plot.left + shareOf(x, i) * (plot.right - plot.left);
            QVERIFY(std::abs(at - plot.xPixel(plot.x.ticks()[static_cast<std::size_t>(i)].value)) < 0.01);
        }
        QAbstractAxis* y = shown.chart->axes(Qt::Vertical).first();
        for (int i = 0; i < shown.chart->yLabels().size(); ++i) {
            const double at = plot.bottom - shareOf(y, i) * (plot.bottom - plot.top);
            QVERIFY(std::abs(at - plot.yPixel(plot.y.ticks()[static_cast<std::size_t>(i)].value)) < 0.01);
        }
    }
}

void TestChartFigure::barsAreAsHighAsTheReports()
{
    const report::FigureSpec figure = test::makeFigure(FigureKind::Bars);
    const Shown shown(figure);
    const QList<double> expected = svgBarHeights(figure);
    QCOMPARE(expected.size(), 8);
    int bar = 0;
    for (int s = 0; s < 2; ++s)
        for (const report::FigurePoint& point : figure.series[static_cast<std::size_t>(s)].points) {
            const double share = rectOf(shown.chart->plot().barRect(static_cast<std::size_t>(s), point)).height()
                / areaOf(*shown.chart).height();
            QVERIFY2(std::abs(share - expected[bar]) < 0.002, qPrintable(QString::number(share)));
            ++bar;
        }
}

void TestChartFigure::axesFollowTheSize()
{
    const Shown shown(test::makeFigure(FigureKind::Bars));
    for (const QSizeF size : {QSizeF(500, 300), QSizeF(700, 400), QSizeF(400, 420)}) {
        shown.chart->resize(size);
        QImage image(size.toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        const_cast<QGraphicsScene&>(shown.scene).render(&painter, image.rect(), image.rect());
        painter.end();
        // The x axis line is at the base of the bars, and ends where the plot ends.
        const QRectF area = areaOf(*shown.chart);
        const auto isInk = [&](double x) {
            for (int dy = -1; dy <= 1; ++dy)
                if (qGray(image.pixel(qRound(x), qRound(area.bottom()) + dy)) < 120)
                    return true;
            return false;
        };
        QVERIFY(isInk(area.left() + 3) && isInk(area.right() - 3));
        QVERIFY(!isInk(area.left() - 4));
    }
}

void TestChartFigure::boxes()
{
    const report::FigureSpec figure = test::makeFigure(FigureKind::Box, 2, 3);
    const Shown shown(figure);
    const report::FigureBox& box = figure.series[1].boxes[2];
    const QRectF rect = rectOf(shown.chart->plot().boxRect(1, box));
    const report::Plot& geometry = shown.chart->plot();
    QVERIFY(std::abs(rect.top() - geometry.yPixel(box.upperQuartile)) < 0.01);
    QVERIFY(std::abs(rect.bottom() - geometry.yPixel(box.lowerQuartile)) < 0.01);
    QVERIFY(rect.left() > geometry.xPixel(2) - 1);
    const QString text = shown.chart->textAt(rect.center(), QLocale());
    QVERIFY2(text.startsWith(QStringLiteral("STRATEGY2, 1%: median")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("n = 6")));
    QVERIFY(text.endsWith(QStringLiteral("1 value(s) beyond")));
}

void TestChartFigure::words()
{
    const report::FigureSpec figure = test::makeFigure(FigureKind::Bars);
    const Shown shown(figure);
    const QRectF rect = rectOf(shown.chart->plot().barRect(0, figure.series[0].points[0]));
    QString text = shown.chart->textAt(rect.center(), QLocale());
    text.replace(QChar(0x00A0), QLatin1Char(' '));
    QCOMPARE(text, QStringLiteral("STRATEGY0, 0%: 200 ms (95 % interval 180 ms to 230 ms, n = 3)"));
    QVERIFY(shown.chart->textAt({1, 1}, QLocale()).isEmpty());
}

void TestChartFigure::logarithmicAxis()
{
    report::FigureSpec figure = test::makeFigure(FigureKind::Scatter, 1, 4);
    figure.x.scale = report::Scale::Logarithmic;
    figure.series[0].points = {{0.001, 1}, {0.01, 2}, {0.1, 3}, {1, 4}};
    const Shown shown(figure);
    const report::Plot& geometry = shown.chart->plot();
    const double first = geometry.xPixel(0.01) - geometry.xPixel(0.001);
    QVERIFY(std::abs(first - (geometry.xPixel(1) - geometry.xPixel(0.1))) < 0.01);
    const QStringList texts = svgTexts(figure);
    for (const QString& label : shown.chart->xLabels())
        QVERIFY(texts.contains(label));
}

void TestChartFigure::unknownValues()
{
    report::FigureSpec figure = test::makeFigure(FigureKind::Bars, 1, 3);
    figure.series[0].points[1].y = std::nan("");
    figure.series[0].points[1].low = std::nan("");
    const Shown shown(figure);
    QCOMPARE(rectOf(shown.chart->plot().barRect(0, figure.series[0].points[1])).height(), 0.0);
    const Shown empty(report::FigureSpec{});
    QVERIFY(empty.chart->textAt({100, 100}, QLocale()).isEmpty());
}

void TestChartFigure::stacksStandOnEachOther()
{
    report::FigureSpec figure = test::makeFigure(FigureKind::Bars, 2, 3);
    figure.stacked = true;
    for (std::size_t i = 0; i < 3; ++i)
        figure.series[1].points[i].base = figure.series[0].points[i].y;
    const Shown shown(figure);
    const report::Plot& plot = shown.chart->plot();
    for (std::size_t i = 0; i < 3; ++i) {
        const QRectF lower = rectOf(plot.barRect(0, figure.series[0].points[i]));
        const QRectF upper = rectOf(plot.barRect(1, figure.series[1].points[i]));
        QVERIFY(std::abs(upper.bottom() - lower.top()) < 0.01);
        QCOMPARE(upper.left(), lower.left());
        QVERIFY(std::abs(upper.height() / lower.height() - figure.series[1].points[i].y / figure.series[0].points[i].y)
                < 0.01);
        QVERIFY(shown.chart->textAt(upper.center(), QLocale()).contains(QStringLiteral("1%")));
        QVERIFY(shown.chart->textAt(lower.center(), QLocale()).contains(QStringLiteral("0%")));
    }
}

void TestChartFigure::binsTouch()
{
    report::FigureSpec figure = test::makeFigure(FigureKind::Bars, 1, 4);
    figure.x = {"step time", "s", report::Scale::Linear, {}, {}, {}};
    figure.binWidth = 0.5;
    for (std::size_t i = 0; i < 4; ++i)
        figure.series[0].points[i].x = 1 + 0.5 * static_cast<double>(i);
    const Shown shown(figure);
    const report::Plot& geometry = shown.chart->plot();
    for (std::size_t i = 0; i < 4; ++i) {
        const QRectF bar = rectOf(shown.chart->plot().barRect(0, figure.series[0].points[i]));
        QVERIFY(std::abs(bar.left() - geometry.xPixel(figure.series[0].points[i].x)) < 1.5);
        QVERIFY(std::abs(bar.right() - geometry.xPixel(figure.series[0].points[i].x + 0.5)) < 1.5);
        QVERIFY(areaOf(*shown.chart).contains(bar.adjusted(1, 1, -1, -1)));
    }
}

void TestChartFigure::cellsOfHeatMaps()
{
    const report::FigureSpec figure = test::makeFigure(FigureKind::Heat, 3, 4);
    const Shown shown(figure);
    QCOMPARE(shown.chart->yLabels().size(), 3);
    const QRectF area = areaOf(*shown.chart);
    double covered = 0;
    for (int row = 0; row < 3; ++row)
        for (const report::FigurePoint& point : figure.series[static_cast<std::size_t>(row)].points) {
            const QRectF cell = rectOf(shown.chart->plot().cellRect(static_cast<std::size_t>(row), point));
            covered += cell.width() * cell.height();
            QVERIFY(shown.chart->textAt(cell.center(), QLocale()).contains(QString::number(row) + QLatin1Char('%')));
        }
    QVERIFY(std::abs(covered / (area.width() * area.height()) - 1) < 0.01);
    // The name of a row is next to its cells.
    QVERIFY(std::abs(shown.chart->plot().yPixel(2)
                     - rectOf(shown.chart->plot().cellRect(0, figure.series[0].points[0])).center().y())
            < 1);
}

void TestChartFigure::screenshots_data()
{
    sameTicksAsTheReport_data();
    QTest::newRow("heat") << int(FigureKind::Heat);
}

void TestChartFigure::screenshots()
{
    QFETCH(int, kind);
    for (const Theme theme : {Theme::Light, Theme::Dark})
        for (const bool large : {false, true}) {
            Shown shown(test::makeFigure(static_cast<FigureKind>(kind), large ? 9 : 2, large ? 12 : 4, large));
            shown.chart->setInk(paletteFor(theme), QFont());
            QImage image(800, 500, QImage::Format_RGB32);
            image.fill(Qt::red);
            QPainter painter(&image);
            shown.scene.render(&painter, QRectF(0, 0, 800, 500), QRectF(0, 0, 800, 500));
            painter.end();
            // Every series is seen in its colour somewhere.
            const QString folder = qEnvironmentVariable("MR_SHOTS");
            if (!folder.isEmpty())
                QVERIFY(image.save(QStringLiteral("%1/figure-%2-%3%4.png")
                                       .arg(folder, QString::fromLatin1(QTest::currentDataTag()),
                                            theme == Theme::Light ? QStringLiteral("light") : QStringLiteral("dark"),
                                            large ? QStringLiteral("-large") : QString())));
            QSet<QRgb> colors;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    colors.insert(image.pixel(x, y));
            QVERIFY(colors.size() > 20);
            QVERIFY(!colors.contains(QColor(Qt::red).rgb())); // the chart covers all of its place
        }
}

QTEST_MAIN(TestChartFigure)
#include "tst_chart_figure.moc"
