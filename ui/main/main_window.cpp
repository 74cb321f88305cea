// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/main_window.h"

#include "core/base/error.h"
#include "ui/base/action_text.h"
#include "ui/base/error_banner.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/main/closing_sequence.h"
#include "ui/main/file_kind.h"
#include "ui/main/file_tabs.h"
#include "ui/main/start_page.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"
#include "ui/trace/trace_page.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <QUndoGroup>

#include <algorithm>
#include <utility>

namespace millrace::ui {
namespace {

const QString geometryName = QStringLiteral("mainWindow");
/// Decoration of window managers: the title bar and thin borders.
constexpr QSize windowFrame(8, 44);
constexpr auto sessionInterval = std::chrono::seconds(5);

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
    : QMainWindow(parent), m_settings(settings), m_banner(new ErrorBanner(this)), m_tabs(new FileTabs(this)),
      m_start(new StartPage(settings, this)), m_undo(new QUndoGroup(this)), m_session(sessionFolder(settings))
{
    setObjectName(geometryName);
    setAcceptDrops(true);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(m_start, &StartPage::templateChosen, this, &MainWindow::newProject);
    connect(m_start, &StartPage::templateRunRequested, this, &MainWindow::runTemplate);
    connect(m_start, &StartPage::importRequested, this, [this](const QString& study) { importStudy({}, study); });
    connect(m_start, &StartPage::leaveRequested, this, &MainWindow::leaveStart);

    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_tabs, 1);
    setCentralWidget(centre);
    makeMenus();
    makeToolBar();
    makeStatusBar();
    makeTabs();
    if (!restoreGeometry(m_settings.widgetState(geometryName)))
        resize(firstSize(screen()->availableSize()));
    // The content of a page changes without a signal.
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &MainWindow::noteSession);
    timer->start(sessionInterval);
}

MainWindow::~MainWindow()
{
    // The tabs emit during destruction.
    m_tabs->disconnect(this);
}

void MainWindow::makeTabs()
{
    m_tabs->setAccessibleName(tr("Open files"));
    m_tabs->addPage(m_start, tr("Start"));
    m_front = m_start;
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closePage);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::currentTabChanged);
    updateFrame();
}

void MainWindow::currentTabChanged()
{
    QWidget* const now = m_tabs->currentPage();
    if (now == m_start && m_front && m_front != m_start)
        m_beforeStart = m_front;
    m_front = now;
    updateFrame();
}

QSize MainWindow::firstSize(QSize available)
{
    return QSize(1280, 800).boundedTo(available - windowFrame);
}

DocumentPage* MainWindow::currentPage() const
{
    return qobject_cast<DocumentPage*>(m_tabs->currentPage());
}

QList<DocumentPage*> MainWindow::pages() const
{
    QList<DocumentPage*> pages;
    for (int place = 0; place < m_tabs->count(); ++place)
        if (auto* page = qobject_cast<DocumentPage*>(m_tabs->page(place)))
            pages.append(page);
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
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = findPage({path})) {
        m_tabs->setCurrentPage(page);
        if (!page->isModified())
            page->reload();
    } else if (DocumentPage* fresh = makePage(path)) {
        if (auto* project = qobject_cast<ProjectPage*>(fresh)) {
            const auto openStore = [this, project] {
                if (project->hasStore())
                    openBeside(project->storeFile(), false);
            };
            connect(project, &DocumentPage::loaded, this, openStore, Qt::SingleShotConnection);
        }
        addPage(fresh, true);
    }
}

DocumentPage* MainWindow::makePage(const QString& file)
{
    const auto kind = fileKind(toPath(file));
    if (!kind) {
        m_settings.removeRecentFile(file);
        reportUnopened(file, kind.error());
        return nullptr;
    }
    switch (*kind) {
    case FileKind::Store: return makeResultPage(file);
    case FileKind::Capture: return new TracePage({file}, m_settings, this);
    case FileKind::Project: break;
    }
    return new ProjectPage(file, m_settings, this);
}

