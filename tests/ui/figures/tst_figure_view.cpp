// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_table.h"
#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"
#include "tests/ui/figures/figure_examples.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/chart_figure.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGraphicsView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using report::FigureKind;

namespace {

QByteArray contentOf(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

} // namespace

class TestFigureView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init();
    void cleanup();
    void showsChartTableAndCaption();
    void emptyFigureSaysWhy();
    void exportsHoldProvenance_data();
    void exportsHoldProvenance();
    void pngHasTheResolution();
    void exportFails();
    void clipboard();
    void tableModel();
    void contextMenu();

private:
    void exportAndWait(ExportFormat format, const QString& file, int dpi = 150);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<FigureView> m_view;
};

void TestFigureView::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_view = std::make_unique<FigureView>(*m_settings, QStringLiteral("figure"));
    m_view->resize(800, 600);
    m_view->show();
}

void TestFigureView::cleanup()
{
    m_view.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestFigureView::exportAndWait(ExportFormat format, const QString& file, int dpi)
{
    QSignalSpy noticed(m_view.get(), &FigureView::noticed);
    m_view->exportTo(format, file, dpi);
    QVERIFY(m_view->isExporting());
    QVERIFY(noticed.wait());
    QVERIFY(!m_view->isExporting());
}

void TestFigureView::showsChartTableAndCaption()
{
    m_view->setFigure(test::makeFigure(FigureKind::Bars));
    QVERIFY(m_view->chart() != nullptr);
    auto* table = m_view->findChild<TableView*>(QStringLiteral("figureNumbers"));
    QVERIFY(!table->isVisible());
    m_view->findChild<QToolButton*>(QStringLiteral("figureAsTable"))->click();
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 8);
    QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("STRATEGY0"));
    const QGraphicsView* chart = m_view->findChild<QGraphicsView*>(QStringLiteral("figureChart"));
    QCOMPARE(chart->accessibleName(), QStringLiteral("Step time by strategy and loss"));
    QVERIFY(chart->accessibleDescription().contains(QStringLiteral("95 % interval")));
}

/// What the button offers is a right click on the figure, too.
void TestFigureView::contextMenu()
{
    auto* chart = m_view->findChild<QGraphicsView*>(QStringLiteral("figureChart"));
    Q_EMIT chart->customContextMenuRequested({20, 20});
    QVERIFY(QApplication::activePopupWidget() == nullptr); // nothing is drawn yet
    m_view->setFigure(test::makeFigure(FigureKind::Bars));
    Q_EMIT chart->customContextMenuRequested({20, 20});
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QVERIFY(menu->findChild<QAction*>(QStringLiteral("exportsvg0")) != nullptr
            || m_view->findChild<QAction*>(QStringLiteral("exportsvg0")) != nullptr);
    auto* table = m_view->findChild<TableView*>(QStringLiteral("figureNumbers"));
    menu->actions().first()->trigger();
    menu->close();
    QVERIFY(table->isVisible());
    QVERIFY(m_view->findChild<QToolButton*>(QStringLiteral("figureAsTable"))->isChecked());
}

void TestFigureView::emptyFigureSaysWhy()
{
    report::FigureSpec figure;
    figure.note = "no run of this campaign counts.";
    m_view->setFigure(figure);
    QVERIFY(m_view->chart() == nullptr);
    QVERIFY(!m_view->findChild<QToolButton*>(QStringLiteral("figureExport"))->isEnabled());
    bool said = false;
    for (const QLabel* label : m_view->findChildren<QLabel*>())
        said = said || label->text() == QStringLiteral("No run of this campaign counts.");
    QVERIFY(said);
    m_view->setFigure(test::makeFigure(FigureKind::Box));
    QVERIFY(m_view->findChild<QToolButton*>(QStringLiteral("figureExport"))->isEnabled());
}

void TestFigureView::exportsHoldProvenance_data()
{
    QTest::addColumn<int>("kind");
    for (const FigureKind kind :
         {FigureKind::Bars, FigureKind::Box, FigureKind::Lines, FigureKind::Cdf, FigureKind::Scatter})
        QTest::newRow(std::string(report::kindName(kind)).c_str()) << int(kind);
}

