// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_jobs.h"

#include "core/report/chosen_metrics.h"
#include "core/store/run_repository.h"

namespace millrace::ui {
namespace {

/// Columns that distinguish the runs follow the shown columns, unless they are among them.
std::vector<ResultColumn> withIdentity(std::vector<ResultColumn> columns)
{
    using Kind = ResultColumn::Kind;
    const std::pair<Kind, std::string_view> identity[] = {{Kind::Campaign, store::campaignField},
                                                          {Kind::Position, store::runField},
                                                          {Kind::CampaignId, store::campaignIdField},
                                                          {Kind::RunId, store::runIdField}};
    for (const auto& [kind, name] : identity)
        if (std::ranges::find(columns, kind, &ResultColumn::kind) == columns.end())
            columns.push_back({kind, std::string(name), {}});
    return columns;
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
    return GroupsRead{report::groupTable(data, view.groupBy), data.rows.size(),
                      report::withRuns(std::move(provenance), uuids)};
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
        if (report::hasMetric(data, name) && std::ranges::find(read.metrics, name) == read.metrics.end())
            read.metrics.push_back(name);
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
    const SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    report::Table table;
    table.title = "Runs";
    const std::vector<ResultColumn> columns = withIdentity(visible.columns);
    for (const ResultColumn& column : columns)
        table.columns.push_back(exportColumn(column));
    for (const store::ResultRow& row : rows) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "The export was cancelled.");
        auto& cells = table.rows.emplace_back();
        for (const ResultColumn& column : columns)
            cells.push_back(exportCell(row, column, campaigns));
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
    provenance.query = view.filter.empty() ? "all runs that match the filter" : "runs that match: " + view.filter;
    std::vector<std::string> uuids;
    for (const store::ResultRow& row : data.rows)
        uuids.push_back(row.run.uuid);
    return report::withRuns(std::move(provenance), std::move(uuids));
}

} // namespace millrace::ui
