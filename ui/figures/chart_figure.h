// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_geometry.h"

#include <QLocale>
#include <QtCharts/QChart>

class QCategoryAxis;

namespace millrace::ui {

class FigureLegend;
class FigureMarks;

/// A figure as a chart: axes and grid by Qt Charts, in its plot area the marks and above it the legend of the report's
/// drawing, with the same values, limits, ticks and units as report::toSvg.
class ChartFigure : public QChart
{
    Q_OBJECT
public:
    explicit ChartFigure(report::FigureSpec figure, QGraphicsItem* parent = nullptr);
    ~ChartFigure() override;

    [[nodiscard]] const report::FigureSpec& figure() const noexcept { return m_figure; }
    /// Colours of this palette, on its base.
    void setInk(const QPalette& palette, const QFont& font);
    /// What is under a place, in words; empty where there is nothing.
    [[nodiscard]] QString textAt(QPointF place, const QLocale& locale) const;
    /// Where its data lie, in px of the chart.
    [[nodiscard]] const report::Plot& plot() const noexcept { return m_plot; }
    /// Texts of the ticks from the lowest to the highest, or of the categories.
    [[nodiscard]] QStringList xLabels() const;
    [[nodiscard]] QStringList yLabels() const;

protected:
    void resizeEvent(QGraphicsSceneResizeEvent* event) override;

private:
    void addAxes();
    void arrange();
    void placeLabels(bool turned);
    void setRanges();
    [[nodiscard]] double widestLabel() const;
    [[nodiscard]] bool turnsLabels(double width) const;

    const report::FigureSpec m_figure;
    report::Plot m_plot;
    QCategoryAxis* m_x = nullptr;
    QCategoryAxis* m_y = nullptr;
    FigureMarks* m_marks = nullptr;
    FigureLegend* m_legend = nullptr;
    QFont m_font;
};

} // namespace millrace::ui
