// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/main_window.h"

#include "core/base/error.h"
#include "ui/base/action_text.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/main/closing_sequence.h"
#include "ui/main/file_kind.h"
#include "ui/main/start_page.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"
#include "ui/trace/trace_page.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>
#include <QUndoGroup>

#include <utility>

namespace millrace::ui {
namespace {

const QString geometryName = QStringLiteral("mainWindow");
const QString openFilesKey = QStringLiteral("openFiles");
/// Of files that one page shows together.
constexpr QLatin1Char filesSeparator('\n');

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
      m_tabs(new QTabWidget(this)), m_start(new StartPage(settings, this)), m_undo(new QUndoGroup(this))
{
    setObjectName(geometryName);
    setAcceptDrops(true);
    m_tabs->setDocumentMode(true);
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->setAccessibleName(tr("Open files"));
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(m_start, &StartPage::templateChosen, this, &MainWindow::newProject);
    connect(m_start, &StartPage::templateRunRequested, this, &MainWindow::runTemplate);
    connect(m_start, &StartPage::importRequested, this, [this](const QString& study) { importStudy({}, study); });
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closePage);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateFrame);
    connect(m_tabs, &QTabWidget::tabBarClicked, this, [this] { m_stack->setCurrentWidget(m_tabs); });
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_tabs);
    connect(m_stack, &QStackedWidget::currentChanged, this, &MainWindow::updateFrame);

    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    setCentralWidget(centre);
    makeMenus();
    makeToolBar();
    makeStatusBar();
    updateFrame();
    if (!restoreGeometry(m_settings.widgetState(geometryName)))
        resize(1280, 800);
}

MainWindow::~MainWindow()
{
    // The tabs emit while they go.
    m_tabs->disconnect(this);
    m_stack->disconnect(this);
}

DocumentPage* MainWindow::currentPage() const
{
    return m_stack->currentWidget() == m_tabs ? qobject_cast<DocumentPage*>(m_tabs->currentWidget()) : nullptr;
}

QList<DocumentPage*> MainWindow::pages() const
{
    QList<DocumentPage*> pages;
    for (int i = 0; i < m_tabs->count(); ++i)
        pages.append(qobject_cast<DocumentPage*>(m_tabs->widget(i)));
    return pages;
}

DocumentPage* MainWindow::findPage(const QStringList& files) const
{
    for (DocumentPage* page : pages()) {
        if (page->files() == files)
            return page;
    }
    return nullptr;
}

void MainWindow::openFile(const QString& file)
{
    m_banner->clear();
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = findPage({path})) {
        m_stack->setCurrentWidget(m_tabs);
        m_tabs->setCurrentWidget(page);
        if (!page->isModified())
            page->reload();
    } else if (DocumentPage* fresh = makePage(path)) {
        addPage(fresh, true);
    }
}

void MainWindow::openLastFiles()
{
    for (const QString& together : m_settings.value(openFilesKey, {}).toStringList()) {
        QStringList files = together.split(filesSeparator);
        files.removeIf([](const QString& file) { return !QFileInfo(file).isFile(); });
        openFiles(files);
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
    if (*kind == FileKind::Store) {
        auto* results = new ResultPage(file, m_settings, this);
        connect(results, &ResultPage::traceRequested, this, &MainWindow::openCaptures);
        connect(results, &ResultPage::replayRequested, this, &MainWindow::openReplay);
        connect(results, &ResultPage::responseRequested, this, &MainWindow::openResponse);
        connect(results, &ResultPage::scoreRequested, this, &MainWindow::openScore);
        connect(results, &ResultPage::studiesRequested, this, &MainWindow::openStudies);
        return results;
    }
    if (*kind == FileKind::Capture)
        return new TracePage({file}, m_settings, this);
    auto* page = new ProjectPage(file, m_settings, this);
    const auto openStore = [this, page] {
        if (page->hasStore())
            openBeside(page->storeFile(), false);
    };
    connect(page, &DocumentPage::loaded, this, openStore, Qt::SingleShotConnection);
    return page;
}

void MainWindow::addPage(DocumentPage* page, bool toFront)
{
    connect(page, &DocumentPage::loaded, this, [this, page] { pageLoaded(page); });
    connect(page, &DocumentPage::failed, this, [this, page](const Error& error) { pageFailed(page, error); });
    connect(page, &DocumentPage::openRequested, this, [this](const QString& name) { openBeside(name, true); });
    connect(page, &DocumentPage::noticed, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, 10'000); });
    connect(page, &DocumentPage::stateChanged, this, &MainWindow::updateFrame);
    connect(page, &DocumentPage::idle, this, &MainWindow::updateActivities);
    if (QUndoStack* stack = page->undoStack())
        m_undo->addStack(stack);
    const int index = m_tabs->addTab(page, page->title());
    if (toFront) {
        m_stack->setCurrentWidget(m_tabs);
        m_tabs->setCurrentIndex(index);
    }
    updateFrame();
    page->reload();
}

void MainWindow::openBeside(const QString& file, bool toFront)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = findPage({path})) {
        if (toFront)
            m_tabs->setCurrentWidget(page);
        page->reload();
    } else if (DocumentPage* fresh = makePage(path)) {
        addPage(fresh, toFront);
    }
}

