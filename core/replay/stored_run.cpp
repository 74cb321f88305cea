// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/stored_run.h"

#include "core/base/text.h"
#include "core/project/stored_settings.h"
#include "core/store/artefact_repository.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"

#include <fmt/format.h>

namespace millrace::replay {
namespace {

constexpr std::size_t shortestUuid = 4;

Result<run::RunPlan> planAgain(const StoredRun& stored, const launch::Frameworks& frameworks)
{
    MR_TRY(project, project::projectOfSpec(stored.campaign.specJson, frameworks));
    std::vector<std::pair<std::string, std::string>> levels;
    for (const store::Factor& factor : stored.record.factors)
        levels.emplace_back(factor.name, factor.level);
    MR_TRY(settings, project::storedSettings(project, stored.record.cell, levels));
    const auto& grid = project.grids.front();
    return run::makeRunPlan({"replay", stored.label(), 1, std::move(settings), grid.gate, "/", grid.capture});
}

} // namespace

std::string StoredRun::label() const
{
    std::string text;
    for (const store::Factor& factor : record.factors)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", factor.name, factor.level);
    return text.empty() ? fmt::format("run {}", record.id.value) : text;
}

Result<StoredRun> readStoredRun(store::Database& database, store::RunId run, const launch::Frameworks& frameworks)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    StoredRun stored;
    MR_TRY(record, repository.run(run));
    stored.record = std::move(record);
    MR_TRY(campaign, repository.campaign(stored.record.campaign));
    stored.campaign = std::move(campaign);
    auto plan = planAgain(stored, frameworks);
    if (plan)
        stored.plan = *std::move(plan);
    else
        stored.whyNoPlan = plan.error().text();
    return stored;
}

Result<StoredCaptures> capturesOf(store::Database& database, store::RunId run)
{
    store::ArtefactRepository repository(database);
    MR_TRY(artefacts, repository.artefacts(run));
    StoredCaptures captures;
    for (const store::Artefact& artefact : artefacts) {
        if (artefact.kind != "capture")
            continue;
        std::filesystem::path file = repository.folder().fileOf(artefact.sha256);
        std::error_code error;
        if (artefact.sha256.empty() || !std::filesystem::exists(file, error))
            ++captures.missing;
        else
            captures.files.push_back(std::move(file));
    }
    return captures;
}

Result<store::RunId> findRun(store::Database& database, store::CampaignId campaign, const std::string& text)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    if (const auto number = parseInteger(text); number && text.size() < 8) {
        MR_TRY(runs, repository.runs(campaign));
        for (const store::RunRecord& run : runs)
            if (run.position == *number)
                return run.id;
        return fail(ErrorCode::NotFound,
                    fmt::format("the campaign has no run {}; it has {} runs, numbered from 1", text, runs.size()));
    }
    store::ResultFilter filter;
    filter.withSuperseded = true;
    MR_TRY(rows, store::ResultQuery(database).all(filter));
    std::optional<store::RunId> found;
    for (const store::ResultRow& row : rows) {
        if (text.size() < shortestUuid || !row.run.uuid.starts_with(text))
            continue;
        if (found)
            return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" begins more than one run's id", text));
        found = row.run.id;
    }
    if (!found)
        return fail(
            ErrorCode::NotFound,
            fmt::format("the store has no run \"{}\"; give its number or the first characters of its id", text));
    return *found;
}

} // namespace millrace::replay
