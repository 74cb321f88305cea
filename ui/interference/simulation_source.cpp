// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/calibration_runs.h"
#include "ui/base/format.h"
#include "ui/interference/report_sources.h"

namespace millrace::ui {

namespace {

constexpr int calibrationNodes = 8;

/// The runs of a calibration as the progress of a job.
class RunsAsProgress final : public run::RunObserver
{
public:
    explicit RunsAsProgress(const JobContext& job) : m_job(job) { }

    void campaignMoved(const run::CampaignProgress& progress) override
    {
        m_job.progress(progress.finished, progress.total, "measuring");
    }

private:
    const JobContext& m_job;
};

Result<SimulationScore> scoreOf(const ReportSubject& subject, const launch::Frameworks& frameworks,
                                const JobContext& job)
{
    MR_TRY(opened, openRuns(subject, job));
    SimulationScore score;
    MR_TRY(used, run::storedCalibration(opened.database));
    score.used = std::move(used);
    auto fitted = run::scoreCalibration(opened.database, frameworks, job);
    if (fitted) {
        score.report = report::calibrationReport(fitted->samples, fitted->fit);
        score.fitted = std::move(fitted->fit.calibration);
    } else if (fitted.error().code == ErrorCode::Cancelled) {
        return fitted.error();
    } else {
        score.remark = fitted.error().text();
    }
    report::CalibrationReport steps = report::simulatedStepReport(opened.data);
    for (report::Table& table : steps.tables)
        score.report.tables.push_back(std::move(table));
    for (report::FigureSpec& figure : steps.figures)
        score.report.figures.push_back(std::move(figure));
    return score;
}

} // namespace

SimulationPage::Functions storedSimulation(const ReportSubject& subject, const launch::Frameworks& frameworks)
{
    return {[subject, frameworks](const JobContext& job) { return scoreOf(subject, frameworks, job); },
            [subject, frameworks](const JobContext& job) -> Result<void> {
                MR_TRY(database, store::Database::open(toPath(subject.store)));
                RunsAsProgress progress(job);
                MR_CHECK(run::measureCalibration(database, calibrationNodes, progress, job));
                MR_TRY(score, run::scoreCalibration(database, frameworks, job));
                return run::saveCalibration(database, score.fit.calibration);
            },
            [subject](const simulate::Calibration& calibration, const JobContext&) -> Result<void> {
                MR_TRY(database, store::Database::open(toPath(subject.store)));
                return run::saveCalibration(database, calibration);
            }};
}

} // namespace millrace::ui
