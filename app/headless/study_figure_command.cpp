// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/study_figure_command.h"

#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/report/figure_table.h"
#include "core/report/svg_multiples.h"
#include "core/report/table_writers.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

using studies::Recipe;
using studies::StudyFigure;

/// Study and store of the command.
struct StudyPlace
{
    std::string study; ///< empty: a store of own runs
    std::filesystem::path store;
    std::optional<store::Database> database; ///< none: there is no such file
};

Result<StudyPlace> openPlace(const StudyFigureOptions& options)
{
    StudyPlace place;
    const studies::StudyInfo* info = studies::findStudy(options.place);
    if (info != nullptr) {
        place.study = info->name;
        place.store = options.store.empty() ? std::filesystem::path(place.study + ".mrdb") : options.store;
    } else {
        place.store = options.place;
    }
    std::error_code ignored;
    const bool there = std::filesystem::exists(place.store, ignored);
    if (!there && info != nullptr && options.list)
        return place;
    if (!there && info != nullptr)
        return fail(
            ErrorCode::NotFound,
            fmt::format("{0} is not there; import the study with millrace-cli import {1} FOLDER --store {0}, or "
                        "name its store with --store",
                        place.store.string(), place.study));
    MR_TRY(opened, store::Database::openReadOnly(place.store));
    place.database.emplace(std::move(opened));
    if (info == nullptr) {
        MR_TRY(stored, studies::storedStudies(*place.database));
        if (!stored.empty())
            place.study = stored.front().study;
    }
    return place;
}

std::vector<Recipe> readRecipes(const StudyFigureOptions& options)
{
    Issues issues;
    const std::vector folders = {options.recipes.empty() ? studies::userRecipeFolder() : options.recipes};
    std::vector<Recipe> recipes = studies::loadRecipes(folders, issues);
    for (const Issue& issue : issues)
        fmt::print(stderr, "millrace-cli: left out: {}\n", issueText(issue));
    return recipes;
}

Result<std::string> campaignOf(StudyPlace& place, const StudyFigureOptions& options)
{
    if (options.campaign.empty())
        return std::string();
    MR_TRY(campaign, chooseStoredCampaign(*place.database, options.campaign));
    return campaign.uuid;
}

const report::FigureSpec* chosenSpec(const StudyFigure& figure, const std::string& variant)
{
    const auto& spec = variant == "published" ? figure.published : figure.measured;
    return spec ? &*spec : nullptr;
}

report::Provenance provenanceOf(const StudyFigure& figure)
{
    if (figure.measured)
        return figure.measured->provenance;
    return figure.published ? figure.published->provenance : report::Provenance();
}

Result<void> writeSvg(const StudyFigure& figure, const std::string& variant, const std::filesystem::path& file)
{
    if (figure.recipe.kind == studies::RecipeKind::Table)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} is a table, which has no drawing; write it with --csv", figure.recipe.name));
    if (variant == "both")
        return writeOutput(file, studies::studyFigureSvg(figure));
    const report::FigureSpec* spec = chosenSpec(figure, variant);
    if (spec == nullptr)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no variant as {}. {}", figure.recipe.name, variant, figure.recipe.remark));
    return writeOutput(file, report::toSvgMultiples(*spec));
}

Result<void> writeCsv(const StudyFigure& figure, const std::filesystem::path& file)
{
    MR_CHECK(writeOutput(file, report::toCsv(figure.table)));
    if (file == "-")
        return {};
    return writeOutput(file.string() + "-metadata.json", report::csvMetadata(figure.table, provenanceOf(figure)));
}

nlohmann::ordered_json toJson(const StudyFigure& figure)
{
    nlohmann::ordered_json json = {
        {"study", figure.recipe.study},         {"name", figure.recipe.name},
        {"source", figure.recipe.source},       {"kind", studies::recipeKindName(figure.recipe.kind)},
        {"definitions", figure.definitions},    {"notes", figure.notes},
        {"table", report::toJson(figure.table)}};
    json["provenance"] = report::toJson(provenanceOf(figure));
    return json;
}

