// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace millrace::store {

/// What becomes of the series, logs, events, metrics, gates and snapshots of an attempt that is repeated.
enum class PartialData
{
    Keep,
    Drop
};

/// Campaigns, their runs, and what runs gave. Every change is one transaction that survives a power failure; every
/// change of state is in the journal in that same transaction, so it is there before it is acted upon.
class RunRepository
{
public:
    /// Both must outlive the repository.
    RunRepository(Database& database, const Clock& clock) : m_database(database), m_clock(clock) { }

    /// Writes a campaign with all its planned runs, in one transaction. Ids, states and creation times in the arguments
    /// are ignored; empty uuids are made.
    [[nodiscard]] Result<CampaignId> createCampaign(const CampaignRecord& campaign, std::span<const RunRecord> runs);
    /// More planned runs for a campaign, as a stop rule asks for them.
    [[nodiscard]] Result<void> addRuns(CampaignId campaign, std::span<const RunRecord> runs);
    [[nodiscard]] Result<CampaignRecord> campaign(CampaignId id);
    /// Newest first.
    [[nodiscard]] Result<std::vector<CampaignRecord>> campaigns();
    /// For imported campaigns, whose specification says what later imports need to know.
    [[nodiscard]] Result<void> setCampaignSpec(CampaignId id, std::string_view specJson);
    [[nodiscard]] Result<void> setCampaignState(CampaignId id, CampaignState state, std::string_view note = {});

    [[nodiscard]] Result<RunRecord> run(RunId id);
    /// The current attempts of a campaign, in order of position.
    [[nodiscard]] Result<std::vector<RunRecord>> runs(CampaignId campaign);
    /// The current attempt of a repetition of a cell; none when it was never planned.
    [[nodiscard]] Result<std::optional<RunRecord>> findRun(CampaignId campaign, std::string_view cell, int repetition,
                                                           bool warmup = false);
    /// For resuming: the current attempts that are not in a final state, in order of position.
    [[nodiscard]] Result<std::vector<RunRecord>> unfinished(CampaignId campaign);

    /// Planned → Preparing; notes the start. AlreadyExists when it is not planned (any more).
    [[nodiscard]] Result<RunRecord> claim(RunId id);
    /// InvalidInput when isAllowed() says no. A final state notes end and duration.
    [[nodiscard]] Result<void> transition(RunId id, RunState to, std::string_view note = {});
    /// Active or planned → Failed, Cancelled or Invalid, with what ended it.
    [[nodiscard]] Result<void> end(RunId id, RunState to, const Error& error);
    /// Makes the next attempt, planned, at the same position; the old one is superseded, and Failed with `reason` when
    /// it was interrupted. What a Done run gave is never dropped: InvalidInput. Returns the new run.
    [[nodiscard]] Result<RunRecord> repeat(RunId id, std::string_view reason, PartialData partial);
    /// For the one who may write, before it claims a run: whatever is under way was left by a program that has ended.
    /// All such runs become Failed with interruptedCode, campaigns that say they run Cancelled. Returns how many runs.
    [[nodiscard]] Result<int> settleInterrupted();
    /// For imported runs: a newer import took this one's place, or its place is given back. `reason` is in the journal.
    [[nodiscard]] Result<void> setSuperseded(RunId id, bool superseded, std::string_view reason);
    [[nodiscard]] Result<void> setExcluded(RunId id, bool excluded, std::string_view reason);

    /// Replaces values of the same name and subject.
    [[nodiscard]] Result<void> saveMetrics(RunId id, std::span<const Metric> metrics);
    [[nodiscard]] Result<void> saveGates(RunId id, std::span<const GateResult> gates);
    [[nodiscard]] Result<void> saveSnapshots(RunId id, std::span<const Snapshot> snapshots);
    [[nodiscard]] Result<std::vector<Metric>> metrics(RunId id);
    [[nodiscard]] Result<std::vector<GateResult>> gates(RunId id);
    [[nodiscard]] Result<std::vector<Snapshot>> snapshots(RunId id);
    /// In order of time.
    [[nodiscard]] Result<std::vector<JournalEntry>> journal(CampaignId campaign);

private:
    Database& m_database;
    const Clock& m_clock;
};

/// RunRepository::settleInterrupted() for those who only read a store. 0 where nothing is to be settled, or where that
/// is not possible: another program writes to the store, or it cannot be written at all.
[[nodiscard]] Result<int> settleInterruptedRuns(const std::filesystem::path& file);

} // namespace millrace::store
