// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/report_sources.h"

#include "core/monitor/detector.h"
#include "core/report/policy_detector.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"

namespace millrace::ui {

Result<RunsOfStore> openRuns(const ReportSubject& subject, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(toPath(subject.store)));
    MR_TRY(filter, report::filterOf(database, subject.view));
    MR_TRY(data, report::loadRuns(database, filter, job));
    return RunsOfStore{std::move(database), std::move(data)};
}

ScoreSource storedScores(const ReportSubject& subject)
{
    return [subject](const std::vector<std::string>& detectors, const JobContext& job) -> Result<report::ScoreReport> {
        MR_TRY(opened, openRuns(subject, job));
        return report::scoreReport(opened.database, opened.data, detectors, job);
    };
}

WaitSource storedWaits(const ReportSubject& subject)
{
    return [subject](const JobContext& job) -> Result<report::WaitReport> {
        MR_TRY(opened, openRuns(subject, job));
        return report::waitReport(opened.database, opened.data, job);
    };
}

PolicySource storedPolicies(const ReportSubject& subject, const launch::Frameworks& frameworks)
{
    return [subject, frameworks](const std::vector<policy::PolicySpec>& policies,
                                 const JobContext& job) -> Result<replay::PolicyReport> {
        MR_TRY(opened, openRuns(subject, job));
        return replay::policyReport(opened.database, opened.data, {policies, frameworks}, job);
    };
}

std::unique_ptr<ReportPage> makeReportPage(const QString& kind, const ReportSubject& subject, Settings& settings,
                                           QWidget* parent)
{
    if (kind == QLatin1String("response"))
        return std::make_unique<ResponsePage>(subject, storedResponse(subject), settings, parent);
    if (kind == QLatin1String("score"))
        return std::make_unique<ScorePage>(subject, storedScores(subject), detectorsToChoose(), settings, parent);
    if (kind == QLatin1String("waits"))
        return std::make_unique<WaitPage>(subject, storedWaits(subject), settings, parent);
    if (kind == QLatin1String("policy"))
        return std::make_unique<PolicyPage>(subject, storedPolicies(subject, settings.frameworks()), settings, parent);
    if (kind == QLatin1String("simulation"))
        return std::make_unique<SimulationPage>(subject, storedSimulation(subject, settings.frameworks()), settings,
                                                parent);
    return nullptr;
}

std::vector<std::string> detectorsToChoose()
{
    std::vector<std::string> names;
    for (const std::string_view name : monitor::detectorNames())
        names.emplace_back(name);
    for (const policy::PolicyTraits& traits : policy::policies())
        if (traits.change == policy::Change::Strategy && !traits.isSchedule)
            names.push_back(std::string(report::PolicyDetector::prefix) + std::string(traits.name));
    return names;
}

} // namespace millrace::ui
