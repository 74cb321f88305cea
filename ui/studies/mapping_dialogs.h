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

/// The dialog that edits the mapping of a study, deleted when it is closed; null: this study has none. `files`: the
/// files to import. `mapping`: the edited file, empty: the shipped one. `saved` gets the written file.
[[nodiscard]] QDialog* makeMappingDialog(const QString& study, const QStringList& files, const QString& mapping,
                                         Settings& settings, std::function<void(const QString& file)> saved,
                                         QWidget* parent);

} // namespace millrace::ui
