// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/trace/trace_page_test.h"
#include "ui/base/empty_state.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/distribution_panel.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/group_tables.h"
#include "ui/trace/lane_view.h"
#include "ui/trace/matrix_panel.h"
#include "ui/trace/trace_plot.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestTracePage : public test::TracePageTest
{
    Q_OBJECT

private Q_SLOTS:
    void showsASmallCapture();
    void timeInThePlotNarrowsTables();
    void timeByKeys();
    void dragMarksWhenChosen();
    void rowsNarrowPlotAndPackets();
    void chipsTakeAway();
    void showOnlyAndExclude();
    void matrixAndLanesSelect();
    void filtersPackets();
    void wrongFilterIsSaidAtTheField();
    void narrowerBins();
    void distributions();
    void everythingHasAName();

private:
    void dragInPlot(double from, double to);
};

void TestTracePage::dragInPlot(double from, double to)
{
    TimelinePlot& plot = m_page->plot().plot();
    auto* canvas = plot.findChild<QWidget*>(QStringLiteral("timelineCanvas"));
    // The cursor says which time is under a place; two of them tell all others.
    const auto timeAt = [&](int x) {
        QTest::mouseMove(canvas, {x, canvas->height() / 2});
        return plot.timeCursor().value_or(0);
    };
    constexpr int left = 200, right = 600;
    const auto first = timeAt(left);
    const double perPixel = static_cast<double>(timeAt(right) - first) / (right - left);
    const auto placeOf = [&](double share) {
        const double wanted =
            static_cast<double>(plot.view().begin - first) + share * static_cast<double>(plot.view().length());
        return QPoint(left + static_cast<int>(std::lround(wanted / perPixel)), canvas->height() / 2);
    };
    const QPoint begin = placeOf(from), end = placeOf(to);
    QTest::mousePress(canvas, Qt::LeftButton, Qt::ShiftModifier, begin);
    QTest::mouseMove(canvas, (begin + end) / 2);
    QTest::mouseMove(canvas, end);
    QTest::mouseRelease(canvas, Qt::LeftButton, Qt::ShiftModifier, end);
}

void TestTracePage::showsASmallCapture()
{
    openStar();
    QCOMPARE(m_page->title(), QStringLiteral("star.pcap"));
    QVERIFY(child<QLabel>("traceCounts")->text().contains(QStringLiteral("902")));
    QCOMPARE(rows(TracePage::FlowTab), 6);
    // The largest first.
    QCOMPARE(number(TracePage::FlowTab, 0, FlowTable::PacketsColumn), 200);
    QCOMPARE(number(TracePage::FlowTab, 0, FlowTable::BytesColumn), 200 * 1000);
    QCOMPARE(m_page->plot().plot().series().size(), std::size_t(1));
    m_page->showTab(TracePage::NodeTab);
    settle();
    QCOMPARE(rows(TracePage::NodeTab), 4);
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 902);
    QCOMPARE(number(TracePage::PacketTab, 0, PacketTable::NumberColumn), 1);
    QVERIFY(!child<QToolButton>("traceDamage")->isVisible());
    QVERIFY(m_page->activities().isEmpty());
}

void TestTracePage::timeInThePlotNarrowsTables()
{
    openStar();
    // The capture ends after 700 ms; the second node is sent to from 250 to 450 ms.
    dragInPlot(0.0, 0.3);
    settle();
    QVERIFY(m_page->focus().time.has_value());
    const TimeRange time = *m_page->focus().time;
    const std::int64_t start = m_page->session().trace()->summary.first;
    QCOMPARE(time.begin, start);
    QVERIFY(time.end > start + 200'000'000 && time.end < start + 220'000'000);
    QCOMPARE(rows(TracePage::FlowTab), 2);
    QCOMPARE(number(TracePage::FlowTab, 0, FlowTable::PacketsColumn), 200);
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 302);
    // Half of the second flow.
    TraceFocus focus;
    focus.time = TimeRange{start + 250'000'000, start + 350'000'000};
    m_page->setFocus(focus);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 150);
    m_page->showTab(TracePage::FlowTab);
    settle();
    QCOMPARE(number(TracePage::FlowTab, 0, FlowTable::PacketsColumn), 100);
    m_page->showTab(TracePage::PairTab);
    settle();
    QCOMPARE(rows(TracePage::PairTab), 2);
    QCOMPARE(number(TracePage::PairTab, 0, PairTable::BytesColumn), 100 * 1000);
    // Escape in the plot takes the time away.
    QTest::keyClick(m_page->plot().plot().findChild<QWidget*>(QStringLiteral("timelineCanvas")), Qt::Key_Escape);
    settle();
    QVERIFY(!m_page->focus().time);
    QCOMPARE(rows(TracePage::PairTab), 6);
}

