// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/figure_runs.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/store/run_repository.h"
#include "core/studies/study_selection.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::studies {

namespace {

Result<store::ResultFilter> filterOf(const std::vector<store::CampaignId>& campaigns, const std::string& where)
{
    store::ResultFilter filter = countedRuns(campaigns);
    MR_TRY(conditions, store::parseConditions(where));
    filter.conditions = std::move(conditions);
    return filter;
}

std::vector<std::string_view> subjectParts(std::string_view subject)
{
    static constexpr std::string_view arrow = "→";
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < subject.size();) {
        const std::size_t width = subject.substr(i).starts_with(arrow) ? arrow.size() : subject[i] == '/' ? 1 : 0;
        if (width == 0) {
            ++i;
            continue;
        }
        parts.push_back(subject.substr(begin, i - begin));
        i += width;
        begin = i;
    }
    parts.push_back(subject.substr(begin));
    return parts;
}

FigureLevel oneLevel(const FigureRun& run, std::string_view factor, std::string_view subject)
{
    if (isSubject(factor)) {
        if (factor == "subject")
            return {std::string(subject), {}, {}};
        const auto parts = subjectParts(subject);
        const auto part = static_cast<std::size_t>(factor.back() - '1');
        return part < parts.size() ? FigureLevel{std::string(parts[part]), {}, {}} : FigureLevel{};
    }
    const auto found = std::ranges::find(run.factors, factor, &store::Factor::name);
    return found == run.factors.end() ? FigureLevel{} : FigureLevel{found->level, found->number, found->unit};
}

} // namespace

Result<std::optional<std::vector<store::CampaignId>>> figureCampaigns(store::Database& database, std::string_view study,
                                                                      const std::string& campaign)
{
    if (study.empty() && campaign.empty())
        return std::optional(std::vector<store::CampaignId>());
    if (!study.empty()) {
        MR_TRY(selection, selectStudy(database, study, campaign));
        if (selection)
            return std::optional(selection->ids());
        if (campaign.empty())
            return std::optional<std::vector<store::CampaignId>>();
    }
    const SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    const auto found = std::ranges::find(campaigns, campaign, &store::CampaignRecord::uuid);
    if (found == campaigns.end())
        return fail(ErrorCode::NotFound, fmt::format("the store has no campaign {}", campaign));
    return std::optional(std::vector{found->id});
}

Result<std::vector<FigureRun>> readFigureRuns(store::Database& database,
                                              const std::vector<store::CampaignId>& campaigns, const std::string& where,
                                              const std::set<std::string>& factors,
                                              const std::set<std::string>& metrics)
{
    MR_TRY(filter, filterOf(campaigns, where));
    MR_TRY(runs, store::readRunValues(database, filter, factors, metrics));
    std::vector<store::RunId> order;
    std::map<store::RunId, FigureRun*> byId;
    for (FigureRun& run : runs) {
        order.push_back(run.id);
        byId[run.id] = &run;
    }
    MR_CHECK(orderImported(database, filter, order));
    std::vector<FigureRun> ordered;
    for (const store::RunId id : order)
        ordered.push_back(std::move(*byId[id]));
    return ordered;
}

Result<std::string> differingFactors(store::Database& database, const std::vector<store::CampaignId>& campaigns,
                                     const std::string& where)
{
    MR_TRY(filter, filterOf(campaigns, where));
    MR_TRY(factors, store::ResultQuery(database).onlyWhatDiffers(filter));
    if (factors.size() > 1)
        std::erase_if(factors, [](const store::FactorSummary& factor) { return factor.name == "run_name"; });
    std::vector<std::string> names;
    for (const store::FactorSummary& factor : factors)
        names.push_back(factor.name);
    return join(names, "+");
}

double metricOf(const FigureRun& run, std::string_view name, std::string_view subject) noexcept
{
    for (const store::Metric& metric : run.metrics)
        if (metric.name == name && metric.subject == subject)
            return metric.value;
    return unknown;
}

double numberOf(const FigureRun& run, std::string_view factor) noexcept
{
    const auto found = std::ranges::find(run.factors, factor, &store::Factor::name);
    return found == run.factors.end() ? unknown : found->number.value_or(unknown);
}

std::vector<std::string> joinedFactors(const std::string& text)
{
    std::vector<std::string> factors;
    for (const std::string_view each : split(text, '+'))
        if (!trim(each).empty())
            factors.emplace_back(trim(each));
    return factors;
}

bool isSubject(std::string_view factor) noexcept
{
    return factor == "subject" || factor == "subject.1" || factor == "subject.2" || factor == "subject.3";
}

FigureLevel levelOf(const FigureRun& run, const std::vector<std::string>& factors, std::string_view subject)
{
    if (factors.size() == 1)
        return oneLevel(run, factors[0], subject);
    FigureLevel level;
    for (const std::string& factor : factors)
        if (const std::string text = oneLevel(run, factor, subject).text; !text.empty())
            level.text += (level.text.empty() ? "" : " ") + text;
    return level;
}

bool isBefore(const FigureLevel& a, const FigureLevel& b) noexcept
{
    if (a.number.has_value() != b.number.has_value())
        return a.number.has_value();
    if (a.number && *a.number != *b.number)
        return *a.number < *b.number;
    return isNaturallyBefore(a.text, b.text);
}

} // namespace millrace::studies
