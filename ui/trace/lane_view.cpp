// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/lane_view.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"
#include "ui/plots/plot_bands.h"
#include "ui/plots/plot_geometry.h"
#include "ui/plots/plot_painter.h"
#include "ui/plots/time_axis.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace millrace::ui {

LaneView::LaneView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("traceLanes"));
    setAccessibleName(tr("Flows over time"));
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setMouseTracking(true);
}

int LaneView::laneHeight() const
{
    return fontMetrics().height() + 4;
}

/// Including the row of marks.
int LaneView::axisHeight() const
{
    constexpr int markHeight = 14;
    return fontMetrics().height() + 8 + (m_events.empty() ? 0 : markHeight);
}

int LaneView::nameWidth() const
{
    return std::min(viewport()->width() / 3, fontMetrics().averageCharWidth() * 52);
}

QRect LaneView::chart() const
{
    return viewport()->rect().adjusted(nameWidth() + 8, 0, -4, 0);
}

void LaneView::show(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    m_trace = std::move(trace);
    if (m_view.isEmpty())
        m_view = m_trace->range();
    m_listJob.start(
        [trace = m_trace, focus](const JobContext&) {
            const FlowMask mask = flowsInFocus(*trace, focus, TraceFocus::Kind::Flows);
            std::vector<std::uint32_t> flows;
            for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
                if (mask[flow] != 0 && (!focus.time || loadOf(trace->summary.bins, flow, *focus.time).packets > 0))
                    flows.push_back(flow);
            return flows;
        },
        [this](std::vector<std::uint32_t> flows) {
            m_flows = std::move(flows);
            m_image = {};
            m_current = std::min(m_current, static_cast<int>(m_flows.size()) - 1);
            updateBar();
            request();
            Q_EMIT shown();
        });
}

void LaneView::setView(TimeRange view)
{
    if (view == m_view || view.isEmpty())
        return;
    m_view = view;
    request();
    viewport()->update();
}

void LaneView::setTimeCursor(std::optional<std::int64_t> time)
{
    m_cursor = time;
    viewport()->update();
}

void LaneView::setMarks(std::vector<TimelineEvent> events, std::vector<TimelineBand> bands)
{
    std::ranges::stable_sort(events, {}, &TimelineEvent::time);
    m_events = std::move(events);
    m_bands = std::move(bands);
    updateBar();
    viewport()->update();
}

void LaneView::setSelected(std::vector<std::uint32_t> flows)
{
    m_selected = std::move(flows);
    viewport()->update();
}

void LaneView::updateBar()
{
    const int page = std::max((viewport()->height() - axisHeight()) / laneHeight(), 1);
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_flows.size()) - page));
}

void LaneView::request()
{
    if (!m_trace || !isVisible())
        return;
    const int first = verticalScrollBar()->value();
    const int count = std::min(viewport()->height() / laneHeight() + 1, static_cast<int>(m_flows.size()) - first);
    LaneRequest request;
    request.trace = m_trace;
    if (count > 0)
        request.flows.assign(m_flows.begin() + first, m_flows.begin() + first + count);
    request.view = m_view;
    request.width = chart().width();
    request.color = seriesColor(0, isDark(palette()));
    m_imageJob.start([request](const JobContext& job) { return makeLanes(request, job); },
                     [this, first, view = m_view](QImage image) {
                         m_image = std::move(image);
                         m_imageFirst = first;
                         m_imageView = view;
                         viewport()->update();
                     });
}

QRectF LaneView::loads() const
{
    return QRectF(chart()).adjusted(0, axisHeight(), 0, 0);
}

void LaneView::drawAxis(QPainter& painter) const
{
    const QRect area = chart();
    const PlotGeometry geometry{QRectF(area), m_view};
    const auto width = [this](const QString& label) {
        return static_cast<double>(fontMetrics().horizontalAdvance(label));
    };
    for (const TimeTick& tick : timeTicks(m_view, m_trace->summary.first, area.width(), width, locale())) {
        const int x = static_cast<int>(geometry.xOf(tick.time));
        painter.setPen(gridLineColor(isDark(palette())));
        painter.drawLine(x, axisHeight() - 3, x, viewport()->height());
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const int half = static_cast<int>(width(tick.label)) / 2 + 2;
        const int left = std::clamp(x - half, area.left(), area.right() - 2 * half);
        painter.drawText(QRect(left, 0, 2 * half, fontMetrics().height() + 5), Qt::AlignCenter, tick.label);
    }
}

void LaneView::drawLoads(QPainter& painter) const
{
    if (m_image.isNull())
        return;
    const QRect area = chart();
    const PlotGeometry geometry{QRectF(area), m_view};
    const double left = geometry.xOf(m_imageView.begin), right = geometry.xOf(m_imageView.end);
    const int height = laneHeight(), top = verticalScrollBar()->value();
    painter.save();
    painter.setClipRect(area.adjusted(0, axisHeight(), 0, 0));
    for (int lane = 0; lane < m_image.height(); ++lane)
        painter.drawImage(
            QRectF(left, axisHeight() + (m_imageFirst - top + lane) * height + 2, right - left, height - 4), m_image,
            QRectF(0, lane, m_image.width(), 1));
    painter.restore();
}

