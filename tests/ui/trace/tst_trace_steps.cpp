// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/trace/trace_page_test.h"
#include "ui/base/table_view.h"
#include "ui/trace/correlation_figure.h"
#include "ui/trace/step_model.h"
#include "ui/trace/step_panel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>

using namespace millrace;
using namespace millrace::ui;

/// The tab Steps of the page of captures.
class TestTraceSteps : public test::TracePageTest
{
    Q_OBJECT

private Q_SLOTS:
    void findsSteps();
    void stepsAreOfTheFlowsOfTheJob();
    void marksStandOnThePeaks();
};

void TestTraceSteps::findsSteps()
{
    // Twenty steps, 60 ms of traffic every 200 ms.
    std::vector<test::MadeRecord> records;
    const std::int64_t start = test::madeEpoch * 1'000'000'000;
    for (int step = 0; step < 20; ++step)
        for (int i = 0; i < 60; ++i) {
            test::TcpFields data;
            data.sequence = static_cast<std::uint32_t>(step * 60 + i) * 946;
            data.payload = 946;
            records.push_back(
                {start + step * 200'000'000LL + i * 1'000'000LL,
                 test::wrapped(test::Wrapping::Ethernet, {"data", 0x0800, test::ipv4({}, test::tcp(data))})});
        }
    test::writeBytes(path("steps.pcap").toStdString(), test::pcapFile({}, records));
    open({path("steps.pcap")});
    QSignalSpy detected(&m_page->steps(), &StepPanel::detected);
    m_page->showTab(TracePage::StepTab);
    QVERIFY(detected.wait());
    const analysis::StepDetection& found = m_page->steps().detection();
    QCOMPARE(found.steps.size(), std::size_t(20));
    QVERIFY(std::abs(found.period - 0.2) < 0.001);
    QAbstractItemModelTester tester(&m_page->steps().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(m_page->steps().model().rowCount(), 20);
    QVERIFY(child<QLabel>("stepText")->text().contains(QStringLiteral("200 ms"))
            || child<QLabel>("stepText")->text().contains(QStringLiteral("200\u00a0ms")));
    // A step is marked, and stays in the list of all.
    m_page->steps().view().selectRow(3);
    Q_EMIT m_page->steps().view().activated(m_page->steps().model().index(3, 0));
    QVERIFY(m_page->focus().time.has_value());
    QVERIFY(m_page->focus().time->contains(start + 3 * 200'000'000LL));
    settle();
    QCOMPARE(m_page->steps().model().rowCount(), 20);
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 60);
}

void TestTraceSteps::stepsAreOfTheFlowsOfTheJob()
{
    // Twenty steps every 200 ms, and short requests all the time.
    std::vector<test::MadeRecord> records;
    const std::int64_t start = test::madeEpoch * 1'000'000'000;
    const auto send = [&](std::int64_t time, std::uint16_t from, std::uint16_t to, std::uint32_t sequence) {
        test::TcpFields data;
        data.source = from;
        data.destination = to;
        data.sequence = sequence;
        data.payload = 946;
        records.push_back(
            {start + time, test::wrapped(test::Wrapping::Ethernet, {"data", 0x0800, test::ipv4({}, test::tcp(data))})});
    };
    for (int ms = 0; ms < 4000; ++ms) {
        if (ms % 200 < 60)
            send(ms * 1'000'000LL, 40'000, 5001, static_cast<std::uint32_t>(ms) * 946);
        if (ms % 7 == 0)
            send(ms * 1'000'000LL + 500'000, static_cast<std::uint16_t>(50'000 + ms / 70), 8080,
                 static_cast<std::uint32_t>(ms) * 946);
    }
    test::writeBytes(path("requests.pcap").toStdString(), test::pcapFile({}, records));
    open({path("requests.pcap")});
    QSignalSpy detected(&m_page->steps(), &StepPanel::detected);
    m_page->showTab(TracePage::StepTab);
    QVERIFY(detected.wait());
    QCOMPARE(m_page->steps().detection().steps.size(), std::size_t(20));
    QVERIFY(m_page->steps().detection().reliable);
    QCOMPARE(m_page->steps().flows().flows.size(), std::size_t(1));
    QVERIFY(child<QLabel>("stepFlows")->text().contains(QStringLiteral("1 of 59")));
    QVERIFY(!child<QLabel>("stepDoubt")->isVisible());
    // All flows together have no steps to rely on, and the page says so.
    auto* choice = child<QComboBox>("stepChoice");
    choice->setCurrentIndex(choice->findData(StepPanel::FlowsInFocus));
    Q_EMIT choice->activated(choice->currentIndex());
    QVERIFY(detected.wait());
    QCOMPARE(m_page->steps().flows().flows.size(), std::size_t(59));
    choice->setCurrentIndex(choice->findData(StepPanel::JobFlows));
    Q_EMIT choice->activated(choice->currentIndex());
    QVERIFY(detected.wait());
    // The flows that were used, selected everywhere.
    child<QPushButton>("selectStepFlows")->click();
    settle();
    QCOMPARE(m_page->focus().kind, TraceFocus::Kind::Flows);
    QCOMPARE(m_page->focus().rows, m_page->steps().flows().flows);
    QTRY_COMPARE(m_page->steps().flows().basis, analysis::FlowBasis::Chosen);
    QVERIFY(!choice->isEnabled());
    QCOMPARE(m_page->steps().detection().steps.size(), std::size_t(20));
}

void TestTraceSteps::marksStandOnThePeaks()
{
    analysis::Periodicity found;
    found.found = true;
    found.sampling = 0.001;
    found.period = 0.1004; // not a multiple of the bins
    for (int lag = 0; lag < 2000; ++lag)
        found.correlation.push_back(std::cos(2 * 3.141592653589793 * lag / 100.4));
    const report::FigureSpec figure = correlationFigure(found);
    QCOMPARE(figure.series.size(), std::size_t(2));
    QVERIFY(figure.series[0].curve); // no marks on the line
    const auto& peaks = figure.series[1].points;
    QCOMPARE(peaks.size(), std::size_t(8));
    for (std::size_t i = 0; i < peaks.size(); ++i) {
        QVERIFY(std::abs(peaks[i].x - 0.1004 * static_cast<double>(i + 1)) <= 0.001);
        QVERIFY(peaks[i].y > 0.999);
    }
    found.found = false;
    QCOMPARE(correlationFigure(found).series.size(), std::size_t(1));
    QVERIFY(correlationFigure({}).series.empty());
    QVERIFY(!correlationFigure({}).note.empty());
}

QTEST_MAIN(TestTraceSteps)
#include "tst_trace_steps.moc"
