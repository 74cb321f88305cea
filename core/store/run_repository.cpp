// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_repository.h"

#include "core/store/run_data_rows.h"
#include "core/store/run_rows.h"
#include "core/store/uuid.h"

#include <bit>
#include <fmt/format.h>

namespace millrace::store {

namespace {

constexpr std::string_view controllerEnded = "interrupted: the program that made it ended";

Result<void> note(Database& database, const JournalEntry& entry)
{
    MR_TRY(insert,
           database.prepare("INSERT INTO journal (wall_ns, campaign_id, run_id, attempt, from_state, to_state, "
                            "note) VALUES (?, ?, ?, ?, ?, ?, ?)"));
    return insert.run(entry.wall, entry.campaign, entry.run, entry.attempt, entry.from, entry.to, entry.note);
}

Result<void> noteMove(Database& database, const Clock& clock, const RunRecord& run, RunState to, std::string_view text)
{
    return note(database,
                {0, clock.wall(), run.campaign, run.id, run.attempt, std::string(stateName(run.state)),
                 std::string(stateName(to)), std::string(text)});
}

Result<void> setFinal(Database& database, const Clock& clock, const RunRecord& run, RunState to, std::string_view code,
                      std::string_view text)
{
    const Nanoseconds ended = clock.wall();
    std::optional<Nanoseconds> duration = clock.monotonic() - (run.started - run.monotonicOffset);
    // Never claimed, or claimed before this machine started, or with an unknown end.
    if (run.started.count() == 0 || duration->count() < 0 || code == interruptedCode)
        duration.reset();
    MR_TRY(update,
           database.prepare("UPDATE runs SET state = ?, ended_ns = ?, duration_ns = ?, error_code = ?, "
                            "error_text = ? WHERE id = ?"));
    return update.run(stateName(to), ended, duration, code, text, run.id);
}

Error notAllowed(const RunRecord& run, RunState to)
{
    return fail(ErrorCode::InvalidInput,
                fmt::format("run {} is {} and cannot become {}", run.id.value, stateName(run.state), stateName(to)));
}

Result<void> insertRuns(Database& database, CampaignId campaign, std::span<const RunRecord> runs, Nanoseconds now)
{
    MR_TRY(inserter, RunInserter::make(database));
    for (const RunRecord& run : runs)
        MR_CHECK(inserter.insert(campaign, run, now));
    return {};
}

} // namespace

Result<CampaignId> RunRepository::createCampaign(const CampaignRecord& campaign, std::span<const RunRecord> runs)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(insert,
           m_database.prepare("INSERT INTO campaigns (uuid, project_name, project_path, grid_name, spec_json, "
                              "seed, tool_version, state, created_ns) "
                              "VALUES (?, ?, ?, ?, ?, ?, ?, 'planned', ?)"));
    const Nanoseconds now = m_clock.wall();
    const std::string uuid = campaign.uuid.empty() ? makeUuid() : campaign.uuid;
    MR_CHECK(insert.run(uuid, campaign.projectName, campaign.projectPath, campaign.gridName, campaign.specJson,
                        std::bit_cast<std::int64_t>(campaign.seed), campaign.toolVersion, now));
    const CampaignId id{m_database.lastRowId()};
    MR_CHECK(insertRuns(m_database, id, runs, now));
    MR_CHECK(note(m_database, {0, now, id, {}, 0, {}, "planned", fmt::format("{} runs", runs.size())}));
    MR_CHECK(transaction.commit());
    return id;
}

Result<void> RunRepository::addRuns(CampaignId campaign, std::span<const RunRecord> runs)
{
    MR_TRY(transaction, m_database.begin());
    const Nanoseconds now = m_clock.wall();
    MR_CHECK(insertRuns(m_database, campaign, runs, now));
    MR_CHECK(note(m_database, {0, now, campaign, {}, 0, {}, "planned", fmt::format("{} more runs", runs.size())}));
    return transaction.commit();
}

