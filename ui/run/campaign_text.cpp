// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_text.h"

#include "ui/run/campaign_bar.h"
#include "ui/run/campaign_session.h"

#include <QDateTime>

#include <cmath>

namespace millrace::ui {
namespace {

using State = CampaignSession::State;

QString stateSentence(const CampaignSession& session)
{
    switch (session.state()) {
    case State::Checking: return CampaignText::tr("Checking the plan and this machine");
    case State::Pausing: return CampaignText::tr("Pausing after the current run");
    case State::Paused: return CampaignText::tr("Paused");
    case State::Stopping: return CampaignText::tr("Stopping and cleaning up");
    default:
        return session.isStoppingAfterRun() ? CampaignText::tr("Stopping after the current run")
                                            : CampaignText::tr("Running");
    }
}

} // namespace

QString CampaignText::standing(const CampaignSnapshot& snapshot, const CampaignModel::Counts& counts, int chosen)
{
    using Standing = CampaignSnapshot::Standing;
    const QString estimate = std::isnan(snapshot.estimatedSeconds) || snapshot.estimatedSeconds <= 0
        ? QString()
        : QStringLiteral(" · ") + tr("about %1").arg(spanText(snapshot.estimatedSeconds));
    switch (snapshot.standing) {
    case Standing::NotBegun:
        return tr("Not started yet. “Start” makes %n run(s), one after another", nullptr, chosen) + estimate
            + QLatin1Char('.');
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

QString CampaignText::progress(const CampaignSession& session, const CampaignModel::Counts& counts, double secondsSoFar,
                               double secondsLeft)
{
    QStringList parts{stateSentence(session)};
    if (session.state() == State::Checking)
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
    parts.append(tr("%1 so far").arg(spanText(secondsSoFar)));
    if (session.state() == State::Running && !std::isnan(secondsLeft)) {
        const QDateTime end = QDateTime::currentDateTime().addSecs(static_cast<qint64>(secondsLeft));
        const bool today = end.date() == QDate::currentDate();
        parts.append(tr("about %1 left").arg(spanText(secondsLeft)));
        parts.append(tr("done at %1")
                         .arg(today ? QLocale().toString(end.time(), QLocale::ShortFormat)
                                    : QLocale().toString(end, QLocale::ShortFormat)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString CampaignText::outcome(const SessionOutcome& outcome)
{
    QStringList parts;
    if (outcome.done > 0)
        parts.append(tr("%n run(s) done", nullptr, outcome.done));
    if (outcome.failed > 0)
        parts.append(tr("%n failed", nullptr, outcome.failed));
    if (outcome.invalid > 0)
        parts.append(tr("%n invalid", nullptr, outcome.invalid));
    if (outcome.missing > 0)
        parts.append(tr("%n not made", nullptr, outcome.missing));
    const QString counts = parts.join(QStringLiteral(", "));
    if (parts.isEmpty())
        return tr("The campaign was stopped before its first run.");
    if (outcome.nothingToDo)
        return tr("All of these runs had been made before: %1.").arg(counts);
    return outcome.missing > 0
        ? tr("The campaign has stopped: %1. “Resume” makes what is missing.").arg(counts)
        : tr("The campaign is finished: %1. Compare the results, or read the report.").arg(counts);
}

} // namespace millrace::ui
