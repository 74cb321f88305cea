// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/window_menus.h"

#include "core/project/templates.h"
#include "ui/base/action_text.h"
#include "ui/base/document_page.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/main/about_dialog.h"
#include "ui/main/command_palette.h"
#include "ui/main/main_window.h"
#include "ui/main/manual_window.h"
#include "ui/main/preferences_dialog.h"
#include "ui/main/shortcut_sheet.h"
#include "ui/main/template_card.h"

#include <QApplication>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
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

WindowMenus::WindowMenus(MainWindow& window, Settings& settings, QUndoGroup& undo)
    : QObject(&window), m_window(window), m_settings(settings)
{
    makeFileMenu();
    makeEditMenu(undo);
    makeViewMenu();
    makeHelpMenu();
    makeToolBar();
}

void WindowMenus::update(bool canCloseStart)
{
    const DocumentPage* page = m_window.currentPage();
    const bool savable = page && (page->undoStack() || page->isModified());
    m_save->setEnabled(savable && (page->isModified() || page->file().isEmpty()));
    m_saveAs->setEnabled(savable);
    m_close->setEnabled(page || canCloseStart);
    m_reload->setEnabled(page && !page->file().isEmpty());
    m_find->setEnabled(page);
}

QAction* WindowMenus::makeAction(QMenu* menu, const char* name, const QString& iconName, const QString& text,
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

void WindowMenus::makeFileMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&File"));
    makeAction(menu, "newProject", QStringLiteral("new"), tr("&New project"), QKeySequence::New,
               [this] { m_window.newProject({}); });
    QMenu* templates = menu->addMenu(icon(QStringLiteral("template")), tr("New from &template"));
    for (const project::Template& each : project::templates()) {
        QAction* action = templates->addAction(templateText(each.title));
        action->setToolTip(templateText(each.summary));
        connect(action, &QAction::triggered, this, [this, name = toQString(each.name)] { m_window.newProject(name); });
    }
    makeAction(menu, "open", QStringLiteral("open"), tr("&Open…"), QKeySequence::Open,
               [this] { m_window.chooseFile(); });
    makeAction(menu, "importStudy", QStringLiteral("import"), tr("&Import study or files…"),
               QKeySequence(QStringLiteral("Ctrl+I")), [this] { m_window.importStudy(); });
    makeAction(menu, "predictor", QStringLiteral("chart-line"), tr("&Predict a training"), {},
               [this] { m_window.openPredictor(); });
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    connect(&m_settings, &Settings::recentFilesChanged, this, &WindowMenus::fillRecentMenu);
    fillRecentMenu();
    m_reload = makeAction(menu, "reload", QStringLiteral("retry"), tr("Read &again"),
                          QKeySequence(QStringLiteral("Ctrl+R")), [this] { m_window.currentPage()->reload(); });
    menu->addSeparator();
    m_save = makeAction(menu, "save", QStringLiteral("save"), tr("&Save"), QKeySequence::Save,
                        [this] { m_window.savePage(m_window.currentPage(), false, {}); });
    m_saveAs = makeAction(menu, "saveAs", {}, tr("Save &as…"), QKeySequence(QStringLiteral("Ctrl+Shift+S")),
                          [this] { m_window.savePage(m_window.currentPage(), true, {}); });
    menu->addSeparator();
    m_close = makeAction(menu, "close", {}, tr("&Close"), QKeySequence::Close, [this] { m_window.closeCurrent(); });
    // The standard key is only Ctrl+F4 on some desktops.
    m_close->setShortcuts({QKeySequence(QStringLiteral("Ctrl+W")), QKeySequence(QStringLiteral("Ctrl+F4"))});
    QAction* quit =
        makeAction(menu, "quit", {}, tr("&Quit"), QKeySequence(QStringLiteral("Ctrl+Q")), [this] { m_window.close(); });
    quit->setMenuRole(QAction::QuitRole);
}

void WindowMenus::makeEditMenu(QUndoGroup& undo)
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&Edit"));
    QAction* back = undo.createUndoAction(&m_window, tr("&Undo"));
    back->setObjectName(QStringLiteral("undo"));
    back->setIcon(icon(QStringLiteral("undo")));
    back->setShortcut(QKeySequence::Undo);
    QAction* again = undo.createRedoAction(&m_window, tr("&Redo"));
    again->setObjectName(QStringLiteral("redo"));
    again->setIcon(icon(QStringLiteral("redo")));
    again->setShortcuts({QKeySequence(QStringLiteral("Ctrl+Shift+Z")), QKeySequence(QStringLiteral("Ctrl+Y"))});
    menu->addActions({back, again});
    menu->addSeparator();
    m_find = makeAction(menu, "find", QStringLiteral("search"), tr("&Find"), QKeySequence::Find,
                        [this] { m_window.currentPage()->find(); });
    makeAction(menu, "palette", QStringLiteral("menu"), tr("Find a &command…"),
               QKeySequence(QStringLiteral("Ctrl+Shift+P")), [this] { showPalette(); });
    menu->addSeparator();
    makeAction(menu, "preferences", QStringLiteral("settings"), tr("&Preferences…"),
               QKeySequence(QStringLiteral("Ctrl+,")), [this] { showPreferences(); });
}

