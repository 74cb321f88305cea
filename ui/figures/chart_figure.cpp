// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/chart_figure.h"

#include "core/report/svg_plot.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"
#include "ui/figures/figure_legend.h"
#include "ui/figures/figure_style.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsSceneResizeEvent>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>

namespace millrace::ui {
namespace {

using report::FigureKind;

constexpr double edge = 10;
constexpr double turnedLength = 170; ///< px of a label that is turned
constexpr int turn = -35; ///< degrees

/// Points as the line goes: a distribution climbs in steps.
QList<QPointF> pathOf(const FigureGeometry& geometry, const report::FigureSpec& figure,
                      const report::FigureSeries& series, double shift)
{
    QList<QPointF> path;
    double before = 0;
    for (const report::FigurePoint& point : series.points) {
        if (std::isnan(point.x) || std::isnan(point.y))
            continue;
        const double x = geometry.xCoordinate(point.x) + shift, y = geometry.yCoordinate(point.y);
        if (figure.kind == FigureKind::Cdf)
            path.append({x, before});
        path.append({x, y});
        before = y;
    }
    return path;
}

} // namespace

ChartFigure::ChartFigure(report::FigureSpec figure, QGraphicsItem* parent)
    : QChart(parent), m_figure(std::move(figure)), m_geometry(m_figure)
{
    legend()->hide();
    setBackgroundRoundness(0);
    setMargins({});
    layout()->setContentsMargins(0, 0, 0, 0);
    setAnimationOptions(QChart::NoAnimation);
    addAxes();
    addSeries();
    m_marks = new FigureMarks(m_figure, m_geometry, this);
    m_legend = new FigureLegend(m_figure, toQString(m_geometry.yAxis().title()), this);
}

ChartFigure::~ChartFigure() = default;

void ChartFigure::addAxes()
{
    m_x = new QCategoryAxis(this);
    m_y = new QCategoryAxis(this);
    for (QCategoryAxis* axis : {m_x, m_y})
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_x->setTruncateLabels(false);
    m_x->setGridLineVisible(false);
    m_y->setLineVisible(false);
    m_x->setStartValue(m_geometry.xLow() - 1);
    m_y->setStartValue(m_geometry.yLow() - 1);
    // Labels must differ for the axis: equal ones are told apart by spaces.
    const auto add = [](QCategoryAxis* axis, QString label, double at) {
        while (axis->categoriesLabels().contains(label))
            label += QLatin1Char(' ');
        axis->append(label, at);
    };
    if (m_geometry.isCategorical())
        for (std::size_t i = 0; i < m_figure.x.categories.size(); ++i)
            add(m_x, toQString(m_figure.x.categories[i]), static_cast<double>(i));
    else
        for (const report::Tick& tick : m_geometry.xAxis().ticks())
            add(m_x, toQString(tick.label), m_geometry.xCoordinate(tick.value));
    for (const report::Tick& tick : m_geometry.yAxis().ticks())
        add(m_y, toQString(tick.label), m_geometry.yCoordinate(tick.value));
    m_x->setRange(m_geometry.xLow(), m_geometry.xHigh());
    m_y->setRange(m_geometry.yLow(), m_geometry.yHigh());
    const QString title = toQString(m_geometry.isCategorical() ? m_figure.x.label : m_geometry.xAxis().title());
    m_x->setTitleText(title);
    m_x->setTitleVisible(!title.isEmpty());
    addAxis(m_x, Qt::AlignBottom);
    addAxis(m_y, Qt::AlignLeft);
}

void ChartFigure::addSeries()
{
    const bool joined = m_figure.kind == FigureKind::Lines || m_figure.kind == FigureKind::Cdf;
    for (const report::FigureSeries& each : m_figure.series) {
        // Not a QScatterSeries, which makes an item for every point.
        auto* line = new QLineSeries(this);
        line->setName(toQString(each.name));
        line->replace(pathOf(m_geometry, m_figure, each, 0));
        line->setVisible(joined);
        QChart::addSeries(line);
        line->attachAxis(m_x);
        line->attachAxis(m_y);
        m_lines.push_back(line);
    }
}

void ChartFigure::setInk(const QPalette& palette, const QFont& font)
{
    const bool dark = isDark(palette);
    const FigureInk ink{palette.color(QPalette::Text), palette.color(QPalette::PlaceholderText),
                        palette.color(QPalette::Base), dark};
    m_font = font;
    setBackgroundBrush(ink.paper);
    for (QCategoryAxis* axis : {m_x, m_y}) {
        axis->setLabelsFont(font);
        axis->setLabelsBrush(ink.ink);
        axis->setTitleFont(font);
        axis->setTitleBrush(ink.ink);
        axis->setLinePen(QPen(ink.ink, 1));
        axis->setGridLinePen(QPen(gridLineColor(dark), 1));
    }
    const bool dashed = report::usesDashes(m_figure);
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        m_lines[i]->setPen(linePen(figureStyle(static_cast<int>(i), dark), dashed));
    m_marks->setInk(ink);
    m_legend->setInk(ink, font);
    arrange();
}

double ChartFigure::widestLabel() const
{
    const QFontMetricsF metrics(m_font);
    double widest = 0;
    for (const QString& label : yLabels())
        widest = std::max(widest, metrics.horizontalAdvance(label));
    return widest;
}

bool ChartFigure::turnsLabels(double width) const
{
    if (!m_geometry.isCategorical())
        return false;
    const QFontMetricsF metrics(m_font);
    const double slot = width / static_cast<double>(m_figure.x.categories.size()) - 6;
    const QStringList labels = xLabels();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QString& label) { return metrics.horizontalAdvance(label) > slot; });
}