void TestFigureView::exportsHoldProvenance()
{
    QFETCH(int, kind);
    const report::FigureSpec figure = test::makeFigure(static_cast<FigureKind>(kind));
    m_view->setFigure(figure);
    const QString base = m_folder->filePath(QStringLiteral("out."));
    exportAndWait(ExportFormat::Svg, base + QStringLiteral("svg"));
    QCOMPARE(contentOf(base + QStringLiteral("svg")), QByteArray::fromStdString(report::toSvg(figure)));

    exportAndWait(ExportFormat::Png, base + QStringLiteral("png"));
    const QImage png(base + QStringLiteral("png"));
    const QJsonObject json = QJsonDocument::fromJson(png.text(QStringLiteral("Provenance")).toUtf8()).object();
    QCOMPARE(json.value(QStringLiteral("runs_sha256")).toString(), QStringLiteral("0123456789abcdef"));
    QCOMPARE(json.value(QStringLiteral("view")).toObject().value(QStringLiteral("kind")).toString(),
             QStringLiteral("bars"));
    const QString shots = qEnvironmentVariable("MR_SHOTS");
    if (!shots.isEmpty())
        QVERIFY(png.save(shots + QStringLiteral("/export-") + QString::fromLatin1(QTest::currentDataTag())
                         + QStringLiteral(".png")));

    exportAndWait(ExportFormat::Pdf, base + QStringLiteral("pdf"));
    const QByteArray pdf = contentOf(base + QStringLiteral("pdf"));
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.contains("0123456789abcdef"));
    QVERIFY(!pdf.contains("/Subtype /Image")); // lines and letters

    exportAndWait(ExportFormat::Csv, base + QStringLiteral("csv"));
    QCOMPARE(contentOf(base + QStringLiteral("csv")),
             QByteArray::fromStdString(report::toCsv(report::figureTable(figure))));
    QVERIFY(contentOf(base + QStringLiteral("csv-metadata.json")).contains("0123456789abcdef"));
}

void TestFigureView::pngHasTheResolution()
{
    m_view->setFigure(test::makeFigure(FigureKind::Bars));
    const QString file = m_folder->filePath(QStringLiteral("big.png"));
    exportAndWait(ExportFormat::Png, file, 300);
    const QImage image(file);
    QCOMPARE(image.width(), 720 * 300 / 96);
    QCOMPARE(image.dotsPerMeterX(), 11811);
    // Something is drawn near the right lower corner of the plot, so nothing is scaled twice.
    int dark = 0;
    for (int x = image.width() * 8 / 10; x < image.width(); ++x)
        for (int y = image.height() / 2; y < image.height() * 8 / 10; ++y)
            dark += qGray(image.pixel(x, y)) < 200 ? 1 : 0;
    QVERIFY(dark > 1000);
}

void TestFigureView::exportFails()
{
    m_view->setFigure(test::makeFigure(FigureKind::Bars));
    QSignalSpy failed(m_view.get(), &FigureView::failed);
    m_view->exportTo(ExportFormat::Svg, m_folder->filePath(QStringLiteral("none/x.svg")));
    QVERIFY(failed.wait());
}

void TestFigureView::clipboard()
{
    m_view->setFigure(test::makeFigure(FigureKind::Lines));
    const QList<QAction*> actions = m_view->exportMenu()->actions();
    QSignalSpy noticed(m_view.get(), &FigureView::noticed);
    actions.last()->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("series,x,y (s)")));
    actions[actions.size() - 2]->trigger();
    QTRY_COMPARE(noticed.count(), 2);
    QCOMPARE(QGuiApplication::clipboard()->image().width(), 1440);
}

void TestFigureView::tableModel()
{
    ReportTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setTable(report::figureTable(test::makeFigure(FigureKind::Bars)));
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("step time (ms)"));
    QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("200.0"));
    QCOMPARE(model.index(0, 2).data(ReportTableModel::SortRole).toDouble(), 0.2);
    model.setTable({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestFigureView)
#include "tst_figure_view.moc"
