// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/timeline_canvas.h"

#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/plots/plot_bands.h"

#include <QFontInfo>
#include <QPainter>
#include <QStyleOptionFocusRect>

namespace millrace::ui {
namespace {

constexpr int frameInterval = 33; ///< ms: 30 pictures in a second
constexpr int stillAfter = 150; ///< ms without a change
constexpr int unseenInterval = 1000; ///< ms between pictures when new data lie outside of the view

PlotLook paperLook(QFont font)
{
    font.setPixelSize(QFontInfo(font).pixelSize());
    return lookOf(paletteFor(Theme::Light), font, QLocale());
}

} // namespace

TimelineCanvas::TimelineCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineCanvas"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&m_maker, &FrameMaker::made, this, &TimelineCanvas::takeFrame);
    m_live.setInterval(frameInterval);
    connect(&m_live, &QTimer::timeout, this, &TimelineCanvas::lookForData);
    m_still.setSingleShot(true);
    m_still.setInterval(stillAfter);
    connect(&m_still, &QTimer::timeout, this, [this] { requestFrame(true); });
}

void TimelineCanvas::setTitle(const QString& title)
{
    m_title = title;
    setAccessibleName(title);
    requestFrame(false);
}

void TimelineCanvas::setSeries(std::vector<TimelineSeries> series)
{
    std::erase_if(series, [](const TimelineSeries& one) { return !one.source; });
    m_series = std::move(series);
    for (TimelineSeries& one : m_series)
        if (one.unit == QLatin1String("1"))
            one.unit.clear();
    m_emphasis = -1;
    m_highlights.clear();
    m_frame.reset();
    changeView([this](TimelineView& view) { view.setData(wholeRange()); });
    requestFrame(false);
    updateTimers();
    update();
}

void TimelineCanvas::setSeriesVisible(int index, bool visible)
{
    m_series[static_cast<std::size_t>(index)].visible = visible;
    requestFrame(false);
    update();
}

void TimelineCanvas::setEmphasis(int index)
{
    if (m_emphasis == index)
        return;
    m_emphasis = index;
    requestFrame(false);
}

void TimelineCanvas::setHighlights(std::vector<int> indices)
{
    std::ranges::sort(indices);
    if (m_highlights == indices)
        return;
    m_highlights = std::move(indices);
    requestFrame(false);
}

void TimelineCanvas::setInstants(bool shown)
{
    m_instants = shown;
}

void TimelineCanvas::hover(int index)
{
    if (std::exchange(m_hovered, index) != index)
        Q_EMIT hovered(index);
}

void TimelineCanvas::setEvents(std::vector<TimelineEvent> events)
{
    std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    if (events == m_events)
        return;
    const bool hadSome = !m_events.empty();
    m_events = std::move(events);
    if (hadSome == m_events.empty())
        requestFrame(false);
    update();
}

void TimelineCanvas::setBands(std::vector<TimelineBand> bands)
{
    std::ranges::stable_sort(bands, {}, &TimelineBand::begin);
    if (bands == m_bands)
        return;
    m_bands = std::move(bands);
    update();
}

void TimelineCanvas::setOrigin(std::int64_t time)
{
    m_origin = time;
    update();
}

void TimelineCanvas::setLogarithmic(bool logarithmic)
{
    m_logarithmic = logarithmic;
    requestFrame(false);
}

void TimelineCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void TimelineCanvas::setSharedRange(std::function<TimeRange()> range)
{
    m_sharedRange = std::move(range);
    changeView([this](TimelineView& view) { view.setData(wholeRange()); });
}

void TimelineCanvas::setView(TimeRange range, ViewMode mode)
{
    changeView([&](TimelineView& view) { view.set(range, mode); });
}

void TimelineCanvas::setMode(ViewMode mode)
{
    changeView([&](TimelineView& view) {
        if (!m_paused)
            view.setData(wholeRange());
        view.setMode(mode);
    });
}

void TimelineCanvas::panBy(double share)
{
    changeView(
        [share](TimelineView& view) { view.pan(std::llround(share * static_cast<double>(view.range().length()))); });
}

void TimelineCanvas::zoomBy(double factor)
{
    changeView([factor](TimelineView& view) { view.zoomInPlace(factor); });
}

void TimelineCanvas::setPaused(bool paused)
{
    if (m_paused == paused)
        return;
    m_paused = paused;
    updateTimers();
    if (!paused)
        lookForData();
    update();
    Q_EMIT pausedChanged(paused);
}

void TimelineCanvas::setTimeCursor(std::optional<std::int64_t> time)
{
    if (m_cursor == time)
        return;
    m_cursor = time;
    update();
    Q_EMIT cursorMoved();
}

void TimelineCanvas::setSelecting(bool possible, bool drag)
{
    m_selects = possible;
    m_dragSelects = possible && drag;
}

