// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/store/run_condition.h"
#include "core/studies/formula.h"
#include "core/studies/recipe.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace millrace::studies {

namespace {

constexpr std::size_t longestFile = 4 << 20;
constexpr std::size_t mostRecipes = 1000;
constexpr std::size_t mostEntries = 500; ///< of an object or array in a recipe
constexpr std::size_t listedProblems = 5;
constexpr std::array<std::string_view, 11> kindNames = {"bars",      "stacked", "lines", "scatter",  "box",  "cdf",
                                                        "histogram", "time",    "heat",  "response", "table"};

/// Reads one file. Collects all errors, so that they are reported together.
class RecipeReader
{
public:
    explicit RecipeReader(Issues& issues) : m_issues(issues) { }

    Recipe read(const Json& json, const std::string& path, const std::string& study)
    {
        Recipe recipe;
        JsonFields fields(json, path, m_issues);
        recipe.study = study;
        fields.text("study", recipe.study);
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, std::string*>>{{"name", &recipe.name},
                                                                         {"title", &recipe.title},
                                                                         {"source", &recipe.source},
                                                                         {"description", &recipe.description},
                                                                         {"where", &recipe.where},
                                                                         {"x", &recipe.x},
                                                                         {"series", &recipe.series},
                                                                         {"x_label", &recipe.xLabel},
                                                                         {"x_unit", &recipe.xUnit},
                                                                         {"y_label", &recipe.yLabel},
                                                                         {"series_label", &recipe.seriesLabel},
                                                                         {"label_name", &recipe.labelName},
                                                                         {"target_name", &recipe.targetName},
                                                                         {"remark", &recipe.remark},
                                                                         {"needs", &recipe.needs}})
            fields.text(key, *value);
        std::size_t kind = 0;
        fields.choice("kind", kind, {kindNames.begin(), kindNames.end()});
        recipe.kind = static_cast<RecipeKind>(kind);
        fields.texts("order", recipe.order);
        fields.texts("series_order", recipe.seriesOrder);
        readLabels(fields, recipe);
        fields.boolean("log_x", recipe.logX);
        fields.boolean("log_y", recipe.logY);
        fields.boolean("identity", recipe.identity);
        fields.boolean("inverse", recipe.inverse);
        fields.texts("pool", recipe.pool);
        fields.integer("bins", recipe.bins, 0, 1000);
        fields.rate("capacity", recipe.capacity);
        recipe.published = readVariant(fields, "published");
        recipe.measured = readVariant(fields, "measured");
        checkRecipe(fields, recipe);
        finish(fields, json);
        recipe.json = json.dump(-1, ' ', false, Json::error_handler_t::replace);
        return recipe;
    }

private:
    void readLabels(JsonFields& fields, Recipe& recipe)
    {
        const Json* labels = fields.object("labels");
        if (labels == nullptr)
            return;
        JsonFields each(*labels, fields.pathOf("labels"), m_issues);
        for (const auto& [level, text] : labels->items())
            each.text(level, recipe.labels[level]);
    }

    std::optional<RecipeVariant> readVariant(JsonFields& fields, const char* key)
    {
        const Json* json = fields.object(key);
        if (json == nullptr)
            return {};
        const std::string path = fields.pathOf(key);
        RecipeVariant variant;
        JsonFields own(*json, path, m_issues);
        own.text("value", variant.value);
        own.text("series", variant.series);
        own.text("node", variant.node);
        own.integer("skip", variant.skip, 0, 1'000'000);
        own.text("samples", variant.samples);
        std::size_t interval = 0;
        own.choice("interval", interval, {"t", "bootstrap", "standard-error"});
        variant.interval = static_cast<IntervalKind>(interval);
        own.text("x", variant.x);
        own.text("label", variant.label);
        own.text("target", variant.target);
        own.text("unit", variant.unit);
        own.text("definition", variant.definition);
        readParts(own, variant);
        if (const Json* names = own.object("names")) {
            if (names->size() > mostEntries)
                own.problem("names", fmt::format("has more than {} names", mostEntries));
            else
                for (const auto& [name, place] : names->items())
                    variant.names[name] = readName(place, own.pathOf("names") + "." + name);
        }
        checkFormulas(own, variant);
        finish(own, *json);
        return variant;
    }

