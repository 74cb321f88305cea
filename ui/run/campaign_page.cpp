// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_page.h"

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "core/project/trusted_projects.h"
#include "core/report/html_report.h"
#include "core/report/report_file.h"
#include "core/store/run_repository.h"
#include "ui/base/empty_state.h"
#include "ui/base/error_banner.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/run/campaign_bar.h"
#include "ui/run/campaign_model.h"
#include "ui/run/failure_view.h"
#include "ui/run/live_run.h"
#include "ui/run/log_view.h"
#include "ui/run/next_steps.h"
#include "ui/run/queue_view.h"
#include "ui/run/run_monitor.h"
#include "ui/run/so_far_model.h"
#include "ui/run/trust_dialog.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QDesktopServices>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QUrl>

#include <utility>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("campaignSplitter");

Result<std::filesystem::path> makeReport(const std::filesystem::path& store, store::CampaignId campaign,
                                         const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(store));
    MR_TRY(page, report::htmlReport(database, campaign, {}, job));
    const std::filesystem::path file = report::freeReportFile(std::filesystem::path(store).replace_extension(".html"));
    MR_CHECK(writeFileAtomically(file, page));
    return file;
}

} // namespace

CampaignPage::CampaignPage(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_programs(toPath(QCoreApplication::applicationDirPath())),
      m_session(new CampaignSession(this)), m_model(new CampaignModel(this))
{
    setObjectName(QStringLiteral("campaignPage"));
    makeLayout();
    connectBar();
    connectQueue();
    m_readSoon.setSingleShot(true);
    m_readSoon.setInterval(200);
    connect(&m_readSoon, &QTimer::timeout, this, &CampaignPage::readSnapshot);
    m_ticking.setInterval(500);
    connect(&m_ticking, &QTimer::timeout, this, &CampaignPage::tick);
    connect(m_session, &CampaignSession::stateChanged, this, &CampaignPage::updateState);
    connect(m_session, &CampaignSession::batchArrived, this, &CampaignPage::takeBatch);
    connect(m_session, &CampaignSession::finished, this, &CampaignPage::takeFinished);
    connect(m_session, &CampaignSession::failed, this, &CampaignPage::takeFailed);
    updateState();
}

CampaignPage::~CampaignPage()
{
    m_settings.setWidgetState(splitterName, m_splitter->saveState());
    m_session->disconnect(this);
}

void CampaignPage::makeLayout()
{
    m_bar = new CampaignBar(m_settings, this);
    m_banner = new ErrorBanner(this);
    m_notice = new QLabel(this);
    m_notice->setObjectName(QStringLiteral("campaignNotice"));
    m_notice->setWordWrap(true);
    m_notice->setContentsMargins(12, 0, 12, 4);
    m_notice->hide();
    m_next = new NextSteps(this);
    m_queue = new QueueView(*m_model, m_settings, this);
    m_monitor = new RunMonitor(m_settings, this);
    m_log = new LogView(m_settings, this);
    m_failures = new FailureView(m_settings, this);
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("campaignTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_monitor, icon(QStringLiteral("chart-line")), tr("Monitor"));
    m_tabs->addTab(m_log, icon(QStringLiteral("log")), tr("Log"));
    m_tabs->addTab(m_failures, icon(QStringLiteral("warning")), tr("Failures"));
    auto* soFar = new TableView(m_settings, QStringLiteral("soFarTable"), this);
    soFar->setAccessibleName(tr("Results so far"));
    soFar->setEmptyText(tr("Mean and confidence interval of every cell are listed here."));
    soFar->setModel(new SoFarModel(*m_model, soFar));
    connect(soFar->model(), &QAbstractItemModel::modelReset, soFar, &TableView::fitColumns);
    m_tabs->addTab(soFar, icon(QStringLiteral("results")), tr("So far"));
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setObjectName(splitterName);
    m_splitter->addWidget(m_queue);
    m_splitter->addWidget(m_tabs);
    m_splitter->setStretchFactor(0, 4);
    m_splitter->setStretchFactor(1, 5);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({520, 740});
    m_splitter->restoreState(m_settings.widgetState(splitterName));
    m_empty = new EmptyState(this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto* outcome = new QWidget(this);
    auto* outcomeLayout = new QVBoxLayout(outcome);
    outcomeLayout->setContentsMargins(12, 0, 12, 4);
    outcomeLayout->addWidget(m_next);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_banner, m_bar, m_notice, outcome})
        layout->addWidget(widget);
    layout->addWidget(m_stack, 1);
}

void CampaignPage::connectBar()
{
    connect(m_bar->startAction, &QAction::triggered, this, &CampaignPage::start);
    connect(m_bar->newAction, &QAction::triggered, this, &CampaignPage::startAnew);
    connect(m_bar->pauseAction, &QAction::triggered, this, [this](bool pause) {
        if (pause)
            m_session->pause();
        else
            m_session->resume();
        updateState();
    });
    connect(m_bar->finishAction, &QAction::triggered, m_session, &CampaignSession::stopAfterRun);
    connect(m_bar->stopAction, &QAction::triggered, m_session, &CampaignSession::stop);
    connect(m_bar, &CampaignBar::gridChosen, this, [this] {
        m_model->setSnapshot({});
        m_next->hide();
        m_live.reset();
        m_watched = 0;
        m_monitor->clear();
        readSnapshot();
    });
    connect(m_bar, &CampaignBar::onlyChanged, this, &CampaignPage::readSnapshot);
    connect(m_next, &NextSteps::resultsRequested, this, [this] { Q_EMIT openRequested(pathText(m_store)); });
    connect(m_next, &NextSteps::reportRequested, this, &CampaignPage::writeReport);
}

void CampaignPage::connectQueue()
{
    connect(m_queue, &QueueView::cancelRequested, this, [this](const std::vector<int>& positions) {
        for (const int position : positions)
            m_session->cancelRun(position);
        m_model->setCancelling(positions);
    });
    connect(m_queue, &QueueView::retryRequested, this, &CampaignPage::retry);
    connect(m_queue, &QueueView::orderRequested, this, &CampaignPage::reorder);
    connect(m_queue, &QueueView::onlyRequested, this, [this](const std::vector<int>& positions) {
        if (m_session->isActive()) {
            reorder(positions);
            return;
        }
        const bool stored = m_snapshot.standing == CampaignSnapshot::Standing::Unfinished
            || m_snapshot.standing == CampaignSnapshot::Standing::Finished;
        startWith(stored ? run::CampaignChoice::Resume : run::CampaignChoice::Automatic, positions, {});
    });
    connect(m_queue, &QueueView::chosen, this, &CampaignPage::watch);
    connect(m_queue, &QueueView::activated, this, [this](int position) {
        const QueueRow* row = m_model->find(position);
        if (row != nullptr && row->run && store::isFinal(row->state))
            Q_EMIT runActivated(row->run);
    });
    connect(m_failures, &FailureView::retryRequested, this, &CampaignPage::retry);
    connect(m_failures, &FailureView::runRequested, this, [this](int position) {
        m_queue->select({position});
        m_queue->show(position);
        watch(position);
    });
    connect(m_monitor, &RunMonitor::returnRequested, this, &CampaignPage::watchLive);
    connect(m_model, &CampaignModel::countsChanged, this, [this] {
        m_failures->setFailures(m_model->failures());
        const int failures = m_failures->model().runCount();
        m_tabs->setTabText(2, failures > 0 ? tr("Failures (%1)").arg(failures) : tr("Failures"));
    });
}

void CampaignPage::setProject(std::shared_ptr<const project::Project> project, std::filesystem::path projectFile,
                              std::filesystem::path store, bool hasErrors)
{
    m_project = std::move(project);
    m_projectFile = std::move(projectFile);
    m_hasErrors = hasErrors;
    if (!m_session->isActive())
        m_store = std::move(store);
    QStringList grids;
    if (m_project)
        for (const grid::GridSpec& grid : m_project->grids)
            grids.append(toQString(grid.name));
    if (!m_session->isActive())
        m_bar->setGrids(grids);
    m_stale = true;
    if (isVisible())
        m_readSoon.start();
    updateState();
}

void CampaignPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale && !m_session->isActive())
        readSnapshot();
}

