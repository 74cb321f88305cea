// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/gate_tables.h"

#include "core/report/campaign_data.h"
#include "core/report/number_format.h"
#include "core/report/run_identity.h"
#include "core/report/summary_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

using store::GateResult;
using store::Verdict;

namespace {

/// A plain setting ("cubic"): 1 when it was as requested; the number is not shown.
bool isSetting(const GateResult& gate) noexcept
{
    return gate.unit.empty() && gate.requested == 1 && gate.low == 1 && gate.high == 1;
}

/// The texts of "requested cubic, used reno"; empty for other sentences.
std::pair<std::string, std::string> settingNames(std::string_view sentence)
{
    constexpr std::string_view requested = "requested ", used = ", used ", notKnown = ", what was used is not known";
    if (!sentence.starts_with(requested))
        return {};
    sentence.remove_prefix(requested.size());
    if (const std::size_t at = sentence.find(notKnown); at != std::string_view::npos)
        return {std::string(sentence.substr(0, at)), {}};
    const std::size_t at = sentence.find(used);
    if (at == std::string_view::npos)
        return {};
    return {std::string(sentence.substr(0, at)), std::string(sentence.substr(at + used.size()))};
}

Table emptyGateTable(const CampaignData& data)
{
    Table table;
    table.title = fmt::format("Requested and achieved conditions of grid {}", data.campaign.gridName);
    table.columns = identityColumns(data);
    for (Column& column : std::vector<Column>{{"cell"},
                                              {"condition"},
                                              {"subject", "where"},
                                              {"requested"},
                                              {"achieved"},
                                              {"low", "accepted from"},
                                              {"high", "to"},
                                              {"unit", "", "", "", 4, false, true},
                                              {"verdict"},
                                              {"sentence", "what was found"}})
        table.columns.push_back(std::move(column));
    table.keys = 2;
    return table;
}

std::vector<Cell> gateRow(const CampaignData& data, const store::RunRecord& run, const GateResult& gate)
{
    const GateCells cells = gateCells(gate);
    std::vector<Cell> row = identityCells(data, run);
    for (Cell& cell :
         std::vector<Cell>{cellLabel(data, run), gate.name, gate.subject, cells.requested, cells.achieved, cells.low,
                           cells.high, gate.unit, std::string(store::verdictName(gate.verdict)), gate.sentence})
        row.push_back(std::move(cell));
    return row;
}

/// One kind of condition over all runs.
struct Kind
{
    std::string name;
    double met = 0;
    double notMet = 0;
    double notKnown = 0;
    double deviation = std::nan(""); ///< the largest |achieved / requested - 1|
};

void add(Kind& kind, const GateResult& gate)
{
    kind.met += gate.verdict == Verdict::Pass;
    kind.notMet += gate.verdict == Verdict::Fail;
    kind.notKnown += gate.verdict == Verdict::Unknown;
    if (isSetting(gate) || gate.requested == 0 || std::isnan(gate.achieved))
        return;
    kind.deviation = std::fmax(kind.deviation, std::abs(gate.achieved / gate.requested - 1));
}

Table summaryTable(const std::vector<Kind>& kinds)
{
    Table table;
    table.title = "Conditions at a glance";
    table.columns = {{"condition"},
                     {"met", "pass"},
                     {"not_met", "fail"},
                     {"not_known", "unknown", "", "could not be measured"},
                     {"deviation", "largest deviation", "share", "the largest |achieved / requested − 1|", 3}};
    for (const Kind& kind : kinds)
        table.rows.push_back({kind.name, kind.met, kind.notMet, kind.notKnown, kind.deviation});
    return table;
}

} // namespace

GateCells gateCells(const GateResult& gate)
{
    if (isSetting(gate)) {
        auto [requested, used] = settingNames(gate.sentence);
        const Cell achieved = std::isnan(gate.achieved) ? Cell() : Cell(std::move(used));
        return {std::move(requested), achieved, std::string(), std::string()};
    }
    const std::string unit =
        gate.unit.empty() && (gate.name == "loss" || gate.name == "processor") ? "share" : gate.unit;
    const auto cell = [&unit](double value) { return Cell(Quantity{value, unit}); };
    return {cell(gate.requested), cell(gate.achieved), cell(gate.low), cell(gate.high)};
}

Result<void> eachGate(store::Database& database, const CampaignData& data, bool superseded, const JobContext& job,
                      const GateVisitor& visit)
{
    SystemClock clock;
    store::RunRepository repository(database, clock);
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        if (i % runsPerReport == 0) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "reading the conditions was cancelled");
            job.progress(static_cast<long long>(i), static_cast<long long>(data.rows.size()), "reading conditions");
        }
        const store::RunRecord& run = data.rows[i].run;
        if (run.state == store::RunState::Planned || (run.superseded && !superseded))
            continue;
        MR_TRY(gates, repository.gates(run.id));
        for (const GateResult& gate : gates)
            MR_CHECK(visit(run, gate));
    }
    return {};
}

Result<Table> gateTable(store::Database& database, const CampaignData& data, const TableOptions& options,
                        const JobContext& job)
{
    Table table = emptyGateTable(data);
    MR_CHECK(eachGate(database, data, options.superseded, job,
                      [&](const store::RunRecord& run, const GateResult& gate) -> Result<void> {
                          table.rows.push_back(gateRow(data, run, gate));
                          return {};
                      }));
    return table;
}

Result<Table> gateTable(store::Database& database, store::CampaignId campaign, const TableOptions& options,
                        const JobContext& job)
{
    MR_TRY(data, loadCampaign(database, campaign, job));
    return gateTable(database, data, options, job);
}

Result<GateOverview> gateOverview(store::Database& database, const CampaignData& data, std::size_t limit,
                                  const JobContext& job)
{
    GateOverview overview{{}, emptyGateTable(data), emptyGateTable(data)};
    std::vector<Kind> kinds;
    std::size_t all = 0, bad = 0;
    const auto visit = [&](const store::RunRecord& run, const GateResult& gate) -> Result<void> {
        auto kind = std::ranges::find(kinds, gate.name, &Kind::name);
        add(kind == kinds.end() ? kinds.emplace_back(Kind{gate.name}) : *kind, gate);
        const bool isBad = gate.verdict != Verdict::Pass;
        if (all++ < limit)
            overview.first.rows.push_back(gateRow(data, run, gate));
        if (isBad && bad++ < limit)
            overview.notMet.rows.push_back(gateRow(data, run, gate));
        return {};
    };
    MR_CHECK(eachGate(database, data, false, job, visit));
    overview.summary = summaryTable(kinds);
    overview.notMet.title = "Conditions that were not met or could not be measured";
    overview.first.title = "All conditions";
    const auto noteRest = [limit](Table& table, std::size_t count) {
        if (count > limit)
            table.notes.push_back(fmt::format(
                "The first {} of {} rows; \"millrace-cli export STORE --part gates\" exports all.", limit, count));
    };
    noteRest(overview.first, all);
    noteRest(overview.notMet, bad);
    return overview;
}

} // namespace millrace::report
