// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/study_reader.h"

#include "core/store/result_query.h"
#include "core/store/run_condition.h"
#include "core/studies/study_selection.h"

namespace millrace::ui {
namespace {

/// An invalid filter matches nothing here; the figure reports the error.
Result<std::int64_t> countRuns(store::Database& database, const std::string& where,
                               const std::vector<store::CampaignId>& campaigns)
{
    store::ResultFilter filter = studies::countedRuns(campaigns);
    const auto conditions = store::parseConditions(where);
    if (!conditions)
        return std::int64_t(0);
    filter.conditions = *conditions;
    return store::ResultQuery(database).count(filter);
}

Result<StudyShelf> readShelf(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders,
                             const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    MR_TRY(stored, studies::storedStudies(database));
    StudyShelf shelf;
    const std::vector<studies::Recipe> recipes = studies::loadRecipes(folders, shelf.issues);
    if (stored.empty())
        stored.push_back({});
    for (const studies::StoredStudy& each : stored) {
        std::vector<store::CampaignId> ids;
        if (!each.study.empty()) {
            MR_TRY(selection, studies::selectStudy(database, each.study, each.campaign));
            ids = selection ? selection->ids() : std::vector<store::CampaignId>();
        }
        ShelfStudy& study = shelf.studies.emplace_back(ShelfStudy{each, {}});
        for (const studies::Recipe& recipe : studies::recipesOf(each.study, recipes)) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled");
            MR_TRY(runs, countRuns(database, recipe.where, ids));
            study.recipes.push_back({recipe, runs});
        }
    }
    return shelf;
}

} // namespace

StudyReader storeReader(const std::filesystem::path& store, std::vector<std::filesystem::path> recipes)
{
    StudyReader reader;
    reader.shelf = [store, recipes = std::move(recipes)](const JobContext& job) {
        return readShelf(store, recipes, job);
    };
    reader.figure = [store](const studies::Recipe& recipe, const std::string& campaign,
                            const JobContext& job) -> Result<studies::StudyFigure> {
        MR_TRY(database, store::Database::openReadOnly(store));
        return studies::makeStudyFigure(database, recipe, campaign, job);
    };
    reader.audit = [store](const std::string& study, const std::string& campaign,
                           const JobContext& job) -> Result<studies::Audit> {
        MR_TRY(database, store::Database::openReadOnly(store));
        return studies::auditStudy(database, study, campaign, job);
    };
    return reader;
}

} // namespace millrace::ui
