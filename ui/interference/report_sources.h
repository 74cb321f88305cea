// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/interference/policy_page.h"
#include "ui/interference/response_page.h"
#include "ui/interference/score_page.h"
#include "ui/interference/simulation_page.h"
#include "ui/interference/wait_page.h"

namespace millrace::ui {

/// A connection of its own, and the runs that the subject is about.
struct RunsOfStore
{
    store::Database database;
    report::CampaignData data;
};
[[nodiscard]] Result<RunsOfStore> openRuns(const ReportSubject& subject, const JobContext& job);

/// The pages' sources over the runs of a store; each call opens a connection of its own, for reading.
[[nodiscard]] ResponseSource storedResponse(const ReportSubject& subject);
[[nodiscard]] ScoreSource storedScores(const ReportSubject& subject);
[[nodiscard]] WaitSource storedWaits(const ReportSubject& subject);
[[nodiscard]] SimulationPage::Functions storedSimulation(const ReportSubject& subject,
                                                         const launch::Frameworks& frameworks);
/// `frameworks`: that the runs may have been made with.
[[nodiscard]] PolicySource storedPolicies(const ReportSubject& subject, const launch::Frameworks& frameworks);
/// The page of a kind, "response", "score", "waits", "policy" or "simulation", over the runs of a store; null for
/// another kind.
[[nodiscard]] std::unique_ptr<ReportPage> makeReportPage(const QString& kind, const ReportSubject& subject,
                                                         Settings& settings, QWidget* parent);
/// Names of the detectors that there are, and of the policies that can be scored as one.
[[nodiscard]] std::vector<std::string> detectorsToChoose();

} // namespace millrace::ui