DocumentPage* MainWindow::makeResultPage(const QString& file)
{
    auto* results = new ResultPage(file, m_settings, this);
    // Captures of a run are named after it.
    const QString store = QFileInfo(file).completeBaseName();
    connect(results, &ResultPage::traceRequested, this, [this, store](const QStringList& files, const QString& title) {
        openCaptures(files, title.isEmpty() ? title : tr("%1 · %2").arg(title, store));
    });
    connect(results, &ResultPage::replayRequested, this, &MainWindow::openReplay);
    connect(results, &ResultPage::responseRequested, this,
            [this](const ReportSubject& subject) { openResponse(subject); });
    connect(results, &ResultPage::scoreRequested, this, [this](const ReportSubject& subject) { openScore(subject); });
    connect(results, &ResultPage::studiesRequested, this, [this](const QString& of) { openStudies(of); });
    return results;
}

void MainWindow::addPage(DocumentPage* page, bool toFront)
{
    connect(page, &DocumentPage::loaded, this, [this, page] { pageLoaded(page); });
    connect(page, &DocumentPage::failed, this, [this, page](const Error& error) { pageFailed(page, error); });
    connect(page, &DocumentPage::openRequested, this, [this](const QString& name) { openBeside(name, true); });
    if (const auto* project = qobject_cast<ProjectPage*>(page))
        connect(project, &ProjectPage::runRequested, this, &MainWindow::showRunOf);
    connect(page, &DocumentPage::noticed, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, 10'000); });
    connect(page, &DocumentPage::stateChanged, this, &MainWindow::updateFrame);
    connect(page, &DocumentPage::idle, this, &MainWindow::updateActivities);
    if (QUndoStack* stack = page->undoStack())
        m_undo->addStack(stack);
    m_tabs->addPage(page, asActionText(page->title()));
    if (toFront)
        m_tabs->setCurrentPage(page);
    updateFrame();
    page->reload();
}

void MainWindow::openBeside(const QString& file, bool toFront)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = findPage({path})) {
        if (toFront)
            m_tabs->setCurrentPage(page);
        page->reload();
    } else if (DocumentPage* fresh = makePage(path)) {
        addPage(fresh, toFront);
    }
}

void MainWindow::pageLoaded(DocumentPage* page)
{
    const QStringList files = page->recentFiles();
    for (auto file = files.crbegin(); file != files.crend(); ++file)
        m_settings.addRecentFile(*file);
    updateFrame();
}

void MainWindow::pageFailed(DocumentPage* page, const Error& error)
{
    if (page->hasContent() || page->file().isEmpty())
        m_banner->showError(error, page->title(), page->files().front());
    else
        reportUnopened(page->file(), error);
    if (page->hasContent())
        return;
    m_settings.removeRecentFile(page->file());
    // Deferred: the page is still in its own signal.
    removePage(page);
}

void MainWindow::removePage(DocumentPage* page)
{
    page->disconnect(this);
    m_tabs->takePage(page);
    page->deleteLater();
    if (m_tabs->count() == 0)
        showStart();
    updateFrame();
}

void MainWindow::closePage(int index)
{
    QWidget* const widget = m_tabs->page(index);
    if (auto* page = qobject_cast<DocumentPage*>(widget))
        closePages({page}, [this, kept = QPointer<DocumentPage>(page)] {
            if (kept)
                removePage(kept);
        });
    else if (widget == m_start && m_tabs->count() > 1)
        m_tabs->takePage(m_start);
    updateFrame();
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
    if (!m_tabs->contains(m_start))
        m_tabs->addPage(m_start, tr("Start"), 0);
    m_tabs->setCurrentPage(m_start);
    m_start->setFocus(Qt::ShortcutFocusReason);
    updateFrame();
}

void MainWindow::leaveStart()
{
    if (m_beforeStart && m_tabs->contains(m_beforeStart))
        m_tabs->setCurrentPage(m_beforeStart);
    else if (m_tabs->currentPage() == m_start)
        turn(1);
}

void MainWindow::turn(int step)
{
    if (const int count = m_tabs->count(); count > 0)
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + step + count) % count);
}

