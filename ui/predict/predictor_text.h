// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/predict/predictor_jobs.h"

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace millrace::ui {

class Settings;

/// "ridge regression".
[[nodiscard]] QString kindText(predict::RegressorKind kind);
/// "Version 3 of 4 · 120 samples of 8 models · recommended: ridge regression", or why there is none.
[[nodiscard]] QString predictorSummary(const LoadedPredictor& loaded, bool isOfStore, bool isSaved);

/// Asks for files to read; the folder is remembered.
void askForFiles(QWidget* parent, Settings& settings, const QString& title, const QString& filter, bool isSeveral,
                 std::function<void(const QStringList&)> chosen);
/// Asks where to write a file; the proposed name has its suffix.
void askForTarget(QWidget* parent, Settings& settings, const QString& title, const QString& proposed,
                  std::function<void(const QString&)> chosen);

} // namespace millrace::ui
