// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/export_parts.h"

#include "core/base/json_fields.h"
#include "core/report/campaign_data.h"
#include "core/report/number_format.h"
#include "core/report/recording_tables.h"
#include "core/report/run_identity.h"
#include "core/report/safe_text.h"
#include "core/report/usual_metrics.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

using store::RunRecord;

namespace {

std::string timeText(Nanoseconds time)
{
    return time.count() == 0 ? "" : toRfc3339(time);
}

/// The factor that distinguishes campaigns has a column of its own.
bool isIdentity(const CampaignData& data, const store::FactorSummary& factor)
{
    return data.campaignIsFactor && factor.name == campaignFactor;
}

bool hasSimulated(const CampaignData& data)
{
    return std::ranges::any_of(data.rows, [](const store::ResultRow& row) { return !row.run.simulation.empty(); });
}

std::vector<Column> runColumns(const CampaignData& data)
{
    std::vector<Column> columns = identityColumns(data);
    for (const char* name :
         {"cell", "block", "repetition", "attempt", "state", "warmup", "superseded", "excluded", "exclusion_reason"})
        columns.push_back({name});
    if (hasSimulated(data))
        columns.push_back({"simulation"});
    for (const store::FactorSummary& factor : data.factors) {
        if (isIdentity(data, factor))
            continue;
        columns.push_back({factor.name});
        for (const store::FactorLevelCount& level : factor.levels)
            if (level.number) {
                columns.push_back({factor.name + ".number", {}, level.unit});
                break;
            }
    }
    for (const char* name : {"started", "ended"})
        columns.push_back({name});
    columns.push_back({"duration", {}, "s"});
    for (const store::MetricSummary& metric : usualFirst(data.metrics))
        columns.push_back({metric.name, {}, metric.unit});
    columns.push_back({"error_code"});
    columns.push_back({"error"});
    return columns;
}

void addFactors(std::vector<Cell>& row, const CampaignData& data, const RunRecord& run)
{
    for (const store::FactorSummary& summary : data.factors) {
        if (isIdentity(data, summary))
            continue;
        const auto factor = std::ranges::find(run.factors, summary.name, &store::Factor::name);
        const bool known = factor != run.factors.end();
        row.emplace_back(known ? factor->level : std::string());
        if (std::ranges::any_of(summary.levels, [](const auto& level) { return level.number.has_value(); }))
            row.emplace_back(known && factor->number ? *factor->number : unknown);
    }
}

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json timeJson(Nanoseconds time)
{
    return time.count() == 0 ? Json() : Json(time.count());
}

Json factorsJson(const RunRecord& run)
{
    Json factors = Json::object();
    for (const store::Factor& factor : run.factors) {
        Json& json = factors[validUtf8(factor.name)] = {{"level", validUtf8(factor.level)}};
        if (factor.number) {
            json["number"] = *factor.number;
            json["unit"] = factor.unit;
        }
    }
    return factors;
}

Json runJson(const CampaignData& data, const RunRecord& run)
{
    Json json = identityJson(data, run);
    json.update({{"cell", run.cell},
                 {"block", run.block},
                 {"repetition", run.repetition},
                 {"attempt", run.attempt},
                 {"state", store::stateName(run.state)},
                 {"warmup", run.warmup},
                 {"superseded", run.superseded},
                 {"excluded", run.excluded},
                 {"exclusion_reason", validUtf8(run.exclusionReason)},
                 {"created_ns", timeJson(run.created)},
                 {"started_ns", timeJson(run.started)},
                 {"ended_ns", timeJson(run.ended)},
                 {"duration_ns", timeJson(run.duration)},
                 {"error_code", run.errorCode},
                 {"error", validUtf8(run.errorText)},
                 {"factors", factorsJson(run)}});
    if (!run.simulation.empty())
        json["simulation"] = run.simulation;
    return json;
}

Json metricsJson(const std::vector<store::Metric>& metrics)
{
    Json list = Json::array();
    for (const store::Metric& metric : metrics)
        list.push_back({{"name", metric.name},
                        {"subject", validUtf8(metric.subject)},
                        {"value", numberJson(metric.value)},
                        {"unit", metric.unit},
                        {"how", metric.how}});
    return list;
}

Json gatesJson(const std::vector<store::GateResult>& gates)
{
    Json list = Json::array();
    for (const store::GateResult& gate : gates)
        list.push_back({{"condition", gate.name},
                        {"subject", validUtf8(gate.subject)},
                        {"requested", numberJson(gate.requested)},
                        {"achieved", numberJson(gate.achieved)},
                        {"low", numberJson(gate.low)},
                        {"high", numberJson(gate.high)},
                        {"unit", gate.unit},
                        {"verdict", store::verdictName(gate.verdict)},
                        {"sentence", validUtf8(gate.sentence)}});
    return list;
}

Json seriesJson(const analysis::Series& series)
{
    Json values = Json::array();
    for (const double value : series.values)
        values.push_back(numberJson(value));
    return {{"name", series.name},
            {"node", validUtf8(series.node)},
            {"unit", series.unit},
            {"times_ns", series.times},
            {"values", std::move(values)}};
}

std::string dumped(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

Result<void> eachExportedRun(const CampaignData& data, const ExportOptions& options, const JobContext& job,
                             const std::function<Result<void>(const store::ResultRow&)>& visit)
{
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the export was cancelled");
        if (i % runsPerReport == 0)
            job.progress(static_cast<long long>(i), static_cast<long long>(data.rows.size()), "exporting runs");
        if (!data.rows[i].run.superseded || options.superseded)
            MR_CHECK(visit(data.rows[i]));
    }
    return {};
}

Result<void> eachSeries(store::Database& database, const RunRecord& run, const JobContext& job,
                        const std::function<Result<void>(const analysis::Series&)>& visit)
{
    store::SeriesRepository repository(database);
    MR_TRY(records, repository.list(run.id));
    for (const store::SeriesRecord& record : records) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the export was cancelled");
        Issues issues;
        MR_TRY(series, repository.read(record.id, issues));
        if (!issues.empty())
            return fail(ErrorCode::Corrupt,
                        fmt::format("series {} of {} in run {} is damaged: {}", record.name, record.node, run.uuid,
                                    issueText(issues.front())));
        MR_CHECK(visit(series));
    }
    return {};
}

