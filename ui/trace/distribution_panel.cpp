// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/distribution_panel.h"

#include "ui/base/format.h"
#include "ui/base/roomy_delegate.h"
#include "ui/figures/figure_view.h"

#include <QBoxLayout>
#include <QLabel>
#include <QListWidget>

namespace millrace::ui {

DistributionPanel::DistributionPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_kind(new QListWidget(this)), m_caption(new QLabel(this)),
      m_figure(new FigureView(settings, QStringLiteral("traceDistribution"), this))
{
    m_kind->setObjectName(QStringLiteral("distributionKind"));
    m_kind->setAccessibleName(tr("Distribution"));
    m_kind->setFrameShape(QFrame::NoFrame);
    const std::pair<DistributionKind, QString> kinds[] = {
        {DistributionKind::PacketSizes, tr("Packet sizes")},
        {DistributionKind::InterArrivals, tr("Times between packets")},
        {DistributionKind::FlowSizes, tr("Flow sizes")},
        {DistributionKind::FlowDurations, tr("Flow durations")},
        {DistributionKind::FlowArrivals, tr("New flows over time")},
        {DistributionKind::Peaks, tr("Peak and mean load")}};
    for (const auto& [kind, name] : kinds) {
        auto* item = new QListWidgetItem(name, m_kind);
        item->setData(Qt::UserRole, static_cast<int>(kind));
    }
    m_kind->setItemDelegate(new RoomyDelegate(m_kind));
    m_kind->setCurrentRow(0);
    m_caption->setWordWrap(true);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    m_caption->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_caption->setContentsMargins(8, 6, 8, 6);
    // The caption is at the side, where there is more room than below.
    m_figure->setCaptionVisible(false);
    connect(m_kind, &QListWidget::currentRowChanged, this, &DistributionPanel::draw);
    connect(m_figure, &FigureView::failed, this, &DistributionPanel::failed);
    connect(m_figure, &FigureView::noticed, this, &DistributionPanel::noticed);
    connect(m_figure, &FigureView::exportingChanged, this, &DistributionPanel::exportingChanged);
    auto* side = new QWidget(this);
    side->setFixedWidth(fontMetrics().averageCharWidth() * 36);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_kind, 3);
    column->addWidget(m_caption, 2);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(side);
    row->addWidget(m_figure, 1);
}

DistributionKind DistributionPanel::kind() const
{
    const QListWidgetItem* item = m_kind->currentItem();
    return item ? static_cast<DistributionKind>(item->data(Qt::UserRole).toInt()) : DistributionKind::PacketSizes;
}

void DistributionPanel::show(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_trace = std::move(trace);
    m_focus = focus;
    draw();
}

void DistributionPanel::setKind(DistributionKind kind)
{
    for (int row = 0; row < m_kind->count(); ++row)
        if (m_kind->item(row)->data(Qt::UserRole).toInt() == static_cast<int>(kind))
            m_kind->setCurrentRow(row);
}

void DistributionPanel::draw()
{
    if (!m_trace)
        return;
    m_job.start([trace = m_trace, focus = m_focus,
                 wanted = kind()](const JobContext&) { return distributionFigure(*trace, focus, wanted); },
                [this](report::FigureSpec figure) {
                    m_caption->setText(toQString(figure.caption + (figure.note.empty() ? "" : "\n" + figure.note)));
                    m_figure->setFigure(std::move(figure));
                });
}

} // namespace millrace::ui

#include "moc_distribution_panel.cpp"
