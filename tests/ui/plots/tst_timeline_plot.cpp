// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/plots/plot_samples.h"
#include "ui/plots/live_series.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/timeline_canvas.h"
#include "ui/plots/timeline_plot.h"

#include <QMenu>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

#include <atomic>
#include <cmath>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;

namespace {

double wave(std::size_t i)
{
    return 1e6 * (2 + std::sin(0.05 * double(i)));
}

const TimeRange tenSeconds{plotStart, plotStart + 10 * plotSecond};

/// A shown plot and its parts.
struct Shown
{
    TimelinePlot plot;
    TimelineCanvas* canvas = nullptr;
    PlotLegend* legend = nullptr;

    explicit Shown(std::vector<TimelineSeries> series)
    {
        canvas = plot.findChild<TimelineCanvas*>();
        legend = plot.findChild<PlotLegend*>();
        plot.setTitle(QStringLiteral("Rate"));
        plot.setOrigin(plotStart);
        plot.setSeries(std::move(series));
        plot.resize(900, 260);
        plot.show();
        (void)QTest::qWaitForWindowExposed(&plot);
    }
    Shown()
        : Shown({line(QStringLiteral("node0"), samples(1000, 100, wave)),
                 line(QStringLiteral("node1"), samples(1000, 100, wave), 1)})
    {
    }

    [[nodiscard]] bool waitForFrame(TimeRange view) const
    {
        return QTest::qWaitFor([this, view] { return canvas->frame() && canvas->frame()->view == view; });
    }
    [[nodiscard]] QPointF pointAt(std::int64_t time) const
    {
        return {canvas->geometry().xOf(time), canvas->geometry().plot.center().y()};
    }
    void wheel(std::int64_t time, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        const QPointF at = pointAt(time);
        QWheelEvent event(at, canvas->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(canvas, &event);
    }
    void drag(std::int64_t from, std::int64_t to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {}) const
    {
        const QPoint start = pointAt(from).toPoint(), end = pointAt(to).toPoint();
        QTest::mousePress(canvas, button, modifiers, start);
        for (const QPoint& at : {(start + end) / 2, end}) {
            QMouseEvent move(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, button, modifiers);
            QCoreApplication::sendEvent(canvas, &move);
        }
        QTest::mouseRelease(canvas, button, modifiers, end);
    }
};

} // namespace

class TestTimelinePlot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsAllAtFirst()
    {
        Shown shown;
        QCOMPARE(shown.plot.viewMode(), ViewMode::Fit);
        QCOMPARE(shown.plot.view(), shown.plot.dataRange());
        QVERIFY(shown.waitForFrame(shown.plot.view()));
        QTRY_VERIFY(shown.canvas->frame()->smooth);
    }

    void wheelKeepsTheTimeUnderThePointer()
    {
        Shown shown;
        const std::int64_t time = plotStart + 3 * plotSecond;
        const double x = shown.pointAt(time).x();
        const std::int64_t length = shown.plot.view().length();
        shown.wheel(time, 120);
        QVERIFY(shown.plot.view().length() < length);
        QVERIFY(std::abs(shown.pointAt(time).x() - x) < 1);
        for (int i = 0; i < 20; ++i)
            shown.wheel(time, 120);
        QVERIFY(std::abs(shown.pointAt(time).x() - x) < 1);
        QCOMPARE(shown.plot.viewMode(), ViewMode::Fixed);
        QVERIFY(shown.waitForFrame(shown.plot.view()));
    }

