// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_painter.h"

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QPen>
#include <QPixmap>

#include <map>

class QPainter;

namespace millrace::ui {

/// Colours of a figure that are not those of a series.
struct FigureInk
{
    QColor ink;
    QColor soft;
    QColor paper;
    bool dark = false;
};

/// The labels' font as the window has it.
class ScreenFont : public report::LabelFont
{
public:
    explicit ScreenFont(const QFont& font) : m_metrics(font) { }

    [[nodiscard]] double width(std::string_view utf8) const override;
    [[nodiscard]] std::string fitted(std::string_view utf8, double width) const override;
    [[nodiscard]] double line() const override { return m_metrics.height() + 5; }
    [[nodiscard]] double baseline() const override { return m_metrics.ascent() - m_metrics.height() / 2; }

private:
    QFontMetricsF m_metrics;
};

/// The shapes of a figure on a window or on paper. Hatches are drawn as lines, so that they stay sharp in every size
/// and in PDF.
class ScreenPainter : public report::FigurePainter
{
public:
    /// `stamps`: markers are small pictures, which is what thousands of them on a screen need.
    ScreenPainter(QPainter& painter, const FigureInk& ink, const QFont& font, bool stamps = false);

    [[nodiscard]] const report::LabelFont& font() const override { return m_metrics; }
    void line(double x1, double y1, double x2, double y2, const report::Pen& pen) override;
    void rect(const report::Rect& rect, const report::Look& look) override;
    void circle(double x, double y, double radius, const report::Look& look) override;
    void path(const report::Path& path, const report::Look& look) override;
    void marker(double x, double y, std::size_t series) override;
    void text(double x, double y, const report::Label& label) override;

private:
    [[nodiscard]] QColor colorOf(const report::Paint& paint) const;
    [[nodiscard]] QPen penOf(const report::Pen& pen) const;
    void setLook(const report::Look& look);
    void fillHatched(const QRectF& rect, std::size_t series);
    void drawMarker(QPainter& painter, QPointF at, std::size_t series) const;
    [[nodiscard]] const QPixmap& stampOf(std::size_t series);

    QPainter& m_painter;
    const FigureInk& m_ink;
    QFont m_font;
    ScreenFont m_metrics;
    bool m_stamps;
    std::map<std::size_t, QPixmap> m_pictures; ///< of the markers, by series
};

} // namespace millrace::ui
