// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/run_watch.h"

#include "core/base/unknown.h"
#include "core/store/event_kinds.h"
#include "ui/base/format.h"
#include "ui/run/campaign_bar.h"
#include "ui/run/campaign_model.h"
#include "ui/run/live_run.h"
#include "ui/run/log_view.h"
#include "ui/run/queue_view.h"
#include "ui/run/run_monitor.h"
#include "ui/run/step_text.h"

namespace millrace::ui {

RunWatch::RunWatch(CampaignModel& model, QueueView& queue, RunMonitor& monitor, LogView& log, QObject* parent)
    : QObject(parent), m_model(model), m_queue(queue), m_monitor(monitor), m_log(log)
{
}

void RunWatch::setStore(std::filesystem::path store)
{
    m_store = std::move(store);
}

void RunWatch::clear()
{
    m_live.reset();
    m_shown = 0;
    m_monitor.clear();
}

void RunWatch::begin()
{
    m_step.reset();
    m_iteration.reset();
    m_shown = 0;
}

void RunWatch::take(const RunBatch& batch)
{
    for (const RunBatch::Move& move : batch.moves)
        if (move.state == store::RunState::Preparing)
            beginLive(move.heading);
    std::vector<store::LogLine> lines;
    const bool hasData = addData(batch, lines);
    const bool isNew = addOutcomes(batch) || hasData;
    for (const auto& [run, line] : batch.lines)
        if (isLive(run))
            lines.push_back(line);
    addLines(lines);
    if (!batch.steps.empty())
        m_step = batch.steps.back();
    if (batch.iteration)
        m_iteration = batch.iteration;
    if (m_shown != 0)
        return;
    if (isNew)
        m_monitor.refresh();
    m_log.append(lines);
    if (batch.droppedLines > 0)
        m_log.addSkipped(batch.droppedLines);
}

bool RunWatch::addData(const RunBatch& batch, std::vector<store::LogLine>& lines)
{
    bool isNew = false;
    for (const RunBatch::Samples& samples : batch.samples)
        if (isLive(samples.run))
            isNew = m_live->add(samples) || isNew;
    for (const auto& [run, event] : batch.events)
        if (isLive(run)) {
            isNew = m_live->add(event) || isNew;
            if (const auto alarm = alarmOf(event))
                lines.push_back(alarmLine(*alarm, QLocale()));
        }
    return isNew;
}

bool RunWatch::addOutcomes(const RunBatch& batch)
{
    bool isNew = false;
    for (const RunBatch::Move& move : batch.moves)
        if (move.outcome && isLive(move.heading.run)) {
            for (const store::GateResult& gate : move.outcome->gates)
                if (gate.verdict == store::Verdict::Fail)
                    m_live->addMark({wallNow().count(),
                                     tr("Not met: %1 %2: %3")
                                         .arg(toQString(gate.name), toQString(gate.subject), toQString(gate.sentence)),
                                     toQString(store::events::alarm.name)});
            m_live->finish();
            isNew = true;
        }
    return isNew;
}

void RunWatch::addLines(const std::vector<store::LogLine>& lines)
{
    m_liveLines.insert(m_liveLines.end(), lines.begin(), lines.end());
    if (m_liveLines.size() > LogModel::mostLines)
        m_liveLines.erase(m_liveLines.begin(), m_liveLines.end() - static_cast<std::ptrdiff_t>(LogModel::mostLines));
}

void RunWatch::finish()
{
    if (m_live)
        m_live->finish();
}

bool RunWatch::isLive(store::RunId run) const
{
    return m_live && run == m_live->heading().run;
}

const QueueRow* RunWatch::liveRow() const
{
    return m_live ? m_model.find(m_live->heading().key) : nullptr;
}

void RunWatch::beginLive(const run::RunRef& heading)
{
    m_live = std::make_shared<LiveRun>(heading);
    m_liveLines.clear();
    m_step.reset();
    m_iteration.reset();
    if (m_shown != 0)
        return;
    const QueueRow* row = liveRow();
    m_monitor.showLive(m_live, row != nullptr ? titleOf(*row) : QString());
    m_log.beginLive(row != nullptr ? row->started : wallNow());
    m_queue.show(heading.key);
}

void RunWatch::show(int position)
{
    const QueueRow* row = m_model.find(position);
    if (row == nullptr || !row->run || row->state == store::RunState::Planned)
        return;
    if (store::isActive(row->state)) {
        showLive();
        return;
    }
    if (m_shown == position && m_shownRun == row->run)
        return; // selected, then clicked
    m_shown = position;
    m_shownRun = row->run;
    m_monitor.showStored(m_store, row->run, titleOf(*row));
    m_log.showStored(m_store, row->run, row->started);
    Q_EMIT changed();
}

void RunWatch::showLive()
{
    m_shown = 0;
    if (m_live) {
        const QueueRow* row = liveRow();
        m_monitor.showLive(m_live, row != nullptr ? titleOf(*row) : QString());
        m_log.beginLive(row != nullptr ? row->started : Nanoseconds(0));
        m_log.append({m_liveLines.begin(), m_liveLines.end()});
    }
    Q_EMIT changed();
}

double RunWatch::shareDone() const
{
    if (!m_iteration || m_iteration->heading.steps <= 0)
        return 0;
    return static_cast<double>(m_iteration->iteration)
        / (m_iteration->heading.steps + m_iteration->heading.warmupSteps);
}

void RunWatch::updateHeading(bool active)
{
    m_monitor.setReturnOffered(active && m_shown != 0 ? std::optional(currentRunText()) : std::nullopt);
    const QueueRow* row = m_shown != 0 ? m_model.find(m_shown) : liveRow();
    if (row == nullptr)
        return;
    const int states = m_model.section(CampaignModel::StateColumn);
    QString state = m_model.index(m_model.rowOf(row->position), states).data().toString();
    if (m_shown == 0 && store::isActive(row->state))
        state = stateText();
    else if (row->duration.count() > 0)
        state += QStringLiteral(" · ") + tr("took %1").arg(formatDuration(row->duration, QLocale()));
    m_monitor.setHeading(titleOf(*row), state);
}

double RunWatch::secondsLeft() const
{
    if (!m_iteration || !m_step || m_step->now != run::RunStep::Run || m_iteration->heading.key != m_step->heading.key)
        return unknown;
    const auto& heading = m_iteration->heading;
    const auto made = m_iteration->iteration + 1 + (m_iteration->warmup ? 0 : heading.warmupSteps);
    const auto steps = heading.steps + heading.warmupSteps - made;
    return heading.steps > 0 && steps > 0
        ? static_cast<double>(steps) * std::chrono::duration<double>(m_iteration->duration).count()
        : unknown;
}

QString RunWatch::stateText() const
{
    if (!m_step)
        return tr("Preparing");
    QString now = stepText(m_step->now);
    if (m_step->now == run::RunStep::Run && m_iteration && m_iteration->heading.key == m_step->heading.key) {
        const auto& heading = m_iteration->heading;
        now += m_iteration->warmup
            ? QStringLiteral(", ")
                + tr("warm-up step %1 of %2").arg(m_iteration->iteration + 1).arg(heading.warmupSteps)
            : QStringLiteral(", ") + tr("step %1 of %2").arg(m_iteration->iteration + 1).arg(heading.steps);
    }
    QStringList parts{tr("Now: %1").arg(now)};
    if (m_step->next)
        parts.append(tr("next: %1").arg(stepText(*m_step->next)));
    const double left = secondsLeft();
    if (!std::isnan(left) && left >= 1)
        parts.append(tr("about %1 left in this run").arg(spanText(left)));
    return parts.join(QStringLiteral(" · "));
}

QString RunWatch::titleOf(const QueueRow& row) const
{
    QStringList parts{tr("Run %1 of %2").arg(row.position).arg(m_model.counts().total), m_model.label(row),
                      row.warmup ? tr("warm-up") : tr("repetition %1").arg(row.repetition)};
    if (row.attempt > 1)
        parts.append(tr("attempt %1").arg(row.attempt));
    return parts.join(QStringLiteral(" · "));
}

/// Returns a short text for a button: "3 of 20, step 12".
QString RunWatch::currentRunText() const
{
    const QueueRow* row = liveRow();
    if (row == nullptr)
        return {};
    const QString number = tr("%1 of %2").arg(row->position).arg(m_model.counts().total);
    const QString progress =
        m_model.index(m_model.rowOf(row->position), m_model.section(CampaignModel::ProgressColumn)).data().toString();
    return progress.isEmpty() ? number : number + QStringLiteral(", ") + progress;
}

} // namespace millrace::ui

#include "moc_run_watch.cpp"
