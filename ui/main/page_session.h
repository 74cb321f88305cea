// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/edit/autosave_file.h"
#include "ui/edit/autosave_journal.h"

#include <QObject>

#include <vector>

namespace millrace::ui {

class ErrorBanner;
class FileTabs;
class PageOpener;
class Settings;
class StartPage;

/// Records which pages are open, and restores them: those of the last closed window from the settings, those of a
/// program that ended unexpectedly from its journal, as with edits.
class PageSession : public QObject
{
    Q_OBJECT
public:
    PageSession(Settings& settings, FileTabs& tabs, StartPage& start, PageOpener& opener, ErrorBanner& banner,
                QObject* parent);

    /// Records the open pages, in case the program ends unexpectedly.
    void note();
    /// Saves the session for openLast().
    void keep();
    /// Restores the pages of the last closed window.
    void openLast();
    /// See MainWindow::resume().
    void resume(bool reopen);

Q_SIGNALS:
    /// Emitted when the pages of a session have been opened.
    void restored();

private:
    /// Returns what can be reopened, and which page is in front, as JSON.
    [[nodiscard]] QByteArray text() const;
    void open(const QByteArray& text);
    void takeCrashes(const std::vector<JournalEntry>& sessions, bool reopen);
    void takeEdits(const std::vector<JournalEntry>& entries);

    Settings& m_settings;
    FileTabs& m_tabs;
    StartPage& m_start;
    PageOpener& m_opener;
    ErrorBanner& m_banner;
    JobRunner m_recovery;
    AutosaveJournal m_journal;
    QByteArray m_noted;
    bool m_afterCrash = false; ///< this session restored one that ended unexpectedly
};

} // namespace millrace::ui