void CampaignPage::chooseGrid(const QString& grid)
{
    if (m_session->isActive())
        return;
    m_bar->setGrid(grid);
    readSnapshot();
}

void CampaignPage::readSnapshot()
{
    m_readSoon.stop();
    m_failures->setStore(m_store);
    if (m_session->isActive() || !m_project || m_project->grids.empty()) {
        m_startWhenRead = false;
        return;
    }
    if (m_hasErrors) {
        m_startWhenRead = false;
        m_readJob.start(
            [project = m_project](const JobContext&) { return Result<Issues>(project::validate(*project)); },
            [this](const Result<Issues>& problems) {
                m_errorCount = static_cast<int>(std::ranges::count_if(
                    *problems, [](const Issue& problem) { return problem.severity == Severity::Error; }));
                updateState();
            });
        return;
    }
    const SnapshotRequest request{m_project, m_bar->grid().toStdString(), m_store, m_bar->only(), true};
    m_readJob.start([request](const JobContext& job) { return readCampaignSnapshot(request, job); },
                    [this](Result<CampaignSnapshot> snapshot) {
                        if (snapshot)
                            takeSnapshot(std::move(*snapshot));
                        else if (snapshot.error().code != ErrorCode::Cancelled)
                            showReadError(snapshot.error());
                    });
}

