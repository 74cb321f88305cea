// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The header of QCustomPlot is written in Qt's keywords.
#undef QT_NO_KEYWORDS
#undef QT_NO_FOREACH
#undef QT_NO_CAST_FROM_ASCII

#include "tests/bench/plot_peers.h"

#include <QChart>
#include <QChartView>
#include <QLineSeries>
#include <QValueAxis>

#include <algorithm>

#ifdef MR_HAS_QCUSTOMPLOT
#include <qcustomplot.h>
#endif

namespace millrace::bench {
namespace {

/// Holds all points and gives the chart those in view, as a program that uses Qt Charts must.
class ChartsPlot : public PeerPlot
{
public:
    ChartsPlot(int series, QSize size) : m_points(static_cast<std::size_t>(series))
    {
        auto* chart = new QChart;
        chart->legend()->hide();
        chart->setAnimationOptions(QChart::NoAnimation);
        m_x = new QValueAxis;
        m_y = new QValueAxis;
        chart->addAxis(m_x, Qt::AlignBottom);
        chart->addAxis(m_y, Qt::AlignLeft);
        for (int i = 0; i < series; ++i) {
            auto* line = new QLineSeries;
            line->setPen(QPen(QColor::fromHsv(i * 11 % 360, 200, 180), 1));
            chart->addSeries(line);
            line->attachAxis(m_x);
            line->attachAxis(m_y);
            m_lines.push_back(line);
        }
        m_view.setChart(chart);
        m_view.setRenderHint(QPainter::Antialiasing, false);
        m_view.resize(size);
        m_view.show();
    }
    QWidget& widget() override { return m_view; }
    void append(int series, const QVector<QPointF>& points) override
    {
        m_points[static_cast<std::size_t>(series)] += points;
    }
    void show(double begin, double end, double low, double high) override
    {
        m_x->setRange(begin, end);
        m_y->setRange(low, high);
        const auto before = [](const QPointF& point, double x) { return point.x() < x; };
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const auto from = std::lower_bound(m_points[i].cbegin(), m_points[i].cend(), begin, before);
            const auto to = std::lower_bound(from, m_points[i].cend(), end, before);
            m_lines[i]->replace(QList<QPointF>(from, to));
        }
        m_view.viewport()->repaint();
    }

private:
    QChartView m_view;
    QValueAxis *m_x, *m_y;
    std::vector<QLineSeries*> m_lines;
    std::vector<QVector<QPointF>> m_points;
};

#ifdef MR_HAS_QCUSTOMPLOT
class CustomPlot : public PeerPlot
{
public:
    CustomPlot(int series, QSize size)
    {
        m_plot.setNoAntialiasingOnDrag(true);
        m_plot.setNotAntialiasedElements(QCP::aeAll);
        for (int i = 0; i < series; ++i)
            m_plot.addGraph()->setPen(QPen(QColor::fromHsv(i * 11 % 360, 200, 180), 1));
        m_plot.resize(size);
        m_plot.show();
    }
    QWidget& widget() override { return m_plot; }
    void append(int series, const QVector<QPointF>& points) override
    {
        QVector<double> keys, values;
        for (const QPointF& point : points) {
            keys << point.x();
            values << point.y();
        }
        m_plot.graph(series)->addData(keys, values, true);
    }
    void show(double begin, double end, double low, double high) override
    {
        m_plot.xAxis->setRange(begin, end);
        m_plot.yAxis->setRange(low, high);
        m_plot.replot(QCustomPlot::rpImmediateRefresh);
    }

private:
    QCustomPlot m_plot;
};
#endif

template <typename Plot>
std::unique_ptr<PeerPlot> makePeer(int series, QSize size)
{
    return std::make_unique<Plot>(series, size);
}

} // namespace

std::vector<PeerKind> peerKinds()
{
    std::vector<PeerKind> kinds;
#ifdef MR_HAS_QCUSTOMPLOT
    kinds.push_back({"QCustomPlot", makePeer<CustomPlot>});
#endif
    kinds.push_back({"Qt Charts", makePeer<ChartsPlot>});
    return kinds;
}

} // namespace millrace::bench
