// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/unknown.h"
#include "ui/base/format.h"
#include "ui/run/campaign_bar.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"
#include "ui/run/live_run.h"
#include "ui/run/step_words.h"

#include <QDateTime>

namespace millrace::ui {
namespace {

using State = CampaignSession::State;

double secondsSince(Nanoseconds monotonic)
{
    return std::chrono::duration<double>(monotonicNow() - monotonic).count();
}

} // namespace

QStringList CampaignPage::activities() const
{
    if (!m_session->isActive())
        return {};
    const auto& counts = m_model->counts();
    return {tr("The campaign “%1” is under way: %2 of %3 runs have ended.")
                .arg(toQString(m_session->request().options.grid))
                .arg(counts.ended())
                .arg(counts.wanted())};
}

double CampaignPage::secondsLeft() const
{
    if (m_progress && m_progress->left.count() > 0)
        return std::max(1.0, std::chrono::duration<double>(m_progress->left).count() - secondsSince(m_progressTime));
    if (std::isnan(m_snapshot.estimatedSeconds))
        return unknown;
    const double left = m_snapshot.estimatedSeconds - secondsSince(m_startTime);
    return left > 0 ? left : unknown;
}

double CampaignPage::secondsLeftInRun() const
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

QString CampaignPage::liveStateText() const
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
    const double left = secondsLeftInRun();
    if (!std::isnan(left) && left >= 1)
        parts.append(tr("about %1 left in this run").arg(spanText(left)));
    return parts.join(QStringLiteral(" · "));
}

QString CampaignPage::titleOf(const QueueRow& row) const
{
    QStringList parts{tr("Run %1 of %2").arg(row.position).arg(m_model->counts().total), m_model->label(row),
                      row.warmup ? tr("warm-up") : tr("repetition %1").arg(row.repetition)};
    if (row.attempt > 1)
        parts.append(tr("attempt %1").arg(row.attempt));
    return parts.join(QStringLiteral(" · "));
}

/// Short enough for a button: "3 of 20, step 12".
QString CampaignPage::currentRunText() const
{
    const QueueRow* row = m_live ? m_model->find(m_live->heading().key) : nullptr;
    if (row == nullptr)
        return {};
    const QString number = tr("%1 of %2").arg(row->position).arg(m_model->counts().total);
    const QString progress =
        m_model->index(m_model->rowOf(row->position), m_model->section(CampaignModel::ProgressColumn))
            .data()
            .toString();
    return progress.isEmpty() ? number : number + QStringLiteral(", ") + progress;
}

QString CampaignPage::standingText() const
{
    using Standing = CampaignSnapshot::Standing;
    const auto& counts = m_model->counts();
    if (m_store.empty())
        return tr("Save the project first: the results are kept beside it.");
    if (!m_snapshot.problem.empty())
        return tr("This grid cannot be run: %1").arg(toQString(m_snapshot.problem));
    if (m_stale)
        return tr("Looking at what there is …");
    const QString estimate = std::isnan(m_snapshot.estimatedSeconds) || m_snapshot.estimatedSeconds <= 0
        ? QString()
        : QStringLiteral(" · ") + tr("about %1").arg(spanText(m_snapshot.estimatedSeconds));
    const int chosen = m_bar->only().isEmpty() ? counts.total : static_cast<int>(m_snapshot.only.size());
    switch (m_snapshot.standing) {
    case Standing::NotBegun:
        return tr("Nothing has been started yet. “Start” makes %n run(s), one after another", nullptr, chosen)
            + estimate + QLatin1Char('.');
    case Standing::Changed:
        return tr("The grid, its cluster or its workload was changed since the last campaign. “Start” begins a new one "
                  "with %n run(s)",
                  nullptr, chosen)
            + estimate + QLatin1Char('.');
    case Standing::Finished:
        return tr("All %n run(s) of this campaign have been made; “Run All Again” begins a new one.", nullptr,
                  counts.total);
    case Standing::Unfinished: break;
    }
    return tr("A campaign is unfinished: %1 of %2 runs have ended. “Resume” makes the others")
               .arg(counts.ended())
               .arg(counts.total)
        + estimate + QLatin1Char('.');
}

QString CampaignPage::stateSentence() const
{
    switch (m_session->state()) {
    case State::Checking: return tr("Checking the plan and this machine");
    case State::Pausing: return tr("Pausing after the current run");
    case State::Paused: return tr("Paused");
    case State::Stopping: return tr("Stopping and cleaning up");
    default: return m_session->isStoppingAfterRun() ? tr("Stopping after the current run") : tr("Running");
    }
}

QString CampaignPage::progressText() const
{
    if (!m_project || m_project->grids.empty() || m_hasErrors)
        return {};
    if (!m_session->isActive())
        return standingText();
    const auto& counts = m_model->counts();
    QStringList parts{stateSentence()};
    if (m_session->state() == State::Checking)
        return parts.first() + QStringLiteral(" …");
    parts.append(tr("%1 of %2 runs ended").arg(counts.ended()).arg(counts.wanted()));
    if (counts.failed > 0)
        parts.append(tr("✗ %n failed", nullptr, counts.failed));
    if (counts.invalid > 0)
        parts.append(tr("! %n invalid", nullptr, counts.invalid));
    if (counts.cancelled > 0)
        parts.append(tr("⊘ %n cancelled", nullptr, counts.cancelled));
    if (counts.heldBack > 0)
        parts.append(tr("%n held back", nullptr, counts.heldBack));
    parts.append(tr("%1 so far").arg(spanText(secondsSince(m_startTime))));
    const double left = secondsLeft();
    if (m_session->state() == State::Running && !std::isnan(left)) {
        const QDateTime end = QDateTime::currentDateTime().addSecs(static_cast<qint64>(left));
        const bool today = end.date() == QDate::currentDate();
        parts.append(tr("about %1 left").arg(spanText(left)));
        parts.append(tr("done at %1")
                         .arg(today ? QLocale().toString(end.time(), QLocale::ShortFormat)
                                    : QLocale().toString(end, QLocale::ShortFormat)));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace millrace::ui
