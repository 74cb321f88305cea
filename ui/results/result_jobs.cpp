// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_jobs.h"

#include "core/report/chosen_metrics.h"
#include "core/store/run_repository.h"

namespace millrace::ui {
namespace {

using Kind = ResultColumn::Kind;

report::Cell numberCell(double value)
{
    return std::isnan(value) ? report::Cell() : report::Cell(value);
}

report::Column columnOf(const ResultColumn& column)
{
    switch (column.kind) {
    case Kind::Position: return {"run", "run", "", "place in the order of execution"};
    case Kind::State: return {"state"};
    case Kind::Factor: return {column.name};
    case Kind::Repetition: return {"repetition", "repetition", "", "of the cell, from 1"};
    case Kind::Metric: return {column.name, {}, column.unit};
    case Kind::Duration: return {"duration", "duration", "s", "by the monotonic clock"};
    case Kind::Started: break;
    }
    return {"started", "started", "", "RFC 3339, UTC"};
}

std::string stateOf(const store::RunRecord& run)
{
    std::string text(store::stateName(run.state));
    if (run.warmup)
        text += ", warm-up";
    return run.excluded ? text + ", excluded" : text;
}

report::Cell cellOf(const store::ResultRow& row, const ResultColumn& column)
{
    const store::RunRecord& run = row.run;
    switch (column.kind) {
    case Kind::Position: return static_cast<double>(run.position);
    case Kind::State: return stateOf(run);
    case Kind::Factor: return std::string(report::levelOf(run, column.name));
    case Kind::Repetition: return static_cast<double>(run.repetition);
    case Kind::Metric: return numberCell(report::metricOf(row, column.name));
    case Kind::Duration:
        return run.duration.count() > 0 ? numberCell(std::chrono::duration<double>(run.duration).count())
                                        : report::Cell();
    case Kind::Started: break;
    }
    return run.started.count() > 0 ? report::Cell(toRfc3339(run.started)) : report::Cell();
}

Result<store::ResultFilter> groupFilter(const store::ResultFilter& base, const GroupChoice& group)
{
    store::ResultFilter filter = base;
    filter.runs = group.runs;
    MR_TRY(conditions, store::parseConditions(group.filter));
    filter.conditions.insert(filter.conditions.end(), conditions.begin(), conditions.end());
    return filter;
}

} // namespace

Result<GroupsRead> readGroups(const std::filesystem::path& file, const report::RunView& view, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_TRY(filter, report::filterOf(database, view));
    MR_TRY(data, report::loadRuns(database, filter, job));
    MR_TRY(time, report::reportTime());
    MR_TRY(provenance, report::provenanceOf(database, data, view, time));
    std::vector<std::string> uuids;
    for (const store::ResultRow& row : data.rows)
        if (report::counts(row.run))
            uuids.push_back(row.run.uuid);
    return GroupsRead{report::groupTable(data, view.groupBy), report::withRuns(std::move(provenance), uuids)};
}

Result<FigureRead> readFigure(const std::filesystem::path& file, const report::RunView& view, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_TRY(filter, report::filterOf(database, view));
    MR_TRY(data, report::loadRuns(database, filter, job));
    MR_TRY(time, report::reportTime());
    MR_TRY(provenance, report::provenanceOf(database, data, view, time));
    FigureRead read;
    MR_TRY(figure, report::viewFigure(database, data, view, provenance, job));
    read.figure = std::move(figure);
    read.view = report::completed(data, view);
    for (const std::size_t factor : data.differing)
        read.factors.push_back(data.factors[factor].name);
    for (const store::FactorSummary& factor : data.factors)
        if (std::ranges::find(read.factors, factor.name) == read.factors.end())
            read.factors.push_back(factor.name);
    const auto add = [&](const std::string& name) {
        const auto known = [&name](const auto& metric) { return metric.first == name; };
        if (report::hasMetric(data, name) && std::ranges::none_of(read.metrics, known))
            read.metrics.emplace_back(name, report::metricLabel(name));
    };
    for (const report::ChosenMetric& metric : report::chooseMetrics(data, {}))
        add(metric.name);
    for (const store::MetricSummary& metric : data.metrics)
        add(metric.name);
    return read;
}

Result<report::RunComparison> readComparison(const std::filesystem::path& file, const report::RunView& view,
                                             const GroupChoice& of, const GroupChoice& with, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_TRY(base, report::filterOf(database, view));
    MR_TRY(ofFilter, groupFilter(base, of));
    MR_TRY(withFilter, groupFilter(base, with));
    MR_TRY(time, report::reportTime());
    const SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    report::CampaignData about;
    for (const store::CampaignRecord& campaign : campaigns)
        if (base.campaigns.empty() || std::ranges::find(base.campaigns, campaign.id) != base.campaigns.end())
            about.campaigns.push_back(campaign);
    if (!about.campaigns.empty())
        about.campaign = about.campaigns.front();
    report::RunView compared = view;
    compared.compareOf = of.filter;
    compared.compareWith = with.filter;
    MR_TRY(provenance, report::provenanceOf(database, about, compared, time));
    return report::compareRuns(database, view.metric, {of.label.toStdString(), ofFilter},
                               {with.label.toStdString(), withFilter}, provenance, job);
}

Result<report::Table> readVisible(const std::filesystem::path& file, const VisibleRuns& visible, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    job.progress(0, 0, "reading runs");
    MR_TRY(rows, store::ResultQuery(database).all(visible.filter, visible.order));
    report::Table table;
    table.title = "Runs";
    for (const ResultColumn& column : visible.columns)
        table.columns.push_back(columnOf(column));
    for (const store::ResultRow& row : rows) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "The export was cancelled.");
        auto& cells = table.rows.emplace_back();
        for (const ResultColumn& column : visible.columns)
            cells.push_back(cellOf(row, column));
    }
    return table;
}

Result<report::Provenance> readProvenance(const std::filesystem::path& file, const VisibleRuns& visible,
                                          const report::RunView& view)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_TRY(data, report::loadRuns(database, visible.filter));
    MR_TRY(time, report::reportTime());
    MR_TRY(provenance, report::provenanceOf(database, data, view, time));
    provenance.query =
        view.filter.empty() ? "all runs that the filter lets through" : "runs that match: " + view.filter;
    std::vector<std::string> uuids;
    for (const store::ResultRow& row : data.rows)
        uuids.push_back(row.run.uuid);
    return report::withRuns(std::move(provenance), std::move(uuids));
}

} // namespace millrace::ui