void TimelineCanvas::setSelection(std::optional<TimeRange> selection)
{
    if (m_selection == selection)
        return;
    m_selection = selection;
    update();
}

TimeRange TimelineCanvas::dataRange() const
{
    TimeRange all;
    for (const TimelineSeries& one : m_series)
        all = united(all, one.source->range());
    return all;
}

std::int64_t TimelineCanvas::origin() const
{
    if (m_origin)
        return *m_origin;
    const TimeRange all = wholeRange();
    return all.isEmpty() ? 0 : all.begin;
}

std::uint64_t TimelineCanvas::revisions() const
{
    std::uint64_t sum = 0;
    for (const TimelineSeries& one : m_series)
        sum += one.source->revision();
    return sum;
}

PlotGeometry TimelineCanvas::geometry() const
{
    return {PlotPainter::plotArea(rect(), font(), !m_events.empty()), m_view.range()};
}

PlotFigure TimelineCanvas::figure() const
{
    const QString unit = m_series.empty() ? QString() : m_series.front().unit;
    return {m_title,
            unit,
            m_series,
            m_events,
            m_bands,
            m_view.range(),
            origin(),
            m_logarithmic,
            geometry().plot.size(),
            paperLook(font()),
            {}};
}

void TimelineCanvas::lookForData()
{
    if (m_paused || !isVisible() || m_maker.isBusy())
        return;
    updateTimers();
    if (revisions() == m_drawnRevisions)
        return;
    const TimeRange all = wholeRange();
    const bool unseen =
        m_view.mode() == ViewMode::Fixed && all.end > m_view.range().end && m_frame && !m_frame->extent.isEmpty();
    if (unseen && m_sinceRequest.isValid() && m_sinceRequest.elapsed() < unseenInterval)
        return;
    changeView([&](TimelineView& view) { view.setData(all); });
    if (revisions() != m_drawnRevisions)
        requestFrame(false);
}

void TimelineCanvas::updateTimers()
{
    const bool growing = std::any_of(m_series.begin(), m_series.end(),
                                     [](const TimelineSeries& one) { return one.source->isGrowing(); });
    const bool wanted = isVisible() && !m_paused && (growing || revisions() != m_drawnRevisions);
    if (wanted && !m_live.isActive())
        m_live.start();
    else if (!wanted)
        m_live.stop();
}

void TimelineCanvas::changeView(const std::function<void(TimelineView&)>& change)
{
    const TimelineView before = m_view;
    change(m_view);
    const bool moved = m_view.range() != before.range();
    if (moved) {
        requestFrame(false);
        update();
    }
    const bool follows = m_view.mode() == ViewMode::Follow;
    if (follows != (before.mode() == ViewMode::Follow)) {
        update();
        Q_EMIT followingChanged(follows);
    }
    if (moved)
        Q_EMIT viewChanged();
}

void TimelineCanvas::requestFrame(bool smooth)
{
    m_still.stop();
    const QSizeF size = geometry().plot.size();
    if (!isVisible() || m_view.range().isEmpty() || size.width() < 1 || size.height() < 1)
        return;
    FrameRequest request;
    request.view = m_view.range();
    request.size = size;
    request.ratio = devicePixelRatioF();
    request.smooth = smooth;
    request.logarithmic = m_logarithmic;
    request.label = m_title.toStdString();
    request.unit = m_series.empty() ? std::string() : m_series.front().unit.toStdString();
    const bool dark = isDark(palette());
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        CurveStyle style = curveStyle(m_series[i], dark, request.ratio);
        const bool highlighted = std::ranges::binary_search(m_highlights, static_cast<int>(i));
        style.strong = highlighted || static_cast<int>(i) == m_emphasis;
        style.faint = !m_highlights.empty() && !style.strong;
        request.curves.push_back({m_series[i].visible ? m_series[i].source : nullptr, style});
    }
    m_drawnRevisions = revisions();
    m_sinceRequest.start();
    m_maker.request(std::move(request));
}

void TimelineCanvas::takeFrame(std::shared_ptr<const Frame> frame)
{
    if (frame->columns.size() != m_series.size())
        return;
    m_frame = std::move(frame);
    if (!m_frame->smooth && (m_paused || m_view.mode() == ViewMode::Fixed || !m_live.isActive()))
        m_still.start();
    update();
    Q_EMIT frameChanged();
}

