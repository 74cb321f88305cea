// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_geometry.h"
#include "core/report/series_style.h"

#include <optional>
#include <string>
#include <string_view>

namespace millrace::report {

inline constexpr double labelSize = 12; ///< px, of ticks and legends
inline constexpr double seriesLine = 1.8; ///< px, width of lines

/// Source of a colour; the painter knows its background.
enum class Tint
{
    None,
    Ink,
    Soft, ///< ink of secondary elements
    Paper, ///< the background
    Series, ///< the colour of a series
    Hatch, ///< the colour of a series with its hatch; to fill with
    Given, ///< the same on every background
};
struct Paint
{
    Tint tint = Tint::None;
    std::size_t series = 0; ///< of Series and Hatch
    std::string color = {}; ///< of Given: "#08519c"
};
[[nodiscard]] inline Paint inkPaint()
{
    return {Tint::Ink};
}
[[nodiscard]] inline Paint seriesPaint(std::size_t series)
{
    return {Tint::Series, series};
}

enum class Dash
{
    Unsaid, ///< solid
    Solid,
    Series, ///< same as the series
    Dots, ///< 3 px on and off
};
struct Pen
{
    Paint paint;
    std::optional<double> width = {}; ///< px; absent: 1
    double opacity = 1;
    Dash dash = Dash::Unsaid;
    bool roundJoin = false;
};

/// Fill and outline of a shape.
struct Look
{
    std::optional<Paint> fill; ///< absent: an open stroke
    std::optional<Pen> pen;
    double fillOpacity = 1;
};

enum class Anchor
{
    Start,
    Middle,
    End
};
struct Label
{
    std::string text;
    Paint paint = inkPaint();
    double size = labelSize; ///< px, where labels have labelSize
    Anchor anchor = Anchor::Start;
};

/// The font of the labels, as far as layout depends on it.
class LabelFont
{
public:
    virtual ~LabelFont() = default;
    /// In px.
    [[nodiscard]] virtual double width(std::string_view utf8) const = 0;
    /// Elides the middle until the text fits.
    [[nodiscard]] virtual std::string fitted(std::string_view utf8, double width) const = 0;
    /// From one line of a legend to the next.
    [[nodiscard]] virtual double line() const = 0;
    /// From the centre of a line down to its baseline.
    [[nodiscard]] virtual double baseline() const = 0;
};

/// Paints the shapes of the marks and the legend of a figure. Drawings for files and for the screen differ only in this
/// class.
class FigurePainter
{
public:
    virtual ~FigurePainter() = default;
    [[nodiscard]] virtual const LabelFont& font() const = 0;
    /// The shapes up to the end of the mark represent this item.
    virtual void beginMark(const FigureSpec&, const MarkRef&) { }
    virtual void endMark() { }

    virtual void line(double x1, double y1, double x2, double y2, const Pen& pen) = 0;
    virtual void rect(const Rect& rect, const Look& look) = 0;
    virtual void circle(double x, double y, double radius, const Look& look) = 0;
    virtual void path(const Path& path, const Look& look) = 0;
    /// The marker of a series, with a rim of paper.
    virtual void marker(double x, double y, std::size_t series) = 0;
    /// `y` is the baseline.
    virtual void text(double x, double y, const Label& label) = 0;
};

} // namespace millrace::report