    void readParts(JsonFields& fields, RecipeVariant& variant)
    {
        const Json* parts = fields.array("parts");
        if (parts == nullptr)
            return;
        if (parts->size() > mostEntries) {
            fields.problem("parts", fmt::format("has more than {} parts", mostEntries));
            return;
        }
        for (std::size_t i = 0; i < parts->size(); ++i) {
            const std::string path = fmt::format("{}[{}]", fields.pathOf("parts"), i);
            JsonFields each((*parts)[i], path, m_issues);
            RecipePart& part = variant.parts.emplace_back();
            each.text("name", part.name);
            each.text("value", part.value);
            if (part.name.empty())
                each.problem("name", "is missing; describe the part");
            finish(each, (*parts)[i]);
        }
    }

    RecipeName readName(const Json& json, const std::string& path)
    {
        RecipeName name;
        if (json.is_string()) { // short for {"metric": …}
            name.metric = json.get<std::string>();
            return name;
        }
        JsonFields fields(json, path, m_issues);
        fields.text("metric", name.metric);
        fields.text("factor", name.factor);
        fields.text("subject", name.subject);
        fields.text("where", name.where);
        fields.texts("match", name.match);
        std::size_t reduce = 0;
        static const std::vector<std::string> names = {"mean", "median", "sum", "min", "max", "count"};
        fields.choice("reduce", reduce, names);
        name.reduce = names[reduce];
        if (fields.find("otherwise") != nullptr)
            fields.number("otherwise", name.otherwise.emplace(), -1e300, 1e300);
        if (const Json* levels = fields.object("levels")) {
            JsonFields each(*levels, fields.pathOf("levels"), m_issues);
            for (const auto& [level, value] : levels->items())
                each.number(level, name.levels[level], -1e300, 1e300);
        }
        if (name.metric.empty() == name.factor.empty())
            fields.problem("metric", "either \"metric\" or \"factor\" with \"levels\" must be there");
        if (!name.factor.empty() && name.levels.empty())
            fields.problem("levels", "has no number for any level of the factor");
        if (!name.match.empty() && name.where.empty())
            fields.problem("match", "needs \"where\", which selects the other runs");
        checkWhere(fields, name.where);
        finish(fields, json);
        return name;
    }

    void checkWhere(JsonFields& fields, const std::string& where)
    {
        if (const auto conditions = store::parseConditions(where); !conditions)
            fields.problem("where", conditions.error().what);
    }

    /// Parses every formula, and finds names that none of them uses.
    void checkFormulas(JsonFields& fields, const RecipeVariant& variant)
    {
        std::set<std::string> used;
        bool sound = true;
        const auto check = [&](const std::string& key, const std::string& text) {
            if (text.empty())
                return;
            const auto formula = Formula::parse(text);
            if (!formula) {
                fields.problem(key, formula.error().what);
                sound = false;
                return;
            }
            used.insert(formula->names().begin(), formula->names().end());
        };
        check("value", variant.value);
        check("x", variant.x);
        check("label", variant.label);
        check("target", variant.target);
        check("samples", variant.samples);
        for (std::size_t i = 0; i < variant.parts.size(); ++i) {
            if (variant.parts[i].value.empty())
                fields.problem(fmt::format("parts[{}].value", i), "is missing; it is a formula");
            check(fmt::format("parts[{}].value", i), variant.parts[i].value);
        }
        if (!variant.value.empty() && !variant.parts.empty())
            fields.problem("value", "\"parts\" is also given; remove one of the two");
        if (variant.value.empty() && variant.parts.empty() && variant.series.empty())
            fields.problem("value", "is missing; a formula, \"parts\" or a \"series\" is needed");
        if (used.contains("sample") && variant.series.empty())
            fields.problem("series", "is missing; a formula asks for each \"sample\"");
        for (const auto& [name, place] : variant.names)
            if (sound && !used.contains(name))
                fields.problem("names." + name, "is used by no formula");
    }

    static std::string namePattern() { return "small letters, digits and '-'"; }
    static bool isName(const std::string& name)
    {
        return !name.empty() && name.size() <= 100
            && std::ranges::all_of(name,
                                   [](char c) {
                                       return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
                                           || c == '.';
                                   })
            && name.front() != '.' && name.front() != '-';
    }

