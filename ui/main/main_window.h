// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QMainWindow>

class QMenu;
class QStackedWidget;
class QTabWidget;

namespace millrace {
struct Error;
}

namespace millrace::ui {

class DocumentPage;
class ErrorBanner;
class Settings;

/// The window: one tab for each open file, a start page while there is none, a banner for what failed.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a project or a store, told apart by content, or brings its tab to the front and reads it again. Returns at
    /// once; the file is read in the background.
    void openFile(const QString& file);
    /// nullptr while no file is open.
    [[nodiscard]] DocumentPage* currentPage() const;
    [[nodiscard]] QList<DocumentPage*> pages() const;
    [[nodiscard]] ErrorBanner* banner() const noexcept { return m_banner; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeMenus();
    void makeFileMenu();
    void makeViewMenu();
    void fillRecentMenu();
    void chooseFile();
    void closePage(int index);
    void pageLoaded(DocumentPage* page);
    void pageFailed(DocumentPage* page, const Error& error);
    void addPage(DocumentPage* page, bool toFront);
    void openBeside(const QString& file, bool toFront);
    [[nodiscard]] DocumentPage* findPage(const QString& file) const;
    [[nodiscard]] DocumentPage* makePage(const QString& file);
    void updateFrame();
    void showAbout();

    Settings& m_settings;
    ErrorBanner* m_banner;
    QStackedWidget* m_stack;
    QTabWidget* m_tabs;
    QMenu* m_recentMenu = nullptr;
    QAction* m_closeAction = nullptr;
    QAction* m_reloadAction = nullptr;
};

} // namespace millrace::ui
