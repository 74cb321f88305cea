// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/campaign_data.h"

#include "core/base/unknown.h"
#include "core/grid/grid_json.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <ranges>
#include <set>
#include <unordered_map>

namespace millrace::report {

namespace {

using store::RunRecord;
using store::RunState;

/// Texts have no natural order; the grid's order is the one chosen by its author.
void sortLevels(CampaignData& data)
{
    const Json spec = Json::parse(data.campaign.specJson, nullptr, false);
    if (!spec.is_object() || !spec.contains("grid"))
        return;
    Issues ignored;
    const grid::GridSpec grid = grid::readGrid(spec["grid"], "grid", ignored);
    for (store::FactorSummary& factor : data.factors)
        if (const grid::Factor* listed = grid::findFactor(grid, factor.name))
            std::ranges::stable_sort(factor.levels, {}, [listed](const store::FactorLevelCount& level) {
                const auto place = std::ranges::find(listed->levels, level.level, &grid::Level::text);
                return level.number ? 0 : place - listed->levels.begin();
            });
}

/// The store gives factors by name; tables show them in the order of the grid.
void sortFactors(CampaignData& data)
{
    std::vector<std::string> order;
    for (const store::ResultRow& row : data.rows)
        for (const store::Factor& factor : row.run.factors)
            if (std::ranges::find(order, factor.name) == order.end())
                order.push_back(factor.name);
    std::ranges::stable_sort(data.factors, {}, [&order](const store::FactorSummary& factor) {
        return std::ranges::find(order, factor.name) - order.begin();
    });
    for (std::size_t i = 0; i < data.factors.size(); ++i)
        if (data.factors[i].levels.size() > 1)
            data.differing.push_back(i);
}

/// Indices of a run's levels, one for each factor of the campaign.
class LevelOrder
{
public:
    explicit LevelOrder(const std::vector<store::FactorSummary>& factors)
    {
        for (const store::FactorSummary& factor : factors) {
            auto& ranks = m_ranks[factor.name];
            for (const store::FactorLevelCount& level : factor.levels)
                ranks.emplace(level.level, ranks.size());
        }
        m_factors = &factors;
    }

