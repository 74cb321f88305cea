// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_columns.h"

#include "core/report/run_identity.h"
#include "core/report/usual_metrics.h"
#include "ui/base/format.h"
#include "ui/base/run_text.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/metric_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::ui {
namespace {

using ColumnKind = ResultColumn::Kind;

struct ColumnText
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::ResultModel)
};

std::string stateOf(const store::RunRecord& run)
{
    std::string text(store::stateName(run.state));
    if (run.warmup)
        text += ", warm-up";
    return run.excluded ? text + ", excluded" : text;
}

const std::string& uuidOf(const std::vector<store::CampaignRecord>& campaigns, store::CampaignId id)
{
    static const std::string none;
    const auto found = std::ranges::find(campaigns, id, &store::CampaignRecord::id);
    return found == campaigns.end() ? none : found->uuid;
}

void addMetrics(std::vector<ResultColumn>& columns, const ResultOverview& overview)
{
    // The usual metrics first, in the order of the report; then the others by name.
    const auto add = [&](const store::MetricSummary& metric) {
        if (std::ranges::find(columns, metric.name, &ResultColumn::name) == columns.end())
            columns.push_back({ColumnKind::Metric, metric.name, metric.unit});
    };
    std::ranges::for_each(report::usualFirst(overview.metrics), add);
}

} // namespace

std::vector<ResultColumn> resultColumns(const ResultOverview& overview, bool onlyDiffering)
{
    const auto isSame = [&](const store::FactorSummary& factor) {
        return factor.levels.size() == 1 && factor.levels.front().runs == overview.runCount;
    };
    std::vector<ResultColumn> columns;
    if (overview.campaigns.size() > 1)
        columns.push_back({ColumnKind::Campaign, std::string(store::campaignField), {}});
    columns.push_back({ColumnKind::Position, std::string(store::runField), {}});
    columns.push_back({ColumnKind::State, "state", {}});
    for (const store::FactorSummary& factor : overview.factors)
        if (!onlyDiffering || !isSame(factor))
            columns.push_back({ColumnKind::Factor, factor.name, {}});
    columns.push_back({ColumnKind::Repetition, "repetition", {}});
    addMetrics(columns, overview);
    columns.push_back({ColumnKind::Duration, "duration", "s"});
    columns.push_back({ColumnKind::Started, "started", {}});
    columns.push_back({ColumnKind::RunId, std::string(store::runIdField), {}});
    columns.push_back({ColumnKind::CampaignId, std::string(store::campaignIdField), {}});
    return columns;
}

QString columnHeading(const ResultColumn& column)
{
    switch (column.kind) {
    case ColumnKind::Campaign: return ColumnText::tr("Campaign");
    case ColumnKind::Position: return ColumnText::tr("Run");
    case ColumnKind::State: return ColumnText::tr("State");
    case ColumnKind::Repetition: return ColumnText::tr("Repetition");
    case ColumnKind::Duration: return ColumnText::tr("Duration");
    case ColumnKind::Started: return ColumnText::tr("Started");
    case ColumnKind::RunId: return ColumnText::tr("Run id");
    case ColumnKind::CampaignId: return ColumnText::tr("Campaign id");
    case ColumnKind::Metric: return metricText(column.name);
    case ColumnKind::Factor: break;
    }
    return toQString(column.name);
}

QStringList hiddenColumns()
{
    return {columnHeading({ColumnKind::RunId, {}, {}}), columnHeading({ColumnKind::CampaignId, {}, {}})};
}

QString columnTip(const ResultColumn& column)
{
    switch (column.kind) {
    case ColumnKind::Campaign: return ColumnText::tr("Number of the campaign in this store; in filters: campaign=2");
    case ColumnKind::Position: return ColumnText::tr("Place in the order of execution; in filters: run=9");
    case ColumnKind::State: return ColumnText::tr("In filters: state=failed");
    case ColumnKind::Repetition: return ColumnText::tr("Repetition of the cell, from 1; in filters: repetition=1");
    case ColumnKind::Duration:
        return ColumnText::tr("From preparing to the end, by the monotonic clock; in filters: duration>10s");
    case ColumnKind::Started: return ColumnText::tr("In the time zone of this machine");
    case ColumnKind::RunId:
    case ColumnKind::CampaignId: return ColumnText::tr("Globally unique; in filters: %1=…").arg(toQString(column.name));
    case ColumnKind::Factor: return ColumnText::tr("Factor; in filters: %1=…").arg(toQString(column.name));
    case ColumnKind::Metric: break;
    }
    return ColumnText::tr("In filters: %1<…").arg(toQString(column.name));
}

