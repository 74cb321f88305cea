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

/// Handling of the series, logs, events, metrics, gates and snapshots of a repeated attempt.
enum class PartialData
{
    Keep,
    Drop
};

/// Campaigns, their runs and their data. Every change is one transaction that survives a power failure; every change of
/// state is journalled in that transaction, before it takes effect.
class RunRepository
{
public:
    /// Both must outlive the repository.
    RunRepository(Database& database, const Clock& clock) : m_database(database), m_clock(clock) { }

    /// Writes a campaign with all its planned runs, in one transaction. Ids, states and creation times in the arguments
    /// are ignored; empty uuids are made.
    [[nodiscard]] Result<CampaignId> createCampaign(const CampaignRecord& campaign, std::span<const RunRecord> runs);
    /// Adds planned runs to a campaign, as requested by a stop rule.
    [[nodiscard]] Result<void> addRuns(CampaignId campaign, std::span<const RunRecord> runs);
    [[nodiscard]] Result<CampaignRecord> campaign(CampaignId id);
    /// Returns campaigns, newest first.
    [[nodiscard]] Result<std::vector<CampaignRecord>> campaigns();
    /// Replaces the specification of an imported campaign, which has the data for later imports.
    [[nodiscard]] Result<void> setCampaignSpec(CampaignId id, std::string_view specJson);
    [[nodiscard]] Result<void> setCampaignState(CampaignId id, CampaignState state, std::string_view note = {});

    [[nodiscard]] Result<RunRecord> run(RunId id);
    /// Returns the current attempts of a campaign, in order of position.
    [[nodiscard]] Result<std::vector<RunRecord>> runs(CampaignId campaign);
    /// Returns the current attempt of a repetition of a cell; none if it was never planned.
    [[nodiscard]] Result<std::optional<RunRecord>> findRun(CampaignId campaign, std::string_view cell, int repetition,
                                                           bool warmup = false);
    /// Returns, for resuming, the current attempts that are not in a final state, in order of position.
    [[nodiscard]] Result<std::vector<RunRecord>> unfinished(CampaignId campaign);

    /// Planned → Preparing; records the start. AlreadyExists if it is not planned (any more).
    [[nodiscard]] Result<RunRecord> claim(RunId id);
    /// Fails with InvalidInput unless isAllowed(). A final state records end and duration.
    [[nodiscard]] Result<void> transition(RunId id, RunState to, std::string_view note = {});
    /// Active or planned → Failed, Cancelled or Invalid, with the error.
    [[nodiscard]] Result<void> end(RunId id, RunState to, const Error& error);
    /// Creates the next attempt, planned, at the same position; the old one is superseded, and Failed with `reason` if
    /// it was interrupted. Data of a Done run are never dropped: InvalidInput. Returns the new run.
    [[nodiscard]] Result<RunRecord> repeat(RunId id, std::string_view reason, PartialData partial);
    /// For the writer, before it claims a run: every active run is the remains of a program that has ended. All such
    /// runs become Failed with interruptedCode, running campaigns Cancelled. Returns the number of runs.
    [[nodiscard]] Result<int> settleInterrupted();
    /// For imported runs: marks one as replaced by a newer import, or restores it. `reason` is in the journal.
    [[nodiscard]] Result<void> setSuperseded(RunId id, bool superseded, std::string_view reason);
    [[nodiscard]] Result<void> setExcluded(RunId id, bool excluded, std::string_view reason);

    /// RunRecord::simulation.
    [[nodiscard]] Result<void> setSimulation(RunId id, std::string_view stamp);

    /// Replaces values of the same name and subject.
    [[nodiscard]] Result<void> saveMetrics(RunId id, std::span<const Metric> metrics);
    [[nodiscard]] Result<void> saveGates(RunId id, std::span<const GateResult> gates);
    [[nodiscard]] Result<void> saveSnapshots(RunId id, std::span<const Snapshot> snapshots);
    [[nodiscard]] Result<std::vector<Metric>> metrics(RunId id);
    [[nodiscard]] Result<std::vector<GateResult>> gates(RunId id);
    [[nodiscard]] Result<std::vector<Snapshot>> snapshots(RunId id);
    /// A calibration of the simulation, as JSON; it is in use from now on.
    [[nodiscard]] Result<void> saveCalibration(std::string_view made, std::string_view json);
    /// The one in use; empty: there is none.
    [[nodiscard]] Result<std::string> latestCalibration();
    /// Returns entries in order of time.
    [[nodiscard]] Result<std::vector<JournalEntry>> journal(CampaignId campaign);

private:
    Database& m_database;
    const Clock& m_clock;
};

/// RunRepository::settleInterrupted() for readers of a store. 0 if there is nothing to settle, or if that is not
/// possible: another program writes to the store, or it is read-only.
[[nodiscard]] Result<int> settleInterruptedRuns(const std::filesystem::path& file);

} // namespace millrace::store
