// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <QEvent>
#include <QStringList>

#include <optional>

namespace millrace::ui {

/// Files that were written for the user, or could not be. Goes from the widget that wrote them up its parents until one
/// accepts it, as Qt's own QStatusTipEvent does, so that no widget between has to hand it on.
class ExportEvent : public QEvent
{
public:
    explicit ExportEvent(QStringList files, std::optional<Error> error = {});
    [[nodiscard]] static QEvent::Type eventType();
    /// Absolute paths, of files or of one folder.
    [[nodiscard]] const QStringList& files() const noexcept { return m_files; }
    /// Why they were not written.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }

private:
    QStringList m_files;
    std::optional<Error> m_error;
};

/// Notifies the window of `from` that these files, or the files in this folder, were written. The window reports it,
/// and offers to open them.
void announceWritten(QObject* from, const QStringList& files);
void announceWritten(QObject* from, const QString& file);
/// Where nothing else shows the error.
void announceNotWritten(QObject* from, const QString& file, const Error& error);

} // namespace millrace::ui
