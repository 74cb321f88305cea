// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/project/running_parts.h"

#include <QDialog>

#include <filesystem>
#include <functional>

namespace millrace::ui {

/// Confirmation before the first run of a project from elsewhere: what it would start, as which user and where.
/// Accepted: run it.
class TrustDialog : public QDialog
{
    Q_OBJECT
public:
    TrustDialog(const project::RunningParts& parts, const QString& file, QWidget* parent);
};

/// Whether the project comes from elsewhere and needs a confirmation: then a dialog is open, which calls `start` when
/// the user trusts the project, and `fail` when that cannot be remembered.
[[nodiscard]] bool askForTrust(const project::Project& project, const std::filesystem::path& file, QWidget* parent,
                               std::function<void()> start, std::function<void(const Error&)> fail);

} // namespace millrace::ui