Table wideRunTable(const CampaignData& data, const ExportOptions& options)
{
    Table table;
    table.title = "Runs of grid " + data.campaign.gridName;
    table.columns = runColumns(data);
    const bool simulated = hasSimulated(data);
    for (const store::ResultRow& result : data.rows) {
        const RunRecord& run = result.run;
        if (run.superseded && !options.superseded)
            continue;
        const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
        const auto whole = [](int value) { return static_cast<double>(value); };
        std::vector<Cell> row = identityCells(data, run);
        for (Cell& cell : std::vector<Cell>{run.cell, whole(run.block), whole(run.repetition), whole(run.attempt),
                                            std::string(store::stateName(run.state)), truth(run.warmup),
                                            truth(run.superseded), truth(run.excluded), run.exclusionReason})
            row.push_back(std::move(cell));
        if (simulated)
            row.emplace_back(run.simulation);
        addFactors(row, data, run);
        row.emplace_back(timeText(run.started));
        row.emplace_back(timeText(run.ended));
        row.emplace_back(run.duration.count() == 0 ? unknown : std::chrono::duration<double>(run.duration).count());
        for (const store::MetricSummary& metric : usualFirst(data.metrics))
            row.emplace_back(metricOf(result, metric.name));
        row.emplace_back(run.errorCode);
        row.emplace_back(run.errorText);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json campaignJson(const store::CampaignRecord& campaign)
{
    Json spec = Json::parse(campaign.specJson, nullptr, false);
    if (spec.is_discarded())
        spec = validUtf8(campaign.specJson);
    return {{"uuid", campaign.uuid},
            {"project", validUtf8(campaign.projectName)},
            {"grid", validUtf8(campaign.gridName)},
            {"seed", campaign.seed},
            {"state", store::stateName(campaign.state)},
            {"created_ns", timeJson(campaign.created)},
            {"tool_version", campaign.toolVersion},
            {"specification", std::move(spec)}};
}

Result<void> writeJson(store::Database& database, const CampaignData& data, const ExportOptions& options,
                       const Sink& sink, const JobContext& job)
{
    SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_CHECK(sink("{\"format\": \"millrace-campaign\", \"version\": 2,\n\"campaign\": "
                  + dumped(campaignJson(data.campaign)) + ",\n\"runs\": ["));
    bool first = true;
    const auto visit = [&](const store::ResultRow& row) -> Result<void> {
        MR_TRY(metrics, repository.metrics(row.run.id));
        MR_TRY(gates, repository.gates(row.run.id));
        Json json = runJson(data, row.run);
        json["metrics"] = metricsJson(metrics);
        json["gates"] = gatesJson(gates);
        MR_TRY(recordings, recordingsJson(database, row.run.id));
        if (!recordings.empty())
            json["captures"] = std::move(recordings);
        std::string text = (first ? "\n" : ",\n") + dumped(json);
        first = false;
        if (!options.series)
            return sink(text);
        text.back() = ','; // the object continues
        MR_CHECK(sink(text + "\"series\": ["));
        bool firstSeries = true;
        MR_CHECK(eachSeries(database, row.run, job, [&](const analysis::Series& series) {
            const std::string separator = firstSeries ? "\n " : ",\n ";
            firstSeries = false;
            return sink(separator + dumped(seriesJson(series)));
        }));
        return sink("]}");
    };
    MR_CHECK(eachExportedRun(data, options, job, visit));
    return sink("\n]}\n");
}

} // namespace millrace::report
