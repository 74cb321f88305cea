// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the curves panel consists of: boxes, plots, legend, export.

#include "ui/base/empty_state.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/figures/figure_export.h"
#include "ui/figures/save_dialog.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/timeline_plot.h"
#include "ui/results/curves_panel.h"
#include "ui/results/curves_panel_series.h"
#include "ui/results/result_jobs.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

namespace millrace::ui {
namespace {

constexpr int curvePlotHeight = 190;
constexpr int legendRows = 7;
constexpr int zoomDelay = 200; ///< ms without a change of the view

} // namespace

CurvesPanel::CurvesPanel(QString file, Settings& settings, QWidget* parent)
    : QWidget(parent), m_file(toPath(file)), m_settings(settings), m_link(new PlotLink(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeBar());
    m_empty = new EmptyState(this);
    m_empty->setObjectName(QStringLiteral("noCurves"));
    m_empty->setContent(QStringLiteral("chart-line"), tr("Reading the series"), tr("This takes a moment."));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makePlots());
    column->addWidget(m_stack, 1);
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("curveNote"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(10, 2, 10, 6);
    column->addWidget(m_note);
    m_zoomDelay.setSingleShot(true);
    m_zoomDelay.setInterval(zoomDelay);
    connect(&m_zoomDelay, &QTimer::timeout, this, &CurvesPanel::zoomed);
    connect(&m_exportJob, &JobRunner::runningChanged, this, &CurvesPanel::exportingChanged);
}

CurvesPanel::~CurvesPanel()
{
    dropPlots(0);
}

QComboBox* CurvesPanel::addBox(const QString& name, const QString& title)
{
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return box;
}

QWidget* CurvesPanel::makeBar()
{
    using namespace report;
    auto* bar = new QWidget(this);
    m_series = new CurvesPanelSeries(bar);
    connect(m_series, &CurvesPanelSeries::chosenChanged, this, &CurvesPanel::readAll);
    m_export = new QToolButton(bar);
    m_export->setObjectName(QStringLiteral("exportCurves"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export &curves"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setMenu(new QMenu(m_export));
    m_export->setEnabled(false);
    m_time = addBox(QStringLiteral("curveTime"), tr("Time counts from"));
    m_time->addItem(tr("run start"), static_cast<int>(CurveTime::SinceStart));
    m_time->addItem(tr("first sample"), static_cast<int>(CurveTime::SinceFirstSample));
    m_time->addItem(tr("the clock"), static_cast<int>(CurveTime::Absolute));
    m_group = addBox(QStringLiteral("curveGroup"), tr("Group by"));
    m_color = addBox(QStringLiteral("curveColor"), tr("Colour by"));
    m_nodes = addBox(QStringLiteral("curveNodes"), tr("Nodes of a run"));
    const std::pair<NodeCombination, QString> nodes[] = {{NodeCombination::Mean, tr("mean")},
                                                         {NodeCombination::Sum, tr("sum")},
                                                         {NodeCombination::Minimum, tr("least")},
                                                         {NodeCombination::Maximum, tr("greatest")},
                                                         {NodeCombination::Each, tr("each")}};
    for (const auto& [how, text] : nodes)
        m_nodes->addItem(text, static_cast<int>(how));
    m_smoothing = addBox(QStringLiteral("curveSmoothing"), tr("Smoothing"));
    m_smoothing->addItem(tr("none"), static_cast<int>(CurveSmoothing::None));
    m_smoothing->addItem(tr("median"), static_cast<int>(CurveSmoothing::Median));
    m_smoothing->addItem(tr("moving mean"), static_cast<int>(CurveSmoothing::Ewma));
    m_smoothing->setToolTip(tr("The median of the columns around each, or the mean that forgets the past with a time "
                               "constant (EWMA)"));
    m_amount = new QDoubleSpinBox(bar);
    m_amount->setObjectName(QStringLiteral("curveAmount"));
    m_amount->setAccessibleName(tr("Extent of the smoothing"));
    m_amount->setKeyboardTracking(false);
    for (QComboBox* box : {m_time, m_group, m_color, m_nodes})
        connect(box, &QComboBox::activated, this, &CurvesPanel::readAll);
    connect(m_smoothing, &QComboBox::activated, this, [this] {
        limitSmoothing();
        readAll();
    });
    connect(m_amount, &QDoubleSpinBox::valueChanged, this, &CurvesPanel::readAll);
    limitSmoothing();
    fillFactors();

    auto* grid = new QGridLayout(bar);
    grid->setContentsMargins(10, 6, 10, 0);
    grid->setVerticalSpacing(4);
    const auto add = [&](int row, int column, const QString& title, QWidget* box) {
        auto* label = new QLabel(title, bar);
        label->setBuddy(box);
        grid->addWidget(label, row, column);
        grid->addWidget(box, row, column + 1);
    };
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_series);
    buttons->addStretch(1);
    buttons->addWidget(m_export);
    grid->addLayout(buttons, 0, 0, 1, 6);
    add(1, 0, tr("&Time from"), m_time);
    add(1, 2, tr("&Group by"), m_group);
    add(1, 4, tr("Co&lour by"), m_color);
    add(2, 0, tr("&Nodes"), m_nodes);
    add(2, 2, tr("S&moothing"), m_smoothing);
    grid->addWidget(m_amount, 2, 4, 1, 2);
    for (const int column : {1, 3, 5})
        grid->setColumnStretch(column, 1);
    return bar;
}

void CurvesPanel::limitSmoothing()
{
    const QSignalBlocker quiet(m_amount);
    const auto smoothing = static_cast<report::CurveSmoothing>(m_smoothing->currentData().toInt());
    const report::CurveOptions usual;
    m_amount->setEnabled(smoothing != report::CurveSmoothing::None);
    if (smoothing == report::CurveSmoothing::Ewma) {
        m_amount->setDecimals(1);
        m_amount->setSuffix(QStringLiteral(" s"));
        m_amount->setRange(0.1, 1e6);
        m_amount->setSingleStep(5);
        m_amount->setValue(usual.timeConstant);
    } else {
        m_amount->setDecimals(0);
        m_amount->setSuffix(tr(" columns"));
        m_amount->setRange(3, 199);
        m_amount->setSingleStep(2);
        m_amount->setValue(static_cast<double>(usual.medianColumns));
    }
}

void CurvesPanel::fillFactors()
{
    for (QComboBox* box : {m_group, m_color}) {
        const QVariant chosen = box->currentData();
        box->clear();
        box->addItem(box == m_group ? tr("none") : tr("line"), QString());
        for (const std::string& factor : m_subject.factors)
            box->addItem(toQString(factor), toQString(factor));
        box->setCurrentIndex(std::max(0, box->findData(chosen)));
    }
}

QWidget* CurvesPanel::makePlots()
{
    auto* page = new QWidget(this);
    auto* inside = new QWidget(page);
    m_column = new QVBoxLayout(inside);
    m_column->setContentsMargins(4, 4, 4, 4);
    m_column->addStretch(1);
    m_scroll = new QScrollArea(page);
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setObjectName(QStringLiteral("curvePlots"));
    m_scroll->setAccessibleName(tr("Curves of the runs"));
    makeLegend();
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_legend);
    return page;
}

void CurvesPanel::makeLegend()
{
    m_legend = new PlotLegend(this);
    m_legend->setObjectName(QStringLiteral("curveLegend"));
    m_legend->setAccessibleName(tr("Lines of the plots"));
    m_legend->legend().setNameHeading(tr("Line"));
    m_legend->setMinimumWidth(0);
    m_legend->setMaximumWidth(QWIDGETSIZE_MAX);
    m_legend->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_legend->horizontalHeader()->setSectionResizeMode(LegendModel::Value, QHeaderView::Stretch);
    connect(m_legend, &PlotLegend::emphasised, this, &CurvesPanel::hoverLine);
    connect(m_legend, &PlotLegend::toggled, this, &CurvesPanel::setLineVisible);
    connect(m_legend, &PlotLegend::onlyWanted, this, [this](int row) {
        for (int line = 0; line < static_cast<int>(m_lines.size()); ++line)
            setLineVisible(line, row < 0 || line == row);
    });
}

void CurvesPanel::fitLegend()
{
    const int rows = std::min(static_cast<int>(m_lines.size()), legendRows);
    m_legend->setVisible(m_lines.size() > 1);
    m_legend->setFixedHeight((rows + 1) * (fontMetrics().height() + 5) + 4);
}

TimelinePlot* CurvesPanel::plotAt(std::size_t index)
{
    if (index < m_plots.size())
        return m_plots[index];
    auto* plot = new TimelinePlot(m_scroll->widget());
    plot->setSettings(&m_settings);
    plot->setMinimumHeight(curvePlotHeight);
    plot->setLegendVisible(false);
    m_link->add(plot);
    m_plots.push_back(plot);
    m_column->insertWidget(m_column->count() - 1, plot, 8);
    const auto key = [this, index](int series) {
        return series >= 0 && index < m_curves.size()
            ? static_cast<int>(lineOf(m_curves[index]->lines[static_cast<std::size_t>(series)]))
            : -1;
    };
    connect(plot, &TimelinePlot::seriesHovered, this, [this, key](int series) {
        hoverLine(key(series));
        if (m_hovered >= 0)
            m_legend->scrollTo(m_legend->model()->index(m_hovered, 0));
    });
    connect(plot, &TimelinePlot::seriesClicked, this, [this, key](int series) { chooseLine(key(series)); });
    connect(plot, &TimelinePlot::viewChanged, this, [this] { m_zoomDelay.start(); });
    return plot;
}

void CurvesPanel::dropPlots(std::size_t from)
{
    for (std::size_t i = from; i < m_plots.size(); ++i) {
        m_link->remove(m_plots[i]);
        delete m_plots[i];
    }
    m_plots.resize(std::min(from, m_plots.size()));
}

void CurvesPanel::fillExportMenu()
{
    QMenu* menu = m_export->menu();
    menu->clear();
    menu->addAction(icon(QStringLiteral("table")), tr("All &curves as a table…"), this, [this] {
        askForExport(this, m_settings, QStringLiteral("curves"), tr("CSV files (*.csv);;JSON files (*.json)"),
                     QStringLiteral("csv"), [this](const QString& file) { writeTo(file); });
    });
    menu->addSeparator();
    for (TimelinePlot* plot : m_plots)
        menu->addAction(tr("Picture of %1…").arg(plot->title()), plot, [this, plot] {
            askForExport(this, m_settings, plot->title(),
                         tr("PNG files (*.png);;SVG files (*.svg);;PDF files (*.pdf);;CSV files (*.csv)"),
                         QStringLiteral("png"), [this, plot](const QString& file) {
                             plot->exportTo(file, [this, file](const Result<void>& done) {
                                 if (done) {
                                     announceWritten(this, file);
                                     Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
                                 } else {
                                     Q_EMIT failed(done.error());
                                 }
                             });
                         });
        });
}

void CurvesPanel::writeTo(const QString& file)
{
    m_exportJob.start(
        [store = m_file, view = m_view, curves = m_curves, subject = m_subject, words = m_words, wanted = options(),
         file](const JobContext& job) -> Result<void> {
            MR_TRY(database, store::Database::openReadOnly(store));
            MR_TRY(filter, report::filterOf(database, view));
            VisibleRuns visible;
            visible.filter = filter;
            MR_TRY(provenance, readProvenance(store, visible, view));
            const report::Table table = curveTable(curves, subject, words, wanted);
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "The export was cancelled.");
            return writeTable(table, provenance, file);
        },
        [this, file](const Result<void>& done) {
            if (done) {
                announceWritten(this, file);
                Q_EMIT noticed(tr("Wrote %1.").arg(QFileInfo(file).fileName()));
            } else {
                Q_EMIT failed(done.error());
            }
        });
}

void CurvesPanel::cancelExport()
{
    m_exportJob.cancel();
}

} // namespace millrace::ui
