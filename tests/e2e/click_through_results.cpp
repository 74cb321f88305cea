// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"
#include "tests/e2e/click_through.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/results/compare_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/group_panel.h"
#include "ui/results/result_exports.h"
#include "ui/results/result_model.h"
#include "ui/results/result_page.h"

#include <QAction>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>

using namespace millrace;
using namespace millrace::ui;

namespace {

QByteArray contentOf(const QString& file)
{
    QFile input(file);
    return input.open(QIODevice::ReadOnly) ? input.readAll() : QByteArray();
}

} // namespace

ResultPage* TestClickThrough::results() const
{
    return qobject_cast<ResultPage*>(m_window->currentPage());
}

void TestClickThrough::browsesResults()
{
    application->setDoing(QStringLiteral("browse"));
    QAbstractButton* open = nullptr;
    for (auto* button : m_window->findChildren<QAbstractButton*>(QStringLiteral("openResults")))
        open = button->isVisible() ? button : open;
    QVERIFY(open);
    click(open);
    QTRY_VERIFY(results());
    QTRY_VERIFY(results()->hasContent());
    auto* table = results()->findChild<QTableView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 6);
    shoot(QStringLiteral("results"));
    auto* filter = results()->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("strategy=RING"));
    QTRY_COMPARE(table->model()->rowCount(), 3);
    QTest::keyClick(filter, Qt::Key_Escape);
    QTRY_COMPARE(table->model()->rowCount(), 6);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(1, 1)).center());
    QTest::qWait(300);
    shoot(QStringLiteral("run"));
}

void TestClickThrough::groupsLikeTheCommandLine()
{
    application->setDoing(QStringLiteral("group and plot"));
    results()->findChild<QAction*>(QStringLiteral("plot-bars"))->trigger();
    const auto& view = results()->figure().figureView();
    QTRY_VERIFY(!view.figure().series.empty());
    shoot(QStringLiteral("figure"));
    const QString ours = m_folder.filePath(QStringLiteral("figure.csv"));
    results()->figure().figureView().exportTo(ExportFormat::Csv, ours);
    QTRY_VERIFY(QFile::exists(ours));
    const auto theirs = e2e::cli(m_folder.path().toStdString(),
                                 {"figure", m_store.toStdString(), "--kind", "bars", "--output",
                                  m_folder.filePath(QStringLiteral("cli.csv")).toStdString()});
    QVERIFY2(theirs.code == 0, theirs.text());
    QCOMPARE(QString::fromUtf8(contentOf(ours)),
             QString::fromUtf8(contentOf(m_folder.filePath(QStringLiteral("cli.csv")))));

    results()->findChild<QAction*>(QStringLiteral("group"))->trigger();
    QTRY_COMPARE(results()->groups().model().rowCount(), 2);
    shoot(QStringLiteral("groups"));
}

void TestClickThrough::comparesLikeTheCommandLine()
{
    application->setDoing(QStringLiteral("compare"));
    results()->findChild<QAction*>(QStringLiteral("compare"))->trigger();
    auto* of = results()->findChild<QLineEdit*>(QStringLiteral("compareOf"));
    auto* with = results()->findChild<QLineEdit*>(QStringLiteral("compareWith"));
    QVERIFY(of && with);
    type(of, QStringLiteral("strategy=RING"));
    type(with, QStringLiteral("strategy=STAR"));
    QTRY_VERIFY(results()->comparison().comparison().has_value());
    QTRY_COMPARE(results()->comparison().comparison()->ofLabel, std::string("strategy=RING"));
    QTRY_COMPARE(results()->comparison().comparison()->withLabel, std::string("strategy=STAR"));
    const report::RunComparison& ours = *results()->comparison().comparison();
    const auto theirs = e2e::cli(m_folder.path().toStdString(),
                                 {"--json", "compare", m_store.toStdString(), "--metric", ours.metric.name, "--of",
                                  "strategy=RING", "--with", "strategy=STAR"});
    QVERIFY2(theirs.code == 0, theirs.text());
    QCOMPARE(ours.numbers.of.count, std::size_t(3));
    // The same document but for the moment of its making.
    const auto numbers = [](const std::string& text) {
        QJsonObject document = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        document.remove(QStringLiteral("provenance"));
        return document;
    };
    QVERIFY(!numbers(theirs.out).isEmpty());
    QCOMPARE(numbers(report::toJsonText(ours)), numbers(theirs.out));
    QVERIFY(!results()->comparison().sentence().isEmpty());
    shoot(QStringLiteral("compare"));
}

void TestClickThrough::exportsWhatIsVisible()
{
    application->setDoing(QStringLiteral("export"));
    const QString visible = m_folder.filePath(QStringLiteral("visible.csv"));
    results()->exports().writeVisible(visible);
    QTRY_VERIFY(QFile::exists(visible));
    QTRY_VERIFY(!results()->exports().isRunning());
    QCOMPARE(contentOf(visible).count("\r\n"), 7);
    results()->exports().writeCampaignFolder(m_folder.filePath(QStringLiteral("all")));
    QTRY_VERIFY(QFile::exists(m_folder.filePath(QStringLiteral("all/runs.csv"))));
    QTRY_VERIFY(!results()->exports().isRunning());
    const auto theirs = e2e::cli(m_folder.path().toStdString(), {"export", m_store.toStdString(), "--csv"});
    QVERIFY2(theirs.code == 0, theirs.text());
    QCOMPARE(QString::fromUtf8(contentOf(m_folder.filePath(QStringLiteral("all/runs.csv")))),
             QString::fromStdString(theirs.out));
    for (const auto& [format, name] : {std::pair(ExportFormat::Svg, "f.svg"), std::pair(ExportFormat::Png, "f.png"),
                                       std::pair(ExportFormat::Pdf, "f.pdf")}) {
        const QString file = m_folder.filePath(QString::fromLatin1(name));
        results()->figure().figureView().exportTo(format, file);
        QTRY_VERIFY2(QFile::exists(file), name);
        QTRY_VERIFY(!results()->figure().figureView().isExporting());
    }
    const QByteArray svg = contentOf(m_folder.filePath(QStringLiteral("f.svg")));
    QVERIFY(svg.contains("runs_sha256"));
}