    void dragPansAndBandsZoom()
    {
        Shown shown;
        shown.plot.setView({plotStart + 2 * plotSecond, plotStart + 6 * plotSecond});
        shown.drag(plotStart + 4 * plotSecond, plotStart + 5 * plotSecond, Qt::LeftButton);
        QVERIFY(std::abs(shown.plot.view().begin - (plotStart + plotSecond)) < plotSecond / 50);
        QCOMPARE(shown.plot.view().length(), 4 * plotSecond);
        const std::pair<Qt::MouseButton, Qt::KeyboardModifiers> ways[]{{Qt::RightButton, {}},
                                                                       {Qt::LeftButton, Qt::ShiftModifier}};
        for (const auto& [button, modifiers] : ways) {
            shown.plot.setView(tenSeconds);
            shown.drag(plotStart + 7 * plotSecond, plotStart + 4 * plotSecond, button, modifiers);
            QVERIFY(std::abs(shown.plot.view().begin - (plotStart + 4 * plotSecond)) < plotSecond / 20);
            QVERIFY(std::abs(shown.plot.view().end - (plotStart + 7 * plotSecond)) < plotSecond / 20);
        }
        QTest::mouseDClick(shown.canvas, Qt::LeftButton, {}, shown.pointAt(plotStart + 5 * plotSecond).toPoint());
        QCOMPARE(shown.plot.view(), shown.plot.dataRange());
    }

