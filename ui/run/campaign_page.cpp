// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_page.h"

#include "core/project/project_file.h"
#include "ui/base/empty_state.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/run/campaign_bar.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_text.h"
#include "ui/run/failure_view.h"
#include "ui/run/log_view.h"
#include "ui/run/next_steps.h"
#include "ui/run/queue_view.h"
#include "ui/run/report_writer.h"
#include "ui/run/run_monitor.h"
#include "ui/run/run_watch.h"
#include "ui/run/so_far_table.h"
#include "ui/run/trust_dialog.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>

#include <utility>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("campaignSplitter");

} // namespace

CampaignPage::CampaignPage(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_programs(toPath(QCoreApplication::applicationDirPath())),
      m_session(new CampaignSession(this)), m_model(new CampaignModel(this)), m_report(new ReportWriter(this))
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
    m_watch = new RunWatch(*m_model, *m_queue, *m_monitor, *m_log, this);
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("campaignTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_monitor, icon(QStringLiteral("chart-line")), tr("Monitor"));
    m_tabs->addTab(m_log, icon(QStringLiteral("log")), tr("Log"));
    m_tabs->addTab(m_failures, icon(QStringLiteral("warning")), tr("Failures"));
    m_tabs->addTab(new SoFarTable(*m_model, m_settings, this), icon(QStringLiteral("results")), tr("So far"));
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
        m_watch->clear();
        readSnapshot();
    });
    connect(m_bar, &CampaignBar::onlyChanged, this, &CampaignPage::readSnapshot);
    connect(m_next, &NextSteps::resultsRequested, this, [this] { Q_EMIT openRequested(pathText(m_store)); });
    connect(m_next, &NextSteps::reportRequested, this, [this] {
        if (m_snapshot.campaign)
            m_report->write(m_store, m_snapshot.campaign->id);
    });
    connect(m_report, &ReportWriter::busyChanged, m_next, &NextSteps::setReportBusy);
    connect(m_report, &ReportWriter::failed, this,
            [this](const Error& error) { m_banner->showError(error, pathText(m_store.filename())); });
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
    connect(m_queue, &QueueView::chosen, m_watch, &RunWatch::show);
    connect(m_queue, &QueueView::activated, this, [this](int position) {
        const QueueRow* row = m_model->find(position);
        if (row != nullptr && row->run && store::isFinal(row->state))
            Q_EMIT runRequested(pathText(m_store), row->run);
    });
    connect(m_failures, &FailureView::retryRequested, this, &CampaignPage::retry);
    connect(m_failures, &FailureView::runRequested, this, [this](int position) {
        m_queue->select({position});
        m_queue->show(position);
        m_watch->show(position);
    });
    connect(m_monitor, &RunMonitor::returnRequested, m_watch, &RunWatch::showLive);
    connect(m_watch, &RunWatch::changed, this, &CampaignPage::updateHeading);
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
    if (!m_session->isActive()) {
        m_store = std::move(store);
        m_watch->setStore(m_store);
        QStringList grids;
        if (m_project)
            for (const grid::GridSpec& grid : m_project->grids)
                grids.append(toQString(grid.name));
        m_bar->setGrids(grids);
    }
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
    if (m_watch->isEmpty())
        m_monitor->clear(m_model->counts().ended() > 0);
    m_bar->setMatches(m_snapshot);
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

void CampaignPage::startWith(run::CampaignChoice choice, std::vector<int> positions, std::vector<int> retry)
{
    const auto again = [=, this] { startWith(choice, positions, retry); };
    const auto fail = [this](const Error& error) { m_banner->showError(error, pathText(m_projectFile)); };
    if (!canStart() || (!m_executor && askForTrust(*m_project, m_projectFile, this, again, fail)))
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
        for (int row = 0; row < m_model->rowCount(); ++row) // runs to be planned again are appended
            if (m_model->rowAt(row)->state != store::RunState::Planned)
                request.order.push_back(m_model->rowAt(row)->position);
    }
    m_readJob.cancel();
    m_banner->clear();
    m_notice->hide();
    m_next->hide();
    m_watch->begin();
    m_stale = true;
    m_times.begin();
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
    m_watch->finish();
    const bool good = outcome.done > 0 && outcome.failed + outcome.invalid + outcome.missing == 0;
    m_next->showOutcome(CampaignText::outcome(outcome), good);
    QApplication::alert(window());
    readSnapshot();
    Q_EMIT idle();
}