Result<CampaignRecord> RunRepository::campaign(CampaignId id)
{
    MR_TRY(row, m_database.prepare(fmt::format("SELECT {} FROM campaigns c WHERE c.id = ?", campaignColumns)));
    row.bindAll(id);
    MR_TRY(there, row.step());
    if (!there)
        return fail(ErrorCode::NotFound, fmt::format("there is no campaign {} in the store", id.value));
    return readCampaign(row);
}

Result<std::vector<CampaignRecord>> RunRepository::campaigns()
{
    MR_TRY(row,
           m_database.prepare(
               fmt::format("SELECT {} FROM campaigns c ORDER BY c.created_ns DESC, c.id DESC", campaignColumns)));
    std::vector<CampaignRecord> campaigns;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return campaigns;
        MR_TRY(campaign, readCampaign(row));
        campaigns.push_back(std::move(campaign));
    }
}

Result<void> RunRepository::setCampaignState(CampaignId id, CampaignState state, std::string_view text)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(before, campaign(id));
    MR_CHECK(note(m_database,
                  {0,
                   m_clock.wall(),
                   id,
                   {},
                   0,
                   std::string(stateName(before.state)),
                   std::string(stateName(state)),
                   std::string(text)}));
    MR_TRY(update, m_database.prepare("UPDATE campaigns SET state = ? WHERE id = ?"));
    MR_CHECK(update.run(stateName(state), id));
    return transaction.commit();
}

Result<void> RunRepository::setCampaignSpec(CampaignId id, std::string_view specJson)
{
    MR_TRY(transaction, m_database.begin());
    MR_CHECK(campaign(id));
    MR_TRY(update, m_database.prepare("UPDATE campaigns SET spec_json = ? WHERE id = ?"));
    MR_CHECK(update.run(specJson, id));
    return transaction.commit();
}

Result<RunRecord> RunRepository::run(RunId id)
{
    return loadRun(m_database, id);
}
Result<std::vector<RunRecord>> RunRepository::runs(CampaignId campaign)
{
    return loadRuns(m_database, campaign, {});
}
Result<std::vector<RunRecord>> RunRepository::unfinished(CampaignId campaign)
{
    return loadRuns(m_database, campaign, "AND r.state NOT IN ('done', 'failed', 'cancelled', 'invalid')");
}

Result<std::optional<RunRecord>> RunRepository::findRun(CampaignId campaign, std::string_view cell, int repetition,
                                                        bool warmup)
{
    MR_TRY(row,
           m_database.prepare("SELECT id FROM runs WHERE campaign_id = ? AND cell = ? AND repetition = ? "
                              "AND warmup = ? AND superseded = 0"));
    row.bindAll(campaign, cell, repetition, warmup);
    MR_TRY(there, row.step());
    if (!there)
        return std::optional<RunRecord>();
    MR_TRY(found, loadRun(m_database, row.id<RunId>(0)));
    return std::optional(std::move(found));
}

Result<RunRecord> RunRepository::claim(RunId id)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(run, loadRun(m_database, id));
    if (run.state != RunState::Planned || run.superseded)
        return fail(ErrorCode::AlreadyExists,
                    fmt::format("run {} is {} and cannot be claimed", id.value, stateName(run.state)));
    MR_CHECK(noteMove(m_database, m_clock, run, RunState::Preparing, {}));
    run.state = RunState::Preparing;
    run.started = m_clock.wall();
    run.monotonicOffset = run.started - m_clock.monotonic();
    MR_TRY(update,
           m_database.prepare("UPDATE runs SET state = ?, started_ns = ?, monotonic_offset_ns = ? WHERE id = ?"));
    MR_CHECK(update.run(stateName(run.state), run.started, run.monotonicOffset, id));
    MR_CHECK(transaction.commit());
    return run;
}

