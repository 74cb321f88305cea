// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/run_view.h"

#include "core/base/text.h"
#include "core/report/figure_parts.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace millrace::report {

namespace {

constexpr std::string_view noFactor = "-";

std::string nameOf(const CampaignData& data, int factor)
{
    return factor < 0 ? std::string(noFactor) : data.factors[static_cast<std::size_t>(factor)].name;
}

/// The usual selection, without what the view fixes.
std::string freeFactor(const CampaignData& data, const FigureLayout& layout, const std::string& taken)
{
    for (const int factor : {layout.group, layout.x})
        if (factor >= 0 && nameOf(data, factor) != taken)
            return nameOf(data, factor);
    return std::string(noFactor);
}

std::string queryWords(const RunView& view)
{
    std::string words = "runs that are done; without warm-up, excluded and repeated ones";
    if (!view.filter.empty())
        words += "; filter: " + view.filter;
    for (const auto& factor : view.factors)
        words += fmt::format("; {}: {}", factor.name, fmt::join(factor.levels, ", "));
    if (!view.states.empty())
        words += fmt::format("; state: {}", fmt::join(view.states, ", "));
    return words;
}

} // namespace

bool RunView::operator==(const RunView& other) const
{
    return viewToJson(*this) == viewToJson(other);
}

Result<store::ResultFilter> filterOf(store::Database& database, const RunView& view)
{
    store::ResultFilter filter;
    MR_TRY(conditions, store::parseConditions(view.filter));
    filter.conditions = std::move(conditions);
    filter.factors = view.factors;
    for (const std::string& name : view.states) {
        MR_TRY(state, store::parseRunState(name));
        filter.states.push_back(state);
    }
    if (view.campaigns.empty())
        return filter;
    const SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    for (const std::string& uuid : view.campaigns) {
        const auto before = filter.campaigns.size();
        for (const store::CampaignRecord& campaign : campaigns)
            if (campaign.uuid.starts_with(uuid))
                filter.campaigns.push_back(campaign.id);
        if (filter.campaigns.size() == before)
            return fail(ErrorCode::NotFound,
                        fmt::format("{} has no campaign whose id starts with \"{}\"", database.file().string(), uuid));
    }
    return filter;
}

RunView completed(const CampaignData& data, RunView view)
{
    if (view.metric.empty()) {
        const auto usual = chooseMetrics(data, {});
        view.metric = !usual.empty() ? usual.front().name : data.metrics.empty() ? "" : data.metrics.front().name;
    }
    const FigureLayout layout = figureLayout(data);
    if (view.x.empty())
        view.x = view.series.empty() || nameOf(data, layout.x) != view.series ? nameOf(data, layout.x)
                                                                              : freeFactor(data, layout, view.series);
    if (view.series.empty())
        view.series =
            nameOf(data, layout.group) != view.x ? nameOf(data, layout.group) : freeFactor(data, layout, view.x);
    return view;
}

Table groupTable(const CampaignData& data, const std::vector<std::string>& factors, const TableOptions& options)
{
    const CampaignData groups = regrouped(data, factors);
    Table table = cellTable(groups, options);
    table.title = fmt::format("Results by {}", fmt::join(factors, ", "));
    if (factors.empty())
        table.title = "Results of all runs";
    std::vector<std::string> pooled;
    for (const std::size_t factor : data.differing)
        if (std::ranges::find(factors, data.factors[factor].name) == factors.end())
            pooled.push_back(data.factors[factor].name);
    if (!pooled.empty())
        table.notes.push_back(fmt::format(sentences::pooledRows, fmt::join(pooled, ", ")));
    return table;
}

Result<Provenance> provenanceOf(store::Database& database, const CampaignData& data, const RunView& view,
                                Nanoseconds time)
{
    MR_TRY(provenance, provenanceOf(database, data.campaign, time));
    std::vector<std::string> campaigns;
    for (const store::CampaignRecord& campaign : data.campaigns)
        campaigns.push_back(campaign.uuid);
    provenance.campaignUuid = join(campaigns, " ");
    provenance.query = queryWords(view);
    provenance.view = viewToJson(view);
    return provenance;
}

} // namespace millrace::report
