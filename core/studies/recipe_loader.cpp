// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/studies/recipe.h"
#include "core/studies/study.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

constexpr std::uintmax_t longestRecipeFile = 4 << 20;

void addRecipes(std::vector<Recipe>& recipes, std::vector<Recipe> more)
{
    for (Recipe& recipe : more) {
        const auto known = std::ranges::find_if(
            recipes, [&recipe](const Recipe& each) { return each.study == recipe.study && each.name == recipe.name; });
        if (known == recipes.end())
            recipes.push_back(std::move(recipe));
        else
            *known = std::move(recipe);
    }
}

Result<std::vector<Recipe>> readRecipes(const std::filesystem::path& file)
{
    std::error_code code;
    const auto bytes = std::filesystem::file_size(file, code);
    if (!code && bytes > longestRecipeFile)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("{}: has {} bytes; a file of recipes may have {}", file.string(), bytes, longestRecipeFile));
    MR_TRY(text, readFile(file));
    return parseRecipes(text, file.string());
}

void countProblem(Issues& issues, const Error& error, const std::string& where)
{
    // Each file gets its own kind of issue, so that none is lost.
    issues.push_back({"bad-recipe", Severity::Warning, 1, error.text(), where});
}

void addFolder(std::vector<Recipe>& recipes, const std::filesystem::path& folder, Issues& issues)
{
    std::error_code code;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
        if (entry->path().extension() == ".json")
            files.push_back(entry->path());
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) {
        auto more = readRecipes(file);
        if (more)
            addRecipes(recipes, *std::move(more));
        else
            countProblem(issues, more.error(), file.filename().string());
    }
}

} // namespace

std::filesystem::path userRecipeFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data == '/')
        return std::filesystem::path(data) / "millrace/recipes";
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::filesystem::path(home) / ".local/share/millrace/recipes"
                                           : std::filesystem::path();
}

std::vector<Recipe> loadRecipes(std::span<const std::filesystem::path> folders, Issues& issues)
{
    std::vector<Recipe> recipes;
    for (const auto& [name, text] : shippedRecipes()) {
        auto shipped = parseRecipes(text);
        if (shipped)
            addRecipes(recipes, *std::move(shipped));
        else
            countProblem(issues, shipped.error(), std::string(name));
    }
    for (const std::filesystem::path& folder : folders)
        if (!folder.empty())
            addFolder(recipes, folder, issues);
    return recipes;
}

std::vector<Recipe> recipesOf(std::string_view study, const std::vector<Recipe>& recipes)
{
    std::vector<Recipe> chosen;
    for (const bool own : {true, false})
        for (const Recipe& recipe : recipes)
            if (own ? !study.empty() && recipe.study == study : recipe.study.empty())
                chosen.push_back(recipe);
    return chosen;
}

Result<Recipe> findRecipe(std::string_view study, std::string_view name, const std::vector<Recipe>& recipes)
{
    const std::vector<Recipe> chosen = recipesOf(study, recipes);
    std::vector<std::string> names;
    for (const Recipe& recipe : chosen) {
        if (recipe.name == name)
            return recipe;
        names.push_back(recipe.name);
    }
    std::string near = nearest(name, names);
    for (const std::string& each : names)
        if (near.empty() && !name.empty() && each.find(name) != std::string::npos)
            near = each;
    const std::string whose = study.empty() ? "there is" : fmt::format("the study {} has", study);
    if (near.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} no figure \"{}\"; --list names all of them", whose, name));
    return fail(ErrorCode::InvalidInput, fmt::format("{} no figure \"{}\"; did you mean {}?", whose, name, near));
}

} // namespace millrace::studies
