// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/grid/shots.h"
#include "tests/ui/trace/made_traffic.h"
#include "tests/ui/trace/trace_page_test.h"
#include "ui/base/empty_state.h"
#include "ui/base/table_view.h"
#include "ui/trace/clock_panel.h"
#include "ui/trace/trace_plot.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>
#include <QToolButton>
#include <QtTest>

#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

class TestTraceStates : public test::TracePageTest
{
    Q_OBJECT

private Q_SLOTS:
    void damagedFile();
    void emptyCapture();
    void cancelledBeforeAnything();
    void showsWhileReading();
    void closedWhileLoading();
    void closedWhileListing();
    void largeCapture();
    void pictures();
};

void TestTraceStates::damagedFile()
{
    openStar(30); // within the last packet
    auto* badge = child<QToolButton>("traceDamage");
    QVERIFY(badge->isVisible());
    badge->click();
    auto* tabs = child<QTabWidget>("traceTabs");
    QCOMPARE(tabs->currentIndex(), static_cast<int>(TracePage::IssueTab));
    auto* table = child<QTableView>("traceIssues");
    QVERIFY(table->model()->rowCount() >= 1);
    QCOMPARE(m_page->session().trace()->summary.packets.all, std::uint64_t(901));
}

void TestTraceStates::emptyCapture()
{
    test::writeBytes(path("none.pcap").toStdString(), test::pcapFile({}, {}));
    open({path("none.pcap")});
    auto* empty = child<EmptyState>("traceEmpty");
    QVERIFY(empty->isVisible());
    QVERIFY(empty->text().startsWith(QStringLiteral("No packets")));
    QVERIFY(!child<QAction>("openInWireshark")->isEnabled());
}

void TestTraceStates::cancelledBeforeAnything()
{
    m_page = std::make_unique<TracePage>(QStringList{QStringLiteral("any.pcap")}, *m_settings);
    m_page->session().setReader(
        [](const auto&, const auto&, const JobContext& job) -> Result<analysis::TrafficSummary> {
            while (!job.cancelled())
                std::this_thread::sleep_for(1ms);
            return fail(ErrorCode::Cancelled, "stopped");
        });
    m_page->show();
    m_page->reload();
    auto* empty = child<EmptyState>("traceEmpty");
    QVERIFY(empty->text().startsWith(QStringLiteral("Reading")));
    QTRY_VERIFY(child<QToolButton>("cancelJob")->isVisible()); // after 200 ms
    child<QToolButton>("cancelJob")->click();
    QVERIFY(empty->text().startsWith(QStringLiteral("Nothing was read")));
}

void TestTraceStates::showsWhileReading()
{
    m_page = std::make_unique<TracePage>(QStringList{QStringLiteral("any.pcap")}, *m_settings);
    std::atomic<int> step = 0;
    m_page->session().setReader([&step](const auto&, const analysis::AnalysisRequest& request,
                                        const JobContext& job) -> Result<analysis::TrafficSummary> {
        for (std::uint32_t flows = 2; flows <= 4 && !job.cancelled(); ++flows) {
            request.onPartial(test::madeTraffic({4, flows, 8, 10, 1}));
            while (step < static_cast<int>(flows) && !job.cancelled())
                std::this_thread::sleep_for(1ms);
        }
        return test::madeTraffic({4, 5, 8, 10, 1});
    });
    m_page->show();
    m_page->reload();
    QTRY_COMPARE(rows(TracePage::FlowTab), 2);
    QVERIFY(child<QLabel>("traceCounts")->text().contains(QStringLiteral("reading")));
    QVERIFY(!child<QAction>("savePackets")->isEnabled());
    // What is selected stays selected while more arrives.
    m_page->table(TracePage::FlowTab).view().selectRow(0);
    const std::uint32_t chosen = m_page->focus().rows.front();
    step = 2;
    QTRY_COMPARE(rows(TracePage::FlowTab), 3);
    step = 5;
    QTRY_COMPARE(rows(TracePage::FlowTab), 5);
    settle();
    QCOMPARE(m_page->focus().rows, (std::vector<std::uint32_t>{chosen}));
    QCOMPARE(m_page->table(TracePage::FlowTab).view().selectionModel()->selectedRows().size(), 1);
    QVERIFY(!child<QLabel>("traceCounts")->text().contains(QStringLiteral("read")));
}