Result<void> RunRepository::transition(RunId id, RunState to, std::string_view text)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(run, loadRun(m_database, id));
    if (!isAllowed(run.state, to) || run.superseded || to == RunState::Preparing)
        return notAllowed(run, to);
    MR_CHECK(noteMove(m_database, m_clock, run, to, text));
    if (isFinal(to)) {
        MR_CHECK(setFinal(m_database, m_clock, run, to, {}, text));
    } else {
        MR_TRY(update, m_database.prepare("UPDATE runs SET state = ? WHERE id = ?"));
        MR_CHECK(update.run(stateName(to), id));
    }
    return transaction.commit();
}

Result<void> RunRepository::end(RunId id, RunState to, const Error& error)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(run, loadRun(m_database, id));
    if (!isAllowed(run.state, to) || !isFinal(to) || run.superseded)
        return notAllowed(run, to);
    MR_CHECK(noteMove(m_database, m_clock, run, to, error.text()));
    MR_CHECK(setFinal(m_database, m_clock, run, to, errorCodeName(error.code), error.text()));
    return transaction.commit();
}

Result<RunRecord> RunRepository::repeat(RunId id, std::string_view reason, PartialData partial)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(old, loadRun(m_database, id));
    const bool loses = old.state == RunState::Done && partial == PartialData::Drop;
    if (old.superseded || old.state == RunState::Planned || loses)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("run {} is {} and is not repeated", id.value,
                                old.superseded ? std::string_view("superseded") : stateName(old.state)));
    if (isActive(old.state)) {
        MR_CHECK(noteMove(m_database, m_clock, old, RunState::Failed, reason));
        MR_CHECK(setFinal(m_database, m_clock, old, RunState::Failed, interruptedCode, reason));
    }
    if (partial == PartialData::Drop)
        MR_CHECK(dropRunData(m_database, id));
    MR_TRY(update, m_database.prepare("UPDATE runs SET superseded = 1 WHERE id = ?"));
    MR_CHECK(update.run(id));

    RunRecord next = old;
    next.uuid.clear();
    ++next.attempt;
    const Nanoseconds now = m_clock.wall();
    MR_TRY(inserter, RunInserter::make(m_database));
    MR_TRY(nextId, inserter.insert(old.campaign, next, now));
    MR_CHECK(note(m_database, {0, now, old.campaign, nextId, next.attempt, {}, "planned", std::string(reason)}));
    MR_TRY(made, loadRun(m_database, nextId));
    MR_CHECK(transaction.commit());
    return made;
}

Result<int> RunRepository::settleInterrupted()
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(found,
           m_database.prepare(fmt::format("SELECT {} FROM runs r WHERE r.superseded = 0 AND r.state IN "
                                          "('preparing', 'running', 'collecting', 'analysing') ORDER BY r.id",
                                          runColumns)));
    std::vector<RunRecord> left;
    for (;;) {
        MR_TRY(there, found.step());
        if (!there)
            break;
        MR_TRY(run, readRun(found));
        left.push_back(std::move(run));
    }
    for (const RunRecord& run : left) {
        MR_CHECK(noteMove(m_database, m_clock, run, RunState::Failed, controllerEnded));
        MR_CHECK(setFinal(m_database, m_clock, run, RunState::Failed, interruptedCode, controllerEnded));
    }
    MR_TRY(all, campaigns());
    for (const CampaignRecord& campaign : all)
        if (campaign.state == CampaignState::Running)
            MR_CHECK(setCampaignState(campaign.id, CampaignState::Cancelled, controllerEnded));
    MR_CHECK(transaction.commit());
    return static_cast<int>(left.size());
}

