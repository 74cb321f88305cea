// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "ui/base/job_runner.h"
#include "ui/edit/autosave_journal.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <memory>

class QJsonObject;
class QMenu;
class QToolBar;
class QToolButton;
class QUndoGroup;

namespace millrace {
struct Error;
}

namespace millrace::ui {

class ClosingSequence;
class CommandPalette;
class DocumentPage;
class ErrorBanner;
class FileTabs;
struct JournalEntry;
class ManualWindow;
class ProjectPage;
struct ReportSubject;
class Settings;
class StartPage;

/// Main window: a tab for the start page and one for each open file, messages above them. It handles files, menus and
/// the opening, saving and closing of pages; all else is up to the page.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a project or a store, detected by content, or raises its tab and reloads it. Returns at once; the file is
    /// read in the background.
    void openFile(const QString& file);
    /// Opens each file, but all captures, also those of folders, together on one page: they belong to one measurement.
    void openFiles(const QStringList& files);
    /// Restores the pages of the last closed window.
    void openLastFiles();
    /// Detects, in the background, programs that ended without being closed, and reports one. `reopen`: restores its
    /// files, or those of the last closed window; otherwise the message offers it. Unsaved edits are recovered: those
    /// without a file as tabs; of the others the files are opened, whose pages offer the recovery.
    void resume(bool reopen);
    /// Returns 1280 × 800, or less if the screen, with this `available` size, is too small for that and a title bar.
    [[nodiscard]] static QSize firstSize(QSize available);
    /// Creates an unsaved project from the template of that name; "" gives an empty one.
    void newProject(const QString& templateName);
    /// Writes the template's project to the documents' folder "Millrace" and starts its first grid. Opens an existing
    /// quickstart.
    void runTemplate(const QString& templateName);
    /// Raises the start page; opens its tab if it was closed.
    void showStart();
    /// Returns to the page that was in front before the start page.
    void leaveStart();
    /// Asks for the study to import. `paths`: a folder or files, `study`: name; empty if not known yet.
    void importStudy(const QStringList& paths = {}, const QString& study = {});

    /// Returns nullptr while the start page is in front.
    [[nodiscard]] DocumentPage* currentPage() const;
    [[nodiscard]] QList<DocumentPage*> pages() const;
    [[nodiscard]] ErrorBanner* banner() const noexcept { return m_banner; }
    /// Returns all currently available commands, for the command palette and the sheet of shortcuts.
    [[nodiscard]] QList<QAction*> commands() const;
    /// Saves; asks for a file if there is none. Calls `then(true)` after writing, `then(false)` otherwise.
    void savePage(DocumentPage* page, bool askForFile, std::function<void(bool)> then);

Q_SIGNALS:
    /// Emitted when a file cannot be opened; the message is shown, too.
    void openFailed(const QString& file, const millrace::Error& error);

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeMenus();
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void makeHelpMenu();
    void makeToolBar();
    void makeStatusBar();
    QAction* makeAction(QMenu* menu, const char* name, const QString& icon, const QString& text,
                        const QKeySequence& shortcut, std::function<void()> run);
    void fillRecentMenu();
    void chooseFile();
    /// Checks, in the background, whether a folder without a capture has a study, and offers the import; else shows
    /// `otherwise`.
    void openFolder(const QString& folder, const Error& otherwise);
    void reportUnopened(const QString& file, const Error& error);
    /// Reports exported files, and offers to open them.
    void showWritten(const QStringList& files);
    void openWritten(const QString& file);
    void saveTo(DocumentPage* page, const QString& file, std::function<void(bool)> then);
    void chooseFileFor(DocumentPage* page, std::function<void(const QString&)> then);
    void closePages(const QList<DocumentPage*>& pages, std::function<void()> then);
    void closePage(int index);
    void removePage(DocumentPage* page);
    void pageLoaded(DocumentPage* page);
    void pageFailed(DocumentPage* page, const Error& error);
    void addPage(DocumentPage* page, bool toFront);
    void openBeside(const QString& file, bool toFront);
    [[nodiscard]] DocumentPage* findPage(const QStringList& files) const;
    [[nodiscard]] static std::filesystem::path sessionFolder(const Settings& settings);
    /// Returns what can be reopened, and which page is in front, as JSON.
    [[nodiscard]] QByteArray sessionText() const;
    /// Returns the number of pages it opens.
    int openSession(const QByteArray& text);
    /// Returns nullptr if it cannot be opened; the message has the reason.
    DocumentPage* openBookmark(const QJsonObject& bookmark);
    /// Records the open files, in case the program ends unexpectedly.
    void noteSession();
    /// Saves the session for openLastFiles().
    void keepSession();
    void takeCrashes(const std::vector<JournalEntry>& sessions, bool reopen);
    void takeEdits(const std::vector<JournalEntry>& entries);
    [[nodiscard]] QString freeName(const QString& name) const;
    [[nodiscard]] QString tabTitle(const DocumentPage& page) const;
    void turn(int step);
    /// Opens captures on one page; the default title is that of the files.
    DocumentPage* openCaptures(const QStringList& files, const QString& title = {}, bool toFront = true);
    DocumentPage* openResponse(const ReportSubject& subject, bool toFront = true);
    DocumentPage* openScore(const ReportSubject& subject, bool toFront = true);
    /// Opens figures and audit of the studies in a store.
    DocumentPage* openStudies(const QString& store, bool toFront = true);
    /// Shows the run in the results browser.
    void showRunOf(const QString& store, store::RunId run);
    /// Shows the existing page of the same content, if any, else this one.
    DocumentPage* openOrShow(std::unique_ptr<DocumentPage> page, bool toFront = true);
    void openReplay(const QString& store, store::RunId run, int number, const QString& label);
    [[nodiscard]] DocumentPage* makePage(const QString& file);
    [[nodiscard]] DocumentPage* makeResultPage(const QString& file);
    void makeTabs();
    void currentTabChanged();
    void updateFrame();
    void updateActivities();
    void showManual();
    void showAbout();
    void showShortcuts();
    void showPreferences();
    void showPalette();

    Settings& m_settings;
    JobRunner m_recovery;
    JobRunner m_recognition;
    ErrorBanner* m_banner;
    FileTabs* m_tabs;
    StartPage* m_start;
    QPointer<QWidget> m_front; ///< page in front
    QPointer<QWidget> m_beforeStart; ///< page in front before the start page
    QUndoGroup* m_undo;
    AutosaveJournal m_session;
    QByteArray m_notedSession;
    bool m_afterCrash = false; ///< this session restored one that ended unexpectedly
    QToolButton* m_activity = nullptr;
    QMenu* m_recentMenu = nullptr;
    QToolBar* m_toolBar = nullptr;
    QAction* m_closeAction = nullptr;
    QAction* m_reloadAction = nullptr;
    QAction* m_saveAction = nullptr;
    QAction* m_saveAsAction = nullptr;
    QAction* m_findAction = nullptr;
    QAction* m_themeAction = nullptr;
    ManualWindow* m_manual = nullptr;
    CommandPalette* m_palette = nullptr;
    QPointer<ClosingSequence> m_closing;
    bool m_closeConfirmed = false;
};

} // namespace millrace::ui
