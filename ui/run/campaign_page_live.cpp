// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/run/campaign_bar.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"
#include "ui/run/live_run.h"
#include "ui/run/log_view.h"
#include "ui/run/next_steps.h"
#include "ui/run/queue_view.h"
#include "ui/run/run_monitor.h"
#include "ui/run/step_words.h"

#include <QAction>
#include <QLabel>
#include <QStackedWidget>
#include <QTime>

namespace millrace::ui {

using State = CampaignSession::State;

void CampaignPage::takeBatch(const RunBatch& batch)
{
    m_model->apply(batch);
    if (batch.started)
        m_queue->fitColumns();
    if (batch.progress) {
        m_progress = batch.progress;
        m_progressTime = monotonicNow();
    }
    for (const std::string& sentence : batch.notices) {
        m_notice->setText(toQString(sentence));
        m_notice->show();
    }
    for (const RunBatch::Move& move : batch.moves)
        if (move.state == store::RunState::Preparing)
            beginLive(move.heading);
    bool isNew = false;
    for (const RunBatch::Samples& samples : batch.samples)
        if (m_live && samples.run == m_live->heading().run)
            isNew = m_live->add(samples) || isNew;
    std::vector<store::LogLine> lines;
    for (const auto& [run, event] : batch.events)
        if (m_live && run == m_live->heading().run) {
            isNew = m_live->add(event) || isNew;
            if (const auto alarm = alarmOf(event))
                lines.push_back(alarmLine(*alarm, QLocale()));
        }
    for (const RunBatch::Move& move : batch.moves)
        if (m_live && move.outcome && move.heading.run == m_live->heading().run) {
            for (const store::GateResult& gate : move.outcome->gates)
                if (gate.verdict == store::Verdict::Fail)
                    m_live->addMark({wallNow().count(),
                                     tr("Not met: %1 %2: %3")
                                         .arg(toQString(gate.name), toQString(gate.subject), toQString(gate.sentence)),
                                     QStringLiteral("alarm")});
            m_live->finish();
            isNew = true;
        }
    for (const auto& [run, line] : batch.lines)
        if (m_live && run == m_live->heading().run)
            lines.push_back(line);
    m_liveLines.insert(m_liveLines.end(), lines.begin(), lines.end());
    if (m_liveLines.size() > LogModel::mostLines)
        m_liveLines.erase(m_liveLines.begin(), m_liveLines.end() - static_cast<std::ptrdiff_t>(LogModel::mostLines));
    if (!batch.steps.empty())
        m_step = batch.steps.back();
    if (batch.iteration)
        m_iteration = batch.iteration;
    if (m_watched == 0) {
        if (isNew)
            m_monitor->refresh();
        m_log->append(lines);
        if (batch.droppedLines > 0)
            m_log->addSkipped(batch.droppedLines);
    }
    updateHeading();
    updateActions();
}

void CampaignPage::beginLive(const run::RunHeading& heading)
{
    m_live = std::make_shared<LiveRun>(heading);
    m_liveLines.clear();
    m_step.reset();
    m_iteration.reset();
    if (m_watched != 0)
        return;
    const QueueRow* row = m_model->find(heading.key);
    m_monitor->showLive(m_live, row != nullptr ? titleOf(*row) : QString());
    m_log->beginLive(row != nullptr ? row->started : wallNow());
    m_queue->show(heading.key);
}

void CampaignPage::watch(int position)
{
    const QueueRow* row = m_model->find(position);
    if (row == nullptr || !row->run || row->state == store::RunState::Planned)
        return;
    if (store::isActive(row->state)) {
        watchLive();
        return;
    }
    if (m_watched == position && m_watchedRun == row->run)
        return; // selected, then clicked
    m_watched = position;
    m_watchedRun = row->run;
    m_monitor->showStored(m_store, row->run, titleOf(*row));
    m_log->showStored(m_store, row->run, row->started);
    updateHeading();
}

void CampaignPage::watchLive()
{
    m_watched = 0;
    if (m_live) {
        const QueueRow* row = m_model->find(m_live->heading().key);
        m_monitor->showLive(m_live, row != nullptr ? titleOf(*row) : QString());
        m_log->beginLive(row != nullptr ? row->started : Nanoseconds(0));
        m_log->append({m_liveLines.begin(), m_liveLines.end()});
    }
    updateHeading();
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
    double done = counts.ended();
    if (active && m_iteration && m_iteration->heading.steps > 0)
        done += 0.95 * static_cast<double>(m_iteration->iteration)
            / (m_iteration->heading.steps + m_iteration->heading.warmupSteps);
    const bool isShown = active || (counts.ended() > 0 && !m_hasErrors);
    m_bar->setProgress(done, isShown ? counts.wanted() : 0, progressText());
    m_monitor->setReturnOffered(active && m_watched != 0 ? std::optional(currentRunText()) : std::nullopt);
    const QueueRow* row = m_watched != 0 ? m_model->find(m_watched)
        : m_live                         ? m_model->find(m_live->heading().key)
                                         : nullptr;
    if (row == nullptr)
        return;
    const int states = m_model->section(CampaignModel::StateColumn);
    QString state = m_model->index(m_model->rowOf(row->position), states).data().toString();
    if (m_watched == 0 && store::isActive(row->state))
        state = liveStateText();
    else if (row->duration.count() > 0)
        state += QStringLiteral(" · ") + tr("took %1").arg(formatDuration(row->duration, QLocale()));
    m_monitor->setHeading(titleOf(*row), state);
}

void CampaignPage::updateActions()
{
    const State state = m_session->state();
    const bool active = m_session->isActive();
    const bool startable = canStart();
    using Standing = CampaignSnapshot::Standing;
    m_bar->startAction->setEnabled(startable);
    m_bar->newAction->setVisible(m_snapshot.standing == Standing::Unfinished && !active);
    m_bar->newAction->setEnabled(startable);
    m_bar->startAction->setText(m_snapshot.standing == Standing::Unfinished     ? tr("Re&sume")
                                    : m_snapshot.standing == Standing::Finished ? tr("Run All A&gain")
                                                                                : tr("&Start"));
    m_bar->pauseAction->setEnabled(active && state != State::Stopping && !m_session->isStoppingAfterRun());
    m_bar->pauseAction->setChecked(state == State::Pausing || state == State::Paused);
    m_bar->pauseAction->setText(m_bar->pauseAction->isChecked() ? tr("&Continue") : tr("&Pause"));
    m_bar->finishAction->setEnabled(active && state != State::Stopping && !m_session->isStoppingAfterRun());
    m_bar->stopAction->setEnabled(active && state != State::Stopping);
    m_bar->setLocked(active);
    const bool stored = m_snapshot.standing == Standing::Unfinished || m_snapshot.standing == Standing::Finished;
    m_queue->setAbilities(
        {active && state != State::Stopping, startable, active ? state != State::Stopping : startable && stored});
}

void CampaignPage::updateState()
{
    const bool noGrid = !m_project || m_project->grids.empty();
    m_empty->clearActions();
    if (noGrid) {
        m_empty->setContent(QStringLiteral("grid"), tr("This project has no grid"),
                            tr("A grid says which runs are to be made: factors, their levels, repetitions. Add one on "
                               "the page “Grids”."));
    } else if (m_hasErrors && !m_session->isActive()) {
        m_empty->setContent(QStringLiteral("error"),
                            m_errorCount > 0 ? tr("The project has %n problem(s)", nullptr, m_errorCount)
                                             : tr("The project has problems"),
                            tr("Nothing can be run before they are solved."));
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