void TestTracePage::timeByKeys()
{
    openStar();
    TimelinePlot& plot = m_page->plot().plot();
    auto* canvas = plot.findChild<QWidget*>(QStringLiteral("timelineCanvas"));
    const auto cursorTo = [&](int x) {
        QTest::mouseMove(canvas, {x, 60});
        return plot.timeCursor().value_or(0);
    };
    const std::int64_t begin = cursorTo(300);
    QTest::keyClick(canvas, Qt::Key_B);
    const std::int64_t end = cursorTo(500);
    QTest::keyClick(canvas, Qt::Key_E);
    const std::int64_t width = m_page->session().trace()->summary.bins.width;
    QVERIFY(m_page->focus().time.has_value());
    const TimeRange time = *m_page->focus().time;
    QVERIFY(time.begin <= begin && begin < time.begin + width);
    QVERIFY(time.end >= end && end > time.end - width);
    QVERIFY(plot.timeSelection() == time);
    QTest::keyClick(canvas, Qt::Key_Z);
    QVERIFY(plot.view() == time);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(!m_page->focus().time && !plot.timeSelection());
}

void TestTracePage::dragMarksWhenChosen()
{
    openStar();
    TimelinePlot& plot = m_page->plot().plot();
    auto* canvas = plot.findChild<QWidget*>(QStringLiteral("timelineCanvas"));
    const auto drag = [&](Qt::KeyboardModifiers keys) {
        QTest::mousePress(canvas, Qt::LeftButton, keys, {300, 60});
        QTest::mouseMove(canvas, {400, 60});
        QTest::mouseMove(canvas, {500, 60});
        QTest::mouseRelease(canvas, Qt::LeftButton, keys, {500, 60});
    };
    const TimeRange all = plot.view();
    drag(Qt::NoModifier);
    QVERIFY(plot.view() != all && !m_page->focus().time); // moved
    plot.fit();
    child<QAction>("markTime")->trigger();
    drag(Qt::NoModifier);
    QVERIFY(plot.view() == all && m_page->focus().time);
    drag(Qt::ShiftModifier);
    QVERIFY(plot.view() != all); // now Shift moves
    QTest::keyClick(canvas, Qt::Key_Home); // the application forgets that Shift was held
}

void TestTracePage::rowsNarrowPlotAndPackets()
{
    openStar();
    TablePanel& flows = m_page->table(TracePage::FlowTab);
    flows.view().selectRow(1);
    settle();
    QCOMPARE(m_page->focus().rows.size(), std::size_t(1));
    QTRY_COMPARE(m_page->plot().plot().series().size(), std::size_t(2));
    const std::uint32_t chosen = m_page->focus().rows.front();
    QCOMPARE(m_page->plot().plot().series().back().name, flowName(*m_page->session().trace(), chosen));
    QCOMPARE(rows(TracePage::FlowTab), 6); // its own table stays
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 200);
    m_page->showTab(TracePage::BurstTab);
    settle();
    for (int row = 0; row < rows(TracePage::BurstTab); ++row)
        QCOMPARE(
            m_page->session().trace()->summary.bursts[m_page->table(TracePage::BurstTab).model().traceRow(row)].flow,
            chosen);
    // The selection survives sorting and is still there when the tab comes back.
    flows.model().sort(FlowTable::StartColumn, Qt::DescendingOrder);
    m_page->showTab(TracePage::FlowTab);
    settle();
    QCOMPARE(flows.view().selectionModel()->selectedRows().size(), 1);
    QCOMPARE(flows.model().traceRow(flows.view().selectionModel()->selectedRows().front().row()), chosen);
    // Another kind of rows takes over.
    m_page->showTab(TracePage::NodeTab);
    settle();
    m_page->table(TracePage::NodeTab).view().selectRow(0);
    QVERIFY(m_page->focus().kind == TraceFocus::Kind::Nodes);
    QVERIFY(flows.selected().empty());
}

