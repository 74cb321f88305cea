// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/theme.h"

#include <QApplication>
#include <QStyleFactory>
#include <QToolTip>

namespace millrace::ui {
namespace {

struct Shades
{
    QColor window, base, alternate, text, muted, disabled, button, accent, accentText, link;
};

const Shades lightShades{QColor(0xf3f4f6), QColor(0xffffff), QColor(0xf7f8fa), QColor(0x1d2127), QColor(0x5b6470),
                         QColor(0x9aa1ab), QColor(0xe9ebee), QColor(0x0a5ea8), QColor(0xffffff), QColor(0x0a5ea8)};
const Shades darkShades{QColor(0x22262c), QColor(0x1a1d22), QColor(0x20242a), QColor(0xe6e9ed), QColor(0xa4adb8),
                        QColor(0x6b737e), QColor(0x2e333b), QColor(0x3d8fd6), QColor(0x0d1116), QColor(0x6cb4f0)};

} // namespace

QPalette paletteFor(Theme theme)
{
    const Shades& shades = theme == Theme::Dark ? darkShades : lightShades;
    QPalette palette(shades.button, shades.window);
    palette.setColor(QPalette::Window, shades.window);
    palette.setColor(QPalette::WindowText, shades.text);
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternate);
    palette.setColor(QPalette::Text, shades.text);
    palette.setColor(QPalette::Button, shades.button);
    palette.setColor(QPalette::ButtonText, shades.text);
    palette.setColor(QPalette::ToolTipBase, shades.base);
    palette.setColor(QPalette::ToolTipText, shades.text);
    palette.setColor(QPalette::PlaceholderText, shades.muted);
    palette.setColor(QPalette::Highlight, shades.accent);
    palette.setColor(QPalette::HighlightedText, shades.accentText);
    palette.setColor(QPalette::Link, shades.link);
    palette.setColor(QPalette::LinkVisited, shades.link);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, shades.disabled);
    return palette;
}

void applyTheme(QApplication& application, Theme theme)
{
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const QPalette palette = paletteFor(theme);
    application.setPalette(palette);
    QToolTip::setPalette(palette);
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightness() < palette.color(QPalette::Text).lightness();
}

} // namespace millrace::ui
