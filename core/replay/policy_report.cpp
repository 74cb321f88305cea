// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/policy_report.h"

#include "core/base/text.h"
#include "core/replay/policy_replay.h"
#include "core/replay/run_feed.h"
#include "core/replay/run_source.h"
#include "core/replay/stored_run.h"
#include "core/report/run_identity.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::replay {
namespace {

/// What the lines of a run say, read by today's parsers.
Result<run::WorkloadRecord> readRecord(store::Database& database, const StoredRun& stored, const JobContext& job)
{
    run::RunObserver nobody;
    run::RunRef heading;
    heading.run = stored.record.id;
    RunFeed feed(heading, nobody, &*stored.plan, stored.plan->settings.workload.framework);
    MR_TRY(source, RunSource::open(database, stored.record.id));
    for (;;) {
        MR_TRY(item, source.next(job));
        if (!item)
            break;
        MR_CHECK(feed.take(*item));
    }
    feed.finish();
    return feed.record();
}

std::string textOf(const std::vector<policy::PolicySpec>& policies)
{
    std::vector<std::string> texts;
    for (const policy::PolicySpec& spec : policies)
        texts.push_back(spec.text());
    return join(texts, "+");
}

class Reporter
{
public:
    Reporter(store::Database& database, const report::CampaignData& data, const PolicyQuestion& question)
        : m_database(database), m_data(data), m_question(question)
    {
        auto& runs = m_report.runs;
        runs.title = "Policies replayed over stored steps";
        runs.columns = report::identityColumns(data);
        runs.keys = runs.columns.size();
        auto& decisions = m_report.decisions;
        decisions.title = "Decisions";
        decisions.columns = runs.columns;
        decisions.keys = runs.keys;
        for (report::Column column : {report::Column{"policies", "Policies"}, report::Column{"steps", "Steps"},
                                      report::Column{"replayed", "Decisions of the replay"},
                                      report::Column{"made", "In the run"}, report::Column{"same", "The same"}})
            runs.columns.push_back(std::move(column));
        for (report::Column column : {report::Column{"step", "Step"}, report::Column{"replayed", "Replay"},
                                      report::Column{"made", "In the run"}, report::Column{"reason", "Reason"}})
            decisions.columns.push_back(std::move(column));
    }

    Result<PolicyReport> report(const JobContext& job)
    {
        for (std::size_t i = 0; i < m_data.rows.size(); ++i) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled while policies were replayed");
            job.progress(static_cast<long long>(i), static_cast<long long>(m_data.rows.size()), "replaying policies");
            if (report::counts(m_data.rows[i].run))
                MR_CHECK(take(m_data.rows[i].run, job));
        }
        for (const auto& [why, names] : m_leftOut)
            m_report.notes.push_back(
                fmt::format("{} left out: {}.",
                            names.size() == 1 ? names.front() + " is" : fmt::format("{} runs are", names.size()), why));
        if (m_report.runs.rows.empty())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("there is no run to replay policies over{}",
                                    m_report.notes.empty() ? std::string() : ": " + m_report.notes.front()));
        m_report.runs.notes = m_report.notes;
        return std::move(m_report);
    }

private:
    Result<void> take(const store::RunRecord& run, const JobContext& job)
    {
        const std::string name = report::runName(m_data, run);
        const auto leaveOut = [&](std::string_view why) { m_leftOut[std::string(why)].push_back(name); };
        MR_TRY(stored, readStoredRun(m_database, run.id, m_question.frameworks));
        if (!stored.plan) {
            leaveOut(stored.whyNoPlan);
            return {};
        }
        const auto& extras = stored.plan->settings.workload.extras;
        const auto text = extras.find("policy");
        MR_TRY(own, policy::parsePolicies(text == extras.end() ? "none" : text->second));
        const bool isOwn = m_question.policies.empty() || textOf(m_question.policies) == textOf(own);
        const auto& policies = isOwn ? own : m_question.policies;
        if (policies.empty()) {
            leaveOut("made without a policy, and no other was chosen");
            return {};
        }
        MR_TRY(record, readRecord(m_database, stored, job));
        const PolicySteps steps = policySteps(record);
        if (steps.steps.empty()) {
            leaveOut("the workers report no steps");
            return {};
        }
        add(run, policies, isOwn, replayPolicies(steps, policies), record.adaptation.decisions);
        if (steps.incomplete > 0)
            m_report.notes.push_back(
                fmt::format("{}: {} left out because a worker's times are missing.", name,
                            steps.incomplete == 1 ? "1 step is" : fmt::format("{} steps are", steps.incomplete)));
        return {};
    }

    void add(const store::RunRecord& run, const std::vector<policy::PolicySpec>& policies, bool isOwn,
             const PolicyReplay& replay, const std::vector<monitor::DecisionEvent>& live)
    {
        const auto decisions = compareDecisions(replay, live);
        const bool same = std::ranges::all_of(decisions, &ComparedDecision::isSame);
        if (isOwn) {
            ++m_report.compared;
            m_report.same += same ? 1 : 0;
        }
        std::vector<report::Cell> row = report::identityCells(m_data, run);
        row.emplace_back(textOf(policies));
        row.emplace_back(static_cast<double>(replay.steps));
        row.emplace_back(static_cast<double>(replay.decisions.size()));
        row.emplace_back(static_cast<double>(live.size()));
        row.emplace_back(std::string(!isOwn ? "" : same ? "yes" : "no"));
        m_report.runs.rows.push_back(std::move(row));
        for (const ComparedDecision& decision : decisions) {
            row = report::identityCells(m_data, run);
            row.emplace_back(static_cast<double>(decision.step));
            row.emplace_back(decision.replayed ? decision.replayed->text() : std::string());
            row.emplace_back(decision.live ? decision.live->text() : std::string());
            row.emplace_back(decision.replayed ? decision.replayed->reason : decision.live->reason);
            m_report.decisions.rows.push_back(std::move(row));
        }
    }

    store::Database& m_database;
    const report::CampaignData& m_data;
    const PolicyQuestion& m_question;
    PolicyReport m_report;
    std::map<std::string, std::vector<std::string>> m_leftOut; ///< names by reason
};

} // namespace

Result<PolicyReport> policyReport(store::Database& database, const report::CampaignData& data,
                                  const PolicyQuestion& question, const JobContext& job)
{
    return Reporter(database, data, question).report(job);
}

} // namespace millrace::replay
