// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <functional>

namespace millrace::ui {

class DocumentPage;
class ErrorBanner;
class Settings;

/// Saves pages, and asks for a file where none is known.
class PageSaver : public QObject
{
    Q_OBJECT
public:
    /// Messages about a page that was saved are removed from `banner`; `window` is the parent of the dialog.
    PageSaver(Settings& settings, ErrorBanner& banner, QWidget* window);

    /// Saves; asks for a file if there is none. Calls `then(true)` after writing, `then(false)` otherwise.
    void save(DocumentPage* page, bool askForFile, std::function<void(bool)> then);

private:
    void chooseFileFor(DocumentPage* page, std::function<void(const QString&)> then);
    void saveTo(DocumentPage* page, const QString& file, std::function<void(bool)> then);

    Settings& m_settings;
    ErrorBanner& m_banner;
    QWidget* m_window;
};

} // namespace millrace::ui
