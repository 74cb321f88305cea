// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/templates.h"
#include "ui/base/action_text.h"
#include "ui/base/document_page.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/main/about_dialog.h"
#include "ui/main/command_palette.h"
#include "ui/main/file_tabs.h"
#include "ui/main/main_window.h"
#include "ui/main/manual_window.h"
#include "ui/main/preferences_dialog.h"
#include "ui/main/shortcut_sheet.h"
#include "ui/main/template_card.h"

#include <QApplication>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUndoGroup>

namespace millrace::ui {
namespace {

void collect(const QList<QAction*>& actions, QList<QAction*>& into)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible() || into.contains(action))
            continue;
        if (action->menu())
            collect(action->menu()->actions(), into);
        else if (!action->text().isEmpty())
            into.append(action);
    }
}

} // namespace

QAction* MainWindow::makeAction(QMenu* menu, const char* name, const QString& iconName, const QString& text,
                                const QKeySequence& shortcut, std::function<void()> run)
{
    QAction* action = menu->addAction(icon(iconName), text);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    const QString key = shortcut.toString(QKeySequence::NativeText);
    const QString tip = plainActionText(text);
    action->setToolTip(key.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, key));
    connect(action, &QAction::triggered, this, std::move(run));
    return action;
}

void MainWindow::makeMenus()
{
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makeHelpMenu();
}

void MainWindow::makeFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    makeAction(menu, "newProject", QStringLiteral("new"), tr("&New project"), QKeySequence::New,
               [this] { newProject({}); });
    QMenu* templates = menu->addMenu(icon(QStringLiteral("template")), tr("New from &template"));
    for (const project::Template& each : project::templates()) {
        QAction* action = templates->addAction(templateText(each.title));
        action->setToolTip(templateText(each.summary));
        connect(action, &QAction::triggered, this, [this, name = toQString(each.name)] { newProject(name); });
    }
    makeAction(menu, "open", QStringLiteral("open"), tr("&Open…"), QKeySequence::Open, [this] { chooseFile(); });
    makeAction(menu, "importStudy", QStringLiteral("import"), tr("&Import study or files…"),
               QKeySequence(QStringLiteral("Ctrl+I")), [this] { importStudy(); });
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    connect(&m_settings, &Settings::recentFilesChanged, this, &MainWindow::fillRecentMenu);
    fillRecentMenu();
    m_reloadAction = makeAction(menu, "reload", QStringLiteral("retry"), tr("Read &again"),
                                QKeySequence(QStringLiteral("Ctrl+R")), [this] { currentPage()->reload(); });
    menu->addSeparator();
    m_saveAction = makeAction(menu, "save", QStringLiteral("save"), tr("&Save"), QKeySequence::Save,
                              [this] { savePage(currentPage(), false, {}); });
    m_saveAsAction = makeAction(menu, "saveAs", {}, tr("Save &as…"), QKeySequence(QStringLiteral("Ctrl+Shift+S")),
                                [this] { savePage(currentPage(), true, {}); });
    menu->addSeparator();
    m_closeAction =
        makeAction(menu, "close", {}, tr("&Close"), QKeySequence::Close, [this] { closePage(m_tabs->currentIndex()); });
    // The standard key is only Ctrl+F4 on some desktops.
    m_closeAction->setShortcuts({QKeySequence(QStringLiteral("Ctrl+W")), QKeySequence(QStringLiteral("Ctrl+F4"))});
    QAction* quit =
        makeAction(menu, "quit", {}, tr("&Quit"), QKeySequence(QStringLiteral("Ctrl+Q")), [this] { close(); });
    quit->setMenuRole(QAction::QuitRole);
}

void MainWindow::makeEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = m_undo->createUndoAction(this, tr("&Undo"));
    undo->setObjectName(QStringLiteral("undo"));
    undo->setIcon(icon(QStringLiteral("undo")));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = m_undo->createRedoAction(this, tr("&Redo"));
    redo->setObjectName(QStringLiteral("redo"));
    redo->setIcon(icon(QStringLiteral("redo")));
    redo->setShortcuts({QKeySequence(QStringLiteral("Ctrl+Shift+Z")), QKeySequence(QStringLiteral("Ctrl+Y"))});
    menu->addActions({undo, redo});
    menu->addSeparator();
    m_findAction = makeAction(menu, "find", QStringLiteral("search"), tr("&Find"), QKeySequence::Find,
                              [this] { currentPage()->find(); });
    makeAction(menu, "palette", QStringLiteral("menu"), tr("Find a &command…"),
               QKeySequence(QStringLiteral("Ctrl+Shift+P")), [this] { showPalette(); });
    menu->addSeparator();
    makeAction(menu, "preferences", QStringLiteral("settings"), tr("&Preferences…"),
               QKeySequence(QStringLiteral("Ctrl+,")), [this] { showPreferences(); });
}