    void keys()
    {
        Shown shown;
        shown.canvas->setFocus();
        const TimeRange all = shown.plot.view();
        QTest::keyClick(shown.canvas, Qt::Key_Plus);
        const TimeRange zoomed = shown.plot.view();
        QVERIFY(zoomed.length() < all.length());
        QTest::keyClick(shown.canvas, Qt::Key_Right);
        QVERIFY(shown.plot.view().begin > zoomed.begin);
        QTest::keyClick(shown.canvas, Qt::Key_Left);
        QVERIFY(std::abs(shown.plot.view().begin - zoomed.begin) < 10);
        QTest::keyClick(shown.canvas, Qt::Key_Home);
        QCOMPARE(shown.plot.view(), all);
        QTest::keyClick(shown.canvas, Qt::Key_End);
        QVERIFY(shown.plot.isFollowing());
        QTest::keyClick(shown.canvas, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(shown.plot.timeCursor().has_value());
        QTest::keyClick(shown.canvas, Qt::Key_Escape);
        QVERIFY(!shown.plot.timeCursor().has_value());
        QTest::keyClick(shown.canvas, Qt::Key_Space);
        QVERIFY(shown.plot.isPaused());
    }

    void followsUntilTheUserMoves()
    {
        auto live = samples(1000, 100, wave, true);
        Shown shown({line(QStringLiteral("node0"), live)});
        QSignalSpy follows(&shown.plot, &TimelinePlot::followingChanged);
        shown.plot.setView({plotStart, plotStart + 2 * plotSecond}, ViewMode::Follow);
        QCOMPARE(follows.count(), 1);
        live->append(plotStart + 20 * plotSecond, 5e6);
        QTRY_COMPARE(shown.plot.view(), (TimeRange{plotStart + 18 * plotSecond + 1, plotStart + 20 * plotSecond + 1}));
        shown.wheel(plotStart + 19 * plotSecond, 120);
        QCOMPARE(follows.count(), 2);
        QVERIFY(!shown.plot.isFollowing());
        const TimeRange held = shown.plot.view();
        live->append(plotStart + 40 * plotSecond, 5e6);
        QTest::qWait(120);
        QCOMPARE(shown.plot.view(), held);
    }

    void pauseHoldsTheViewNotTheData()
    {
        auto live = samples(1000, 100, wave, true);
        Shown shown({line(QStringLiteral("node0"), live)});
        const TimeRange before = shown.plot.view();
        shown.plot.setPaused(true);
        live->append(plotStart + 30 * plotSecond, 1);
        QTest::qWait(120);
        QCOMPARE(shown.plot.view(), before);
        QVERIFY(shown.plot.dataRange() != before);
        shown.plot.setPaused(false);
        QCOMPARE(shown.plot.view(), shown.plot.dataRange());
    }

    void nothingIsDrawnTwice()
    {
        auto live = samples(1000, 100, wave, true);
        Shown shown({line(QStringLiteral("node0"), live)});
        QVERIFY(shown.waitForFrame(shown.plot.view()));
        QTest::qWait(250);
        QSignalSpy frames(shown.canvas, &TimelineCanvas::frameChanged);
        QTest::qWait(250);
        QCOMPARE(frames.count(), 0);
        live->append(plotStart + 11 * plotSecond, 1);
        QTRY_COMPARE(frames.count(), 1);
        shown.plot.hide();
        live->append(plotStart + 12 * plotSecond, 1);
        QTest::qWait(150);
        QCOMPARE(frames.count(), 1);
        shown.plot.show();
        QTRY_VERIFY(frames.count() >= 2);
    }

    void linkedPlotsMoveTogether()
    {
        auto live = samples(1000, 100, wave, true);
        Shown first({line(QStringLiteral("a"), live)}), second({line(QStringLiteral("b"), samples(100, 100, wave))});
        PlotLink link;
        link.add(&first.plot);
        link.add(&second.plot);
        QCOMPARE(second.plot.view(), first.plot.view());
        first.wheel(plotStart + 3 * plotSecond, 240);
        QCOMPARE(second.plot.view(), first.plot.view());
        second.plot.setTimeCursor(plotStart + 4 * plotSecond);
        QCOMPARE(first.plot.timeCursor(), std::optional(plotStart + 4 * plotSecond));
        second.plot.setFollowing(true);
        QVERIFY(first.plot.isFollowing());
        live->append(plotStart + 50 * plotSecond, 1);
        QTRY_COMPARE(first.plot.view().end, plotStart + 50 * plotSecond + 1);
        QCOMPARE(second.plot.view(), first.plot.view());
        second.plot.fit();
        QCOMPARE(first.plot.view(), (TimeRange{plotStart, plotStart + 50 * plotSecond + 1}));
        QCOMPARE(second.plot.view(), first.plot.view());
        link.remove(&first.plot);
        second.wheel(plotStart + 3 * plotSecond, 120);
        QVERIFY(second.plot.view() != first.plot.view());
    }

    void legendTellsValuesAndHides()
    {
        Shown shown;
        QVERIFY(shown.waitForFrame(shown.plot.view()));
        const auto value = [&](int row) {
            return shown.legend->model()->index(row, LegendModel::Value).data().toString();
        };
        QVERIFY(value(0).contains(QStringLiteral("bit/s")));
        shown.plot.setTimeCursor(plotStart + 5 * plotSecond);
        QVERIFY2(value(0).endsWith(QStringLiteral("Mbit/s")), qPrintable(value(0)));
        shown.plot.setTimeCursor(plotStart - 5 * plotSecond);
        QCOMPARE(value(0), QStringLiteral("–"));
        QSignalSpy hidden(&shown.plot, &TimelinePlot::seriesVisibilityChanged);
        const QRect row = shown.legend->visualRect(shown.legend->model()->index(1, LegendModel::Name));
        QTest::mouseClick(shown.legend->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(hidden.count(), 1);
        QVERIFY(!shown.plot.series()[1].visible);
        shown.legend->setCurrentIndex(shown.legend->model()->index(1, 0));
        QTest::keyClick(shown.legend, Qt::Key_Space);
        QVERIFY(shown.plot.series()[1].visible);
    }

    void cursorWithoutDataNamesNoTime()
    {
        TimelinePlot plot;
        plot.setSeries({line(QStringLiteral("node0"), std::make_shared<LiveSeries>())});
        plot.resize(900, 260);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setView(tenSeconds, ViewMode::Fixed);
        plot.setTimeCursor(plotStart + plotSecond);
        const auto heading = [&plot] {
            return plot.findChild<PlotLegend*>()->model()->headerData(1, Qt::Horizontal).toString();
        };
        QCOMPARE(heading(), QStringLiteral("At –"));
        QCOMPARE(plot.findChild<TimelineCanvas*>()->timeText(plotStart), QStringLiteral("–"));
        plot.setOrigin(plotStart);
        plot.setTimeCursor(plotStart + 2 * plotSecond);
        QCOMPARE(heading(), QStringLiteral("At 2\u00A0s"));
    }

    void legendLeavesTheRoomToTheCurves()
    {
        Shown shown;
        for (const int width : {500, 700, 1200}) {
            shown.plot.resize(width, 200);
            QTRY_VERIFY(shown.legend->width() <= width * 35 / 100 + 1);
            QVERIFY(shown.legend->columnWidth(0) >= 40);
        }
        shown.plot.setLegendWidth(260);
        QCOMPARE(shown.legend->width(), 260);
    }

    void tellsWhyItIsEmpty()
    {
        Shown shown({line(QStringLiteral("node0"), std::make_shared<LiveSeries>())});
        QVERIFY(shown.plot.summary().contains(QStringLiteral("No samples yet")));
        const QImage before = shown.canvas->grab().toImage();
        shown.plot.setEmptyText(QStringLiteral("The run has not begun."));
        QVERIFY(shown.canvas->grab().toImage() != before);
    }

    void describesItself()
    {
        Shown shown;
        QVERIFY(shown.waitForFrame(shown.plot.view()));
        QCOMPARE(shown.canvas->accessibleName(), QStringLiteral("Rate"));
        const QString text = shown.plot.summary();
        QVERIFY2(text.contains(QStringLiteral("node1: last")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("from 0")), qPrintable(text));
        QTRY_VERIFY(shown.canvas->accessibleDescription().contains(QStringLiteral("node0: last")));
    }

    void menuHasEverything()
    {
        Shown shown;
        QTest::keyClick(shown.canvas, Qt::Key_Menu);
        auto* menu = shown.plot.findChild<QMenu*>();
        QVERIFY(menu);
        QVERIFY(menu->actions().size() >= 10);
        menu->close();
    }

    void stepsThroughEvents()
    {
        Shown shown;
        shown.plot.setEvents({{plotStart + 7 * plotSecond, QStringLiteral("late"), QStringLiteral("alarm")},
                              {plotStart + 2 * plotSecond, QStringLiteral("early"), QStringLiteral("phase")}});
        QTest::keyClick(shown.canvas, Qt::Key_N);
        QCOMPARE(shown.plot.timeCursor(), std::optional(plotStart + 2 * plotSecond));
        QTest::keyClick(shown.canvas, Qt::Key_N);
        QCOMPARE(shown.plot.timeCursor(), std::optional(plotStart + 7 * plotSecond));
        QTest::keyClick(shown.canvas, Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(shown.plot.timeCursor(), std::optional(plotStart + 2 * plotSecond));
    }

    void drawnWhileDataArriveFromAnotherThread()
    {
        std::vector<std::shared_ptr<LiveSeries>> live;
        std::vector<TimelineSeries> lines;
        for (int i = 0; i < 8; ++i) {
            live.push_back(std::make_shared<LiveSeries>());
            lines.push_back(line(QStringLiteral("node%1").arg(i), live.back(), i));
        }
        Shown shown(lines);
        std::atomic<bool> stop = false;
        std::thread writer([&] {
            for (std::int64_t i = 0; !stop; ++i)
                for (const auto& one : live)
                    one->append(plotStart + i * 1'000'000, double(i % 100));
        });
        QSignalSpy frames(shown.canvas, &TimelineCanvas::frameChanged);
        QTRY_VERIFY(frames.count() >= 5);
        shown.plot.setFollowing(true);
        QTRY_VERIFY(frames.count() >= 10);
        shown.plot.setSeries({lines[0]});
        QTRY_VERIFY(frames.count() >= 12);
        stop = true;
        writer.join();
    }

    void closedWhileDrawing()
    {
        for (int i = 0; i < 5; ++i) {
            auto shown = std::make_unique<Shown>();
            shown->wheel(plotStart + plotSecond, 120);
            shown.reset();
        }
        QTest::qWait(50);
    }
};

QTEST_MAIN(TestTimelinePlot)
#include "tst_timeline_plot.moc"