Result<int> settleInterruptedRuns(const std::filesystem::path& file)
{
    {
        MR_TRY(reader, Database::openReadOnly(file));
        MR_TRY(left,
               reader.prepare("SELECT EXISTS (SELECT 1 FROM runs WHERE superseded = 0 AND state IN "
                              "('preparing', 'running', 'collecting', 'analysing')) "
                              "OR EXISTS (SELECT 1 FROM campaigns WHERE state = 'running')"));
        MR_TRY(there, left.step());
        if (!there || left.integer(0) == 0)
            return 0;
    }
    auto writer = Database::open(file);
    if (!writer)
        return 0;
    const SystemClock clock;
    return RunRepository(*writer, clock).settleInterrupted();
}

Result<void> RunRepository::setSuperseded(RunId id, bool superseded, std::string_view reason)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(old, loadRun(m_database, id));
    if (!isFinal(old.state))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("run {} is {}; only a finished run is superseded", id.value, stateName(old.state)));
    MR_CHECK(noteMove(m_database, m_clock, old, old.state, reason));
    MR_TRY(update, m_database.prepare("UPDATE runs SET superseded = ? WHERE id = ?"));
    MR_CHECK(update.run(superseded, id));
    return transaction.commit();
}

Result<void> RunRepository::setExcluded(RunId id, bool excluded, std::string_view reason)
{
    MR_TRY(transaction, m_database.begin());
    MR_TRY(update, m_database.prepare("UPDATE runs SET excluded = ?, exclusion_reason = ? WHERE id = ?"));
    MR_CHECK(update.run(excluded, excluded ? reason : std::string_view(), id));
    if (m_database.changes() == 0)
        return noSuchRun(id);
    return transaction.commit();
}

Result<void> RunRepository::saveMetrics(RunId id, std::span<const Metric> metrics)
{
    MR_TRY(transaction, m_database.begin());
    MR_CHECK(writeMetrics(m_database, id, metrics));
    return transaction.commit();
}

Result<void> RunRepository::saveGates(RunId id, std::span<const GateResult> gates)
{
    MR_TRY(transaction, m_database.begin());
    MR_CHECK(writeGates(m_database, id, gates));
    return transaction.commit();
}

Result<void> RunRepository::saveSnapshots(RunId id, std::span<const Snapshot> snapshots)
{
    MR_TRY(transaction, m_database.begin());
    MR_CHECK(writeSnapshots(m_database, id, snapshots));
    return transaction.commit();
}

Result<std::vector<Metric>> RunRepository::metrics(RunId id)
{
    return readMetrics(m_database, id);
}
Result<std::vector<GateResult>> RunRepository::gates(RunId id)
{
    return readGates(m_database, id);
}
Result<std::vector<Snapshot>> RunRepository::snapshots(RunId id)
{
    return readSnapshots(m_database, id);
}

Result<void> RunRepository::setSimulation(RunId id, std::string_view stamp)
{
    MR_TRY(update, m_database.prepare("UPDATE runs SET simulation = ? WHERE id = ?"));
    return update.run(stamp, id);
}

Result<void> RunRepository::saveCalibration(std::string_view made, std::string_view json)
{
    MR_TRY(insert, m_database.prepare("INSERT INTO calibrations (made, json) VALUES (?, ?)"));
    return insert.run(made, json);
}

Result<std::string> RunRepository::latestCalibration()
{
    MR_TRY(row, m_database.prepare("SELECT json FROM calibrations ORDER BY id DESC LIMIT 1"));
    MR_TRY(there, row.step());
    return there ? std::string(row.text(0)) : std::string();
}

Result<std::vector<JournalEntry>> RunRepository::journal(CampaignId campaign)
{
    MR_TRY(row,
           m_database.prepare("SELECT id, wall_ns, campaign_id, run_id, attempt, from_state, to_state, note "
                              "FROM journal WHERE campaign_id = ? ORDER BY id"));
    row.bindAll(campaign);
    std::vector<JournalEntry> entries;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return entries;
        entries.push_back({row.integer(0), row.time(1), row.id<CampaignId>(2), row.id<RunId>(3),
                           static_cast<int>(row.integer(4)), row.text(5), row.text(6), row.text(7)});
    }
}

} // namespace millrace::store
