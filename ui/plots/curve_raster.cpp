// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/curve_raster.h"

#include <QImage>

#include <algorithm>
#include <bit>
#include <cmath>

namespace millrace::ui {
namespace {

constexpr int wordBits = 64;

} // namespace

CurveRaster::CurveRaster(QImage& image)
    : m_width(image.width()), m_height(image.height()),
      m_words(static_cast<std::size_t>((image.height() + wordBits - 1) / wordBits)), m_ratio(image.devicePixelRatio()),
      m_stride(image.bytesPerLine() / static_cast<qsizetype>(sizeof(std::uint32_t))),
      m_pixels(reinterpret_cast<std::uint32_t*>(image.bits())),
      m_taken(m_words * static_cast<std::size_t>(image.width()), 0)
{
}

void CurveRaster::addBehind(const Strokes& strokes, const QColor& color, bool strong)
{
    const std::uint32_t pixel = qPremultiply(color.rgba());
    for (const QPointF& dot : strokes.dots) {
        const int left = static_cast<int>(std::floor((dot.x() - 1.5) * m_ratio + 0.5));
        const int top = static_cast<int>(std::floor((dot.y() - 1.5) * m_ratio + 0.5));
        const int side = static_cast<int>(std::ceil(3 * m_ratio));
        for (int x = left; x < left + side; ++x)
            fillSpan(x, top, top + side - 1, pixel);
    }
    for (const QLineF& line : strokes.lines) {
        const QPointF from = line.p1() * m_ratio, to = line.p2() * m_ratio;
        fillLine(from, to, pixel);
        if (strong) {
            fillLine(from + QPointF(1, 0), to + QPointF(1, 0), pixel);
            fillLine(from + QPointF(0, 1), to + QPointF(0, 1), pixel);
        }
    }
}

void CurveRaster::fillLine(QPointF from, QPointF to, std::uint32_t pixel)
{
    if (to.x() < from.x())
        std::swap(from, to);
    if (!(to.x() >= 0) || !(from.x() < m_width))
        return;
    const int first = static_cast<int>(std::max(std::floor(from.x()), 0.0));
    const int last = static_cast<int>(std::min(std::floor(to.x()), m_width - 1.0));
    const double width = to.x() - from.x();
    const double slope = width > 0 ? (to.y() - from.y()) / width : 0;
    for (int x = first; x <= last; ++x) {
        const double enter = x <= from.x() ? from.y() : from.y() + slope * (x - from.x());
        const double leave = x + 1 >= to.x() ? to.y() : from.y() + slope * (x + 1 - from.x());
        const double top = std::clamp(std::min(enter, leave), -1.0, double(m_height));
        const double bottom = std::clamp(std::max(enter, leave), -1.0, double(m_height));
        fillSpan(x, static_cast<int>(std::floor(top)), static_cast<int>(std::floor(bottom)), pixel);
    }
}

void CurveRaster::fillSpan(int x, int top, int bottom, std::uint32_t pixel)
{
    top = std::max(top, 0);
    bottom = std::min(bottom, m_height - 1);
    if (x < 0 || x >= m_width || top > bottom)
        return;
    std::uint64_t* taken = m_taken.data() + static_cast<std::size_t>(x) * m_words;
    for (int word = top / wordBits; word <= bottom / wordBits; ++word) {
        const int low = std::max(top - word * wordBits, 0);
        const int high = std::min(bottom - word * wordBits, wordBits - 1);
        const std::uint64_t wanted = (~std::uint64_t(0) << low) & (~std::uint64_t(0) >> (wordBits - 1 - high));
        std::uint64_t free = wanted & ~taken[word];
        taken[word] |= wanted;
        for (; free != 0; free &= free - 1) {
            const std::ptrdiff_t row = word * wordBits + std::countr_zero(free);
            m_pixels[row * m_stride + x] = pixel;
        }
    }
}

} // namespace millrace::ui