void MainWindow::makeViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    makeAction(menu, "start", QStringLiteral("home"), tr("&Start page"), QKeySequence(QStringLiteral("Alt+Home")),
               [this] { showStart(); });
    makeAction(menu, "nextTab", QStringLiteral("next"), tr("&Next tab"), QKeySequence(QStringLiteral("Ctrl+PgDown")),
               [this] { turn(1); })
        ->setShortcuts({QKeySequence(QStringLiteral("Ctrl+PgDown")), QKeySequence(QStringLiteral("Ctrl+Tab"))});
    makeAction(menu, "previousTab", QStringLiteral("previous"), tr("&Previous tab"),
               QKeySequence(QStringLiteral("Ctrl+PgUp")), [this] { turn(-1); })
        ->setShortcuts({QKeySequence(QStringLiteral("Ctrl+PgUp")), QKeySequence(QStringLiteral("Ctrl+Shift+Tab"))});
    menu->addSeparator();
    m_themeAction =
        makeAction(menu, "darkTheme", QStringLiteral("moon"), tr("&Dark"), QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                   [this] { m_settings.setTheme(m_themeAction->isChecked() ? Theme::Dark : Theme::Light); });
    m_themeAction->setCheckable(true);
    m_themeAction->setChecked(m_settings.theme() == Theme::Dark);
    connect(&m_settings, &Settings::themeChanged, this,
            [this] { m_themeAction->setChecked(m_settings.theme() == Theme::Dark); });
    QAction* full = makeAction(menu, "fullScreen", {}, tr("&Full screen"), QKeySequence::FullScreen,
                               [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    if (full->shortcut().isEmpty())
        full->setShortcut(QKeySequence(Qt::Key_F11));
}

void MainWindow::makeHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    makeAction(menu, "manual", QStringLiteral("help"), tr("&Manual of this page"), QKeySequence(Qt::Key_F1),
               [this] { showManual(); });
    makeAction(menu, "shortcuts", {}, tr("&Keyboard shortcuts"), QKeySequence(QStringLiteral("Ctrl+/")),
               [this] { showShortcuts(); });
    menu->addSeparator();
    makeAction(menu, "about", QStringLiteral("info"), tr("&About Millrace"), {}, [this] { showAbout(); });
    menu->addAction(tr("About &Qt"), qApp, &QApplication::aboutQt);
}

void MainWindow::makeToolBar()
{
    m_toolBar = addToolBar(tr("Tools"));
    m_toolBar->setObjectName(QStringLiteral("tools"));
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize(QSize(20, 20));
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    const auto add = [this](const char* name) {
        if (auto* action = findChild<QAction*>(QString::fromLatin1(name)))
            m_toolBar->addAction(action);
    };
    for (const char* name : {"start", "newProject", "open", "save"})
        add(name);
    m_toolBar->addSeparator();
    for (const char* name : {"undo", "redo", "find"})
        add(name);
    auto* space = new QWidget(m_toolBar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(space);
    for (const char* name : {"palette", "darkTheme", "manual"})
        add(name);
    for (QToolButton* button : m_toolBar->findChildren<QToolButton*>()) {
        button->setFocusPolicy(Qt::TabFocus);
        if (button->defaultAction())
            button->setAccessibleName(plainActionText(button->defaultAction()->text()));
    }
}

void MainWindow::makeStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    m_activity = new QToolButton(this);
    m_activity->setObjectName(QStringLiteral("activity"));
    m_activity->setAccessibleName(tr("What is going on"));
    m_activity->setIcon(icon(QStringLiteral("run")));
    m_activity->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_activity->setAutoRaise(true);
    m_activity->hide();
    connect(m_activity, &QToolButton::clicked, this, [this] {
        for (DocumentPage* page : pages()) {
            if (!page->activities().isEmpty()) {
                m_tabs->setCurrentPage(page);
                return;
            }
        }
    });
    statusBar()->addPermanentWidget(m_activity);
    // The sentences contain counts.
    auto* seconds = new QTimer(this);
    connect(seconds, &QTimer::timeout, this, [this] {
        if (m_activity->isVisible())
            updateActivities();
    });
    seconds->start(std::chrono::seconds(1));
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList files = m_settings.recentFiles();
    for (const QString& file : files) {
        const QFileInfo info(file);
        QAction* action =
            m_recentMenu->addAction(asActionText(tr("%1  in  %2").arg(info.fileName(), info.absolutePath())));
        connect(action, &QAction::triggered, this, [this, file] { openFile(file); });
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("&Forget these"), &m_settings, &Settings::clearRecentFiles);
    m_recentMenu->setEnabled(!files.isEmpty());
}

QList<QAction*> MainWindow::commands() const
{
    QList<QAction*> all;
    collect(menuBar()->actions(), all);
    if (const DocumentPage* page = currentPage()) {
        collect(page->actions(), all);
        for (const QWidget* part : page->findChildren<QWidget*>()) {
            if (part->isVisible())
                collect(part->actions(), all);
        }
    }
    return all;
}

void MainWindow::showManual()
{
    if (!m_manual)
        m_manual = new ManualWindow(m_settings, this);
    m_manual->showPage(currentPage() ? currentPage()->helpPage() : QStringLiteral("index"));
}

void MainWindow::showAbout()
{
    (new AboutDialog(this))->show();
}

void MainWindow::showShortcuts()
{
    (new ShortcutSheet(m_settings, commands(), this))->show();
}

void MainWindow::showPreferences()
{
    (new PreferencesDialog(m_settings, this))->show();
}

void MainWindow::showPalette()
{
    if (!m_palette)
        m_palette = new CommandPalette(this);
    m_palette->open(commands());
}

} // namespace millrace::ui
