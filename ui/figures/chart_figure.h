// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "ui/figures/figure_geometry.h"
#include "ui/figures/figure_marks.h"

#include <QLocale>
#include <QtCharts/QChart>

class QCategoryAxis;
class QXYSeries;

namespace millrace::ui {

class FigureLegend;

/// A figure as a chart: axes, grid and lines by Qt Charts, the rest drawn over them. It shows the same values, limits,
/// ticks and units as report::toSvg.
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
    [[nodiscard]] const FigureGeometry& geometryOf() const noexcept { return m_geometry; }
    [[nodiscard]] const FigureMarks& marks() const noexcept { return *m_marks; }
    /// Texts of the ticks from the lowest to the highest, or of the categories.
    [[nodiscard]] QStringList xLabels() const;
    [[nodiscard]] QStringList yLabels() const;

protected:
    void resizeEvent(QGraphicsSceneResizeEvent* event) override;

private:
    void addAxes();
    void addSeries();
    void arrange();
    void placeLabels(bool turned);
    void spreadLines();
    [[nodiscard]] double widestLabel() const;
    [[nodiscard]] bool turnsLabels(double width) const;

    const report::FigureSpec m_figure;
    FigureGeometry m_geometry;
    QCategoryAxis* m_x = nullptr;
    QCategoryAxis* m_y = nullptr;
    FigureMarks* m_marks = nullptr;
    FigureLegend* m_legend = nullptr;
    std::vector<QXYSeries*> m_lines;
    QFont m_font;
};

} // namespace millrace::ui
