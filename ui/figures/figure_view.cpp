// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/figure_view.h"

#include "core/report/figure_table.h"
#include "core/report/table_writers.h"
#include "ui/base/empty_state.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/chart_figure.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/report_table_model.h"
#include "ui/figures/save_dialog.h"
#include "ui/figures/sentence_text.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QToolButton>
#include <QToolTip>

namespace millrace::ui {
namespace {

QString suffixOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Png: return QStringLiteral("png");
    case ExportFormat::Svg: return QStringLiteral("svg");
    case ExportFormat::Pdf: return QStringLiteral("pdf");
    case ExportFormat::Csv: break;
    }
    return QStringLiteral("csv");
}

} // namespace

FigureView::FigureView(Settings& settings, const QString& name, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_scene(new QGraphicsScene(this)), m_view(new QGraphicsView(m_scene)),
      m_table(new TableView(settings, name + QStringLiteral("Table"))), m_model(new ReportTableModel(this)),
      m_nothing(new EmptyState), m_stack(new QStackedWidget), m_caption(new QLabel), m_strip(new JobStrip)
{
    setObjectName(name);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setObjectName(name + QStringLiteral("Chart"));
    m_view->setMinimumSize(240, 180);
    m_view->viewport()->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    for (QWidget* widget : {static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_table)}) {
        widget->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(widget, &QWidget::customContextMenuRequested, this, [this, widget](QPoint place) {
            if (m_chart != nullptr)
                m_menu->popup(widget->mapToGlobal(place));
        });
    }
    m_table->setModel(m_model);
    m_table->setObjectName(name + QStringLiteral("Numbers"));
    m_table->setAccessibleName(tr("Numbers of the figure"));
    for (QWidget* page :
         {static_cast<QWidget*>(m_nothing), static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_table)})
        m_stack->addWidget(page);
    m_caption->setWordWrap(true);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    m_caption->setContentsMargins(10, 0, 10, 6);
    m_strip->attach(m_job, tr("Exporting"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeBar(name));
    column->addWidget(m_stack, 1);
    column->addWidget(m_caption);
    column->addWidget(m_strip);
    connect(&m_job, &JobRunner::runningChanged, this, &FigureView::exportingChanged);
    setNothing(tr("No figure yet"), tr("Choose what is to be drawn."));
}

FigureView::~FigureView() = default;

QWidget* FigureView::makeBar(const QString& name)
{
    auto* bar = new QWidget(this);
    m_asTable = new QToolButton(bar);
    m_asTable->setObjectName(name + QStringLiteral("AsTable"));
    m_asTable->setIcon(icon(QStringLiteral("table")));
    m_asTable->setText(tr("As &table"));
    m_asTable->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_asTable->setCheckable(true);
    m_asTable->setAutoRaise(true);
    m_asTable->setToolTip(tr("The same numbers as a table"));
    connect(m_asTable, &QToolButton::toggled, this, &FigureView::showCurrent);
    m_export = new QToolButton(bar);
    m_export->setObjectName(name + QStringLiteral("Export"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export &figure"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setAutoRaise(true);
    makeMenu();
    m_export->setMenu(m_menu);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 2, 6, 0);
    row->addStretch(1);
    row->addWidget(m_asTable);
    row->addWidget(m_export);
    return bar;
}

void FigureView::makeMenu()
{
    m_menu = new QMenu(this);
    m_menu->setObjectName(objectName() + QStringLiteral("Menu"));
    QAction* asTable = m_menu->addAction(icon(QStringLiteral("table")), tr("As &table"));
    asTable->setCheckable(true);
    connect(asTable, &QAction::toggled, m_asTable, &QToolButton::setChecked);
    connect(m_asTable, &QToolButton::toggled, asTable, &QAction::setChecked);
    m_menu->addSeparator();
    addExport(tr("&SVG…"), ExportFormat::Svg, 0);
    addExport(tr("P&DF…"), ExportFormat::Pdf, 0);
    for (const int dpi : {96, 150, 300})
        addExport(tr("&PNG, %1 dots per inch…").arg(dpi), ExportFormat::Png, dpi);
    addExport(tr("Numbers as &CSV…"), ExportFormat::Csv, 0);
    m_menu->addSeparator();
    m_menu->addAction(icon(QStringLiteral("copy")), tr("Copy &image"), this, &FigureView::copyImage);
    m_menu->addAction(icon(QStringLiteral("copy")), tr("Copy &numbers"), this, &FigureView::copyNumbers);
}

void FigureView::addExport(const QString& text, ExportFormat format, int dpi)
{
    QAction* action = m_menu->addAction(text, this, [this, format, dpi] { ask(format, dpi); });
    action->setObjectName(QStringLiteral("export%1%2").arg(suffixOf(format)).arg(dpi));
}

void FigureView::ask(ExportFormat format, int dpi)
{
    const QString suffix = suffixOf(format);
    askForExport(this, m_settings, toQString(m_figure.name), tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix),
                 suffix, [this, format, dpi](const QString& file) { exportTo(format, file, dpi); });
}

