// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/trace/trace_page_test.h"
#include "ui/base/search_line.h"
#include "ui/base/table_view.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/trace_exports.h"

#include <QClipboard>
#include <QFileDialog>
#include <QMessageBox>
#include <QSignalSpy>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestTraceExports : public test::TracePageTest
{
    Q_OBJECT

private Q_SLOTS:
    void csvHoldsWhatIsShown();
    void savesThePacketsShown();
    void opensWireshark();
    void wiresharkMissing();
};

void TestTraceExports::csvHoldsWhatIsShown()
{
    openStar();
    TablePanel& flows = m_page->table(TracePage::FlowTab);
    flows.filterLine().search(QStringLiteral("dport=5001"));
    settle();
    QCOMPARE(rows(TracePage::FlowTab), 3);
    QSignalSpy noticed(m_page.get(), &DocumentPage::noticed);
    m_page->exports().writeTable(path("flows.csv"), flows.model().arranged(), flows.shownColumns());
    QVERIFY(noticed.wait());
    QFile file(path("flows.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines.front().split(QLatin1Char(',')).size(), flows.view().visibleSections().size());
    for (int row = 0; row < 3; ++row) {
        const QStringList cells = lines.at(row + 1).split(QLatin1Char(','));
        QCOMPARE(cells.at(2), flows.model().index(row, FlowTable::DestinationColumn).data().toString());
        QVERIFY(cells.contains(QStringLiteral("200000")));
    }
    // Copied rows are those that are selected, as they are shown.
    flows.view().selectAll();
    m_page->activateWindow();
    flows.view().setFocus();
    QTRY_VERIFY(flows.view().hasFocus());
    QTest::keySequence(&flows.view(), QKeySequence::Copy);
    QTRY_COMPARE(noticed.size(), 2);
    const QStringList copied = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(copied.size(), 4);
    QCOMPARE(copied.front().split(QLatin1Char('\t')), flows.view().visibleColumns());
    QVERIFY(copied.at(1).contains(QStringLiteral("200,000")) || copied.at(1).contains(QStringLiteral("200000")));
}

void TestTraceExports::savesThePacketsShown()
{
    openStar();
    m_page->table(TracePage::FlowTab).view().selectRow(0);
    settle();
    QSignalSpy noticed(m_page.get(), &DocumentPage::noticed);
    m_page->exports().writePackets(path("part.pcap"), m_page->session().trace(), m_page->focus());
    QVERIFY(noticed.wait());
    open({path("part.pcap")});
    QCOMPARE(m_page->session().trace()->summary.packets.all, std::uint64_t(200));
    QCOMPARE(rows(TracePage::FlowTab), 1);
}

void TestTraceExports::opensWireshark()
{
    openStar();
    // A program that only writes down what it was asked for.
    QFile fake(path("wireshark"));
    QVERIFY(fake.open(QIODevice::WriteOnly));
    fake.write("#!/bin/sh\necho \"$@\" > '" + path("asked").toUtf8() + "'\n");
    fake.setPermissions(fake.permissions() | QFile::ExeOwner);
    fake.close();
    m_page->exports().setWireshark(path("wireshark"));
    TraceFocus focus;
    focus.kind = TraceFocus::Kind::Flows;
    focus.rows = {0};
    m_page->setFocus(focus);
    QSignalSpy noticed(m_page.get(), &DocumentPage::noticed);
    child<QAction>("openInWireshark")->trigger();
    QVERIFY(noticed.wait());
    QTRY_VERIFY(QFile::exists(path("asked")) && QFileInfo(path("asked")).size() > 0);
    QFile asked(path("asked"));
    QVERIFY(asked.open(QIODevice::ReadOnly));
    const QString words = QString::fromUtf8(asked.readAll()).trimmed();
    QVERIFY2(words.startsWith(QStringLiteral("-r ")), qPrintable(words));
    QVERIFY(QFileInfo(words.mid(3)).size() > 24);
    QVERIFY(words.mid(3) != path("star.pcap"));
    // All packets are those of the capture itself.
    QVERIFY(QFile::remove(path("asked")));
    m_page->setFocus({});
    child<QAction>("openInWireshark")->trigger();
    QTRY_VERIFY(QFile::exists(path("asked")) && QFileInfo(path("asked")).size() > 0);
    QFile whole(path("asked"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(whole.readAll()).trimmed(), QStringLiteral("-r ") + path("star.pcap"));
}

void TestTraceExports::wiresharkMissing()
{
    openStar();
    m_page->exports().setWireshark({});
    child<QAction>("openInWireshark")->trigger();
    auto* box = child<QMessageBox>("wiresharkMissing");
    QVERIFY(box && box->isVisible());
    QVERIFY(box->text().contains(QStringLiteral("not installed")));
    box->defaultButton()->click();
    auto* dialog = child<QFileDialog>("exportDialog");
    QTRY_VERIFY(dialog && dialog->isVisible());
    dialog->close();
}

QTEST_MAIN(TestTraceExports)
#include "tst_trace_exports.moc"