/// Adds folders to equal file names, and marks new projects.
QString MainWindow::tabTitle(const DocumentPage& page) const
{
    QString title = page.title();
    const QList<DocumentPage*> all = pages();
    const bool shared = std::ranges::any_of(
        all, [&](const DocumentPage* other) { return other != &page && other->title() == page.title(); });
    if (page.file().isEmpty() && page.undoStack() != nullptr)
        title = tr("%1 (not saved)").arg(title);
    else if (shared && !page.file().isEmpty())
        title = tr("%1 · %2").arg(title, QFileInfo(page.file()).absoluteDir().dirName());
    return page.isModified() ? title + QStringLiteral(" •") : title;
}

void MainWindow::updateFrame()
{
    for (int place = 0; place < m_tabs->count(); ++place) {
        const auto* page = qobject_cast<DocumentPage*>(m_tabs->page(place));
        if (page == nullptr) {
            m_tabs->setTabToolTip(place, tr("Start page (Alt+Home)"));
            m_tabs->setTabClosable(place, m_tabs->count() > 1);
            continue;
        }
        m_tabs->setTabText(place, asActionText(tabTitle(*page)));
        m_tabs->setTabToolTip(place,
                              !page->file().isEmpty()            ? page->files().join(QLatin1Char('\n'))
                                  : page->undoStack() != nullptr ? tr("%1: not saved yet").arg(page->title())
                                                                 : page->title());
    }
    DocumentPage* page = currentPage();
    setWindowTitle(page ? page->title() + QStringLiteral("[*] – Millrace") : QStringLiteral("Millrace"));
    setWindowModified(page && page->isModified());
    const bool editable = page && page->undoStack();
    m_undo->setActiveStack(editable ? page->undoStack() : nullptr);
    m_saveAction->setEnabled(editable && (page->isModified() || page->file().isEmpty()));
    m_saveAsAction->setEnabled(editable);
    m_closeAction->setEnabled(page || m_tabs->count() > 1);
    m_reloadAction->setEnabled(page && !page->file().isEmpty());
    m_findAction->setEnabled(page);
    updateActivities();
    noteSession();
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
    keepSession();
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

bool MainWindow::event(QEvent* event)
{
    if (event->type() != ExportEvent::eventType())
        return QMainWindow::event(event);
    event->accept();
    const auto* written = static_cast<const ExportEvent*>(event);
    if (const auto& error = written->error())
        m_banner->showError(*error, QFileInfo(written->files().front()).fileName(), written->files().front());
    else
        showWritten(written->files());
    return true;
}

void MainWindow::reportUnopened(const QString& file, const Error& error)
{
    m_banner->showError(error, QFileInfo(file).fileName(), file);
    Q_EMIT openFailed(file, error);
}

void MainWindow::showWritten(const QStringList& files)
{
    const QFileInfo first(files.value(0));
    const QString folder = first.isDir() ? first.absoluteFilePath() : first.absolutePath();
    MessageBar* bar = m_banner->showNotice(
        files.size() == 1 ? tr("Written to %1.").arg(QDir::toNativeSeparators(first.absoluteFilePath()))
                          : tr("%n file(s) written to %1.", nullptr, static_cast<int>(files.size())).arg(folder),
        files.join(QLatin1Char('\n')));
    if (files.size() == 1 && !first.isDir())
        bar->addButton(tr("Open"), [this, file = first.absoluteFilePath()] { openWritten(file); });
    bar->addButton(tr("Show in folder"), [this, folder] { openWritten(folder); });
}

void MainWindow::openWritten(const QString& file)
{
    const QStringList ours{QStringLiteral("millrace"), QStringLiteral("mrdb"), QStringLiteral("pcap"),
                           QStringLiteral("pcapng")};
    if (ours.contains(QFileInfo(file).suffix()))
        openFile(file);
    else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
        m_banner->showError(fail(ErrorCode::Unsupported,
                                 "no program of this desktop opens it; its path is " + file.toStdString() + "."),
                            QFileInfo(file).fileName(), file);
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
