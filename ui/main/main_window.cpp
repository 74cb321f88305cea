// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/main_window.h"

#include "core/base/error.h"
#include "ui/base/action_text.h"
#include "ui/base/document_page.h"
#include "ui/base/error_banner.h"
#include "ui/base/export_event.h"
#include "ui/base/file_dialog.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/main/closing_sequence.h"
#include "ui/main/file_tabs.h"
#include "ui/main/page_opener.h"
#include "ui/main/page_saver.h"
#include "ui/main/page_session.h"
#include "ui/main/start_page.h"
#include "ui/main/window_menus.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <QUndoGroup>

#include <algorithm>
#include <ranges>
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
      m_start(new StartPage(settings, this)), m_undo(new QUndoGroup(this)),
      m_opener(new PageOpener(settings, *m_tabs, *m_banner, this)), m_saver(new PageSaver(settings, *m_banner, this)),
      m_sessions(new PageSession(settings, *m_tabs, *m_start, *m_opener, *m_banner, this))
{
    setObjectName(geometryName);
    setAcceptDrops(true);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_start, &StartPage::fileChosen, m_opener, &PageOpener::openFile);
    connect(m_start, &StartPage::templateChosen, m_opener, &PageOpener::newProject);
    connect(m_start, &StartPage::templateRunRequested, m_opener, &PageOpener::runTemplate);
    connect(m_start, &StartPage::importRequested, this, [this](const QString& study) { importStudy({}, study); });
    connect(m_start, &StartPage::leaveRequested, this, &MainWindow::leaveStart);

    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_tabs, 1);
    setCentralWidget(centre);
    connect(m_opener, &PageOpener::made, this, &MainWindow::addPage);
    connect(m_opener, &PageOpener::failed, this, &MainWindow::openFailed);
    connect(m_sessions, &PageSession::restored, this, &MainWindow::updateFrame);
    m_menus = new WindowMenus(*this, m_settings, *m_undo);
    makeStatusBar();
    makeTabs();
    if (!restoreGeometry(m_settings.widgetState(geometryName)))
        resize(firstSize(screen()->availableSize()));
    // The content of a page changes without a signal.
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, m_sessions, &PageSession::note);
    timer->start(sessionInterval);
}

MainWindow::~MainWindow()
{
    // The tabs emit during destruction.
    m_tabs->disconnect(this);
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
        for (DocumentPage* page : m_tabs->pages()) {
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

void MainWindow::openFile(const QString& file)
{
    m_opener->openFile(file);
}

void MainWindow::openFiles(const QStringList& files)
{
    m_opener->openFiles(files);
}

void MainWindow::openLastFiles()
{
    m_sessions->openLast();
}

void MainWindow::resume(bool reopen)
{
    m_sessions->resume(reopen);
}

void MainWindow::newProject(const QString& templateName)
{
    m_opener->newProject(templateName);
}

void MainWindow::runTemplate(const QString& templateName)
{
    m_opener->runTemplate(templateName);
}

void MainWindow::openPredictor()
{
    m_opener->openPredictor({});
}

void MainWindow::importStudy(const QStringList& paths, const QString& study)
{
    m_opener->importStudy(paths, study);
}

void MainWindow::savePage(DocumentPage* page, bool askForFile, std::function<void(bool)> then)
{
    m_saver->save(page, askForFile, std::move(then));
}

QList<QAction*> MainWindow::commands() const
{
    return m_menus->commands();
}

QList<DocumentPage*> MainWindow::pages() const
{
    return m_tabs->pages();
}

void MainWindow::closeCurrent()
{
    closePage(m_tabs->currentIndex());
}

void MainWindow::addPage(DocumentPage* page, bool toFront)
{
    connect(page, &DocumentPage::loaded, this, [this, page] { pageLoaded(page); });
    connect(page, &DocumentPage::failed, this, [this, page](const Error& error) { pageFailed(page, error); });
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
}

void MainWindow::pageLoaded(DocumentPage* page)
{
    const QStringList files = page->recentFiles();
    for (const QString& file : std::views::reverse(files))
        m_settings.addRecentFile(file);
    updateFrame();
}

void MainWindow::pageFailed(DocumentPage* page, const Error& error)
{
    if (page->hasContent() || page->file().isEmpty())
        m_banner->showError(error, page->title(), page->files().front());
    else
        m_opener->reportUnopened(page->file(), error);
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
    const QList<DocumentPage*> all = m_tabs->pages();
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
    m_undo->setActiveStack(page ? page->undoStack() : nullptr);
    m_menus->update(m_tabs->count() > 1);
    updateActivities();
    m_sessions->note();
}

void MainWindow::updateActivities()
{
    QStringList all;
    for (const DocumentPage* page : m_tabs->pages())
        all += page->activities();
    m_activity->setVisible(!all.isEmpty());
    m_activity->setText(all.isEmpty() ? QString() : all.front());
    m_activity->setToolTip(all.join(QLatin1Char('\n')));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setWidgetState(geometryName, saveGeometry());
    m_sessions->keep();
    const auto isBusy = [](const DocumentPage* page) { return page->isModified() || !page->activities().isEmpty(); };
    const QList<DocumentPage*> all = m_tabs->pages();
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

void MainWindow::chooseFile()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("open"), tr("Open"));
    if (const DocumentPage* page = currentPage(); page && !page->file().isEmpty())
        dialog->setDirectory(QFileInfo(page->file()).absolutePath());
    dialog->setObjectName(QStringLiteral("openDialog"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    const QString captures = QStringLiteral("*.pcap *.pcapng *.cap *.pcap.gz *.pcapng.gz *.pcap.zst *.pcapng.zst");
    dialog->setNameFilters(
        {tr("Projects, result stores, captures (%1)").arg(QStringLiteral("*.millrace *.mrdb ") + captures),
         tr("Projects and result stores (*.millrace *.mrdb)"), tr("Captures (%1)").arg(captures),
         tr("Predictors (%1)").arg(QStringLiteral("*.json")), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, m_opener, &PageOpener::openFiles);
    dialog->open();
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
        m_opener->openFile(file);
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
    m_opener->openFiles(localFiles(event->mimeData()));
}

} // namespace millrace::ui

#include "moc_main_window.cpp"
