// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_geometry.h"
#include "core/report/svg_multiples.h"
#include "tests/core/report/markup_check.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::report;

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
    figure.series = {{"0%", {{0, 1}, {1, 2}}, {}}, {"1%", {{0, 1.5}, {1, 1}}, {}}};
    return figure;
}

} // namespace

/// What bars and axes do for the data at hand.
class TestSvgBars : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Values in place of an interval, bars below 0, shares of a whole, long labels.
    void whatTheDataNeed()
    {
        FigureSpec few = bars();
        few.series[0].points[0].values = {1, 2};
        const std::string dots = toSvg(few);
        QCOMPARE(MarkupChecker(dots).run(), std::string());
        QCOMPARE(QString::fromStdString(dots).count("<circle"), 4); // a ring on paper for each

        FigureSpec below = bars();
        below.series[0].points = {{0, -10}, {1, 20}};
        below.series[1].points = {{0, 5}, {1, 5}};
        Plot plot(below);
        QVERIFY(plot.y.low() < 0);

        FigureSpec shares = bars();
        shares.stacked = true;
        shares.y.unit = "share";
        shares.series[0].points = {{0, 0.4}, {1, 0.7}};
        shares.series[1].points = {{0, 0.6}, {1, 0.3}};
        shares.series[1].points[0].base = 0.4;
        shares.series[1].points[1].base = 0.7;
        QCOMPARE(Plot(shares).y.high(), 1.0);

        FigureSpec longNames = bars();
        longNames.x.categories = {"AWS/us-west-1/g4dn.2xlarge/usw1-az1", "Azure/US West 2/NC4as_T4_v3"};
        longNames.series[0].points = {{0, 1}, {1, 2}};
        longNames.series[1].points = {{0, 1}, {1, 2}};
        for (int i = 2; i < 12; ++i)
            longNames.x.categories.push_back("more");
        const std::string svg = toSvg(longNames);
        QCOMPARE(MarkupChecker(svg).run(), std::string());
        for (const char* name : {"AWS/us-west-1/g4dn.2xlarge/usw1-az1", "Azure/US West 2/NC4as_T4_v3"})
            QVERIFY2(svg.find(std::string(name) + "</text>") != std::string::npos, name);
    }

    /// What SVG Tiny, as Qt reads it, does not know: patterns, and a drawing inside another.
    void forReadersOfSvgTiny()
    {
        const std::string plain = forSvgTiny(toSvg(bars()));
        QVERIFY(plain.find("url(#") == std::string::npos);
        QVERIFY(plain.find("fill=\"#0072B2\"") != std::string::npos
                && plain.find("fill=\"#E69F00\"") != std::string::npos);
        QCOMPARE(MarkupChecker(plain).run(), std::string());
        FigureSpec turned = bars();
        for (int i = 0; i < 20; ++i)
            turned.x.categories.push_back("a level with a name");
        QVERIFY(toSvg(turned).find("<title>a level") != std::string::npos);
        QVERIFY(forSvgTiny(toSvg(turned)).find("<title>a level") == std::string::npos);
        QVERIFY(forSvgTiny(toSvg(turned)).find(">a level") != std::string::npos);
        const std::string group = asSvgGroup(toSvg(bars(), {720, "g", false}));
        QVERIFY(group.starts_with("<g role=\"img\" aria-labelledby=\"g-title g-desc\" font-family=\""));
        QVERIFY(group.find("</g>", group.size() - 6) != std::string::npos && group.find("<svg") == std::string::npos);
        FigureSpec many = bars();
        many.kind = FigureKind::Lines;
        many.x.categories.clear();
        many.series.assign(8, many.series[0]);
        const std::string multiples = toSvgMultiples(many);
        QCOMPARE(QString::fromStdString(multiples).count("<svg"), 1);
        QCOMPARE(MarkupChecker(multiples).run(), std::string());
        many.series.resize(6);
        QCOMPARE(toSvgMultiples(many), toSvg(many));
    }

    void logarithmicAxesEndNearTheData()
    {
        const auto ticks = logarithmicTicks(0.005, 7.5);
        QCOMPARE(ticks.back(), 5.0);
        QCOMPARE(ticks.front(), 0.01);
        QCOMPARE(logarithmicTicks(1, 1000).back(), 1000.0);
    }
};

QTEST_GUILESS_MAIN(TestSvgBars)
#include "tst_svg_bars.moc"
