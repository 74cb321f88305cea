// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_legend.h"
#include "core/report/figure_marks.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::report;

namespace {

/// Letters are 10 px wide.
class WideFont : public LabelFont
{
public:
    double width(std::string_view utf8) const override { return 10 * static_cast<double>(utf8.size()); }
    std::string fitted(std::string_view utf8, double width) const override
    {
        return std::string(utf8.substr(0, static_cast<std::size_t>(width / 10)));
    }
    double line() const override { return 30; }
    double baseline() const override { return 5; }
};

/// Records the paint calls.
class Recorder : public FigurePainter
{
public:
    const LabelFont& font() const override { return m_font; }
    void beginMark(const FigureSpec&, const MarkRef& mark) override { marks.push_back(mark); }
    void line(double, double, double, double, const Pen&) override { ++lines; }
    void rect(const Rect& rect, const Look&) override { rects.push_back(rect); }
    void circle(double, double y, double, const Look&) override { circles.push_back(y); }
    void path(const Path& path, const Look& look) override { paths.emplace_back(path, look); }
    void marker(double x, double, std::size_t) override { markers.push_back(x); }
    void text(double x, double y, const Label& label) override { texts.push_back({label.text, x, y}); }

    struct Text
    {
        std::string text;
        double x = 0;
        double y = 0;
    };
    std::vector<MarkRef> marks;
    std::vector<Rect> rects;
    std::vector<double> circles;
    std::vector<std::pair<Path, Look>> paths;
    std::vector<double> markers;
    std::vector<Text> texts;
    int lines = 0;

private:
    WideFont m_font;
};

FigureSpec figureOf(FigureKind kind, std::vector<std::string> categories, std::vector<FigureSeries> series)
{
    FigureSpec figure;
    figure.kind = kind;
    figure.x.label = "strategy";
    figure.x.categories = std::move(categories);
    figure.y.label = "step time";
    figure.y.unit = "s";
    figure.series = std::move(series);
    return figure;
}

Recorder painted(const FigureSpec& figure)
{
    Plot plot(figure);
    plot.place(100, 0, 500, 200);
    Recorder recorder;
    drawMarks(recorder, plot);
    return recorder;
}

std::string letters(const Path& path)
{
    std::string all;
    for (const Path::Step& step : path.steps())
        all += step.letter;
    return all;
}

} // namespace

