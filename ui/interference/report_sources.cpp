// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/report_sources.h"

#include "core/monitor/detector.h"
#include "ui/base/format.h"

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

std::vector<std::string> detectorsToChoose()
{
    std::vector<std::string> names;
    for (const std::string_view name : monitor::detectorNames())
        names.emplace_back(name);
    return names;
}

} // namespace millrace::ui
