// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "ui/base/job_runner.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <memory>

class QLabel;
class QMenu;
class QStackedWidget;
class QTabWidget;
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
class ManualWindow;
class ProjectPage;
struct ReportSubject;
class Settings;
class StartPage;

/// The window: one tab for each open file, a start page while there is none, a banner for what failed. It knows files,
/// menus and how pages open, save and close; what a page does is the page's.
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
    /// The files that were open when the window was closed last time.
    void openLastFiles();
    /// Looks, in the background, for edits of programs that ended before they were saved: those without a file come
    /// back as tabs, of the others the files are opened, whose pages offer to recover them.
    void recoverUnsaved();
    /// A project that has no file yet, from the template of that name; "" gives an empty one.
    void newProject(const QString& templateName);
    /// Writes the template's project into the documents' folder "Millrace" and starts its first grid. A quickstart that
    /// was made before is opened again.
    void runTemplate(const QString& templateName);
    /// Brings the start page to the front, whatever is open.
    void showStart();
    /// Asks what is to be imported. `paths`: a folder or files, `study`: name; empty where not known yet.
    void importStudy(const QStringList& paths = {}, const QString& study = {});

    /// nullptr while no file is open, or the start page is in front.
    [[nodiscard]] DocumentPage* currentPage() const;
    [[nodiscard]] QList<DocumentPage*> pages() const;
    [[nodiscard]] ErrorBanner* banner() const noexcept { return m_banner; }
    /// All that can be triggered here and now, for the command palette and the sheet of shortcuts.
    [[nodiscard]] QList<QAction*> commands() const;
    /// Saves; asks for a file where there is none. `then(true)` once it is written, `then(false)` otherwise.
    void savePage(DocumentPage* page, bool askForFile, std::function<void(bool)> then);

protected:
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
    /// On one page; without a title it has that of the files.
    void openCaptures(const QStringList& files, const QString& title = {});
    void openResponse(const ReportSubject& subject);
    void openScore(const ReportSubject& subject);
    /// Figures and audit of the studies that a store holds.
    void openStudies(const QString& store);
    /// In the browser of results.
    void showRunOf(const QString& store, store::RunId run);
    /// Brings a page about the same to the front, if there is one, else this one.
    void openOrShow(std::unique_ptr<DocumentPage> page);
    void openReplay(const QString& store, store::RunId run, int number, const QString& label);
    [[nodiscard]] DocumentPage* makePage(const QString& file);
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
    QStackedWidget* m_stack;
    QTabWidget* m_tabs;
    StartPage* m_start;
    QUndoGroup* m_undo;
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
