// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/settings.h"
#include "ui/base/document_page.h"
#include "ui/main/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTabWidget>

namespace millrace::ui {

void MainWindow::makeMenus()
{
    makeFileMenu();
    makeViewMenu();
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&About Millrace"), this, &MainWindow::showAbout);
    help->addAction(tr("About &Qt"), qApp, &QApplication::aboutQt);
}

void MainWindow::makeFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    menu->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::chooseFile);
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    connect(&m_settings, &Settings::recentFilesChanged, this, &MainWindow::fillRecentMenu);
    fillRecentMenu();
    m_reloadAction =
        menu->addAction(tr("&Read again"), QKeySequence::Refresh, this, [this] { currentPage()->reload(); });
    m_closeAction =
        menu->addAction(tr("&Close"), QKeySequence::Close, this, [this] { closePage(m_tabs->currentIndex()); });
    menu->addSeparator();
    QAction* quit = menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
    quit->setMenuRole(QAction::QuitRole);
}

void MainWindow::makeViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    auto* themes = new QActionGroup(this);
    const auto add = [&](const QString& text, Theme theme) {
        QAction* action = menu->addAction(text, this, [this, theme] { m_settings.setTheme(theme); });
        action->setCheckable(true);
        action->setActionGroup(themes);
        action->setChecked(m_settings.theme() == theme);
    };
    add(tr("&Light"), Theme::Light);
    add(tr("&Dark"), Theme::Dark);
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList files = m_settings.recentFiles();
    for (const QString& file : files) {
        const QFileInfo info(file);
        QAction* action = m_recentMenu->addAction(
            tr("%1  in  %2").arg(info.fileName(), info.absolutePath()).replace(QLatin1Char('&'), QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, file] { openFile(file); });
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("&Forget these"), &m_settings, &Settings::clearRecentFiles);
    m_recentMenu->setEnabled(!files.isEmpty());
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Millrace"),
                       tr("<h3>Millrace %1</h3><p>A workbench for experiments on the network side of distributed "
                          "training.</p><p>Free software under the GNU General Public License, version 3 or later.</p>")
                           .arg(QApplication::applicationVersion()));
}

} // namespace millrace::ui