    [[nodiscard]] std::vector<std::size_t> keyOf(const RunRecord& run) const
    {
        std::vector<std::size_t> key;
        for (const store::FactorSummary& factor : *m_factors) {
            const auto& ranks = m_ranks.at(factor.name);
            const auto rank = ranks.find(std::string(levelOf(run, factor.name)));
            key.push_back(rank == ranks.end() ? ranks.size() : rank->second);
        }
        return key;
    }

private:
    const std::vector<store::FactorSummary>* m_factors = nullptr;
    std::unordered_map<std::string, std::unordered_map<std::string, std::size_t>> m_ranks;
};

void collectCells(CampaignData& data)
{
    const LevelOrder order(data.factors);
    std::map<std::pair<std::vector<std::size_t>, std::string>, CellRuns> cells;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const RunRecord& run = data.rows[i].run;
        if (run.warmup || run.superseded)
            continue;
        auto [cell, isNew] = cells.try_emplace({order.keyOf(run), run.cell});
        if (isNew) {
            cell->second.key = run.cell;
            cell->second.example = i;
        }
        if (counts(run)) {
            cell->second.rows.push_back(i);
            ++data.counted;
        }
    }
    for (auto& [key, cell] : cells)
        data.cells.push_back(std::move(cell));
}

constexpr std::string_view setAside = "among measured runs";

/// Why a run does not count; empty when it does.
std::string_view reasonOf(const RunRecord& run) noexcept
{
    if (counts(run))
        return {};
    if (run.superseded)
        return "repeated attempt";
    if (run.excluded && !run.simulation.empty() && run.exclusionReason == setAside)
        return "simulated run";
    if (run.excluded)
        return run.state == RunState::Cancelled ? "run that the stop rule did not need" : "excluded run";
    if (run.warmup)
        return "warm-up run";
    switch (run.state) {
    case RunState::Failed: return "failed run";
    case RunState::Invalid: return "invalid run";
    case RunState::Cancelled: return "cancelled run";
    case RunState::Planned: return "run not started yet";
    default: return "current run";
    }
}

std::string pluralOf(std::string_view noun)
{
    const std::size_t at = noun.find("run ");
    if (at != std::string_view::npos)
        return std::string(noun.substr(0, at)) + "runs" + std::string(noun.substr(at + 3));
    return std::string(noun) + "s";
}

void addLeftOut(std::vector<LeftOut>& all, const LeftOut& more)
{
    const auto known = std::ranges::find(all, more.reason, &LeftOut::reason);
    if (known == all.end())
        all.push_back(more);
    else
        known->count += more.count;
}

std::string sentenceOf(const std::vector<LeftOut>& leftOut)
{
    std::vector<std::string> parts;
    for (const LeftOut& each : leftOut)
        parts.push_back(counted(each.count, each.reason));
    return parts.empty() ? "" : fmt::format(sentences::leftOut, fmt::join(parts, ", "));
}

/// Simulated runs are no measurements: where some of the runs are measured, they count only if the filter asks for them
/// by their origin.
void setSimulatedAside(CampaignData& data, const store::ResultFilter& filter)
{
    const auto isMeasured = [](const store::ResultRow& row) { return counts(row.run) && row.run.simulation.empty(); };
    if (std::ranges::find(filter.conditions, store::originField, &store::RunCondition::name) != filter.conditions.end()
        || std::ranges::none_of(data.rows, isMeasured))
        return;
    for (store::ResultRow& row : data.rows)
        if (!row.run.simulation.empty() && !row.run.excluded) {
            row.run.excluded = true;
            row.run.exclusionReason = setAside;
        }
}

/// The stamps of the simulated runs among those that count.
std::vector<std::string> stampsOf(const CampaignData& data)
{
    std::vector<std::string> stamps;
    for (const store::ResultRow& row : data.rows)
        if (counts(row.run) && !row.run.simulation.empty()
            && std::ranges::find(stamps, row.run.simulation) == stamps.end())
            stamps.push_back(row.run.simulation);
    return stamps;
}

std::string withOrigin(const std::vector<std::string>& stamps, std::string sentence)
{
    if (stamps.empty())
        return sentence;
    return fmt::format(sentences::simulated, fmt::join(stamps, "; ")) + (sentence.empty() ? "" : " ") + sentence;
}

void countLeftOut(CampaignData& data)
{
    for (const store::ResultRow& row : data.rows)
        if (const std::string_view reason = reasonOf(row.run); !reason.empty())
            addLeftOut(data.leftOut, {reason, 1});
}

/// The campaigns of the runs, newest first.
Result<void> findCampaigns(store::Database& database, CampaignData& data)
{
    std::set<std::int64_t> wanted;
    for (const store::ResultRow& row : data.rows)
        wanted.insert(row.run.campaign.value);
    SystemClock clock;
    MR_TRY(all, store::RunRepository(database, clock).campaigns());
    for (store::CampaignRecord& campaign : all)
        if (wanted.contains(campaign.id.value))
            data.campaigns.push_back(std::move(campaign));
    if (!data.campaigns.empty())
        data.campaign = data.campaigns.front();
    return {};
}

void addCampaignFactor(CampaignData& data)
{
    const std::string name(campaignFactor);
    if (std::ranges::find(data.factors, name, &store::FactorSummary::name) != data.factors.end())
        return;
    data.campaignIsFactor = true;
    store::FactorSummary& summary = data.factors.emplace_back(store::FactorSummary{name, {}});
    std::map<std::int64_t, std::size_t> places;
    // Oldest first, in order of creation.
    for (const store::CampaignRecord& campaign : std::ranges::reverse_view(data.campaigns)) {
        places[campaign.id.value] = summary.levels.size();
        summary.levels.push_back({std::to_string(campaign.id.value), {}, {}, 0});
    }
    for (store::ResultRow& row : data.rows) {
        store::FactorLevelCount& level = summary.levels[places[row.run.campaign.value]];
        ++level.runs;
        row.run.factors.insert(row.run.factors.begin(), {name, level.level, {}, {}});
    }
}

} // namespace

Result<CampaignData> loadRuns(store::Database& database, const store::ResultFilter& filter, const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "reading the runs was cancelled");
    job.progress(0, 0, "reading runs");
    CampaignData data;
    MR_TRY(reading, database.beginReading());
    store::ResultQuery query(database);
    MR_TRY(rows, query.all(filter));
    data.rows = std::move(rows);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "reading the runs was cancelled");
    MR_TRY(factors, query.factors(filter));
    data.factors = std::move(factors);
    setSimulatedAside(data, filter);
    MR_TRY(metrics, query.metrics(filter));
    data.metrics = std::move(metrics);
    std::ranges::sort(data.metrics, {}, &store::MetricSummary::name);
    MR_CHECK(findCampaigns(database, data));
    if (data.campaigns.size() > 1)
        addCampaignFactor(data);
    sortFactors(data);
    sortLevels(data);
    collectCells(data);
    countLeftOut(data);
    return data;
}

