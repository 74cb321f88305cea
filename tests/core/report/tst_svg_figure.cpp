// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/report/figure_axis.h"
#include "core/report/heat_scale.h"
#include "core/report/svg_figure.h"
#include "core/report/svg_text.h"
#include "tests/core/report/made_store.h"
#include "tests/core/report/markup_check.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <cmath>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

FigureSpec bars()
{
    FigureSpec figure;
    figure.name = "step_mean";
    figure.title = "Step time by strategy and loss";
    figure.x.label = "strategy";
    figure.x.categories = {"RING", "BINARY_TREE_STAR"};
    figure.y.label = "step time";
    figure.y.unit = "s";
    figure.seriesLabel = "loss";
    figure.series = {{"0%", {{0, 0.010, 0.009, 0.011, unknown, 3}, {1, 0.020, unknown, unknown, unknown, 1}}, {}},
                     {"1%", {{0, 0.015, 0.012, 0.018, unknown, 3}, {1, unknown, unknown, unknown, unknown, 0}}, {}}};
    figure.caption = "Mean, n = 3.";
    figure.note = "Left out: 1 failed run.";
    figure.provenance.storeName = "quick.mrdb";
    figure.provenance.runs = {"00000000-0000-4000-8000-000000000001"};
    figure.provenance.runCount = 1;
    figure.provenance.toolVersion = "0.1.0";
    figure.provenance.time = std::chrono::seconds(1'795'170'000);
    return figure;
}

struct Box
{
    double left = 0, top = 0, right = 0, bottom = 0;
    std::string text;
};

/// Where the upright texts of a drawing lie, as Qt's own reader of XML finds them.
std::vector<Box> textBoxes(const std::string& svg)
{
    std::vector<Box> boxes;
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("text")
            || reader.attributes().hasAttribute("transform"))
            continue;
        const auto number = [&](const char* name) { return reader.attributes().value(name).toDouble(); };
        const double x = number("x"), y = number("y"), size = number("font-size");
        const QString anchor = reader.attributes().value("text-anchor").toString();
        const std::string text = reader.readElementText().toStdString();
        const double width = textWidth(text, size);
        const double left = anchor == "middle" ? x - width / 2 : anchor == "end" ? x - width : x;
        boxes.push_back({left, y - size * 0.8, left + width, y + size * 0.2, text});
    }
    if (reader.hasError())
        qFatal("%s", qPrintable(reader.errorString()));
    return boxes;
}

bool overlap(const Box& a, const Box& b)
{
    return a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
}

/// The first two texts that overlap, or the first that leaves the drawing; empty when all is well.
std::string layoutProblem(const std::string& svg, double width)
{
    const auto boxes = textBoxes(svg);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].left < -1 || boxes[i].right > width + 1)
            return boxes[i].text + " leaves the drawing";
        for (std::size_t k = i + 1; k < boxes.size(); ++k)
            if (overlap(boxes[i], boxes[k]))
                return boxes[i].text + " overlaps " + boxes[k].text;
    }
    return boxes.empty() ? "no text at all" : "";
}

std::vector<double> attributesOf(const std::string& svg, const char* element, const char* attribute,
                                 const QString& fill = {})
{
    std::vector<double> values;
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String(element)
            && (fill.isEmpty() || reader.attributes().value("fill") == fill))
            values.push_back(reader.attributes().value(attribute).toDouble());
    return values;
}

} // namespace

