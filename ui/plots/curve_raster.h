// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/curves.h"

#include <cstdint>
#include <vector>

class QImage;

namespace millrace::ui {

/// Fills lines of one pixel into a picture, from front to back: a pixel that is taken is never touched again, so that
/// 32 dense curves cost no more than the area of the picture. A QPainter would fill each of them whole.
class CurveRaster
{
public:
    /// `image`: ARGB32_Premultiplied, not shared; outlives this.
    explicit CurveRaster(QImage& image);

    /// Lines and dots behind all that were added before. Coordinates count in the image's device-independent pixels.
    void addBehind(const Strokes& strokes, const QColor& color, bool strong);

private:
    void fillLine(QPointF from, QPointF to, std::uint32_t pixel);
    /// The free pixels of a column from row `top` to row `bottom`.
    void fillSpan(int x, int top, int bottom, std::uint32_t pixel);

    int m_width;
    int m_height;
    std::size_t m_words; ///< of 64 rows each, for one column
    double m_ratio;
    std::ptrdiff_t m_stride; ///< pixels from row to row
    std::uint32_t* m_pixels;
    std::vector<std::uint64_t> m_taken; ///< one bit for each pixel, column by column
};

} // namespace millrace::ui