Qt::Alignment columnAlignment(const ResultColumn& column)
{
    switch (column.kind) {
    case ColumnKind::Campaign:
    case ColumnKind::Position:
    case ColumnKind::Repetition:
    case ColumnKind::Metric:
    case ColumnKind::Duration: return Qt::AlignRight | Qt::AlignVCenter;
    default: return Qt::AlignLeft | Qt::AlignVCenter;
    }
}

store::ResultOrder columnOrder(const ResultColumn& column, bool descending)
{
    using By = store::ResultOrder::By;
    switch (column.kind) {
    case ColumnKind::Campaign:
    case ColumnKind::CampaignId: return {By::Campaign, {}, {}, descending, {}};
    case ColumnKind::Position: return {By::Position, {}, {}, descending, {}};
    case ColumnKind::State: return {By::State, {}, {}, descending, {}};
    case ColumnKind::Repetition: return {By::Repetition, {}, {}, descending, {}};
    case ColumnKind::Duration: return {By::Duration, {}, {}, descending, {}};
    case ColumnKind::Started: return {By::Started, {}, {}, descending, {}};
    case ColumnKind::RunId: return {By::Id, {}, {}, descending, {}};
    case ColumnKind::Factor: return {By::Factor, column.name, {}, descending, {}};
    case ColumnKind::Metric: break;
    }
    return {By::Metric, column.name, {}, descending, {}};
}

report::Column exportColumn(const ResultColumn& column)
{
    switch (column.kind) {
    case ColumnKind::Campaign: return report::campaignColumn();
    case ColumnKind::Position: return report::runColumn();
    case ColumnKind::RunId: return report::runIdColumn();
    case ColumnKind::CampaignId: return report::campaignIdColumn();
    case ColumnKind::Repetition: return {column.name, {}, {}, "of the cell, from 1"};
    case ColumnKind::Duration: return {column.name, {}, column.unit, "by the monotonic clock"};
    case ColumnKind::Started: return {column.name, {}, {}, "RFC 3339, UTC"};
    case ColumnKind::State:
    case ColumnKind::Factor:
    case ColumnKind::Metric: break;
    }
    return {column.name, {}, column.unit};
}

report::Cell exportCell(const store::ResultRow& row, const ResultColumn& column,
                        const std::vector<store::CampaignRecord>& campaigns)
{
    const store::RunRecord& run = row.run;
    const auto number = [](double value) { return std::isnan(value) ? report::Cell() : report::Cell(value); };
    switch (column.kind) {
    case ColumnKind::Campaign: return static_cast<double>(run.campaign.value);
    case ColumnKind::Position: return static_cast<double>(run.position);
    case ColumnKind::State: return stateOf(run);
    case ColumnKind::Factor: return std::string(report::levelOf(run, column.name));
    case ColumnKind::Repetition: return static_cast<double>(run.repetition);
    case ColumnKind::Metric: return number(report::metricOf(row, column.name));
    case ColumnKind::RunId: return run.uuid;
    case ColumnKind::CampaignId: return uuidOf(campaigns, run.campaign);
    case ColumnKind::Duration:
        return run.duration.count() > 0 ? number(std::chrono::duration<double>(run.duration).count()) : report::Cell();
    case ColumnKind::Started: break;
    }
    return run.started.count() > 0 ? report::Cell(toRfc3339(run.started)) : report::Cell();
}

QString columnText(const store::ResultRow& row, const ResultColumn& column,
                   const std::vector<store::CampaignRecord>& campaigns, const QLocale& locale)
{
    const store::RunRecord& run = row.run;
    switch (column.kind) {
    case ColumnKind::Campaign: return formatCount(run.campaign.value, locale);
    case ColumnKind::Position: return formatCount(run.position, locale);
    case ColumnKind::State:
        return run.warmup  ? ColumnText::tr("%1, warm-up").arg(runStateText(run.state, run.errorCode))
            : run.excluded ? ColumnText::tr("%1, left out").arg(runStateText(run.state, run.errorCode))
                           : runStateText(run.state, run.errorCode);
    case ColumnKind::Factor: return toQString(report::levelOf(run, column.name));
    case ColumnKind::Repetition: return formatCount(run.repetition, locale);
    case ColumnKind::Metric: {
        const auto found = std::ranges::find(row.metrics, column.name, &store::Metric::name);
        return found == row.metrics.end() ? QString() : valueText(found->value, found->unit, locale);
    }
    case ColumnKind::Duration: return run.duration.count() > 0 ? formatDuration(run.duration, locale) : QString();
    case ColumnKind::RunId: return toQString(run.uuid);
    case ColumnKind::CampaignId: return toQString(uuidOf(campaigns, run.campaign));
    case ColumnKind::Started: break;
    }
    return formatInstant(run.started, locale);
}

} // namespace millrace::ui