class TestSvgFigure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heatMaps()
    {
        FigureSpec figure = bars();
        figure.kind = FigureKind::Heat;
        figure.y.unit = "bit/s";
        figure.series = {{"US", {{0, 7e9}, {1, 2e8}}, {}}, {"EU", {{0, 2.1e8}, {1, unknown}}, {}}};
        const std::string svg = toSvg(figure);
        QCOMPARE(MarkupChecker(svg).run(), std::string());
        QCOMPARE(layoutProblem(svg, 720), std::string());
        const HeatScale scale(figure);
        QCOMPARE(scale.colorOf(7e9), std::string("#084594"));
        QCOMPARE(scale.colorOf(2e8), std::string("#deebf7"));
        QCOMPARE(scale.inkOf(7e9), std::string("#ffffff"));
        QCOMPARE(scale.inkOf(2e8), std::string("#222222"));
        QCOMPARE(attributesOf(svg, "rect", "x", QString::fromStdString(scale.colorOf(7e9))).size(), std::size_t(1));
        QVERIFY(svg.find(">7000<") != std::string::npos || svg.find(">7.00<") != std::string::npos);
        QVERIFY(svg.find("rows: loss") != std::string::npos);
        // Equal values, and none at all.
        for (FigureSeries& series : figure.series)
            for (FigurePoint& point : series.points)
                point.y = 5;
        QVERIFY(MarkupChecker(toSvg(figure)).run().empty());
        figure.series.clear();
        QVERIFY(toSvg(figure).find("No data") != std::string::npos);
        // The first row is the upper one.
        const AxisMap rows({"US", "EU", "ASIA"}, "rate");
        QCOMPARE(rows.ticks().back().value, 2.0);
        QCOMPARE(rows.ticks().back().label, std::string("US"));
        QCOMPARE(rows.ticks().front().label, std::string("ASIA"));
    }

    void stacksAndBins()
    {
        FigureSpec figure = bars();
        figure.stacked = true;
        figure.series[0].points = {{0, 10}, {1, 20}};
        figure.series[1].points = {{0, 30}, {1, 5}};
        figure.series[1].points[0].base = 10;
        figure.series[1].points[1].base = 20;
        figure.series[1].points[0].label = "G 3.0";
        const std::string svg = toSvg(figure);
        QCOMPARE(layoutProblem(svg, 720), std::string());
        const auto lower = attributesOf(svg, "rect", "height", "url(#f-h0)");
        const auto upper = attributesOf(svg, "rect", "height", "url(#f-h1)");
        const auto lowerTop = attributesOf(svg, "rect", "y", "url(#f-h0)");
        const auto upperTop = attributesOf(svg, "rect", "y", "url(#f-h1)");
        QVERIFY(lower.size() == 3 && upper.size() == 3); // with the legend
        for (std::size_t i = 1; i < 3; ++i)
            QVERIFY(std::abs(upperTop[i] + upper[i] - lowerTop[i]) < 0.2);
        QVERIFY(std::abs(upper[1] / lower[1] - 3) < 0.02);
        QVERIFY(svg.find(">G 3.0</text>") != std::string::npos);

        FigureSpec bins = bars();
        bins.x = {"step time", "s", Scale::Linear, {}, {}, {}};
        bins.binWidth = 0.5;
        bins.series = {{"", {{1, 3}, {1.5, 4}, {2, 1}}, {}}};
        const auto left = attributesOf(toSvg(bins), "rect", "x", "url(#f-h0)");
        const auto width = attributesOf(toSvg(bins), "rect", "width", "url(#f-h0)");
        QCOMPARE(left.size(), std::size_t(3));
        QVERIFY(std::abs(left[0] + width[0] - left[1]) < 2.5 && left[1] > left[0]);
    }

    void choosesNiceTicks()
    {
        QCOMPARE(niceTicks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(niceTicks(0, 100, 4), (std::vector<double>{0, 50, 100}));
        QCOMPARE(niceTicks(-3, 3, 6), (std::vector<double>{-3, -2, -1, 0, 1, 2, 3}));
        for (double span = 1e-9; span < 1e12; span *= 3.7)
            for (const int wanted : {3, 6, 10}) {
                const auto ticks = niceTicks(span * 0.13, span * 1.13, wanted);
                QVERIFY(ticks.size() >= static_cast<std::size_t>(wanted / 2.5)
                        && ticks.size() <= static_cast<std::size_t>(wanted) + 1);
                if (ticks.size() < 2)
                    continue;
                const double step = ticks[1] - ticks[0];
                const double mantissa = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
                QVERIFY2(std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6
                             || std::abs(mantissa - 5) < 1e-6,
                         qPrintable(QString::number(mantissa)));
                QVERIFY(ticks.front() >= span * 0.13 * (1 - 1e-9) && ticks.back() <= span * 1.13 * (1 + 1e-9));
            }
        QCOMPARE(logarithmicTicks(0.9, 110), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
        QCOMPARE(logarithmicTicks(0.9, 1.1e5), (std::vector<double>{1, 10, 100, 1000, 10000, 100000}));
        // An axis of less than a decade has enough labels, too.
        QCOMPARE(logarithmicTicks(90, 1100), (std::vector<double>{100, 200, 500, 1000}));
        QCOMPARE(logarithmicTicks(150, 780), (std::vector<double>{200, 300, 400, 500, 600, 700}));
        QCOMPARE(logarithmicTicks(199, 241), (std::vector<double>{200, 220, 240}));
        QCOMPARE(logarithmicTicks(460, 549), (std::vector<double>{460, 480, 500, 520, 540}));
        for (double low = 0.01; low < 1000; low *= 1.0137)
            for (double ratio = 1.1; ratio < 1e4; ratio *= 1.173)
                QVERIFY2(logarithmicTicks(low, low * ratio).size() >= 3,
                         qPrintable(QStringLiteral("%1 to %2").arg(low).arg(low * ratio)));
    }

    void ticksOfNumbersBeyondMeasure()
    {
        // Steps that are smaller than the distance of neighbouring numbers.
        const double far = 4e17;
        QVERIFY(niceTicks(far, far + 64, 6).size() <= 8);
        QVERIFY(niceTicks(-1, -1 + 3e-16, 6).size() <= 8);
        const FigureAxis linear{"time", "", Scale::Linear, {}, {}, {}};
        QVERIFY(AxisMap(linear, {far, far + 64, far}, false, 6).ticks().size() <= 10);
        AxisMap widest(linear, {-1.7e308, 1.7e308, 1}, false, 6);
        widest.setPixels(0, 100);
        QVERIFY(widest.ticks().size() > 2 && std::abs(widest.pixel(0) - 50) < 1e-6);
        // A quotient that is no number, and a number that is none in the axis' unit.
        const FigureAxis logarithmic{"rate", "bit/s", Scale::Logarithmic, {}, {}, {}};
        AxisMap all(logarithmic, {1e-320, 1e308, 1e-320}, false, 6);
        all.setPixels(0, 100);
        QVERIFY(all.ticks().size() > 2 && all.ticks().size() <= 310);
        QCOMPARE(std::round(all.pixel(all.low())), 0.0);
        QCOMPARE(std::round(all.pixel(1e308)), 100.0);
        QVERIFY(logarithmicTicks(0, 1e308).size() <= 310);
        for (const double low : {-1.7e308, 1e-310}) {
            FigureSpec heat;
            heat.kind = FigureKind::Heat;
            heat.series = {{"a", {{0, low}, {1, 1.7e308}}, {}}};
            QCOMPARE(HeatScale(heat).colorOf(1.7e308).size(), std::size_t(7));
        }
        const AxisMap least(linear, {0, 5e-324, 5e-324}, false, 6);
        QVERIFY(least.low() <= 0 && least.high() > 0 && !least.ticks().empty());
    }

    void mapsValuesToPixels()
    {
        FigureAxis axis{"step time", "s", Scale::Linear, {}, {}, {}};
        AxisMap linear(axis, {0.002, 0.0185, 0.002}, true, 6);
        linear.setPixels(300, 100);
        QCOMPARE(linear.title(), std::string("step time (ms)"));
        QCOMPARE(linear.pixel(0), 300.0);
        QCOMPARE(linear.pixel(0.010), 200.0); // the axis reaches to 20 ms
        QVERIFY(std::isnan(linear.pixel(unknown)));
        axis.scale = Scale::Logarithmic;
        AxisMap logarithmic(axis, {0.001, 0.1, 0.001}, false, 6);
        logarithmic.setPixels(0, 300);
        QCOMPARE(std::round(logarithmic.pixel(0.01)), 150.0);
        QCOMPARE(logarithmic.pixel(0), 0.0);
        // Nothing but zeros cannot be logarithmic; a single value has room around it; nothing has an axis, too.
        QCOMPARE(AxisMap(axis, {0, 0, unknown}, false, 6).low(), 0.0);
        const AxisMap single({"x", "", Scale::Linear, {}, {}, {}}, {5, 5, 5}, false, 6);
        QVERIFY(single.low() < 5 && single.high() > 5);
        QVERIFY(AxisMap({"x", "", Scale::Linear, {}, {}, {}}, {}, false, 6).high() > 0);
        // Bytes have IEC prefixes and ticks that are nice in them.
        AxisMap bytes({"payload", "B", Scale::Linear, {}, {}, {}}, {0, 3.0 * 1048576, 1}, true, 3);
        QCOMPARE(bytes.title(), std::string("payload (MiB)"));
        QCOMPARE(bytes.ticks()[1].value, 1048576.0);
        QCOMPARE(bytes.ticks()[1].label, std::string("1"));
    }

    void drawsBarsToScale()
    {
        const std::string svg = toSvg(bars());
        const auto heights = attributesOf(svg, "rect", "height", "url(#f-h0)");
        QCOMPARE(heights.size(), std::size_t(3)); // the swatch of the legend first
        QVERIFY(std::abs(heights[2] / heights[1] - 2.0) < 0.01);
        const auto other = attributesOf(svg, "rect", "height", "url(#f-h1)");
        QCOMPARE(other.size(), std::size_t(2)); // the missing one is no bar of height 0
        QVERIFY(std::abs(other[1] / heights[1] - 1.5) < 0.01);
        QVERIFY(svg.find("BINARY_TREE_STAR, 1%: –") != std::string::npos);
        QVERIFY(svg.find("RING, 0%: 10 ms (9 ms to 11 ms, n = 3)") != std::string::npos);
        // One run has no interval: only three whiskers... one per point with bounds.
        QCOMPARE(QString::fromStdString(svg).count(QRegularExpression("stroke-width=\"1\\.2\"")), 2);
    }

    void intervalsDoNotMakeTimesNegative()
    {
        FigureSpec figure = bars();
        figure.series.resize(1);
        figure.series[0].points = {{0, 0.010, -0.05, 0.07, unknown, 2}, {1, 0.020, 0.019, 0.021, unknown, 2}};
        const QString svg = QString::fromStdString(toSvg(figure));
        QVERIFY(!svg.contains(">-"));
        // Both upper caps are drawn, and of the lower caps only the one on the axis.
        const QRegularExpression caps("M[0-9.]+ [0-9.]+h8");
        QRegularExpression whisker(
            "<path d=\"([^\"]*)\" fill=\"none\" class=\"mr-line\" stroke=\"#222222\" stroke-width=\"1.2\"");
        QStringList paths;
        for (auto it = whisker.globalMatch(svg); it.hasNext();)
            paths.push_back(it.next().captured(1));
        QCOMPARE(paths.size(), 2);
        QCOMPARE(paths[0].count(caps), 1);
        QCOMPARE(paths[1].count(caps), 2);
        figure.series[0].points[0].y = -0.01; // then negative values are possible
        QVERIFY(QString::fromStdString(toSvg(figure)).contains(">-"));
    }

    void isTheSameEveryTime()
    {
        QCOMPARE(toSvg(bars()), toSvg(bars()));
        QVERIFY(equalsGolden(toSvg(bars()), "bars.svg"));
    }

    void otherKindsKeepTheirLooks()
    {
        FigureSpec lines = bars();
        lines.name = "lines";
        lines.kind = FigureKind::Lines;
        lines.x = {"delay", "s", Scale::Logarithmic, {}, {}, {}};
        lines.series = {{"RING", {{0.001, 900, 850, 950, unknown, 3}, {0.01, 300, 280, 320, unknown, 3}}, {}},
                        {"STAR", {{0.001, 700, unknown, unknown, unknown, 1}, {0.01, 200, 190, 210, unknown, 3}}, {}}};
        lines.y = {"throughput", "samples/s", Scale::Linear, {}, {}, {}};
        QVERIFY(equalsGolden(toSvg(lines), "lines.svg"));
        FigureSpec boxes = bars();
        boxes.kind = FigureKind::Box;
        boxes.series = {{"", {}, {boxOf(0, {1, 2, 3, 4, 20}), boxOf(1, {5, 6, 7})}}};
        boxes.y.unit = "";
        QVERIFY(equalsGolden(toSvg(boxes), "boxes.svg"));
        FigureSpec cdf = bars();
        cdf.kind = FigureKind::Cdf;
        cdf.x = {"step time", "s", Scale::Linear, {}, {}, {}};
        cdf.y = {"share of steps", "", Scale::Linear, 0.0, 1.0, {}};
        cdf.series = {{"RING", {{0.01, 0.25}, {0.011, 0.5}, {0.012, 0.75}, {0.02, 1}}, {}}};
        QVERIFY(equalsGolden(toSvg(cdf), "cdf.svg"));
    }

    void boxesFollowTukey()
    {
        const FigureBox box = boxOf(0, {20, 4, 3, 2, 1}); // quartiles of R type 7
        QCOMPARE(box.median, 3.0);
        QCOMPARE(box.lowerQuartile, 2.0);
        QCOMPARE(box.upperQuartile, 4.0);
        QCOMPARE(box.low, 1.0);
        QCOMPARE(box.high, 4.0); // 4 + 1.5 × 2 = 7 < 20
        QCOMPARE(box.outliers, (std::vector<double>{20}));
        QCOMPARE(boxOf(0, {7}).high, 7.0);
    }

    void colourIsNeverTheOnlyChannel()
    {
        FigureSpec figure = bars();
        figure.kind = FigureKind::Lines;
        figure.x = {"x", "", Scale::Linear, {}, {}, {}};
        figure.series.clear();
        for (int i = 0; i < 16; ++i)
            figure.series.push_back({"s" + std::to_string(i), {{0, double(i)}, {1, double(i)}}, {}});
        const QString svg = QString::fromStdString(toSvg(figure));
        std::set<QString> looks; // colour and dashes of each line
        QRegularExpression line("stroke=\"(#[0-9A-F]{6})\" stroke-width=\"1.8\" stroke-dasharray=\"([^\"]*)\"");
        int found = 0;
        for (auto it = line.globalMatch(svg); it.hasNext(); ++found) {
            const auto match = it.next();
            looks.insert(match.captured(1) + match.captured(2));
        }
        QCOMPARE(found, 32); // legend and data
        QCOMPARE(looks.size(), std::size_t(16));
        std::set<QString> hatches;
        figure.kind = FigureKind::Bars;
        figure.series.resize(8);
        const QString withBars = QString::fromStdString(toSvg(figure));
        QRegularExpression hatch("<path d=\"([^\"]*)\" stroke=\"#ffffff\" stroke-opacity");
        for (auto it = hatch.globalMatch(withBars); it.hasNext();)
            hatches.insert(it.next().captured(1));
        QCOMPARE(hatches.size(), std::size_t(7)); // the eighth is solid
    }

    void textsDoNotOverlap_data()
    {
        QTest::addColumn<int>("categories");
        QTest::addColumn<int>("series");
        QTest::addColumn<QString>("name");
        QTest::newRow("few") << 2 << 2 << "RING";
        QTest::newRow("strategies") << 12 << 8 << "MULTI_BINARY_TREE_STAR";
        QTest::newRow("one") << 1 << 1 << "RING";
        QTest::newRow("long words") << 3 << 3 << "a level with many words that nobody needs to write out in full";
        QTest::newRow("one long word") << 4 << 12 << QString(90, 'W');
        QTest::newRow("many") << 90 << 1 << "level";
    }
    void textsDoNotOverlap()
    {
        QFETCH(int, categories);
        QFETCH(int, series);
        QFETCH(QString, name);
        FigureSpec figure = bars();
        figure.title =
            "A title of quite some length that must be broken into lines because it is longer than the figure";
        figure.x.categories.clear();
        figure.series.clear();
        for (int i = 0; i < categories; ++i)
            figure.x.categories.push_back(name.toStdString() + std::to_string(i));
        for (int s = 0; s < series; ++s) {
            FigureSeries one{name.toStdString() + std::to_string(s), {}, {}};
            for (int i = 0; i < categories; ++i)
                one.points.push_back({double(i), 0.1 * (i + 1), 0.09 * (i + 1), 0.11 * (i + 1), 0.1, 3});
            figure.series.push_back(one);
        }
        figure.targetLabel = "predicted";
        for (const int width : {480, 720, 1100}) {
            const std::string svg = toSvg(figure, {width, "f", true});
            QCOMPARE(layoutProblem(svg, width), std::string());
        }
    }

    void hostileNamesDoNoHarm()
    {
        FigureSpec figure = bars();
        figure.title = "<script>alert(1)</script>";
        figure.series[0].name = "\"><script>";
        figure.series[1].name = "\xff\xfe";
        figure.x.categories = {"a&b", "line\nbreak\x1b[31m"};
        figure.provenance.query = "</metadata><script>";
        figure.provenance.storeName = "\xc3(";
        figure.caption = "]]> & <b>";
        const std::string svg = toSvg(figure);
        QCOMPARE(markupProblem(svg), std::string());
        QXmlStreamReader reader(QByteArray::fromStdString(svg));
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement)
                QVERIFY(reader.name() != QLatin1String("script"));
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }

    void anEmptyFigureSaysWhy()
    {
        FigureSpec figure = bars();
        figure.note = "no run of this campaign is done.";
        for (FigureSeries& series : figure.series)
            for (FigurePoint& point : series.points)
                point.y = unknown;
        QVERIFY(isEmpty(figure));
        const std::string svg = toSvg(figure);
        QVERIFY(svg.find("No data: no run of this campaign is done.") != std::string::npos);
        QCOMPARE(markupProblem(svg), std::string());
        QVERIFY(toSvg({}).find("No data") != std::string::npos);
    }

    void survivesStrangeNumbers()
    {
        FigureSpec figure = bars();
        for (const double value : {0.0, -5.0, 1e300, 1e-300, double(INFINITY)}) {
            figure.series[0].points[0] = {0, value, value, value, value, 1};
            for (const auto kind : {FigureKind::Bars, FigureKind::Lines, FigureKind::Scatter, FigureKind::Cdf}) {
                figure.kind = kind;
                const std::string svg = toSvg(figure);
                QCOMPARE(markupProblem(svg), std::string());
                QVERIFY2(svg.find("nan") == std::string::npos, svg.c_str());
                QVERIFY(svg.find("inf\"") == std::string::npos && svg.find("inf ") == std::string::npos);
            }
        }
    }

    void carriesItsProvenance()
    {
        QXmlStreamReader reader(QByteArray::fromStdString(toSvg(bars())));
        QString metadata;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("metadata"))
                metadata = reader.readElementText();
        const auto json = nlohmann::json::parse(metadata.toStdString());
        QCOMPARE(json["store"].get<std::string>(), std::string("quick.mrdb"));
        QCOMPARE(json["runs"].size(), std::size_t(1));
        QCOMPARE(json["time"].get<std::string>(), std::string("2026-11-20T10:20:00.000000Z"));
        const Provenance many = withRuns({}, std::vector<std::string>(5000, "u"));
        QCOMPARE(many.runCount, std::size_t(5000));
        QCOMPARE(many.runs.size(), Provenance::listedRuns);
        // printf 'a\nb' | sha256sum
        QCOMPARE(withRuns({}, {"b", "a"}).runsHash,
                 std::string("7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78"));
    }

    void drawingsOfOnePageDoNotShareIds()
    {
        const std::string page =
            "<div>" + toSvg(bars(), {720, "a", false}) + toSvg(bars(), {720, "b", false}) + "</div>";
        QCOMPARE(markupProblem(page), std::string());
        QVERIFY(page.find("url(#a-h0)") != std::string::npos && page.find("url(#b-h0)") != std::string::npos);
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestSvgFigure)
#include "tst_svg_figure.moc"