void TestTracePage::chipsTakeAway()
{
    openStar();
    QVERIFY(!child<QToolButton>("chipClear")->isVisible());
    TraceFocus focus;
    focus.kind = TraceFocus::Kind::Flows;
    focus.rows = {0, 2};
    focus.only = std::vector<std::uint32_t>{0, 1, 2, 3};
    focus.time = snapToBins(*m_page->session().trace(), m_page->session().trace()->range());
    m_page->setFocus(focus);
    for (const char* chip : {"chipSelection", "chipOnly", "chipTime", "chipClear"})
        QVERIFY2(child<QToolButton>(chip)->isVisible(), chip);
    child<QToolButton>("chipSelection")->click();
    QVERIFY(m_page->focus().kind == TraceFocus::Kind::None);
    child<QToolButton>("chipTime")->click();
    QVERIFY(!m_page->focus().time);
    child<QToolButton>("chipOnly")->click();
    QVERIFY(m_page->focus().isEmpty());
    m_page->setFocus(focus);
    child<QToolButton>("chipClear")->click();
    QVERIFY(m_page->focus().isEmpty());
    QVERIFY(!child<QToolButton>("chipClear")->isVisible());
}

void TestTracePage::showOnlyAndExclude()
{
    openStar();
    TablePanel& flows = m_page->table(TracePage::FlowTab);
    const auto trigger = [&](const QString& text) {
        Q_EMIT flows.view().customContextMenuRequested({10, 10});
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        for (QAction* action : menu->actions())
            if (action->text().remove(QLatin1Char('&')) == text) {
                QVERIFY(action->isEnabled());
                action->trigger();
            }
        menu->close();
        settle();
    };
    flows.view().selectRow(0);
    const std::uint32_t first = m_page->focus().rows.front();
    trigger(QStringLiteral("Exclude these"));
    QCOMPARE(rows(TracePage::FlowTab), 5);
    for (int row = 0; row < 5; ++row)
        QVERIFY(flows.model().traceRow(row) != first);
    flows.view().selectRow(0);
    trigger(QStringLiteral("Show only these"));
    QCOMPARE(rows(TracePage::FlowTab), 1);
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 200);
}

void TestTracePage::matrixAndLanesSelect()
{
    openStar();
    m_page->showTab(TracePage::MatrixTab);
    QTRY_COMPARE(m_page->matrix().model().rowCount(), 4);
    const QModelIndex cell = m_page->matrix().model().index(0, 2);
    m_page->matrix().view().selectionModel()->select(cell, QItemSelectionModel::ClearAndSelect);
    QVERIFY(m_page->focus().kind == TraceFocus::Kind::Pairs);
    QCOMPARE(pairName(*m_page->session().trace(), m_page->focus().rows.front()), QStringLiteral("10.0.0.1 → 10.0.0.3"));
    m_page->setFocus({});
    m_page->showTab(TracePage::LaneTab);
    QTRY_COMPARE(m_page->lanes().lanes().size(), std::size_t(6));
    QTRY_VERIFY(!m_page->lanes().image().isNull());
    QTest::keyClick(&m_page->lanes(), Qt::Key_Down);
    QVERIFY(m_page->focus().kind == TraceFocus::Kind::Flows);
    QCOMPARE(m_page->focus().rows.front(), m_page->lanes().lanes().front());
    QTest::keyClick(&m_page->lanes(), Qt::Key_Down);
    QCOMPARE(m_page->focus().rows.front(), m_page->lanes().lanes()[1]);
}

