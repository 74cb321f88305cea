// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QListWidget;

namespace millrace::ui {

class Settings;

/// What the window shows while no file is open: how to open one, and the recent ones.
class StartPage : public QWidget
{
    Q_OBJECT
public:
    explicit StartPage(Settings& settings, QWidget* parent = nullptr);

Q_SIGNALS:
    void openRequested();
    void fileChosen(const QString& file);

private:
    void fillRecent();

    Settings& m_settings;
    QWidget* m_recentGroup;
    QListWidget* m_recent;
};

} // namespace millrace::ui
