// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_tunnels.h"
#include "tests/ui/trace/trace_page_test.h"
#include "ui/figures/report_table_model.h"
#include "ui/trace/clock_panel.h"
#include "ui/trace/protocol_panel.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>

using namespace millrace;
using namespace millrace::ui;

/// How a page reads its captures: on which clocks, and how deep.
class TestTraceReading : public test::TracePageTest
{
    Q_OBJECT

private Q_SLOTS:
    void putsCapturesOnOneClock();
    void looksIntoTunnels();
};

void TestTraceReading::putsCapturesOnOneClock()
{
    // The same packets at both ends of a link with 100 µs of delay; the second clock is 3 ms ahead.
    std::vector<test::MadeRecord> one, two;
    const std::int64_t start = test::madeEpoch * 1'000'000'000;
    for (int i = 0; i < 400; ++i) {
        const bool back = i % 2 != 0;
        test::TcpFields data;
        data.source = back ? 5001 : 40000;
        data.destination = back ? 40000 : 5001;
        data.sequence = static_cast<std::uint32_t>(i) * 500;
        data.payload = 500;
        test::Ipv4Fields ip;
        ip.source = back ? 0x0a000002 : 0x0a000001;
        ip.destination = back ? 0x0a000001 : 0x0a000002;
        ip.id = static_cast<std::uint16_t>(i);
        const test::Bytes frame =
            test::wrapped(test::Wrapping::Ethernet, {"data", 0x0800, test::ipv4(ip, test::tcp(data))});
        const std::int64_t time = start + i * 1'000'000LL;
        one.push_back({time + (back ? 100'000 : 0), frame});
        two.push_back({time + (back ? 0 : 100'000) + 3'000'000, frame});
    }
    test::writeBytes(path("one.pcap").toStdString(), test::pcapFile({}, one));
    test::writeBytes(path("two.pcap").toStdString(), test::pcapFile({}, two));
    open({path("one.pcap"), path("two.pcap")});
    const std::int64_t before = m_page->session().trace()->range().length();
    m_page->showTab(TracePage::ClockTab);
    QSignalSpy measured(&m_page->clocks(), &ClockPanel::measured);
    child<QPushButton>("measureClocks")->click();
    QVERIFY(measured.wait());
    const analysis::CaptureClock& second = m_page->clocks().clocks().captures.at(1);
    QVERIFY2(second.known, second.reason.c_str());
    QVERIFY(std::abs(second.offset - 0.003) < 150e-6);
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    QTRY_VERIFY(child<QPushButton>("applyClocks")->isEnabled());
    child<QPushButton>("applyClocks")->click();
    QVERIFY(loaded.wait());
    const std::int64_t after = m_page->session().trace()->range().length();
    QVERIFY2(before - after > 2'000'000, qPrintable(QString::number(before - after)));
    QVERIFY(child<QPushButton>("resetClocks")->isEnabled());
    // The corrected captures as one: each packet once.
    QCOMPARE(m_page->session().trace()->summary.packets.all, std::uint64_t(800));
    child<QCheckBox>("oneClock")->click();
    QVERIFY(loaded.wait());
    QCOMPARE(m_page->session().trace()->summary.packets.all, std::uint64_t(400));
    child<QCheckBox>("oneClock")->click();
    QVERIFY(loaded.wait());
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), 800);
}

void TestTraceReading::looksIntoTunnels()
{
    std::vector<test::MadeRecord> records;
    for (test::TunnelFrame& made : test::tunnelFrames())
        records.push_back({test::madeEpoch * 1'000'000'000 + static_cast<std::int64_t>(records.size()) * 1'000'000,
                           std::move(made.frame)});
    test::writeBytes(path("tunnels.pcap").toStdString(), test::pcapFile({}, records));
    open({path("tunnels.pcap")});
    const auto isSource = [this](const char* address) {
        const auto& addresses = m_page->session().trace()->addresses;
        return std::ranges::find(addresses, QString::fromLatin1(address)) != addresses.end();
    };
    QVERIFY(isSource("192.168.0.1"));
    QVERIFY(!isSource("172.16.0.1"));
    m_page->showTab(TracePage::ProtocolTab);
    const report::Table& before = m_page->protocols().model().table();
    const auto has = [&before](const char* name) {
        return std::ranges::any_of(before.rows,
                                   [name](const auto& row) { return row[0] == report::Cell(std::string(name)); });
    };
    QVERIFY(has("IPv4 / GRE") && has("MPLS"));
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    child<QCheckBox>("lookIntoTunnels")->click();
    QVERIFY(loaded.wait());
    settle();
    QVERIFY(m_page->session().request().options.tunnels);
    QVERIFY(!has("MPLS"));
    QVERIFY(m_page->session().trace()->summary.packets.tunnelled > 20);
    // The packets of a flow within are found again in the file.
    m_page->showTab(TracePage::PacketTab);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), static_cast<int>(records.size()));
    TraceFocus focus;
    focus.kind = TraceFocus::Kind::Flows;
    const auto& flows = m_page->session().trace()->summary.flows;
    const auto inner = std::ranges::find(flows, std::uint16_t(5001), &analysis::Flow::destinationPort);
    QVERIFY(inner != flows.end());
    focus.rows = {static_cast<std::uint32_t>(inner - flows.begin())};
    m_page->setFocus(focus);
    settle();
    QCOMPARE(rows(TracePage::PacketTab), static_cast<int>(inner->packets));
    QVERIFY(inner->packets > 10);
}

QTEST_MAIN(TestTraceReading)
#include "tst_trace_reading.moc"
