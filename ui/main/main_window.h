// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QMainWindow>
#include <QPointer>

#include <functional>

class QToolButton;
class QUndoGroup;

namespace millrace {
struct Error;
}

namespace millrace::ui {

class ClosingSequence;
class DocumentPage;
class ErrorBanner;
class FileTabs;
class PageOpener;
class PageSaver;
class PageSession;
class Settings;
class StartPage;
class WindowMenus;

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
    /// Asks for files to open.
    void chooseFile();
    /// Goes to the next tab, or with -1 to the previous one.
    void turn(int step);
    /// Closes the page in front.
    void closeCurrent();
    /// A page to train or open a predictor of what a training uses.
    void openPredictor();
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
    void makeStatusBar();
    void makeTabs();
    /// Reports exported files, and offers to open them.
    void showWritten(const QStringList& files);
    void openWritten(const QString& file);
    void closePages(const QList<DocumentPage*>& pages, std::function<void()> then);
    void closePage(int index);
    void removePage(DocumentPage* page);
    void pageLoaded(DocumentPage* page);
    void pageFailed(DocumentPage* page, const Error& error);
    void addPage(DocumentPage* page, bool toFront);
    [[nodiscard]] QString tabTitle(const DocumentPage& page) const;
    void currentTabChanged();
    void updateFrame();
    void updateActivities();

    Settings& m_settings;
    ErrorBanner* m_banner;
    FileTabs* m_tabs;
    StartPage* m_start;
    QPointer<QWidget> m_front; ///< page in front
    QPointer<QWidget> m_beforeStart; ///< page in front before the start page
    QUndoGroup* m_undo;
    PageOpener* m_opener;
    PageSaver* m_saver;
    PageSession* m_sessions;
    WindowMenus* m_menus = nullptr;
    QToolButton* m_activity = nullptr;
    QPointer<ClosingSequence> m_closing;
    bool m_closeConfirmed = false;
};

} // namespace millrace::ui
