// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/main_window.h"

#include "core/base/error.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/main/file_kind.h"
#include "ui/main/start_page.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QTabWidget>

namespace millrace::ui {
namespace {

const QString geometryName = QStringLiteral("mainWindow");

QStringList localFiles(const QMimeData* mime)
{
    QStringList files;
    for (const QUrl& url : mime->urls()) {
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    }
    return files;
}

} // namespace

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent), m_settings(settings), m_banner(new ErrorBanner(this)), m_stack(new QStackedWidget(this)),
      m_tabs(new QTabWidget(this))
{
    setObjectName(geometryName);
    setAcceptDrops(true);
    m_tabs->setDocumentMode(true);
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setAccessibleName(tr("Open files"));
    auto* start = new StartPage(m_settings, this);
    connect(start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closePage);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateFrame);
    m_stack->addWidget(start);
    m_stack->addWidget(m_tabs);

    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    setCentralWidget(centre);
    makeMenus();
    updateFrame();
    if (!restoreGeometry(m_settings.widgetState(geometryName)))
        resize(1280, 800);
}

MainWindow::~MainWindow()
{
    // The tabs emit while they go.
    m_tabs->disconnect(this);
}

DocumentPage* MainWindow::currentPage() const
{
    return qobject_cast<DocumentPage*>(m_tabs->currentWidget());
}

QList<DocumentPage*> MainWindow::pages() const
{
    QList<DocumentPage*> pages;
    for (int i = 0; i < m_tabs->count(); ++i)
        pages.append(qobject_cast<DocumentPage*>(m_tabs->widget(i)));
    return pages;
}

DocumentPage* MainWindow::findPage(const QString& file) const
{
    for (DocumentPage* page : pages()) {
        if (page->file() == file)
            return page;
    }
    return nullptr;
}

void MainWindow::openFile(const QString& file)
{
    m_banner->clear();
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = findPage(path)) {
        m_tabs->setCurrentWidget(page);
        page->reload();
    } else if (DocumentPage* fresh = makePage(path)) {
        addPage(fresh, true);
    }
}

DocumentPage* MainWindow::makePage(const QString& file)
{
    const auto kind = fileKind(toPath(file));
    if (!kind) {
        m_settings.removeRecentFile(file);
        m_banner->showError(kind.error(), QFileInfo(file).fileName());
        return nullptr;
    }
    if (*kind == FileKind::Store)
        return new ResultPage(file, m_settings, this);
    auto* page = new ProjectPage(file, m_settings, this);
    const auto openStore = [this, page] {
        if (page->document().hasStore)
            openBeside(pathText(page->document().store), false);
    };
    connect(page, &DocumentPage::loaded, this, openStore, Qt::SingleShotConnection);
    return page;
}

void MainWindow::addPage(DocumentPage* page, bool toFront)
{
    connect(page, &DocumentPage::loaded, this, [this, page] { pageLoaded(page); });
    connect(page, &DocumentPage::failed, this, [this, page](const Error& error) { pageFailed(page, error); });
    connect(page, &DocumentPage::openRequested, this, [this](const QString& name) { openBeside(name, true); });
    const int index = m_tabs->addTab(page, QFileInfo(page->file()).fileName());
    m_tabs->setTabToolTip(index, page->file());
    if (toFront)
        m_tabs->setCurrentIndex(index);
    updateFrame();
    page->reload();
}

void MainWindow::openBeside(const QString& file, bool toFront)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = findPage(path)) {
        if (toFront)
            m_tabs->setCurrentWidget(page);
    } else if (DocumentPage* fresh = makePage(path)) {
        addPage(fresh, toFront);
    }
}

void MainWindow::pageLoaded(DocumentPage* page)
{
    m_settings.addRecentFile(page->file());
    updateFrame();
}

void MainWindow::pageFailed(DocumentPage* page, const Error& error)
{
    m_banner->showError(error, QFileInfo(page->file()).fileName());
    if (page->hasContent())
        return;
    m_settings.removeRecentFile(page->file());
    // Not now: the page is still in its own signal.
    page->disconnect(this);
    m_tabs->removeTab(m_tabs->indexOf(page));
    page->deleteLater();
    updateFrame();
}

void MainWindow::closePage(int index)
{
    QWidget* page = m_tabs->widget(index);
    if (!page)
        return;
    m_tabs->removeTab(index);
    page->deleteLater();
    updateFrame();
}

void MainWindow::chooseFile()
{
    const QString folder = currentPage() ? QFileInfo(currentPage()->file()).absolutePath() : QString();
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Open"), folder, tr("Projects and result stores (*.millrace *.mrdb);;All files (*)"));
    for (const QString& file : files)
        openFile(file);
}

void MainWindow::updateFrame()
{
    DocumentPage* page = currentPage();
    m_stack->setCurrentIndex(page ? 1 : 0);
    setWindowTitle(page ? QFileInfo(page->file()).fileName() + QStringLiteral(" – Millrace")
                        : QStringLiteral("Millrace"));
    m_closeAction->setEnabled(page);
    m_reloadAction->setEnabled(page);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setWidgetState(geometryName, saveGeometry());
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    for (const QString& file : localFiles(event->mimeData()))
        openFile(file);
}

} // namespace millrace::ui