QString TimelineCanvas::emptyReason() const
{
    if (m_frame && !m_frame->problem.empty() && m_frame->extent.isEmpty())
        return tr("The series could not be read: %1").arg(toQString(m_frame->problem));
    if (m_series.empty())
        return m_emptyText.isEmpty() ? tr("No series to show.") : m_emptyText;
    if (std::none_of(m_series.begin(), m_series.end(), [](const TimelineSeries& one) { return one.visible; }))
        return tr("Hidden: click a name to show it.");
    if (dataRange().isEmpty())
        return m_emptyText.isEmpty() ? tr("No samples yet.") : m_emptyText;
    const auto hasColumns = [](const CurveColumns& columns) {
        return std::any_of(columns.begin(), columns.end(), [](const auto& column) { return column.count > 0; });
    };
    if (m_frame && std::none_of(m_frame->columns.begin(), m_frame->columns.end(), hasColumns))
        return tr("Only gaps here: nothing was measured. Press Home to see the whole range.");
    const TimeRange all = dataRange(), view = m_view.range();
    if (view.end <= all.begin || view.begin >= all.end)
        return tr("No samples in this stretch of time. Press Home to see everything.");
    return {};
}

void TimelineCanvas::drawFrame(QPainter& painter, const PlotGeometry& geometry) const
{
    if (!m_frame || m_frame->image.isNull() || m_view.range().isEmpty())
        return;
    const QRectF& plot = geometry.plot;
    painter.save();
    painter.setClipRect(plot);
    if (m_frame->view == geometry.view && m_frame->size == plot.size()) {
        painter.drawImage(plot.topLeft(), m_frame->image);
    } else {
        const double left = geometry.xOf(m_frame->view.begin);
        const double right = geometry.xOf(m_frame->view.end);
        // Parts far outside the plot are not drawn: their coordinates would become too large.
        const double scale = static_cast<double>(m_frame->image.width()) / std::max(right - left, 1e-9);
        const double from = std::max(left, plot.left()), to = std::min(right, plot.right());
        if (to - from >= 0.5)
            painter.drawImage(QRectF(from, plot.top(), to - from, plot.height()), m_frame->image,
                              QRectF((from - left) * scale, 0, (to - from) * scale, m_frame->image.height()));
    }
    painter.restore();
}

void TimelineCanvas::drawBand(QPainter& painter, const PlotGeometry& geometry, double from, double to) const
{
    const double left = std::clamp(std::min(from, to), geometry.plot.left(), geometry.plot.right());
    const double right = std::clamp(std::max(from, to), geometry.plot.left(), geometry.plot.right());
    QColor fill = palette().color(QPalette::Highlight);
    painter.setPen(fill);
    fill.setAlpha(60);
    painter.setBrush(fill);
    painter.drawRect(QRectF(QPointF(left, geometry.plot.top()), QPointF(right, geometry.plot.bottom())));
}

void TimelineCanvas::drawOverlay(PlotPainter& parts, QPainter& painter, const PlotGeometry& geometry) const
{
    if (m_cursor && !geometry.view.isEmpty())
        parts.drawCursor(geometry, *m_cursor, timeText(*m_cursor));
    if ((m_drag == Drag::Band || m_drag == Drag::Mark) && m_dragMoved)
        drawBand(painter, geometry, m_dragStart.x(), m_dragNow.x());
    else if (m_selection && m_selection->end > m_view.range().begin && m_selection->begin < m_view.range().end)
        drawBand(painter, geometry, geometry.xOf(m_selection->begin), geometry.xOf(m_selection->end));
    if (const QString reason = emptyReason(); !reason.isEmpty())
        parts.drawMessage(geometry, reason);
    if (m_paused)
        parts.drawBadge(geometry, tr("Paused"));
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(1, 1, -1, -1);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    const PlotGeometry geometry = this->geometry();
    if (geometry.plot.width() < 1 || geometry.plot.height() < 1)
        return;
    const PlotLook look = lookOf(palette(), font(), locale());
    PlotPainter parts(painter, look);
    std::optional<report::AxisMap> axis;
    if (m_frame) {
        axis = m_frame->axis;
        axis->setPixels(geometry.plot.height(), 0);
    }
    const report::AxisMap* drawn = axis && emptyReason().isEmpty() ? &*axis : nullptr;
    const std::vector<TimeTick> ticks = hasOrigin() ? parts.ticksFor(geometry, origin()) : std::vector<TimeTick>();
    drawBands(painter, geometry, m_bands, look);
    parts.drawGrid(geometry, ticks, drawn);
    drawFrame(painter, geometry);
    if (!geometry.view.isEmpty())
        parts.drawEvents(geometry, m_events);
    drawBandNames(painter, geometry, m_bands, look);
    parts.drawAxes(geometry, ticks, drawn, m_title);
    drawOverlay(parts, painter, geometry);
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    requestFrame(false);
}

void TimelineCanvas::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_paused)
        changeView([this](TimelineView& view) { view.setData(wholeRange()); });
    requestFrame(false);
    updateTimers();
}

void TimelineCanvas::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_live.stop();
    m_still.stop();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        requestFrame(false);
}

} // namespace millrace::ui

#include "moc_timeline_canvas.cpp"
