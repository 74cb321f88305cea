// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/study_selection.h"

#include "core/base/text.h"
#include "core/store/run_repository.h"
#include "core/store/run_values.h"
#include "core/studies/study_import.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <unordered_set>

namespace millrace::studies {

namespace {

/// The number that starts at `at`, without leading zeros; `at` moves past it.
std::string_view numberAt(std::string_view text, std::size_t& at) noexcept
{
    while (at + 1 < text.size() && text[at] == '0' && isDigit(text[at + 1]))
        ++at;
    const std::size_t begin = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return text.substr(begin, at - begin);
}

/// Sort key of a run: runs of other campaigns first, in their order.
struct ImportedPlace
{
    std::string name;
    std::string uuid;
};

bool isPlacedBefore(const ImportedPlace* a, const ImportedPlace* b) noexcept
{
    if (a == nullptr || b == nullptr)
        return a == nullptr && b != nullptr;
    if (a->name != b->name)
        return isNaturallyBefore(a->name, b->name)
            || (!isNaturallyBefore(b->name, a->name) && a->name < b->name); // "a-01" and "a-1"
    return a->uuid < b->uuid;
}

Result<std::vector<store::CampaignId>> importedCampaigns(store::Database& database,
                                                         const std::vector<store::CampaignId>& wanted)
{
    const SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    std::vector<store::CampaignId> imported;
    for (const store::CampaignRecord& campaign : campaigns)
        if (!studyOf(campaign).empty() && (wanted.empty() || std::ranges::find(wanted, campaign.id) != wanted.end()))
            imported.push_back(campaign.id);
    return imported;
}

} // namespace

bool isNaturallyBefore(std::string_view a, std::string_view b) noexcept
{
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const std::string_view left = numberAt(a, i), right = numberAt(b, j);
            if (left.size() != right.size())
                return left.size() < right.size();
            if (left != right)
                return left < right;
            continue;
        }
        if (a[i] != b[j])
            return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
        ++i;
        ++j;
    }
    return a.size() - i < b.size() - j;
}

std::vector<store::CampaignId> StudySelection::ids() const
{
    std::vector<store::CampaignId> ids;
    for (const store::CampaignRecord& campaign : campaigns)
        ids.push_back(campaign.id);
    return ids;
}

store::ResultFilter countedRuns(std::vector<store::CampaignId> campaigns)
{
    store::ResultFilter filter;
    filter.campaigns = std::move(campaigns);
    filter.states = {store::RunState::Done};
    filter.withWarmup = false;
    filter.withExcluded = false;
    filter.withSuperseded = false;
    return filter;
}

Result<std::optional<StudySelection>> selectStudy(store::Database& database, std::string_view study,
                                                  const std::string& campaign)
{
    const SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    StudySelection selection;
    for (store::CampaignRecord& each : campaigns) {
        if (studyOf(each) != study || !each.uuid.starts_with(campaign))
            continue;
        MR_TRY(runs, store::ResultQuery(database).count(countedRuns({each.id})));
        if (runs > 0)
            selection.campaigns.push_back(std::move(each));
    }
    if (selection.campaigns.empty())
        return std::optional<StudySelection>();
    selection.filter = countedRuns(selection.ids());
    return std::optional(std::move(selection));
}

Result<void> orderImported(store::Database& database, const store::ResultFilter& filter,
                           std::vector<store::RunId>& runs)
{
    MR_TRY(imported, importedCampaigns(database, filter.campaigns));
    if (imported.empty())
        return {};
    store::ResultFilter named = filter;
    named.campaigns = imported;
    MR_TRY(values, store::readRunValues(database, named, {"run_name"}, {}));
    std::map<store::RunId, ImportedPlace> places;
    for (store::RunValues& run : values)
        places[run.id] = {run.factors.empty() ? std::string() : run.factors.front().level, std::move(run.uuid)};
    const auto placeOf = [&places](store::RunId run) {
        const auto place = places.find(run);
        return place == places.end() ? nullptr : &place->second;
    };
    std::ranges::stable_sort(runs,
                             [&](store::RunId a, store::RunId b) { return isPlacedBefore(placeOf(a), placeOf(b)); });
    return {};
}

} // namespace millrace::studies