Result<CampaignData> loadCampaign(store::Database& database, store::CampaignId campaign, const JobContext& job)
{
    SystemClock clock;
    MR_TRY(record, store::RunRepository(database, clock).campaign(campaign));
    store::ResultFilter filter;
    filter.campaigns = {campaign};
    filter.withSuperseded = true;
    MR_TRY(data, loadRuns(database, filter, job));
    if (data.campaigns.empty())
        data.campaigns = {record};
    data.campaign = std::move(record);
    sortLevels(data);
    return data;
}

CampaignData regrouped(CampaignData data, const std::vector<std::string>& factors)
{
    std::vector<store::FactorSummary> chosen;
    data.differing.clear();
    for (const std::string& name : factors) {
        const auto factor = std::ranges::find(data.factors, name, &store::FactorSummary::name);
        if (factor == data.factors.end())
            continue;
        data.differing.push_back(static_cast<std::size_t>(factor - data.factors.begin()));
        chosen.push_back(*factor);
    }
    const LevelOrder order(chosen);
    std::map<std::vector<std::size_t>, CellRuns> groups;
    for (const CellRuns& cell : data.cells) {
        auto [group, isNew] = groups.try_emplace(order.keyOf(data.rows[cell.example].run), cell);
        if (!isNew)
            group->second.rows.insert(group->second.rows.end(), cell.rows.begin(), cell.rows.end());
    }
    data.cells.clear();
    for (auto& [key, group] : groups) {
        std::ranges::sort(group.rows);
        data.cells.push_back(std::move(group));
    }
    return data;
}

const store::CampaignRecord* campaignOf(const CampaignData& data, const RunRecord& run) noexcept
{
    const auto found = std::ranges::find(data.campaigns, run.campaign, &store::CampaignRecord::id);
    return found == data.campaigns.end() ? nullptr : &*found;
}

Result<store::CampaignId> findCampaign(store::Database& database, std::string_view grid)
{
    SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    std::string names;
    for (const store::CampaignRecord& campaign : campaigns) {
        if (grid.empty() || campaign.gridName == grid)
            return campaign.id;
        if (names.find('"' + campaign.gridName + '"') == std::string::npos)
            names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", campaign.gridName);
    }
    const std::string file = database.file().string();
    if (campaigns.empty())
        return fail(ErrorCode::NotFound, fmt::format("{} has no campaign yet; make one with millrace-cli run", file));
    return fail(ErrorCode::NotFound, fmt::format("{} has no campaign of a grid \"{}\"; it has {}", file, grid, names));
}

bool counts(const RunRecord& run) noexcept
{
    return run.state == RunState::Done && !run.warmup && !run.superseded && !run.excluded;
}

double metricOf(const store::ResultRow& row, std::string_view name) noexcept
{
    for (const store::Metric& metric : row.metrics)
        if (metric.name == name && metric.subject.empty())
            return metric.value;
    return unknown;
}

std::string_view levelOf(const RunRecord& run, std::string_view factor) noexcept
{
    const auto found = std::ranges::find(run.factors, factor, &store::Factor::name);
    return found == run.factors.end() ? std::string_view() : std::string_view(found->level);
}

std::vector<double> valuesOf(const CampaignData& data, const CellRuns& cell, std::string_view metric)
{
    std::vector<double> values;
    for (const std::size_t row : cell.rows)
        if (const double value = metricOf(data.rows[row], metric); value == value)
            values.push_back(value);
    return values;
}

std::string cellLabel(const CampaignData& data, const RunRecord& run)
{
    std::string label;
    for (const std::size_t factor : data.differing)
        label += fmt::format("{}{}={}", label.empty() ? "" : " ", data.factors[factor].name,
                             levelOf(run, data.factors[factor].name));
    return label.empty() ? "all runs" : label;
}

std::string counted(std::size_t count, std::string_view noun)
{
    return fmt::format("{} {}", count, count == 1 ? std::string(noun) : pluralOf(noun));
}

std::string noteOnRuns(const CampaignData& data)
{
    return withOrigin(stampsOf(data), sentenceOf(data.leftOut));
}

std::string noteOnRuns(const CampaignData& first, const CampaignData& second)
{
    std::vector<std::string> stamps = stampsOf(first);
    for (std::string& stamp : stampsOf(second))
        if (std::ranges::find(stamps, stamp) == stamps.end())
            stamps.push_back(std::move(stamp));
    std::vector<LeftOut> all = first.leftOut;
    for (const LeftOut& each : second.leftOut)
        addLeftOut(all, each);
    return withOrigin(stamps, sentenceOf(all));
}

} // namespace millrace::report
