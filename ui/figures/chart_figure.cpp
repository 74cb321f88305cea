// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/chart_figure.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"
#include "ui/figures/figure_legend.h"
#include "ui/figures/figure_marks.h"
#include "ui/figures/figure_text.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsSceneResizeEvent>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QLegend>

namespace millrace::ui {
namespace {

constexpr double edge = 10;
constexpr double turnedLength = 170; ///< px of a label that is turned
constexpr int turn = -35; ///< degrees

/// A value as the chart's axes have it: they are linear, in the logarithm where the figure's are logarithmic.
double coordinateOn(const report::AxisMap& axis, double value)
{
    return axis.isLogarithmic() ? std::log10(std::max(value, axis.low())) : value;
}

} // namespace

ChartFigure::ChartFigure(report::FigureSpec figure, QGraphicsItem* parent)
    : QChart(parent), m_figure(std::move(figure)), m_plot(m_figure)
{
    legend()->hide();
    setBackgroundRoundness(0);
    setMargins({});
    layout()->setContentsMargins(0, 0, 0, 0);
    setAnimationOptions(QChart::NoAnimation);
    addAxes();
    m_marks = new FigureMarks(m_plot, this);
    m_legend = new FigureLegend(m_figure, toQString(m_plot.y.title()), this);
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
    m_x->setStartValue(m_plot.isCategorical() ? -2 : coordinateOn(m_plot.x, m_plot.x.low()) - 1);
    m_y->setStartValue(coordinateOn(m_plot.y, m_plot.y.low()) - 1);
    // Labels must differ for the axis: equal ones get different numbers of spaces.
    const auto add = [](QCategoryAxis* axis, QString label, double at) {
        while (axis->categoriesLabels().contains(label))
            label += QLatin1Char(' ');
        axis->append(label, at);
    };
    if (m_plot.isCategorical())
        for (std::size_t i = 0; i < m_figure.x.categories.size(); ++i)
            add(m_x, toQString(m_figure.x.categories[i]), static_cast<double>(i));
    else
        for (const report::Tick& tick : m_plot.x.ticks())
            add(m_x, toQString(tick.label), coordinateOn(m_plot.x, tick.value));
    for (const report::Tick& tick : m_plot.y.ticks())
        add(m_y, toQString(tick.label), coordinateOn(m_plot.y, tick.value));
    setRanges();
    const QString title = toQString(m_plot.isCategorical() ? m_figure.x.label : m_plot.x.title());
    m_x->setTitleText(title);
    m_x->setTitleVisible(!title.isEmpty());
    addAxis(m_x, Qt::AlignBottom);
    addAxis(m_y, Qt::AlignLeft);
}

/// The ends of the axes: those of the figure, and beyond those of a numeric x axis what keeps markers clear of the
/// edges.
void ChartFigure::setRanges()
{
    m_y->setRange(coordinateOn(m_plot.y, m_plot.y.low()), coordinateOn(m_plot.y, m_plot.y.high()));
    if (m_plot.isCategorical()) {
        m_x->setRange(-0.5, static_cast<double>(m_figure.x.categories.size()) - 0.5);
        return;
    }
    const double low = coordinateOn(m_plot.x, m_plot.x.low()), high = coordinateOn(m_plot.x, m_plot.x.high());
    const double width = m_plot.right - m_plot.left - 2 * m_plot.inset();
    const double room = width > 0 ? (high - low) * m_plot.inset() / width : 0;
    m_x->setRange(low - room, high + room);
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
    m_marks->setInk(ink, font);
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
    if (!m_plot.isCategorical())
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
    const QRectF area(left, top, size().width() - left - edge - (m_plot.isCategorical() ? 0 : 12),
                      size().height() - top - bottom - edge / 2);
    if (area.width() < 20 || area.height() < 20)
        return;
    setPlotArea(area);
    m_plot.place(area.left(), area.top(), area.right(), area.bottom());
    setRanges();
    layout()->invalidate();
    layout()->activate(); // the axes move at once, not with the next event
    m_marks->plotChanged();
    placeLabels(turned);
}

void ChartFigure::placeLabels(bool turned)
{
    QList<std::pair<QPointF, QString>> labels;
    if (turned) {
        const QFontMetricsF metrics(m_font);
        const double steepness = std::cos(qDegreesToRadians(static_cast<double>(turn)));
        const int count = static_cast<int>(m_figure.x.categories.size());
        const int every = std::max(1, static_cast<int>(std::ceil(metrics.height() / m_plot.slotWidth())));
        for (int i = 0; i < count; i += every) {
            const QPointF end(m_plot.xPixel(i) + metrics.height() / 4, m_plot.bottom + metrics.height() * 0.8);
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

void ChartFigure::resizeEvent(QGraphicsSceneResizeEvent* event)
{
    QChart::resizeEvent(event);
    arrange();
}

QString ChartFigure::textAt(QPointF place, const QLocale& locale) const
{
    const auto mark = m_plot.markAt(place.x(), place.y());
    return mark ? markText(m_figure, *mark, locale) : QString();
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

#include "moc_chart_figure.cpp"
