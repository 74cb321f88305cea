// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/figure_panel.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/metric_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace millrace::ui {
namespace {

using report::FigureKind;

void choose(QComboBox* box, const QVariant& data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

} // namespace

FigurePanel::FigurePanel(QString file, Settings& settings, QWidget* parent)
    : QWidget(parent), m_file(toPath(file)), m_figure(new FigureView(settings, QStringLiteral("resultFigure"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBoxes());
    column->addWidget(m_figure, 1);
    connect(m_figure, &FigureView::failed, this, &FigurePanel::failed);
    connect(m_figure, &FigureView::noticed, this, &FigurePanel::noticed);
    connect(m_figure, &FigureView::exportingChanged, this, &FigurePanel::exportingChanged);
}

QComboBox* FigurePanel::addBox(const QString& name, const QString& title)
{
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(9);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(box, &QComboBox::activated, this, [this] {
        m_choice = with(m_choice);
        Q_EMIT choiceChanged();
    });
    return box;
}

QWidget* FigurePanel::makeBoxes()
{
    auto* boxes = new QWidget(this);
    m_kind = addBox(QStringLiteral("figureKind"), tr("Kind of figure"));
    for (const FigureKind kind : shownKinds())
        m_kind->addItem(icon(kindIcon(kind)), kindText(kind), static_cast<int>(kind));
    m_metric = addBox(QStringLiteral("figureMetric"), tr("Metric"));
    m_x = addBox(QStringLiteral("figureX"), tr("Along the axis"));
    m_series = addBox(QStringLiteral("figureSeries"), tr("Series"));
    m_values = addBox(QStringLiteral("figureValues"), tr("Values"));
    m_values->addItem(tr("of runs"), static_cast<int>(report::ViewValues::Runs));
    m_values->addItem(tr("of steps"), static_cast<int>(report::ViewValues::Steps));
    m_values->setToolTip(
        tr("Box plots and distributions can show the time of every step instead of one value per run"));
    auto* grid = new QGridLayout(boxes);
    grid->setContentsMargins(10, 6, 10, 0);
    grid->setVerticalSpacing(4);
    const auto add = [&](int row, int column, const QString& title, QComboBox* box, int span) {
        auto* label = new QLabel(title, boxes);
        label->setBuddy(box);
        grid->addWidget(label, row, column);
        grid->addWidget(box, row, column + 1, 1, span);
    };
    add(0, 0, tr("&Kind"), m_kind, 1);
    add(0, 2, tr("&Metric"), m_metric, 3);
    add(1, 0, tr("&Along x"), m_x, 1);
    add(1, 2, tr("&Series"), m_series, 1);
    add(1, 4, tr("&Values"), m_values, 1);
    for (const int column : {1, 3, 5})
        grid->setColumnStretch(column, 1);
    return boxes;
}

report::RunView FigurePanel::with(report::RunView view) const
{
    view.kind = static_cast<FigureKind>(m_kind->currentData().toInt());
    view.values = static_cast<report::ViewValues>(m_values->currentData().toInt());
    if (m_metric->count() == 0) { // nothing was drawn yet
        view.metric = m_choice.metric;
        view.x = m_choice.x;
        view.series = m_choice.series;
        return view;
    }
    view.metric = m_metric->currentData().toString().toStdString();
    view.x = m_x->currentData().toString().toStdString();
    view.series = m_series->currentData().toString().toStdString();
    return view;
}

void FigurePanel::setKind(FigureKind kind)
{
    choose(m_kind, static_cast<int>(kind));
    m_choice.kind = kind;
}

void FigurePanel::setChoice(const report::RunView& view)
{
    m_choice = view;
    setKind(view.kind);
    choose(m_values, static_cast<int>(view.values));
    for (QComboBox* box : {m_metric, m_x, m_series})
        box->clear();
}

void FigurePanel::show(const report::RunView& view)
{
    report::RunView wanted = view;
    wanted.kind = m_choice.kind;
    wanted.values = m_choice.values;
    wanted.metric = m_choice.metric;
    wanted.x = m_choice.x;
    wanted.series = m_choice.series;
    if (!m_figure->hasFigure())
        m_figure->setNothing(tr("Computing the figure"), tr("This takes a moment."));
    m_job.start([file = m_file, wanted](const JobContext& job) { return readFigure(file, wanted, job); },
                [this](Result<FigureRead> read) {
                    if (!read) {
                        Q_EMIT failed(read.error());
                        return;
                    }
                    fill(*read);
                    m_figure->setFigure(std::move(read->figure));
                    Q_EMIT shown();
                });
}

void FigurePanel::fill(const FigureRead& read)
{
    m_metric->clear();
    for (const std::string& name : read.metrics) {
        m_metric->addItem(metricText(name), toQString(name));
        m_metric->setItemData(m_metric->count() - 1, toQString(name), Qt::ToolTipRole);
    }
    for (QComboBox* box : {m_x, m_series}) {
        box->clear();
        box->addItem(tr("none"), QStringLiteral("-"));
        for (const std::string& factor : read.factors)
            box->addItem(toQString(factor), toQString(factor));
    }
    if (read.view.kind == FigureKind::Scatter)
        for (const std::string& name : read.metrics)
            m_x->addItem(metricText(name), toQString(name));
    choose(m_metric, toQString(read.view.metric));
    choose(m_x, toQString(read.view.x));
    choose(m_series, toQString(read.view.series));
    const bool distribution = read.view.kind == FigureKind::Box || read.view.kind == FigureKind::Cdf;
    m_values->setEnabled(distribution);
    m_metric->setEnabled(!distribution || read.view.values == report::ViewValues::Runs);
}

} // namespace millrace::ui

#include "moc_figure_panel.cpp"
