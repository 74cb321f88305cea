// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/plots/plot_samples.h"
#include "ui/base/theme.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/timeline_plot.h"

#include <QApplication>
#include <QDir>
#include <QSplitter>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;

namespace {

double traffic(std::size_t i, int node)
{
    const double t = static_cast<double>(i) / 100;
    const double busy = std::fmod(t + 0.07 * node, 1.3) < 0.8 ? 1 : 0.08;
    return (busy * (8e8 + 5e7 * node) + 3e7 * std::sin(7 * t))
        * (0.9 + 0.1 * std::sin(0.31 * static_cast<double>(i * i % 97)));
}

std::vector<TimelineSeries> trafficSeries(int nodes)
{
    std::vector<TimelineSeries> series;
    for (int node = 0; node < nodes; ++node)
        series.push_back(line(QStringLiteral("node%1 sent").arg(node),
                              samples(6000, 100, [node](std::size_t i) { return traffic(i, node); }), node));
    return series;
}

std::vector<TimelineEvent> someEvents()
{
    return {{plotStart, QStringLiteral("worker 0 started"), QStringLiteral("worker-start")},
            {plotStart + 8 * plotSecond, QStringLiteral("warm-up is over"), QStringLiteral("phase")},
            {plotStart + 20 * plotSecond, QStringLiteral("loss of 1 % on every link"), QStringLiteral("impairment")},
            {plotStart + 20 * plotSecond + 100'000'000, QStringLiteral("delay of 5 ms"), QStringLiteral("impairment")},
            {plotStart + 41 * plotSecond, QStringLiteral("throughput fell by half"), QStringLiteral("alarm")}};
}

/// Whether the plot drew something that is not its ground.
bool isDrawnOn(const QImage& image)
{
    const QRgb ground = image.pixel(image.width() / 2, 1);
    for (int x = 0; x < image.width(); x += 3)
        for (int y = 0; y < image.height(); ++y)
            if (image.pixel(x, y) != ground)
                return true;
    return false;
}

} // namespace

/// Pictures of plots, kept in the folder that MR_SHOTS names, to be looked at.
class TestPlotPictures : public QObject
{
    Q_OBJECT

private:
    void shoot(QWidget& widget, const QString& name, QSize size = QSize(900, 260))
    {
        widget.resize(size);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        QTest::qWait(400);
        const QImage image = widget.grab().toImage();
        QVERIFY(isDrawnOn(image));
        const QString folder = qEnvironmentVariable("MR_SHOTS");
        if (!folder.isEmpty())
            QVERIFY(image.save(QDir(folder).filePath(QStringLiteral("plots-%1.png").arg(name))));
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    void fourNodes_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void fourNodes()
    {
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
        TimelinePlot plot;
        plot.setTitle(QStringLiteral("Throughput"));
        plot.setSeries(trafficSeries(4));
        plot.setEvents(someEvents());
        plot.setOrigin(plotStart);
        plot.setTimeCursor(plotStart + 30 * plotSecond);
        shoot(plot, dark ? QStringLiteral("four-dark") : QStringLiteral("four-light"));
        applyTheme(*qApp, Theme::Light);
    }

    void phasesAndAlarms_data() { fourNodes_data(); }

    void phasesAndAlarms()
    {
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
        TimelinePlot plot;
        plot.setTitle(QStringLiteral("Throughput"));
        plot.setSeries(trafficSeries(2));
        using Tone = TimelineBand::Tone;
        const std::int64_t s = plotSecond;
        plot.setBands({{plotStart + 42 * s, TimelineBand::open, QStringLiteral("recovery"), Tone::Good},
                       {plotStart + 5 * s, plotStart + 20 * s, QStringLiteral("baseline"), Tone::Plain},
                       {plotStart + 20 * s, plotStart + 42 * s, QStringLiteral("loaded"), Tone::Warning}});
        plot.setEvents({{plotStart + 23 * s, QStringLiteral("steps take 31 % longer"), QStringLiteral("alarm"),
                         QStringLiteral("+31 % · rank 1 → 2")},
                        {plotStart + 43 * s, QStringLiteral("worker 0 ended"), QStringLiteral("phase")},
                        {plotStart + 43 * s + s / 10, QStringLiteral("back to the reference"), QStringLiteral("alarm"),
                         QStringLiteral("over")}});
        plot.setOrigin(plotStart);
        QCOMPARE(plot.bands().front().name, QStringLiteral("baseline"));
        QVERIFY(plot.summary().contains(QStringLiteral("loaded from 20")));
        shoot(plot, dark ? QStringLiteral("phases-dark") : QStringLiteral("phases-light"));
        applyTheme(*qApp, Theme::Light);
    }

    void thirtyTwoNodes()
    {
        TimelinePlot plot;
        plot.setTitle(QStringLiteral("Throughput"));
        plot.setSeries(trafficSeries(32));
        plot.setOrigin(plotStart);
        plot.setView({plotStart + 10 * plotSecond, plotStart + 14 * plotSecond});
        shoot(plot, QStringLiteral("thirty-two"));
    }

    void fewSamples()
    {
        TimelinePlot plot;
        plot.setTitle(QStringLiteral("Step time"));
        const double gap = std::numeric_limits<double>::quiet_NaN();
        auto steps =
            samples(40, 1, [gap](std::size_t i) { return i % 11 == 5 ? gap : 0.08 + 0.01 * std::sin(double(i)); });
        plot.setSeries({line(QStringLiteral("a very long name of a worker on node-0123.cluster.example.org, rank 17"),
                             steps, 1, QStringLiteral("s"))});
        plot.setOrigin(plotStart - 3600 * plotSecond);
        shoot(plot, QStringLiteral("few"));
    }

    void empty()
    {
        TimelinePlot plot;
        plot.setTitle(QStringLiteral("Throughput"));
        plot.setSeries({line(QStringLiteral("node0"), std::make_shared<LiveSeries>())});
        shoot(plot, QStringLiteral("empty"));
    }

    void hiddenAndPaused()
    {
        TimelinePlot plot;
        plot.setTitle(QStringLiteral("Throughput"));
        plot.setSeries(trafficSeries(2));
        plot.setSeriesVisible(0, false);
        plot.setSeriesVisible(1, false);
        plot.setPaused(true);
        shoot(plot, QStringLiteral("hidden"));
    }

    void linkedAbove()
    {
        QSplitter splitter(Qt::Vertical);
        PlotLink link;
        auto* rates = new TimelinePlot(&splitter);
        rates->setTitle(QStringLiteral("Throughput"));
        rates->setSeries(trafficSeries(3));
        rates->setEvents(someEvents());
        auto* steps = new TimelinePlot(&splitter);
        steps->setTitle(QStringLiteral("Step time"));
        steps->setEvents(someEvents());
        steps->setSeries({line(
            QStringLiteral("rank 0"),
            samples(600, 10, [](std::size_t i) { return i == 333 ? 3.2e-2 : 1e-4 * (2 + std::sin(0.1 * double(i))); }),
            0, QStringLiteral("s"))});
        steps->setLogarithmic(true);
        for (TimelinePlot* plot : {rates, steps}) {
            plot->setOrigin(plotStart);
            link.add(plot);
        }
        rates->setTimeCursor(plotStart + 33 * plotSecond);
        shoot(splitter, QStringLiteral("linked"), QSize(1000, 520));
    }
};

QTEST_MAIN(TestPlotPictures)
#include "tst_plot_pictures.moc"