    void checkRecipe(JsonFields& fields, const Recipe& recipe)
    {
        if (!isName(recipe.name))
            fields.problem("name", fmt::format("must be of {}", namePattern()));
        if (recipe.title.empty())
            fields.problem("title", "is missing");
        checkWhere(fields, recipe.where);
        if (!recipe.published && !recipe.measured)
            fields.problem("measured", "is missing; \"published\" or \"measured\" must say what is computed");
        if (!fields.isObject() || fields.find("kind") == nullptr)
            fields.problem("kind", fmt::format("is missing; it is one of {}", fmt::join(kindNames, ", ")));
        using enum RecipeKind;
        const bool places =
            recipe.kind == Bars || recipe.kind == Stacked || recipe.kind == Lines || recipe.kind == Heat;
        if (places && recipe.x.empty())
            fields.problem("x", "is missing; it is the factor along the axis");
        if (recipe.kind == Heat && recipe.series.empty())
            fields.problem("series", "is missing; it is the factor of the rows");
        for (const auto* variant : {&recipe.published, &recipe.measured})
            if (*variant)
                checkVariant(fields, recipe, **variant, variant == &recipe.published ? "published" : "measured");
    }

    void checkVariant(JsonFields& fields, const Recipe& recipe, const RecipeVariant& variant, const std::string& key)
    {
        using enum RecipeKind;
        if (recipe.kind == Stacked && variant.parts.empty())
            fields.problem(key + ".parts", "is missing; a stack needs parts");
        if (recipe.kind == Time && variant.series.empty())
            fields.problem(key + ".series", "is missing; only a series has samples over time");
        if ((recipe.kind == Scatter || recipe.kind == Response) && recipe.x.empty() && variant.x.empty())
            fields.problem(key + ".x", "is missing; it is the place of a mark along the axis");
        const bool one = recipe.kind == Time || recipe.kind == Heat || recipe.kind == Box || recipe.kind == Cdf
            || recipe.kind == Histogram || recipe.kind == Response;
        if (one && !variant.parts.empty())
            fields.problem(key + ".parts", fmt::format("are not for {}", recipeKindName(recipe.kind)));
    }

    /// An unknown member would be ignored silently, so it is an error, except remarks that begin with '_'.
    void finish(JsonFields& fields, const Json& json)
    {
        if (json.is_object())
            for (const auto& [key, value] : json.items())
                if (key.starts_with("_"))
                    (void)fields.find(key);
        const std::size_t before = m_issues.size();
        fields.reportUnknown();
        for (std::size_t i = before; i < m_issues.size(); ++i) {
            m_issues[i].severity = Severity::Error;
            replaceAll(m_issues[i].example, "this version does not know the field", "unknown field");
            replaceAll(m_issues[i].example, " and keeps it as it is", "");
        }
    }

    Issues& m_issues;
};

Error problemsOf(const std::string& file, const Issues& issues)
{
    std::string text;
    std::size_t count = 0;
    for (const Issue& issue : issues)
        if (issue.severity == Severity::Error && ++count <= listedProblems)
            text += (text.empty() ? "" : "; ") + issueText(issue);
    if (count > listedProblems)
        text += fmt::format("; and {} further problems", count - listedProblems);
    return fail(ErrorCode::InvalidInput, (file.empty() ? "" : file + ": ") + text);
}

} // namespace

std::string_view recipeKindName(RecipeKind kind) noexcept
{
    return kindNames[static_cast<std::size_t>(kind)];
}

Result<std::vector<Recipe>> parseRecipes(std::string_view text, const std::string& file)
{
    const std::string name = file.empty() ? "the recipes" : file;
    if (text.size() > longestFile)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{}: has {} bytes; a file of recipes may have {}", name, text.size(), longestFile));
    const Json json = Json::parse(text, nullptr, false);
    const bool object = json.is_object() && json.contains("recipes");
    const Json* list = object ? &json["recipes"] : &json;
    if (json.is_discarded() || !list->is_array())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{}: is not a recipe file; it is JSON of the form {{\"study\": \"…\", \"recipes\": "
                                "[{{\"name\": \"…\", …}}]}}",
                                name));
    if (list->size() > mostRecipes)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{}: has {} recipes; a file may have {}", name, list->size(), mostRecipes));
    Issues issues;
    std::string study;
    if (object) {
        JsonFields fields(json, "", issues);
        fields.text("study", study);
    }
    RecipeReader reader(issues);
    std::vector<Recipe> recipes;
    std::set<std::string> names;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string path = fmt::format("recipes[{}]", i);
        Recipe recipe = reader.read((*list)[i], path, study);
        recipe.file = file;
        if (!names.insert(recipe.study + "/" + recipe.name).second)
            issues.push_back({"field", Severity::Error, 1, "an earlier recipe has this name", path + ".name"});
        recipes.push_back(std::move(recipe));
    }
    if (hasErrors(issues))
        return problemsOf(file, issues);
    return recipes;
}

} // namespace millrace::studies