void TestTraceStates::closedWhileLoading()
{
    m_page = std::make_unique<TracePage>(QStringList{QStringLiteral("any.pcap")}, *m_settings);
    m_page->session().setReader([](const auto&, const analysis::AnalysisRequest& request,
                                   const JobContext& job) -> Result<analysis::TrafficSummary> {
        while (!job.cancelled())
            request.onPartial(test::madeTraffic());
        return fail(ErrorCode::Cancelled, "stopped");
    });
    m_page->show();
    m_page->reload();
    QTRY_VERIFY(m_page->hasContent());
    m_page.reset();
    QElapsedTimer clock;
    clock.start();
    QThreadPool::globalInstance()->waitForDone();
    QVERIFY(clock.elapsed() < 2000);
    QTest::qWait(20);
}

void TestTraceStates::closedWhileListing()
{
    openStar();
    m_page->showTab(TracePage::PacketTab);
    m_page.reset();
    QTest::qWait(50);
}

void TestTraceStates::largeCapture()
{
    const QStringList files = qEnvironmentVariable("MR_CAPTURE").split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (files.isEmpty())
        QSKIP("MR_CAPTURE names no files");
    m_page = std::make_unique<TracePage>(files, *m_settings);
    m_page->resize(1280, 690);
    m_page->show();
    QTest::qWait(100);
    // The longest time in which the window did not react.
    QElapsedTimer clock, sinceTick;
    qint64 longest = 0;
    QTimer tick;
    connect(&tick, &QTimer::timeout, this, [&] { longest = std::max(longest, sinceTick.restart()); });
    const auto said = [&](const char* what) {
        qInfo("%s: %lld ms; longest pause %lld ms", what, clock.elapsed(), longest);
        longest = 0;
        clock.restart();
        sinceTick.restart();
    };
    tick.start(1);
    clock.start();
    sinceTick.start();
    QSignalSpy pictured(&m_page->plot(), &TracePlot::shown), loaded(m_page.get(), &DocumentPage::loaded);
    m_page->reload();
    QVERIFY(pictured.wait(60'000));
    qInfo("first picture: %lld ms, %llu packets", clock.elapsed(),
          static_cast<unsigned long long>(m_page->session().trace()->summary.packets.all));
    QVERIFY(!loaded.isEmpty() || loaded.wait(120'000));
    said("complete");
    qInfo("%llu packets, %zu flows", static_cast<unsigned long long>(m_page->session().trace()->summary.packets.all),
          m_page->session().trace()->summary.flows.size());
    QTest::qWait(300);
    said("shown");
    m_page->reload();
    QVERIFY(loaded.wait(120'000));
    said("again, from the cache");
    for (int tab = 1; tab < TracePage::TabCount; ++tab) {
        m_page->showTab(static_cast<Tab>(tab));
        QTest::qWait(50);
        if (tab == TracePage::PacketTab)
            QTRY_VERIFY_WITH_TIMEOUT(rows(TracePage::PacketTab) > 0, 60'000);
        settle();
        said(qPrintable(QStringLiteral("tab %1").arg(tab)));
    }
    m_page->showTab(TracePage::PacketTab);
    m_page->table(TracePage::PacketTab).view().selectAll();
    said("all packets selected");
    m_page->table(TracePage::PacketTab).model().sort(PacketTable::LengthColumn, Qt::DescendingOrder);
    settle();
    said("sorted by length");
    QTest::qWait(300);
    said("drawn");
}

void TestTraceStates::pictures()
{
    if (qEnvironmentVariableIsEmpty("MR_SHOTS"))
        QSKIP("MR_SHOTS names no folder");
    const QStringList files = qEnvironmentVariable("MR_CAPTURE").split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (files.isEmpty())
        openStar(30);
    else
        open(files);
    test::shoot(*m_page, "trace-flows", {1280, 690});
    for (int tab = 1; tab < TracePage::TabCount; ++tab) {
        m_page->showTab(static_cast<Tab>(tab));
        if (tab == TracePage::ClockTab && m_page->files().size() > 1) {
            m_page->clocks().measure();
            QTRY_VERIFY_WITH_TIMEOUT(!m_page->clocks().job().isRunning(), 60'000);
        }
        settle();
        QTest::qWait(files.isEmpty() ? 100 : 3000);
        test::shoot(*m_page, QByteArray("trace-").append(QByteArray::number(tab)).constData(), {1280, 690});
    }
}

QTEST_MAIN(TestTraceStates)
#include "tst_trace_states.moc"