void ChartFigure::arrange()
{
    const QFontMetricsF metrics(m_font);
    const double width = size().width() - 2 * edge;
    m_legend->setPos(edge, edge);
    const double top = edge + m_legend->arrange(width);
    double left = edge + widestLabel() + 14;
    const bool turned = turnsLabels(size().width() - left - edge);
    double bottom = metrics.height() + 12;
    if (turned) {
        double longest = 0;
        for (const QString& label : xLabels())
            longest = std::max(longest, std::min(turnedLength, metrics.horizontalAdvance(label)));
        const double radians = qDegreesToRadians(static_cast<double>(-turn));
        bottom = longest * std::sin(radians) + metrics.height() * 1.5 + 10;
    }
    m_x->setLabelsVisible(!turned);
    if (!turned && !m_x->titleText().isEmpty())
        bottom += metrics.height() + 8;
    const QRectF area(left, top, size().width() - left - edge - (m_geometry.isCategorical() ? 0 : 12),
                      size().height() - top - bottom - edge / 2);
    if (area.width() < 20 || area.height() < 20)
        return;
    setPlotArea(area);
    layout()->invalidate();
    layout()->activate(); // the axes move at once, not with the next event
    m_geometry.place(area);
    m_marks->geometryChanged();
    placeLabels(turned);
    spreadLines();
}

void ChartFigure::placeLabels(bool turned)
{
    QList<std::pair<QPointF, QString>> labels;
    if (turned) {
        const QFontMetricsF metrics(m_font);
        const double steepness = std::cos(qDegreesToRadians(static_cast<double>(turn)));
        const QRectF area = m_geometry.area();
        const int count = static_cast<int>(m_figure.x.categories.size());
        const int every = std::max(1, static_cast<int>(std::ceil(metrics.height() / m_geometry.slotWidth())));
        for (int i = 0; i < count; i += every) {
            const QPointF end(m_geometry.xPixel(i) + metrics.height() / 4, area.bottom() + metrics.height() * 0.8);
            const double room = std::min(turnedLength, (end.x() - 4) / steepness);
            labels.append({end,
                           metrics.elidedText(toQString(m_figure.x.categories[static_cast<std::size_t>(i)]),
                                              Qt::ElideMiddle, room)});
        }
    }
    m_legend->setTurnedLabels(std::move(labels), turn);
    // The heading names the factor as well.
    m_x->setTitleVisible(!turned && !m_x->titleText().isEmpty());
}

/// In a category the points of several series stand beside each other, and so do their lines.
void ChartFigure::spreadLines()
{
    if (!m_geometry.isCategorical() || m_figure.kind != FigureKind::Lines)
        return;
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        m_lines[i]->replace(pathOf(m_geometry, m_figure, m_figure.series[i],
                                   m_geometry.shiftOf(static_cast<int>(i)) / m_geometry.slotWidth()));
}

void ChartFigure::resizeEvent(QGraphicsSceneResizeEvent* event)
{
    QChart::resizeEvent(event);
    arrange();
}

QString ChartFigure::textAt(QPointF place, const QLocale& locale) const
{
    return m_marks->textAt(place, locale);
}

QStringList ChartFigure::xLabels() const
{
    return m_x->categoriesLabels();
}

QStringList ChartFigure::yLabels() const
{
    return m_y->categoriesLabels();
}

} // namespace millrace::ui
