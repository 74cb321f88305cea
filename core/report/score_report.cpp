// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/score_report.h"

#include "core/report/policy_detector.h"
#include "core/report/run_identity.h"
#include "core/report/score_tables.h"
#include "core/report/scored_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace millrace::report {

namespace {

constexpr std::string_view live = " (live)";

Result<std::vector<std::string>> chosenDetectors(const std::vector<std::string>& wanted)
{
    const auto names = monitor::detectorNames();
    std::vector<std::string> chosen;
    for (const std::string& name : wanted) {
        if (name.starts_with(PolicyDetector::prefix))
            MR_CHECK(PolicyDetector::parse(name));
        else if (std::ranges::find(names, name) == names.end())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("unknown detector \"{}\"; available: {}", name, fmt::join(names, ", ")));
        if (std::ranges::find(chosen, name) == chosen.end())
            chosen.push_back(name);
    }
    if (chosen.empty())
        chosen.assign(names.begin(), names.end());
    return chosen;
}

/// One of the chosen ones, for a run.
std::unique_ptr<monitor::Detector> makeChosen(const std::string& name, const ScoredRun& run)
{
    if (!name.starts_with(PolicyDetector::prefix))
        return monitor::makeDetector(name, run.job.ranks);
    const auto spec = PolicyDetector::parse(name);
    return std::make_unique<PolicyDetector>(name, *spec, run.strategy);
}

std::string nameOf(const CampaignData& data, const store::RunRecord& run)
{
    return fmt::format("{}: {}", runName(data, run), cellLabel(data, run));
}

/// Scores one run after the other, so that only one is in memory.
class Scoring
{
public:
    Scoring(store::Database& database, const CampaignData& data, std::vector<std::string> detectors)
        : m_database(database), m_data(data), m_detectors(std::move(detectors))
    {
    }

    Result<ScoreReport> report(const JobContext& job)
    {
        for (std::size_t i = 0; i < m_data.rows.size(); ++i) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled while detectors were scored");
            if (job.report)
                job.report(static_cast<long long>(i), static_cast<long long>(m_data.rows.size()), "scoring detectors");
            if (counts(m_data.rows[i].run))
                MR_CHECK(judge(m_data.rows[i], job));
        }
        decideLevels();
        if (m_runs.empty())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("no run can be scored{}; detectors need runs whose workers report iterations",
                                    m_notes.empty() ? "" : ": " + m_notes.front()));
        addLive();
        return finish();
    }