void WindowMenus::makeViewMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&View"));
    makeAction(menu, "start", QStringLiteral("home"), tr("&Start page"), QKeySequence(QStringLiteral("Alt+Home")),
               [this] { m_window.showStart(); });
    makeAction(menu, "nextTab", QStringLiteral("next"), tr("&Next tab"), QKeySequence(QStringLiteral("Ctrl+PgDown")),
               [this] { m_window.turn(1); })
        ->setShortcuts({QKeySequence(QStringLiteral("Ctrl+PgDown")), QKeySequence(QStringLiteral("Ctrl+Tab"))});
    makeAction(menu, "previousTab", QStringLiteral("previous"), tr("&Previous tab"),
               QKeySequence(QStringLiteral("Ctrl+PgUp")), [this] { m_window.turn(-1); })
        ->setShortcuts({QKeySequence(QStringLiteral("Ctrl+PgUp")), QKeySequence(QStringLiteral("Ctrl+Shift+Tab"))});
    menu->addSeparator();
    m_theme =
        makeAction(menu, "darkTheme", QStringLiteral("moon"), tr("&Dark"), QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                   [this] { m_settings.setTheme(m_theme->isChecked() ? Theme::Dark : Theme::Light); });
    m_theme->setCheckable(true);
    m_theme->setChecked(m_settings.theme() == Theme::Dark);
    connect(&m_settings, &Settings::themeChanged, this,
            [this] { m_theme->setChecked(m_settings.theme() == Theme::Dark); });
    QAction* full = makeAction(menu, "fullScreen", {}, tr("&Full screen"), QKeySequence::FullScreen,
                               [this] { m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen); });
    if (full->shortcut().isEmpty())
        full->setShortcut(QKeySequence(Qt::Key_F11));
}

void WindowMenus::makeHelpMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&Help"));
    makeAction(menu, "manual", QStringLiteral("help"), tr("&Manual of this page"), QKeySequence(Qt::Key_F1),
               [this] { showManual(); });
    makeAction(menu, "shortcuts", {}, tr("&Keyboard shortcuts"), QKeySequence(QStringLiteral("Ctrl+/")),
               [this] { showShortcuts(); });
    menu->addSeparator();
    makeAction(menu, "about", QStringLiteral("info"), tr("&About Millrace"), {}, [this] { showAbout(); });
    menu->addAction(tr("About &Qt"), qApp, &QApplication::aboutQt);
}

void WindowMenus::makeToolBar()
{
    auto* bar = m_window.addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize(QSize(20, 20));
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    const auto add = [this, bar](const char* name) {
        if (auto* action = m_window.findChild<QAction*>(QString::fromLatin1(name)))
            bar->addAction(action);
    };
    for (const char* name : {"start", "newProject", "open", "save"})
        add(name);
    bar->addSeparator();
    for (const char* name : {"undo", "redo", "find"})
        add(name);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    for (const char* name : {"palette", "darkTheme", "manual"})
        add(name);
    for (QToolButton* button : bar->findChildren<QToolButton*>()) {
        button->setFocusPolicy(Qt::TabFocus);
        if (button->defaultAction())
            button->setAccessibleName(plainActionText(button->defaultAction()->text()));
    }
}

void WindowMenus::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList files = m_settings.recentFiles();
    for (const QString& file : files) {
        const QFileInfo info(file);
        QAction* action =
            m_recentMenu->addAction(asActionText(tr("%1  in  %2").arg(info.fileName(), info.absolutePath())));
        connect(action, &QAction::triggered, this, [this, file] { m_window.openFile(file); });
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("&Forget these"), &m_settings, &Settings::clearRecentFiles);
    m_recentMenu->setEnabled(!files.isEmpty());
}

QList<QAction*> WindowMenus::commands() const
{
    QList<QAction*> all;
    collect(m_window.menuBar()->actions(), all);
    if (const DocumentPage* page = m_window.currentPage()) {
        collect(page->actions(), all);
        for (const QWidget* part : page->findChildren<QWidget*>()) {
            if (part->isVisible())
                collect(part->actions(), all);
        }
    }
    return all;
}

void WindowMenus::showManual()
{
    if (!m_manual)
        m_manual = new ManualWindow(m_settings, &m_window);
    m_manual->showPage(m_window.currentPage() ? m_window.currentPage()->helpPage() : QStringLiteral("index"));
}

void WindowMenus::showAbout()
{
    (new AboutDialog(&m_window))->show();
}

void WindowMenus::showShortcuts()
{
    (new ShortcutSheet(m_settings, commands(), &m_window))->show();
}

void WindowMenus::showPreferences()
{
    (new PreferencesDialog(m_settings, &m_window))->show();
}

void WindowMenus::showPalette()
{
    if (!m_palette)
        m_palette = new CommandPalette(&m_window);
    m_palette->openWith(commands());
}

} // namespace millrace::ui

#include "moc_window_menus.cpp"
