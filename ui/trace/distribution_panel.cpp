// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/distribution_panel.h"

#include "ui/figures/figure_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>

namespace millrace::ui {

DistributionPanel::DistributionPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_kind(new QComboBox(this)),
      m_figure(new FigureView(settings, QStringLiteral("traceDistribution"), this))
{
    m_kind->setObjectName(QStringLiteral("distributionKind"));
    m_kind->setAccessibleName(tr("Distribution"));
    const std::pair<DistributionKind, QString> kinds[] = {
        {DistributionKind::PacketSizes, tr("Packet sizes")},
        {DistributionKind::InterArrivals, tr("Times between packets")},
        {DistributionKind::FlowSizes, tr("Flow sizes")},
        {DistributionKind::FlowDurations, tr("Flow durations")},
        {DistributionKind::FlowArrivals, tr("New flows over time")},
        {DistributionKind::Peaks, tr("Peak and mean load")}};
    for (const auto& [kind, name] : kinds)
        m_kind->addItem(name, static_cast<int>(kind));
    connect(m_kind, &QComboBox::activated, this, &DistributionPanel::draw);
    connect(m_figure, &FigureView::failed, this, &DistributionPanel::failed);
    connect(m_figure, &FigureView::noticed, this, &DistributionPanel::noticed);
    connect(m_figure, &FigureView::exportingChanged, this, &DistributionPanel::exportingChanged);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 0);
    auto* label = new QLabel(tr("&Distribution of"), this);
    label->setBuddy(m_kind);
    bar->addWidget(label);
    bar->addWidget(m_kind);
    bar->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_figure, 1);
}

void DistributionPanel::show(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_trace = std::move(trace);
    m_focus = focus;
    draw();
}

void DistributionPanel::setKind(DistributionKind kind)
{
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(kind)));
    draw();
}

void DistributionPanel::draw()
{
    if (!m_trace)
        return;
    const auto kind = static_cast<DistributionKind>(m_kind->currentData().toInt());
    m_job.start(
        [trace = m_trace, focus = m_focus, kind](const JobContext&) { return distributionFigure(*trace, focus, kind); },
        [this](report::FigureSpec figure) { m_figure->setFigure(std::move(figure)); });
}

} // namespace millrace::ui
