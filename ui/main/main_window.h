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

/// The window: a tab for the start page and one for each open file, messages above them. It knows files, menus and how
/// pages open, save and close; what a page does is the page's.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a project or a store, told apart by content, or brings its tab to the front and reads it again. Returns at
    /// once; the file is read in the background.
    void openFile(const QString& file);
    /// Opens each, but all captures, also those of folders, together on one page: they are of one measurement.
    void openFiles(const QStringList& files);
    /// The pages that were open when a window was closed last time, as they were.
    void openLastFiles();
    /// Looks, in the background, for programs that ended without being closed, and says that there was one. `reopen`:
    /// what it had open is opened, or what was open when a window was closed last; else the message offers it. Edits
    /// that were not saved come back: those without a file as tabs, of the others the files are opened, whose pages
    /// offer to recover them.
    void resume(bool reopen);
    /// 1280 × 800, or less where the screen, whose `available` size is given, has no room for that and a title bar.
    [[nodiscard]] static QSize firstSize(QSize available);
    /// A project that has no file yet, from the template of that name; "" gives an empty one.
    void newProject(const QString& templateName);
    /// Writes the template's project into the documents' folder "Millrace" and starts its first grid. A quickstart that
    /// was made before is opened again.
    void runTemplate(const QString& templateName);
    /// Brings the start page to the front; opens its tab if it was closed.
    void showStart();
    /// Back to the page that was in front before the start page.
    void leaveStart();
    /// Asks what is to be imported. `paths`: a folder or files, `study`: name; empty where not known yet.
    void importStudy(const QStringList& paths = {}, const QString& study = {});

    /// nullptr while the start page is in front.
    [[nodiscard]] DocumentPage* currentPage() const;
    [[nodiscard]] QList<DocumentPage*> pages() const;
    [[nodiscard]] ErrorBanner* banner() const noexcept { return m_banner; }
    /// All that can be triggered here and now, for the command palette and the sheet of shortcuts.
    [[nodiscard]] QList<QAction*> commands() const;
    /// Saves; asks for a file where there is none. `then(true)` once it is written, `then(false)` otherwise.
    void savePage(DocumentPage* page, bool askForFile, std::function<void(bool)> then);

Q_SIGNALS:
    /// A file that was to be opened cannot be; the message is shown, too.
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
    /// A folder without a capture may hold a study: looks, in the background, and offers to import it; else says this.
    void openFolder(const QString& folder, const Error& otherwise);
    void reportUnopened(const QString& file, const Error& error);
    /// Files that were exported: says where, and offers to open them.
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
    /// What can be opened again, and which page is in front, as JSON.
    [[nodiscard]] QByteArray sessionText() const;
    /// Returns how many pages it opens.
    int openSession(const QByteArray& text);
    /// nullptr if it cannot be opened; the message says why.
    DocumentPage* openBookmark(const QJsonObject& bookmark);
    /// Writes down what is open, for the case that the program ends unexpectedly.
    void noteSession();
    /// For openLastFiles().
    void keepSession();
    void takeCrashes(const std::vector<JournalEntry>& sessions, bool reopen);
    void takeEdits(const std::vector<JournalEntry>& entries);
    [[nodiscard]] QString freeName(const QString& name) const;
    [[nodiscard]] QString tabTitle(const DocumentPage& page) const;
    void turn(int step);
    /// On one page; without a title it has that of the files.
    DocumentPage* openCaptures(const QStringList& files, const QString& title = {}, bool toFront = true);
    DocumentPage* openResponse(const ReportSubject& subject, bool toFront = true);
    DocumentPage* openScore(const ReportSubject& subject, bool toFront = true);
    /// Figures and audit of the studies that a store holds.
    DocumentPage* openStudies(const QString& store, bool toFront = true);
    /// In the browser of results.
    void showRunOf(const QString& store, store::RunId run);
    /// A page about the same, if there is one, else this one.
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
    QPointer<QWidget> m_front; ///< the page that is in front
    QPointer<QWidget> m_beforeStart; ///< the page that was in front before the start page
    QUndoGroup* m_undo;
    AutosaveJournal m_session;
    QByteArray m_notedSession;
    bool m_afterCrash = false; ///< this session began with the pages of one that ended unexpectedly
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
