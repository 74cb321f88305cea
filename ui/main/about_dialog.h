// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

namespace millrace::ui {

/// Version, licence, and information about this machine for bug reports.
class AboutDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent);

    /// Returns versions and machine, one line each; no names of users, hosts or files.
    [[nodiscard]] static QString systemInformation();
};

} // namespace millrace::ui