void TestTracePage::filtersPackets()
{
    openStar();
    auto* line = child<QLineEdit>("packetFilter");
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    line->setFocus();
    line->setText(QStringLiteral("dst host 10.0.0.3"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(loaded.wait());
    settle();
    QCOMPARE(rows(TracePage::FlowTab), 1);
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 200);
    // None: says so, and offers the way back.
    line->setText(QStringLiteral("udp port 9"));
    QTest::keyClick(line, Qt::Key_Return);
    auto* empty = child<EmptyState>("traceEmpty");
    QTRY_VERIFY(empty->isVisible() && empty->text().startsWith(QStringLiteral("No packet passes")));
    QVERIFY(empty->findChild<QToolButton*>());
    empty->findChild<QToolButton*>()->click();
    QTRY_VERIFY(!empty->isVisible());
    QVERIFY(line->text().isEmpty());
}

void TestTracePage::wrongFilterIsSaidAtTheField()
{
    openStar();
    QSignalSpy failed(m_page.get(), &DocumentPage::failed);
    m_page->applyFilter(QStringLiteral("host and"));
    auto* problem = child<QLabel>("packetFilterProblem");
    QTRY_VERIFY(problem->isVisible());
    QVERIFY(!problem->text().isEmpty());
    QVERIFY(failed.isEmpty());
    QCOMPARE(rows(TracePage::FlowTab), 6); // what was shown stays
    m_page->applyFilter({});
    QTRY_VERIFY(!problem->isVisible());
}

void TestTracePage::narrowerBins()
{
    openStar();
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    auto* bins = child<QComboBox>("traceBins");
    bins->setCurrentIndex(bins->findData(100'000));
    Q_EMIT bins->activated(bins->currentIndex());
    QVERIFY(loaded.wait());
    QCOMPARE(m_page->session().trace()->summary.bins.width, std::int64_t(100'000));
    bins->setCurrentIndex(bins->findData(10'000'000));
    Q_EMIT bins->activated(bins->currentIndex());
    QTest::qWait(100);
    QCOMPARE(loaded.size(), 1); // wider ones need no reading
}

void TestTracePage::distributions()
{
    openStar();
    m_page->showTab(TracePage::DistributionTab);
    for (const auto kind : {DistributionKind::PacketSizes, DistributionKind::InterArrivals, DistributionKind::FlowSizes,
                            DistributionKind::FlowDurations, DistributionKind::FlowArrivals, DistributionKind::Peaks}) {
        const report::FigureSpec figure = distributionFigure(*m_page->session().trace(), {}, kind);
        QVERIFY(!figure.series.empty());
        QVERIFY(!figure.caption.empty());
        m_page->distributions().setKind(kind);
        QTRY_COMPARE(m_page->distributions().figureView().figure().name, figure.name);
    }
    // 600 of 900 frames have 1000 B, 300 have 54 B, two are ARP requests of 42 B.
    const report::FigureSpec sizes = distributionFigure(*m_page->session().trace(), {}, DistributionKind::PacketSizes);
    const auto& points = sizes.series.front().points;
    QCOMPARE(points.size(), std::size_t(3));
    QCOMPARE(points[1].x, 54.0);
    QCOMPARE(points[1].y, 302.0 / 902.0);
    QCOMPARE(points[2].x, 1000.0);
    QCOMPARE(points[2].y, 1.0);
    const report::FigureSpec arrivals =
        distributionFigure(*m_page->session().trace(), {}, DistributionKind::FlowArrivals);
    double flows = 0;
    for (const report::FigurePoint& point : arrivals.series.front().points)
        flows += point.y;
    QCOMPARE(flows, 6.0);
}

void TestTracePage::everythingHasAName()
{
    openStar();
    for (const QWidget* widget : m_page->findChildren<QWidget*>()) {
        const bool operable = qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget)
            || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QTableView*>(widget);
        const bool internal = widget->objectName().startsWith(QStringLiteral("qt_"))
            || widget->inherits("QTableCornerButton") || widget->parentWidget()->inherits("QLineEdit")
            || widget->parentWidget()->inherits("QTabBar") || widget->inherits("QToolBarExtension");
        if (!operable || internal)
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 qPrintable(widget->objectName() + QLatin1Char(' ')
                            + QString::fromLatin1(widget->metaObject()->className())));
    }
}

QTEST_MAIN(TestTracePage)
#include "tst_trace_page.moc"
