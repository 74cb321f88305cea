// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

class QAction;

namespace millrace::ui {

class Settings;

/// List of the currently available keyboard shortcuts.
class ShortcutSheet : public QDialog
{
    Q_OBJECT
public:
    ShortcutSheet(Settings& settings, const QList<QAction*>& commands, QWidget* parent);
};

} // namespace millrace::ui
