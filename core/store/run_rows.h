// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

namespace millrace::store {

/// Conversion of rows to records and back, for the repositories.

/// Columns expected by readRun() and readCampaign(), of a table named r and c.
inline constexpr std::string_view runColumns =
    "r.id, r.uuid, r.campaign_id, r.cell, r.repetition, r.block, r.position, r.attempt, r.state, r.warmup, "
    "r.superseded, r.excluded, r.exclusion_reason, r.created_ns, r.started_ns, r.ended_ns, r.duration_ns, "
    "r.monotonic_offset_ns, r.error_code, r.error_text, r.simulation";
inline constexpr std::string_view campaignColumns =
    "c.id, c.uuid, c.project_name, c.project_path, c.grid_name, c.spec_json, c.seed, c.tool_version, c.state, "
    "c.created_ns";

/// Reads a run without its factors.
[[nodiscard]] Result<RunRecord> readRun(const Statement& row);
[[nodiscard]] Result<CampaignRecord> readCampaign(const Statement& row);

[[nodiscard]] Error noSuchRun(RunId id);
/// Loads a run with its factors.
[[nodiscard]] Result<RunRecord> loadRun(Database& database, RunId id);
/// Loads the current attempts of a campaign in order of position; `condition` is empty or "AND …".
[[nodiscard]] Result<std::vector<RunRecord>> loadRuns(Database& database, CampaignId campaign,
                                                      std::string_view condition);

/// Reads the factors of one run after the other.
class FactorReader
{
public:
    [[nodiscard]] static Result<FactorReader> make(Database& database);
    [[nodiscard]] Result<std::vector<Factor>> factors(RunId run);

private:
    explicit FactorReader(Statement statement) : m_statement(std::move(statement)) { }
    Statement m_statement;
};

/// Writes planned runs with their factors.
class RunInserter
{
public:
    [[nodiscard]] static Result<RunInserter> make(Database& database);
    [[nodiscard]] Result<RunId> insert(CampaignId campaign, const RunRecord& run, Nanoseconds created);

private:
    RunInserter(Database& database, Statement run, Statement factor)
        : m_database(database), m_run(std::move(run)), m_factor(std::move(factor))
    {
    }
    Database& m_database;
    Statement m_run;
    Statement m_factor;
};

} // namespace millrace::store
