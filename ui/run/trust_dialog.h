// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/running_parts.h"

#include <QDialog>

namespace millrace::ui {

/// Before the first run of a project that was made elsewhere: what it would start, as whom and where. Accepted: run it.
class TrustDialog : public QDialog
{
    Q_OBJECT
public:
    TrustDialog(const project::RunningParts& parts, const QString& file, QWidget* parent);
};

} // namespace millrace::ui
