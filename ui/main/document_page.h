// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <QWidget>

namespace millrace::ui {

/// A page that shows one file, read off the GUI thread. What it shows stays while the file is read again.
class DocumentPage : public QWidget
{
    Q_OBJECT
public:
    explicit DocumentPage(QString file, QWidget* parent = nullptr) : QWidget(parent), m_file(std::move(file)) { }

    /// Absolute path.
    [[nodiscard]] const QString& file() const noexcept { return m_file; }
    /// Reads the file, again if need be. Ends in loaded() or failed().
    virtual void reload() = 0;
    /// Whether a file has been read so far.
    [[nodiscard]] virtual bool hasContent() const = 0;

Q_SIGNALS:
    void loaded();
    void failed(const millrace::Error& error);
    /// The page asks for another file to be shown beside it.
    void openRequested(const QString& file);

private:
    QString m_file;
};

} // namespace millrace::ui