/// The shapes that a figure is made of, whoever paints them.
class TestFigureShapes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void barsFillTheirSlots()
    {
        const FigureSpec figure =
            figureOf(FigureKind::Bars, {"RING", "STAR"},
                     {{"0%", {{0, 1}, {1, 2}}, {}}, {"1%", {{0, 2, 1, 3}, {1, std::nan("")}}, {}}});
        const Recorder shapes = painted(figure);
        QCOMPARE(shapes.marks.size(), std::size_t(4));
        QCOMPARE(shapes.rects.size(), std::size_t(3)); // an unknown value is a text
        QCOMPARE(shapes.texts.size(), std::size_t(1));
        QCOMPARE(shapes.texts[0].text, std::string("–"));
        const Rect &first = shapes.rects[0], &second = shapes.rects[1];
        QCOMPARE(second.height, first.height * 2);
        QCOMPARE(first.bottom(), 200.0);
        QVERIFY(shapes.rects[2].left > first.right()); // series after series, side by side
        QCOMPARE(shapes.paths.size(), std::size_t(2)); // the interval and its halo
        QCOMPARE(letters(shapes.paths[1].first), std::string("MhMVMh"));
    }

    void linesHaveGapsAndMarkersStaySparse()
    {
        FigureSeries series{"0%", {}, {}};
        for (int i = 0; i < 6; ++i)
            series.points.push_back({static_cast<double>(i), i == 2 ? std::nan("") : 1.0 + i});
        const Recorder few = painted(figureOf(FigureKind::Lines, {}, {series}));
        QCOMPARE(letters(few.paths[0].first), std::string("MLMLL"));
        QCOMPARE(few.markers.size(), std::size_t(5));
        QCOMPARE(few.marks.size(), std::size_t(5));
        QVERIFY(few.paths[0].second.pen->dash == Dash::Series);
        for (int i = 6; i < 700; ++i)
            series.points.push_back({static_cast<double>(i), 1.0 + i});
        const Recorder many = painted(figureOf(FigureKind::Lines, {}, {series}));
        QCOMPARE(many.markers.size(), std::size_t(7));
        QVERIFY(many.marks.empty() && many.paths[0].second.pen->dash == Dash::Solid);
    }

    void distributionsClimbInSteps()
    {
        const FigureSpec figure = figureOf(FigureKind::Cdf, {}, {{"", {{1, 0.5}, {2, 1}}, {}}});
        const Recorder shapes = painted(figure);
        QCOMPARE(letters(shapes.paths[0].first), std::string("MVHV"));
        QCOMPARE(Plot(figure).inset(), 0.0);
    }

    void boxesAreSeenWhenFlat()
    {
        const FigureSpec figure =
            figureOf(FigureKind::Box, {"RING"}, {{"", {}, {boxOf(0, {1, 1, 1, 1, 1, 1, 1, 1, 9, 9.0001})}}});
        const Recorder shapes = painted(figure);
        QCOMPARE(shapes.rects.size(), std::size_t(1));
        QCOMPARE(shapes.rects[0].height, leastBoxHeight);
        QCOMPARE(shapes.paths.size(), std::size_t(2)); // whiskers and median, which needs no halo
        QCOMPARE(shapes.circles.size(), std::size_t(1)); // two values on one pixel
    }

    void pointersFindMarks()
    {
        const FigureSpec bars = figureOf(FigureKind::Bars, {"RING", "STAR"}, {{"", {{0, 1}, {1, 2}}, {}}});
        Plot plot(bars);
        plot.place(100, 0, 500, 200);
        const auto above = plot.markAt(plot.xPixel(0), 5); // far above a small bar
        QVERIFY(above && above->point == bars.series[0].points.data());
        QCOMPARE(markText(bars, *above), "RING: " + quantityText(1, "s"));
        QVERIFY(!plot.markAt(50, 100));
        const FigureSpec points = figureOf(FigureKind::Scatter, {}, {{"", {{0, 1}, {1, 2}}, {}}});
        Plot scatter(points);
        scatter.place(100, 0, 500, 200);
        const double x = scatter.xPixel(1), y = scatter.yPixel(2);
        QVERIFY(scatter.markAt(x - 5, y + 5)->point == &points.series[0].points[1]);
        QVERIFY(!scatter.markAt(x - 15, y + 15));
    }

    void legendsBreakBetweenEntries()
    {
        FigureSpec figure = figureOf(FigureKind::Lines, {}, {{"first", {}, {}}, {"second", {}, {}}, {"law", {}, {}}});
        figure.series[2].like = 0; // has the colour of the first one
        figure.seriesLabel = "loss";
        figure.targetLabel = "predicted";
        const auto entries = arrangeLegend(figure, 200, WideFont());
        QCOMPARE(entries.size(), std::size_t(4));
        QCOMPARE(entries[0].text, std::string("loss:"));
        QCOMPARE(entries[1].x, 58.0);
        QCOMPARE(entries[2].row, 1.0);
        QCOMPARE(entries[3].row, 2.0);
        Recorder shapes;
        drawLegend(shapes, figure, entries, 10, 15);
        QCOMPARE(shapes.markers.size(), std::size_t(2));
        QCOMPARE(shapes.texts[3].y, 15.0 + 2 * 30 + 5);
        figure.kind = FigureKind::Heat;
        QVERIFY(arrangeLegend(figure, 200, WideFont()).empty());
    }
};

QTEST_GUILESS_MAIN(TestFigureShapes)
#include "tst_figure_shapes.moc"
