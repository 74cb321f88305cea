// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

#include <functional>

namespace millrace::ui {

class Settings;

/// Settings of the user. Every change applies at once.
class PreferencesDialog : public QDialog
{
    Q_OBJECT
public:
    PreferencesDialog(Settings& settings, QWidget* parent);

private:
    void askToReset(const std::function<void()>& reset);
};

} // namespace millrace::ui
