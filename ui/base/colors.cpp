// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/colors.h"

#include <array>
#include <cmath>

namespace millrace::ui {
namespace {

struct Pair
{
    QRgb light, dark;
};

// The hues of core/report/svg_style.cpp, darker or lighter where a line on the ground of the window needs it.
constexpr std::array<Pair, seriesColorCount> series{{{0x0072b2, 0x3d9be0},
                                                     {0xb87400, 0xe69f00},
                                                     {0x008a65, 0x14b88a},
                                                     {0xb5608c, 0xd98fb8},
                                                     {0x2f8fc4, 0x7cc8f2},
                                                     {0xd55e00, 0xf07c2e},
                                                     {0x737373, 0xa8a8a8},
                                                     {0x8a7d00, 0xd6c832}}};

QColor choose(Pair pair, bool dark)
{
    return QColor(dark ? pair.dark : pair.light);
}

double luminance(const QColor& color)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

QColor seriesColor(int index, bool dark)
{
    return choose(series[static_cast<std::size_t>(index % seriesColorCount)], dark);
}

QColor stateColor(store::RunState state, bool dark)
{
    switch (state) {
    case store::RunState::Planned: return choose({0x737373, 0xa8a8a8}, dark);
    case store::RunState::Done: return goodColor(dark);
    case store::RunState::Failed: return errorColor(dark);
    case store::RunState::Cancelled: return choose({0xb5608c, 0xd98fb8}, dark);
    case store::RunState::Invalid: return warningColor(dark);
    default: return choose({0x2f8fc4, 0x7cc8f2}, dark);
    }
}

QColor goodColor(bool dark)
{
    return choose({0x007a59, 0x14b88a}, dark);
}

QColor warningColor(bool dark)
{
    return choose({0x9c6200, 0xe69f00}, dark);
}

QColor errorColor(bool dark)
{
    return choose({0xc03a00, 0xff8250}, dark);
}

QColor gridLineColor(bool dark)
{
    return choose({0xe1e4e8, 0x333941}, dark);
}

double contrastRatio(const QColor& first, const QColor& second)
{
    const double a = luminance(first) + 0.05;
    const double b = luminance(second) + 0.05;
    return a > b ? a / b : b / a;
}

} // namespace millrace::ui
