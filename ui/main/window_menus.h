// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QUndoGroup;

namespace millrace::ui {

class CommandPalette;
class MainWindow;
class ManualWindow;
class Settings;

/// Menus and tool bar of the main window, and the windows that they open: manual, shortcuts, preferences, commands.
class WindowMenus : public QObject
{
    Q_OBJECT
public:
    WindowMenus(MainWindow& window, Settings& settings, QUndoGroup& undo);

    /// Enables what the page in front supports. `canCloseStart`: the start page is not the only tab.
    void update(bool canCloseStart);
    /// Returns all currently available commands, for the command palette and the sheet of shortcuts.
    [[nodiscard]] QList<QAction*> commands() const;

private:
    void makeFileMenu();
    void makeEditMenu(QUndoGroup& undo);
    void makeViewMenu();
    void makeHelpMenu();
    void makeToolBar();
    QAction* makeAction(QMenu* menu, const char* name, const QString& icon, const QString& text,
                        const QKeySequence& shortcut, std::function<void()> run);
    void fillRecentMenu();
    void showManual();
    void showAbout();
    void showShortcuts();
    void showPreferences();
    void showPalette();

    MainWindow& m_window;
    Settings& m_settings;
    QMenu* m_recentMenu = nullptr;
    QAction* m_close = nullptr;
    QAction* m_reload = nullptr;
    QAction* m_save = nullptr;
    QAction* m_saveAs = nullptr;
    QAction* m_find = nullptr;
    QAction* m_theme = nullptr;
    ManualWindow* m_manual = nullptr;
    CommandPalette* m_palette = nullptr;
};

} // namespace millrace::ui
