// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/imported_averagings.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::run {

namespace {

/// Of one connection, bit/s, by "from→to".
using Profile = std::map<std::string, double>;

const store::Factor* factorOf(const store::RunRecord& run, std::string_view name)
{
    const auto found = std::ranges::find(run.factors, name, &store::Factor::name);
    return found == run.factors.end() ? nullptr : &*found;
}

double metricOf(const store::ResultRow& row, std::string_view name)
{
    for (const store::Metric& metric : row.metrics)
        if (metric.name == name && metric.subject.empty())
            return metric.value;
    return 0;
}

/// "US+EU": the places of a training.
std::vector<std::string> placesOf(const store::RunRecord& run, std::string_view factor)
{
    const store::Factor* found = factorOf(run, factor);
    std::vector<std::string> places;
    if (found != nullptr)
        for (const std::string_view place : split(found->level, '+'))
            places.emplace_back(place);
    return places;
}

/// Its slowest connection by the profile with the fewest pairs that has all of its pairs; 0: there is none.
double slowestRate(const std::vector<Profile>& profiles, const std::vector<std::string>& places)
{
    const Profile* chosen = nullptr;
    double slowest = 0;
    for (const Profile& profile : profiles) {
        double least = 0;
        bool hasAll = true;
        for (const std::string& from : places)
            for (const std::string& to : places) {
                if (from == to && places.size() > 1)
                    continue;
                const auto pair = profile.find(fmt::format("{}→{}", from, to));
                hasAll = hasAll && pair != profile.end() && pair->second > 0;
                if (hasAll)
                    least = least > 0 ? std::min(least, pair->second) : pair->second;
            }
        if (hasAll && (chosen == nullptr || profile.size() < chosen->size())) {
            chosen = &profile;
            slowest = least;
        }
    }
    return slowest;
}

} // namespace

Result<std::vector<planner::MeasuredAveraging>> importedAveragings(store::Database& database, const JobContext& job)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    store::ResultFilter filter;
    filter.states = {store::RunState::Done};
    filter.withExcluded = false;
    filter.conditions = {store::onlyMeasured()};
    filter.factors = {{"study_part", {"training", "network"}}};
    MR_TRY(rows, store::ResultQuery(database).all(filter));
    std::vector<Profile> profiles;
    for (const store::ResultRow& row : rows) {
        if (factorOf(row.run, "study_part")->level != "network")
            continue;
        MR_TRY(metrics, repository.metrics(row.run.id));
        Profile profile;
        for (const store::Metric& metric : metrics)
            if (metric.name == "rate")
                profile[metric.subject] = metric.value;
        profiles.push_back(std::move(profile));
    }
    std::vector<planner::MeasuredAveraging> averagings;
    for (const store::ResultRow& row : rows) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the imported trainings was cancelled");
        const store::Factor* machines = factorOf(row.run, "gpus");
        const double seconds = metricOf(row, "averaging_time");
        const double sent = metricOf(row, "expected_sent_per_round");
        if (machines == nullptr || !machines->number || *machines->number < 2 || seconds <= 0 || sent <= 0)
            continue;
        const double peers = *machines->number;
        std::vector<std::string> places = placesOf(row.run, "regions");
        if (const auto providers = placesOf(row.run, "providers"); places.size() == 1 && providers.size() > 1)
            places = providers;
        const double rate = slowestRate(profiles, places);
        if (rate > 0)
            averagings.push_back(
                {planner::AveragingLoad::of(sent / 2 * peers / (peers - 1), peers, 1 / rate), seconds});
    }
    return averagings;
}

} // namespace millrace::run