void CampaignPage::takeFailed(const Error& error)
{
    m_ticking.stop();
    m_watch->finish();
    m_banner->showError(error, m_bar->grid());
    Q_EMIT failed(error);
    readSnapshot();
    Q_EMIT idle();
}

void CampaignPage::takeBatch(const RunBatch& batch)
{
    m_model->apply(batch);
    if (batch.started)
        m_queue->fitColumns();
    if (batch.progress)
        m_times.take(*batch.progress);
    for (const std::string& sentence : batch.notices) {
        m_notice->setText(toQString(sentence));
        m_notice->show();
    }
    m_watch->take(batch);
    updateHeading();
    updateActions();
}

void CampaignPage::showReadError(const Error& error)
{
    CampaignSnapshot nothing;
    nothing.problem = error.text();
    takeSnapshot(std::move(nothing));
    m_banner->showError(error, pathText(m_store.filename()));
    Q_EMIT failed(error);
}

QStringList CampaignPage::activities() const
{
    if (!m_session->isActive())
        return {};
    const auto& counts = m_model->counts();
    return {tr("The campaign “%1” is running: %2 of %3 runs have ended.")
                .arg(toQString(m_session->request().options.grid))
                .arg(counts.ended())
                .arg(counts.wanted())};
}

QString CampaignPage::progressText() const
{
    if (!m_project || m_project->grids.empty() || m_hasErrors)
        return {};
    const auto& counts = m_model->counts();
    if (m_session->isActive())
        return CampaignText::progress(*m_session, counts, m_times.soFar(), m_times.left(m_snapshot.estimatedSeconds));
    if (m_store.empty())
        return tr("Save the project first: the results are stored next to it.");
    if (!m_snapshot.problem.empty())
        return tr("This grid cannot be run: %1").arg(toQString(m_snapshot.problem));
    if (m_stale)
        return tr("Looking at what there is …");
    return CampaignText::standing(m_snapshot, counts,
                                  m_bar->only().isEmpty() ? counts.total : static_cast<int>(m_snapshot.only.size()));
}

void CampaignPage::tick()
{
    m_model->tick();
    updateHeading();
}

void CampaignPage::updateHeading()
{
    const auto& counts = m_model->counts();
    const bool active = m_session->isActive();
    const double done = counts.ended() + (active ? 0.95 * m_watch->shareDone() : 0);
    const bool isShown = active || (counts.ended() > 0 && !m_hasErrors);
    m_bar->setProgress(done, isShown ? counts.wanted() : 0, progressText());
    m_watch->updateHeading(active);
}

void CampaignPage::updateActions()
{
    using Standing = CampaignSnapshot::Standing;
    const bool active = m_session->isActive();
    const bool running = active && m_session->state() != CampaignSession::State::Stopping;
    const bool startable = canStart();
    m_bar->setState(*m_session, m_snapshot.standing, startable);
    const bool stored = m_snapshot.standing == Standing::Unfinished || m_snapshot.standing == Standing::Finished;
    m_queue->setAbilities({running, startable, active ? running : startable && stored});
}

void CampaignPage::updateState()
{
    const bool noGrid = !m_project || m_project->grids.empty();
    m_empty->clearActions();
    if (noGrid) {
        m_empty->setContent(
            QStringLiteral("grid"), tr("This project has no grid"),
            tr("A grid defines which runs are made: factors, their levels, repetitions. Add one on the page “Grids”."));
    } else if (m_hasErrors && !m_session->isActive()) {
        m_empty->setContent(QStringLiteral("error"),
                            m_errorCount > 0 ? tr("The project has %n problem(s)", nullptr, m_errorCount)
                                             : tr("The project has problems"),
                            tr("Fix them to run the grid."));
        auto* show = new QAction(tr("Show the Problems"), m_empty);
        connect(show, &QAction::triggered, this, &CampaignPage::problemsRequested);
        m_empty->addAction(show);
    }
    const bool nothing = noGrid || (m_hasErrors && !m_session->isActive());
    m_stack->setCurrentIndex(nothing ? 0 : 1);
    if (nothing)
        m_next->hide();
    updateActions();
    updateHeading();
    Q_EMIT stateChanged();
}

} // namespace millrace::ui