void FigureView::exportTo(ExportFormat format, const QString& file, int dpi)
{
    m_job.start([prepared = prepareExport(m_figure, format, file, dpi)](
                    const JobContext& job) { return writeExport(prepared, job); },
                [this, file](const Result<void>& done) {
                    if (done) {
                        announceWritten(this, file);
                        Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
                    } else {
                        Q_EMIT failed(done.error());
                    }
                });
}

void FigureView::copyImage()
{
    const FigureExport prepared = prepareExport(m_figure, ExportFormat::Png, {}, 192);
    m_job.start([prepared](const JobContext&) -> Result<QImage> { return renderImage(prepared); },
                [this](const Result<QImage>& image) {
                    QGuiApplication::clipboard()->setImage(*image);
                    Q_EMIT noticed(tr("The figure is in the clipboard."));
                });
}

void FigureView::copyNumbers()
{
    QGuiApplication::clipboard()->setText(toQString(report::toCsv(report::figureTable(m_figure))));
    Q_EMIT noticed(tr("The numbers of the figure are in the clipboard, as CSV."));
}

void FigureView::setFigure(report::FigureSpec figure)
{
    m_figure = std::move(figure);
    delete m_chart;
    m_chart = nullptr;
    if (report::isEmpty(m_figure)) {
        setNothing(tr("No data"), emptyText(m_figure));
        return;
    }
    m_chart = new ChartFigure(shownFigure(m_figure));
    m_scene->addItem(m_chart);
    m_view->setAccessibleName(toQString(m_figure.title));
    m_view->setAccessibleDescription(toQString(m_figure.caption));
    m_model->setTable(report::figureTable(m_figure));
    m_table->fitColumns();
    m_caption->setText(sentenceText(m_figure.caption + (m_figure.note.empty() ? "" : " " + m_figure.note)));
    m_export->setEnabled(true);
    m_asTable->setEnabled(true);
    fitChart();
    applyColors();
    showCurrent();
}

void FigureView::setNothing(const QString& title, const QString& sentence)
{
    delete m_chart;
    m_chart = nullptr;
    m_nothing->setContent(QStringLiteral("chart-bar"), title, sentence);
    m_caption->clear();
    m_export->setEnabled(false);
    m_asTable->setEnabled(false);
    showCurrent();
}

void FigureView::setCaptionVisible(bool visible)
{
    m_withCaption = visible;
    showCurrent();
}

void FigureView::showCurrent()
{
    m_caption->setVisible(m_withCaption && m_chart != nullptr);
    m_stack->setCurrentIndex(m_chart == nullptr ? 0 : m_asTable->isChecked() ? 2 : 1);
}

void FigureView::applyColors()
{
    if (m_chart != nullptr)
        m_chart->setInk(palette(), font());
    m_view->setBackgroundBrush(palette().color(QPalette::Base));
}

void FigureView::fitChart()
{
    const QSizeF size = m_view->viewport()->size();
    m_scene->setSceneRect(QRectF(QPointF(), size));
    if (m_chart != nullptr)
        m_chart->resize(size);
}

void FigureView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyColors();
}

bool FigureView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fitChart();
    if (event->type() == QEvent::MouseMove && m_chart != nullptr) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QString text = m_chart->textAt(m_view->mapToScene(mouse->position().toPoint()), locale());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(mouse->globalPosition().toPoint(), text, m_view->viewport());
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace millrace::ui

#include "moc_figure_view.cpp"
