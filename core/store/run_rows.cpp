// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_rows.h"

#include "core/store/uuid.h"

#include <bit>
#include <fmt/format.h>

namespace millrace::store {

Result<RunRecord> readRun(const Statement& row)
{
    RunRecord run;
    run.id = row.id<RunId>(0);
    run.uuid = row.text(1);
    run.campaign = row.id<CampaignId>(2);
    run.cell = row.text(3);
    run.repetition = static_cast<int>(row.integer(4));
    run.block = static_cast<int>(row.integer(5));
    run.position = static_cast<int>(row.integer(6));
    run.attempt = static_cast<int>(row.integer(7));
    MR_TRY(state, parseRunState(row.text(8)));
    run.state = state;
    run.warmup = row.integer(9) != 0;
    run.superseded = row.integer(10) != 0;
    run.excluded = row.integer(11) != 0;
    run.exclusionReason = row.text(12);
    run.created = row.time(13);
    run.started = row.time(14);
    run.ended = row.time(15);
    run.duration = row.time(16);
    run.monotonicOffset = row.time(17);
    run.errorCode = row.text(18);
    run.errorText = row.text(19);
    run.simulation = row.text(20);
    return run;
}

Result<CampaignRecord> readCampaign(const Statement& row)
{
    CampaignRecord campaign;
    campaign.id = row.id<CampaignId>(0);
    campaign.uuid = row.text(1);
    campaign.projectName = row.text(2);
    campaign.projectPath = row.text(3);
    campaign.gridName = row.text(4);
    campaign.specJson = row.text(5);
    campaign.seed = std::bit_cast<std::uint64_t>(row.integer(6));
    campaign.toolVersion = row.text(7);
    MR_TRY(state, parseCampaignState(row.text(8)));
    campaign.state = state;
    campaign.created = row.time(9);
    return campaign;
}

Result<FactorReader> FactorReader::make(Database& database)
{
    MR_TRY(statement,
           database.prepare("SELECT name, level, number, unit FROM run_factors WHERE run_id = ? "
                            "ORDER BY ordinal, name"));
    return FactorReader(std::move(statement));
}

Result<std::vector<Factor>> FactorReader::factors(RunId run)
{
    std::vector<Factor> factors;
    m_statement.bindAll(run);
    for (;;) {
        MR_TRY(row, m_statement.step());
        if (!row)
            return factors;
        Factor& factor = factors.emplace_back();
        factor.name = m_statement.text(0);
        factor.level = m_statement.text(1);
        if (!m_statement.isNull(2))
            factor.number = m_statement.real(2);
        factor.unit = m_statement.text(3);
    }
}

Result<RunInserter> RunInserter::make(Database& database)
{
    MR_TRY(run,
           database.prepare("INSERT INTO runs (uuid, campaign_id, cell, repetition, block, position, attempt, "
                            "state, warmup, created_ns, simulation) VALUES (?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?, ?)"));
    MR_TRY(factor,
           database.prepare("INSERT INTO run_factors (run_id, name, ordinal, level, number, unit) "
                            "VALUES (?, ?, ?, ?, ?, ?)"));
    return RunInserter(database, std::move(run), std::move(factor));
}

Result<RunId> RunInserter::insert(CampaignId campaign, const RunRecord& run, Nanoseconds created)
{
    const std::string uuid = run.uuid.empty() ? makeUuid() : run.uuid;
    MR_CHECK(m_run.run(uuid, campaign, run.cell, run.repetition, run.block, run.position, run.attempt, run.warmup,
                       created, run.simulation));
    const RunId id{m_database.lastRowId()};
    int ordinal = 0;
    for (const Factor& factor : run.factors)
        MR_CHECK(m_factor.run(id, factor.name, ordinal++, factor.level, factor.number, factor.unit));
    return id;
}

Error noSuchRun(RunId id)
{
    return fail(ErrorCode::NotFound, fmt::format("there is no run {} in the store", id.value));
}

Result<RunRecord> loadRun(Database& database, RunId id)
{
    MR_TRY(row, database.prepare(fmt::format("SELECT {} FROM runs r WHERE r.id = ?", runColumns)));
    row.bindAll(id);
    MR_TRY(there, row.step());
    if (!there)
        return noSuchRun(id);
    MR_TRY(run, readRun(row));
    MR_TRY(reader, FactorReader::make(database));
    MR_TRY(factors, reader.factors(id));
    run.factors = std::move(factors);
    return run;
}

Result<std::vector<RunRecord>> loadRuns(Database& database, CampaignId campaign, std::string_view condition)
{
    MR_TRY(row,
           database.prepare(fmt::format("SELECT {} FROM runs r WHERE r.campaign_id = ? AND r.superseded = 0 {} "
                                        "ORDER BY r.position, r.id",
                                        runColumns, condition)));
    MR_TRY(reader, FactorReader::make(database));
    row.bindAll(campaign);
    std::vector<RunRecord> runs;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return runs;
        MR_TRY(run, readRun(row));
        MR_TRY(factors, reader.factors(run.id));
        run.factors = std::move(factors);
        runs.push_back(std::move(run));
    }
}

} // namespace millrace::store