void CampaignPage::takeSnapshot(CampaignSnapshot snapshot)
{
    m_stale = false;
    m_reordered = false;
    const std::vector<int> selected = m_queue->selected();
    CampaignSnapshot shown;
    shown.factors = snapshot.factors;
    shown.rows = std::move(snapshot.rows);
    m_snapshot = std::move(snapshot);
    m_model->setSnapshot(std::move(shown));
    m_queue->fitColumns();
    m_queue->select(selected);
    if (!m_live && m_watched == 0)
        m_monitor->clear(m_model->counts().ended() > 0);
    if (m_bar->only().isEmpty())
        m_bar->setOnlyText({}, false);
    else
        m_bar->setOnlyText(m_snapshot.onlyProblem.isEmpty()
                               ? tr("%n run(s)", nullptr, static_cast<int>(m_snapshot.only.size()))
                               : m_snapshot.onlyProblem,
                           !m_snapshot.onlyProblem.isEmpty());
    updateState();
    Q_EMIT loaded();
    if (std::exchange(m_startWhenRead, false))
        start();
}

bool CampaignPage::canStart() const
{
    return !m_session->isActive() && m_project && !m_hasErrors && !m_store.empty() && !m_stale
        && m_snapshot.problem.empty() && m_snapshot.onlyProblem.isEmpty() && m_model->rowCount() > 0
        && (m_bar->only().isEmpty() || !m_snapshot.only.empty());
}

std::vector<int> CampaignPage::chosenPositions() const
{
    return {m_snapshot.only.begin(), m_snapshot.only.end()};
}

void CampaignPage::start()
{
    if (m_stale && !m_session->isActive()) {
        m_startWhenRead = true;
        readSnapshot();
        return;
    }
    using Standing = CampaignSnapshot::Standing;
    const run::CampaignChoice choice = m_snapshot.standing == Standing::Unfinished ? run::CampaignChoice::Resume
        : m_snapshot.standing == Standing::NotBegun                                ? run::CampaignChoice::Automatic
                                                                                   : run::CampaignChoice::StartNew;
    startWith(choice, chosenPositions(), {});
}

void CampaignPage::startAnew()
{
    startWith(run::CampaignChoice::StartNew, chosenPositions(), {});
}

/// Whether a project that was made elsewhere waits for an answer, after which `start` is called.
bool CampaignPage::asksForTrust(std::function<void()> start)
{
    if (m_executor || project::TrustedProjects::ofUser().trusts(*m_project, m_projectFile))
        return false;
    const project::RunningParts parts = project::runningParts(*m_project, m_projectFile.parent_path());
    auto* dialog = new TrustDialog(parts, pathText(m_projectFile), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, parts, start = std::move(start)] {
        if (const auto added = project::TrustedProjects::ofUser().add(parts, m_projectFile); !added) {
            m_banner->showError(added.error(), pathText(m_projectFile));
            return;
        }
        start();
    });
    dialog->open();
    return true;
}