private:
    Result<void> judge(const store::ResultRow& row, const JobContext& job)
    {
        MR_TRY(run, readScoredRun(m_database, row, job));
        run.job.name = nameOf(m_data, row.run);
        if (!run.problem.empty()) {
            m_notes.push_back(fmt::format("{} is left out: {}.", run.job.name, run.problem));
            return {};
        }
        JudgedRun judged;
        judged.identity = identityCells(m_data, row.run);
        for (const std::string& name : m_detectors) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled while detectors were scored");
            const auto detector = makeChosen(name, run);
            monitor::JobVerdict verdict = monitor::judge(run.job, monitor::replay(run.job, *detector));
            if (run.job.links.empty())
                verdict.named.reset(); // nobody was able to
            judged.verdicts[name] = verdict;
        }
        // The result of a silent detector, for those found later to have watched this run as well.
        m_silent.push_back(monitor::judge(run.job, {}));
        for (const auto& [name, alarms] : run.live)
            if (std::ranges::find(m_detectors, name) != m_detectors.end())
                judged.verdicts[name + std::string(live)] = monitor::judge(run.job, alarms);
        m_truths.push_back(run.truth);
        m_linksKnown = m_linksKnown || !run.job.links.empty();
        m_uuids.push_back(row.run.uuid);
        run.job.steps.clear();
        run.job.links.clear();
        judged.job = std::move(run.job);
        m_runs.push_back(std::move(judged));
        return {};
    }

    /// Sets the levels and drops runs without reliable ground truth.
    void decideLevels()
    {
        std::vector<MeasuredTruth> measured;
        for (const auto& truth : m_truths)
            if (truth)
                measured.push_back(*truth);
        const std::vector<TruthDecision> decisions = decideTruths(measured);
        auto next = decisions.begin();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            const TruthDecision decision = m_truths[i] ? *next++ : TruthDecision{};
            if (!decision.problem.empty()) {
                m_notes.push_back(fmt::format("{} is left out: {}.", m_runs[i].job.name, decision.problem));
                continue;
            }
            m_moved += decision.isMoved ? 1 : 0;
            setLevel(i, decision.level);
            if (kept != i) {
                m_runs[kept] = std::move(m_runs[i]);
                m_silent[kept] = m_silent[i];
                m_uuids[kept] = std::move(m_uuids[i]);
            }
            ++kept;
        }
        m_runs.resize(kept);
        m_silent.resize(kept);
        m_uuids.resize(kept);
    }

    void setLevel(std::size_t i, double level)
    {
        if (m_runs[i].job.truth)
            m_runs[i].job.truth->level = level;
        m_silent[i].level = level;
        for (auto& [detector, verdict] : m_runs[i].verdicts)
            verdict.level = level;
    }

    /// A detector that raised an alarm in one run watched all of them.
    void addLive()
    {
        std::vector<std::string> all;
        for (const std::string& name : m_detectors) {
            const std::string watched = name + std::string(live);
            all.push_back(name);
            if (std::ranges::none_of(m_runs, [&](const JudgedRun& run) { return run.verdicts.contains(watched); }))
                continue;
            all.push_back(watched);
            for (std::size_t i = 0; i < m_runs.size(); ++i)
                m_runs[i].verdicts.emplace(watched, m_silent[i]);
        }
        m_detectors = std::move(all);
    }

    Result<ScoreReport> finish()
    {
        ScoreReport report;
        for (const std::string& name : m_detectors) {
            std::vector<monitor::JobVerdict> verdicts;
            for (const JudgedRun& run : m_runs)
                verdicts.push_back(run.verdicts.at(name));
            for (monitor::DetectorScore& score : monitor::scoreVerdicts(name, verdicts))
                report.scores.push_back(std::move(score));
        }
        MR_TRY(time, reportTime());
        MR_TRY(provenance, provenanceOf(m_database, m_data.campaign, time));
        report.figures = scoreFigures(report.scores, withRuns(std::move(provenance), m_uuids));
        report.tables = {scoreTable(report.scores), judgedRunTable(identityColumns(m_data), m_runs, m_detectors)};
        addNotes(report);
        for (JudgedRun& run : m_runs)
            report.jobs.push_back(std::move(run.job));
        return report;
    }

    void addNotes(ScoreReport& report) const
    {
        report.notes = m_notes;
        if (m_moved > 0)
            report.notes.push_back(
                fmt::format("Scored under another level than requested, because the load had less than half of the "
                            "requested effect, or more than twice of it in several runs: {}.",
                            counted(m_moved, "run")));
        const auto isControl = [](const JudgedRun& run) { return !run.job.truth.has_value(); };
        if (std::ranges::none_of(m_runs, isControl))
            report.notes.emplace_back(
                "There are no clean controls: false alarms are those outside of injections alone.");
        if (std::ranges::all_of(m_runs, isControl))
            report.notes.emplace_back("No run has an injected slow-down: only false alarms are counted.");
        if (!m_linksKnown)
            report.notes.emplace_back(
                "The store has no counters by link for these runs: in a replay the detectors cannot "
                "name a link. Alarms that were raised live could.");
        if (std::string left = noteOnRuns(m_data); !left.empty())
            report.notes.push_back(std::move(left));
        report.tables.front().notes = report.notes;
    }

    store::Database& m_database;
    const CampaignData& m_data;
    std::vector<std::string> m_detectors;
    std::vector<JudgedRun> m_runs;
    std::vector<monitor::JobVerdict> m_silent; ///< by run
    std::vector<std::optional<MeasuredTruth>> m_truths; ///< by run; absent for controls
    std::vector<std::string> m_uuids;
    std::vector<std::string> m_notes;
    std::size_t m_moved = 0; ///< runs that are scored under another level than was asked for
    bool m_linksKnown = false;
};

} // namespace

Result<ScoreReport> scoreReport(store::Database& database, const CampaignData& data,
                                const std::vector<std::string>& detectors, const JobContext& job)
{
    MR_TRY(chosen, chosenDetectors(detectors));
    return Scoring(database, data, std::move(chosen)).report(job);
}

} // namespace millrace::report
