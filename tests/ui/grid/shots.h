// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/theme.h"

#include <QApplication>
#include <QTest>
#include <QWidget>

namespace millrace::test {

/// Saves pictures of a widget in light and dark below the folder that MR_SHOTS names; nothing without it.
inline void shoot(QWidget& widget, const char* name, QSize size)
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (folder.isEmpty())
        return;
    for (const ui::Theme theme : {ui::Theme::Dark, ui::Theme::Light}) {
        ui::applyTheme(*qApp, theme);
        widget.resize(size);
        widget.show();
        QTest::qWait(300);
        widget.grab().save(folder + QLatin1Char('/') + QLatin1String(name)
                           + (theme == ui::Theme::Dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png")));
    }
}

} // namespace millrace::test