void MainWindow::pageLoaded(DocumentPage* page)
{
    const QStringList files = page->files();
    for (auto file = files.crbegin(); file != files.crend(); ++file)
        if (!file->isEmpty())
            m_settings.addRecentFile(*file);
    updateFrame();
}

void MainWindow::pageFailed(DocumentPage* page, const Error& error)
{
    m_banner->showError(error, page->title());
    if (page->hasContent())
        return;
    m_settings.removeRecentFile(page->file());
    // Not now: the page is still in its own signal.
    removePage(page);
}

void MainWindow::removePage(DocumentPage* page)
{
    page->disconnect(this);
    m_tabs->removeTab(m_tabs->indexOf(page));
    page->deleteLater();
    if (m_tabs->count() == 0)
        m_stack->setCurrentWidget(m_start);
    updateFrame();
}

void MainWindow::closePage(int index)
{
    auto* page = qobject_cast<DocumentPage*>(m_tabs->widget(index));
    if (page)
        closePages({page}, [this, page] { removePage(page); });
}

void MainWindow::closePages(const QList<DocumentPage*>& pages, std::function<void()> then)
{
    if (m_closing)
        return;
    m_closing = new ClosingSequence(*this, pages, std::move(then));
    m_closing->start();
}

void MainWindow::showStart()
{
    m_stack->setCurrentWidget(m_start);
}

void MainWindow::updateFrame()
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        const auto* page = qobject_cast<DocumentPage*>(m_tabs->widget(i));
        QString title = asActionText(page->title());
        if (page->isModified())
            title += QStringLiteral(" •");
        m_tabs->setTabText(i, title);
        m_tabs->setTabToolTip(i,
                              !page->file().isEmpty() ? page->files().join(QLatin1Char('\n'))
                                  : page->undoStack() ? tr("Not saved yet")
                                                      : page->title());
    }
    DocumentPage* page = currentPage();
    setWindowTitle(page ? page->title() + QStringLiteral("[*] – Millrace") : QStringLiteral("Millrace"));
    setWindowModified(page && page->isModified());
    const bool editable = page && page->undoStack();
    m_undo->setActiveStack(editable ? page->undoStack() : nullptr);
    m_saveAction->setEnabled(editable && (page->isModified() || page->file().isEmpty()));
    m_saveAsAction->setEnabled(editable);
    m_closeAction->setEnabled(page);
    m_reloadAction->setEnabled(page && !page->file().isEmpty());
    m_findAction->setEnabled(page);
    updateActivities();
}

void MainWindow::updateActivities()
{
    QStringList all;
    for (const DocumentPage* page : pages())
        all += page->activities();
    m_activity->setVisible(!all.isEmpty());
    m_activity->setText(all.isEmpty() ? QString() : all.front());
    m_activity->setToolTip(all.join(QLatin1Char('\n')));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setWidgetState(geometryName, saveGeometry());
    QStringList open;
    for (const DocumentPage* page : pages()) {
        if (!page->file().isEmpty())
            open.append(page->files().join(filesSeparator));
    }
    m_settings.setValue(openFilesKey, open);
    const auto isBusy = [](const DocumentPage* page) { return page->isModified() || !page->activities().isEmpty(); };
    const QList<DocumentPage*> all = pages();
    if (m_closeConfirmed || std::none_of(all.cbegin(), all.cend(), isBusy)) {
        QMainWindow::closeEvent(event);
        return;
    }
    event->ignore();
    closePages(all, [this] {
        m_closeConfirmed = true;
        close();
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    openFiles(localFiles(event->mimeData()));
}

} // namespace millrace::ui
