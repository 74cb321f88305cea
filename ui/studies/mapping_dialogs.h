// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QDialog;
class QWidget;

namespace millrace::ui {

class Settings;

/// The dialog that edits the mapping of a study, deleted when it is closed; null: this study has none. `files`: what
/// would be imported. `mapping`: the file that is edited, empty: the one that is shipped. `saved` gets the file that
/// was written.
[[nodiscard]] QDialog* makeMappingDialog(const QString& study, const QStringList& files, const QString& mapping,
                                         Settings& settings, std::function<void(const QString& file)> saved,
                                         QWidget* parent);

} // namespace millrace::ui