Result<int> drawOne(StudyPlace& place, const std::vector<Recipe>& recipes, const StudyFigureOptions& options,
                    const Environment& environment)
{
    MR_TRY(recipe, studies::findRecipe(place.study, options.name, recipes));
    MR_CHECK(checkDrawingName(options.svg));
    MR_TRY(campaign, campaignOf(place, options));
    MR_TRY(figure, studies::makeStudyFigure(*place.database, recipe, campaign, environment.job()));
    if (!options.svg.empty())
        MR_CHECK(writeSvg(figure, options.variant, options.svg));
    if (!options.csv.empty())
        MR_CHECK(writeCsv(figure, options.csv));
    if (environment.json)
        fmt::print("{}\n", toJson(figure).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    else if (options.svg.empty() && options.csv.empty())
        fmt::print("{}", report::toText(figure.table));
    if (!figure.table.rows.empty())
        return int(Success);
    fmt::print(stderr, "millrace-cli: the figure is empty: {}\n", fmt::join(figure.notes, " "));
    return int(SomeRunsFailed);
}

/// Returns all figures of the study, or the general ones if there is no study.
std::vector<Recipe> ownRecipes(const StudyPlace& place, const std::vector<Recipe>& recipes)
{
    std::vector<Recipe> own = studies::recipesOf(place.study, recipes);
    if (!place.study.empty() && std::ranges::any_of(own, [](const Recipe& recipe) { return !recipe.study.empty(); }))
        std::erase_if(own, [](const Recipe& recipe) { return recipe.study.empty(); });
    return own;
}

Result<int> drawAll(StudyPlace& place, const std::vector<Recipe>& recipes, const StudyFigureOptions& options,
                    const Environment& environment)
{
    std::error_code code;
    std::filesystem::create_directories(options.all, code);
    if (code)
        return fail(ErrorCode::Io, fmt::format("{}: {}", options.all.string(), code.message()));
    MR_TRY(campaign, campaignOf(place, options));
    std::vector<std::string> empty;
    std::size_t written = 0;
    for (const Recipe& recipe : ownRecipes(place, recipes)) {
        MR_TRY(figure, studies::makeStudyFigure(*place.database, recipe, campaign, environment.job()));
        if (figure.table.rows.empty())
            empty.push_back(recipe.name);
        const auto file = options.all / recipe.name;
        if (recipe.kind != studies::RecipeKind::Table)
            MR_CHECK(writeOutput(file.string() + ".svg", studies::studyFigureSvg(figure)));
        MR_CHECK(writeCsv(figure, file.string() + ".csv"));
        ++written;
    }
    fmt::print("{} figures and tables in {}\n", written, options.all.string());
    if (!empty.empty())
        fmt::print("Without data in the store: {}\n", fmt::join(empty, ", "));
    return written > empty.size() ? int(Success) : int(SomeRunsFailed);
}

Result<int> listRecipes(StudyPlace& place, const std::vector<Recipe>& recipes, const StudyFigureOptions& options,
                        const Environment& environment)
{
    report::Table table;
    table.title = place.study.empty() ? "Figures for any store" : fmt::format("Figures of {}", place.study);
    table.columns = {{"name"}, {"title"}, {"source"}, {"kind"}, {"data"}};
    if (!place.database)
        table.notes.push_back(fmt::format("There is no store {} yet.", place.store.string()));
    for (const Recipe& recipe : studies::recipesOf(place.study, recipes)) {
        std::string data;
        if (place.database) {
            MR_TRY(campaign, campaignOf(place, options));
            MR_TRY(figure, studies::makeStudyFigure(*place.database, recipe, campaign, environment.job()));
            data = figure.table.rows.empty() ? "none" : "yes";
        }
        table.rows.push_back(
            {recipe.name, recipe.title, recipe.source, std::string(studies::recipeKindName(recipe.kind)), data});
    }
    if (environment.json)
        fmt::print("{}\n", report::toJson(table).dump(2));
    else
        fmt::print("{}", report::toText(table));
    return int(Success);
}

} // namespace

bool StudyFigureOptions::isMeant() const
{
    return !name.empty() || list || !all.empty() || studies::findStudy(place) != nullptr;
}

void addStudyFigureOptions(CLI::App& command, StudyFigureOptions& options)
{
    command.add_option("NAME", options.name, "A figure of a study, or one for any store (see --list)");
    command.add_option("--store", options.store, "The study's store; default: STUDY.mrdb in the current folder");
    command.add_option("--svg", options.svg, "Write the drawing of NAME");
    command.add_option("--csv", options.csv, "Write the numbers of NAME, and FILE-metadata.json next to them");
    command.add_option("--variant", options.variant, "What --svg draws: as published, as measured, or both")
        ->check(CLI::IsMember({"published", "measured", "both"}))
        ->capture_default_str();
    command.add_flag("--list", options.list, "List the figures, and for which of them there are data");
    command.add_option("--all", options.all, "Write every figure of the study into this folder");
    command.add_option("--recipes", options.recipes, "A folder with recipes of your own");
}

Result<int> drawStudyFigure(const StudyFigureOptions& options, const Environment& environment)
{
    StudyFigureOptions chosen = options;
    chosen.list = options.list || (options.name.empty() && options.all.empty());
    MR_TRY(place, openPlace(chosen));
    const std::vector<Recipe> recipes = readRecipes(chosen);
    if (chosen.list)
        return listRecipes(place, recipes, chosen, environment);
    return chosen.all.empty() ? drawOne(place, recipes, chosen, environment)
                              : drawAll(place, recipes, chosen, environment);
}

} // namespace millrace::headless