void CampaignPage::startWith(run::CampaignChoice choice, std::vector<int> positions, std::vector<int> retry)
{
    if (!canStart() || asksForTrust([=, this] { startWith(choice, positions, retry); }))
        return;
    CampaignRequest request{m_project, m_projectFile, m_store, {}, {}};
    request.options.grid = m_bar->grid().toStdString();
    request.options.choice = choice;
    request.options.failures = m_bar->policy();
    request.options.programs = m_programs;
    request.options.positions = std::move(positions);
    request.options.retry = std::move(retry);
    request.options.executor = m_executor;
    if (m_reordered) {
        request.order = m_model->waiting();
        for (int row = 0; row < m_model->rowCount(); ++row) // what will be planned again comes behind
            if (m_model->rowAt(row)->state != store::RunState::Planned)
                request.order.push_back(m_model->rowAt(row)->position);
    }
    m_readJob.cancel();
    m_banner->clear();
    m_notice->hide();
    m_next->hide();
    m_progress.reset();
    m_step.reset();
    m_iteration.reset();
    m_watched = 0;
    m_stale = true;
    m_startTime = monotonicNow();
    m_ticking.start();
    m_session->start(std::move(request));
}

void CampaignPage::retry(const std::vector<int>& positions)
{
    if (!m_session->isActive()) {
        startWith(run::CampaignChoice::Resume, positions, positions);
        return;
    }
    for (const int position : positions)
        m_session->retry(position);
}

void CampaignPage::reorder(const std::vector<int>& order)
{
    std::vector<int> planned;
    for (const int position : order)
        if (const QueueRow* row = m_model->find(position); row != nullptr && row->state == store::RunState::Planned)
            planned.push_back(position);
    m_reordered = true;
    m_model->setOrder(planned);
    m_session->setOrder(planned);
    updateState();
}

bool CampaignPage::isActive() const noexcept
{
    return m_session->isActive();
}

void CampaignPage::stopActivities()
{
    m_session->stop();
}

void CampaignPage::find()
{
    m_tabs->setCurrentWidget(m_log);
    m_log->find();
}

void CampaignPage::setPrograms(std::filesystem::path folder)
{
    m_programs = std::move(folder);
}

void CampaignPage::setExecutor(run::RunExecutor executor)
{
    m_executor = std::move(executor);
}

void CampaignPage::takeFinished(const SessionOutcome& outcome)
{
    m_ticking.stop();
    if (m_live)
        m_live->finish();
    QStringList parts;
    if (outcome.done > 0)
        parts.append(tr("%n run(s) done", nullptr, outcome.done));
    if (outcome.failed > 0)
        parts.append(tr("%n failed", nullptr, outcome.failed));
    if (outcome.invalid > 0)
        parts.append(tr("%n invalid", nullptr, outcome.invalid));
    if (outcome.missing > 0)
        parts.append(tr("%n not made", nullptr, outcome.missing));
    const bool good = outcome.done > 0 && outcome.failed + outcome.invalid + outcome.missing == 0;
    const QString counts = parts.join(QStringLiteral(", "));
    m_next->showOutcome(parts.isEmpty()           ? tr("The campaign was stopped before its first run.")
                            : outcome.nothingToDo ? tr("All of these runs had been made before: %1.").arg(counts)
                            : outcome.missing > 0
                            ? tr("The campaign has stopped: %1. “Resume” makes what is missing.").arg(counts)
                            : tr("The campaign is finished: %1. Compare the results, or read the report.").arg(counts),
                        good);
    QApplication::alert(window());
    readSnapshot();
    Q_EMIT idle();
}

void CampaignPage::takeFailed(const Error& error)
{
    m_ticking.stop();
    if (m_live)
        m_live->finish();
    m_banner->showError(error, m_bar->grid());
    Q_EMIT failed(error);
    readSnapshot();
    Q_EMIT idle();
}

void CampaignPage::showReadError(const Error& error)
{
    CampaignSnapshot nothing;
    nothing.problem = error.text();
    takeSnapshot(std::move(nothing));
    m_banner->showError(error, pathText(m_store.filename()));
    Q_EMIT failed(error);
}

void CampaignPage::writeReport()
{
    if (!m_snapshot.campaign)
        return;
    m_next->setReportBusy(true);
    m_reportJob.start([store = m_store, campaign = m_snapshot.campaign->id](
                          const JobContext& job) { return makeReport(store, campaign, job); },
                      [this](const Result<std::filesystem::path>& file) {
                          m_next->setReportBusy(false);
                          if (file) {
                              announceWritten(this, pathText(*file));
                              QDesktopServices::openUrl(QUrl::fromLocalFile(pathText(*file)));
                              return;
                          }
                          m_banner->showError(file.error(), pathText(m_store.filename()));
                      });
}

} // namespace millrace::ui