void LaneView::drawNames(QPainter& painter) const
{
    const int height = laneHeight(), top = verticalScrollBar()->value();
    const int last = std::min(static_cast<int>(m_flows.size()), top + viewport()->height() / height + 1);
    for (int lane = top; lane < last; ++lane) {
        const QRect row(0, axisHeight() + (lane - top) * height, viewport()->width(), height);
        const std::uint32_t flow = m_flows[static_cast<std::size_t>(lane)];
        painter.setBrush(Qt::NoBrush);
        if (std::ranges::binary_search(m_selected, flow)) {
            painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
            painter.drawRect(row.adjusted(1, 1, -1, -1));
        }
        if (lane == m_current && hasFocus()) {
            painter.setPen(QPen(palette().color(QPalette::Text), 1, Qt::DotLine));
            painter.drawRect(row.adjusted(1, 1, -2, -2));
        }
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(row.adjusted(8, 0, nameWidth() - row.width(), 0), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(flowName(*m_trace, flow), Qt::ElideMiddle, nameWidth() - 8));
    }
}

void LaneView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().base());
    if (m_flows.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect().adjusted(24, 16, -24, -16), Qt::AlignHCenter | Qt::TextWordWrap,
                         m_trace ? tr("No flow is in what is selected above.") : tr("Reading…"));
        return;
    }
    const PlotGeometry geometry{loads(), m_view};
    const PlotLook look = lookOf(palette(), font(), locale());
    drawAxis(painter);
    drawBands(painter, geometry, m_bands, look);
    drawLoads(painter);
    drawNames(painter);
    if (!m_events.empty())
        PlotPainter(painter, look).drawEvents(geometry, m_events);
    drawBandNames(painter, geometry, m_bands, look);
    if (m_cursor && m_view.contains(*m_cursor)) {
        painter.setPen(palette().color(QPalette::Text));
        const double x = PlotGeometry{QRectF(chart()), m_view}.xOf(*m_cursor);
        painter.drawLine(QPointF(x, axisHeight()), QPointF(x, viewport()->height()));
    }
}

int LaneView::laneAt(int y) const
{
    const int lane = verticalScrollBar()->value() + (y - axisHeight()) / laneHeight();
    return y >= axisHeight() && lane < static_cast<int>(m_flows.size()) ? lane : -1;
}

void LaneView::choose(int lane, bool added)
{
    if (lane < 0 || lane >= static_cast<int>(m_flows.size()))
        return;
    m_current = lane;
    const int page = verticalScrollBar()->pageStep();
    verticalScrollBar()->setValue(std::clamp(verticalScrollBar()->value(), lane - page + 1, lane));
    Q_EMIT flowChosen(m_flows[static_cast<std::size_t>(lane)], added);
    viewport()->update();
}

void LaneView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        choose(laneAt(event->position().toPoint().y()), event->modifiers() & Qt::ControlModifier);
}

void LaneView::keyPressEvent(QKeyEvent* event)
{
    const int page = verticalScrollBar()->pageStep();
    const int last = static_cast<int>(m_flows.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Up: choose(std::max(m_current - 1, 0), false); return;
    case Qt::Key_Down: choose(std::min(m_current + 1, last), false); return;
    case Qt::Key_PageUp: choose(std::max(m_current - page, 0), false); return;
    case Qt::Key_PageDown: choose(std::min(m_current + page, last), false); return;
    case Qt::Key_Home: choose(0, false); return;
    case Qt::Key_End: choose(last, false); return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

bool LaneView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int lane = laneAt(help->pos().y());
        if (lane < 0) {
            QToolTip::hideText();
            return true;
        }
        const std::uint32_t flow = m_flows[static_cast<std::size_t>(lane)];
        const analysis::Flow& one = m_trace->summary.flows[flow];
        QToolTip::showText(help->globalPos(),
                           tr("%1\n%2 packets, %3, %4")
                               .arg(flowWithAddresses(*m_trace, flow),
                                    formatCount(static_cast<qint64>(one.packets), locale()),
                                    formatSize(static_cast<double>(one.wireBytes), locale()),
                                    formatDuration(std::chrono::nanoseconds(one.duration()), locale())),
                           this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void LaneView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateBar();
    request();
}

void LaneView::showEvent(QShowEvent* event)
{
    QAbstractScrollArea::showEvent(event);
    updateBar();
    request();
}

void LaneView::scrollContentsBy(int, int)
{
    viewport()->update();
    request();
}

void LaneView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateBar();
        request();
    }
}

} // namespace millrace::ui

#include "moc_lane_view.cpp"
