// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/embedded_text.h"
#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/report/figure_spec.h"

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::studies {

/// Source of a name in a formula: a metric of the run itself, or of other runs, or a table.
struct RecipeName
{
    std::string metric; ///< or a numeric factor
    std::string factor; ///< instead of a metric: `levels` has a number for each level of this factor
    std::map<std::string, double> levels;
    std::string subject; ///< "": of the whole run; "*": all subjects, reduced by `reduce`
    std::string reduce = "mean"; ///< mean, median, sum, min, max, count
    std::string where; ///< a filter as in the user interface: "experiment=A-1"; empty: the run itself
    std::vector<std::string> match; ///< factors that those runs share with the run itself: {"model"}
    std::optional<double> otherwise; ///< if there is no such value; absent: the value is unknown

    bool operator==(const RecipeName&) const = default;
};

/// One of several values of a mark: a component of a stack, or a bar next to the others.
struct RecipePart
{
    std::string name; ///< display name
    std::string value; ///< a formula

    bool operator==(const RecipePart&) const = default;
};

/// Error bars: how the uncertainty of a mean is drawn.
enum class IntervalKind
{
    Student, ///< 95 % of the mean by Student's t
    Bootstrap, ///< 95 % of the mean by bootstrap
    StandardError ///< one standard error to each side
};

/// One way to compute the values of a figure.
struct RecipeVariant
{
    std::string value; ///< a formula over `names`, metrics and numeric factors: "throughput / base / gpus"
    std::vector<RecipePart> parts; ///< several values of each mark instead of one
    std::map<std::string, RecipeName> names;
    std::string
        series; ///< the values are the samples of this series (box, cdf, time); otherwise they give the interval
    std::string
        node; ///< whose series; "*": of all nodes, each by itself; empty: of the whole run, otherwise of all nodes
    std::string samples; ///< formula of each `sample` in the unit of the values; empty: as wide relative to the value
    IntervalKind interval = IntervalKind::Student;
    int skip = 0; ///< samples skipped at the beginning of the series
    std::string x; ///< formula of the position along a numeric axis, where it is no factor or metric
    std::string label; ///< formula of a number above the mark
    std::string target; ///< formula of a mark across the bar
    std::string unit;
    std::string definition; ///< description for readers

    bool operator==(const RecipeVariant&) const = default;
};

enum class RecipeKind
{
    Bars,
    Stacked, ///< bars on top of each other
    Lines,
    Scatter,
    Box,
    Cdf,
    Histogram,
    Time, ///< samples over time
    Heat, ///< rows by columns
    Response, ///< a response curve with its fits (core/report/response_report.h)
    Table
};

/// "bars", "stacked", "lines", "scatter", "box", "cdf", "histogram", "time", "heat", "response", "table".
[[nodiscard]] std::string_view recipeKindName(RecipeKind kind) noexcept;

/// A figure or a table of a study as data: which runs, which computation, how it is drawn. Stored as JSON
/// (resources/recipes), so that a new figure needs no C++; the manual page "recipes" describes every field.
struct Recipe
{
    std::string study; ///< name; empty: for the runs of any store
    std::string name; ///< stable: "a8-scalability"
    std::string title;
    std::string source; ///< where it is in the publication: "Fig. 7, left", "Table 3", "recomputed"
    std::string description;
    RecipeKind kind = RecipeKind::Bars;
    std::string where; ///< which runs
    /// Factor, or for scatter a metric or a formula; "setting" means all factors in which the runs differ, "model+gpus"
    /// joins the levels of two, "subject" is that of the metrics ("subject.1", "subject.2": the parts before and after
    /// "→" or "/").
    std::string x;
    std::string series; ///< factor that distinguishes the series; the same syntax as for x; for heat: the rows
    std::vector<std::string> order; ///< selected levels of x, in this order; empty: all
    std::vector<std::string> seriesOrder; ///< the same for series
    std::vector<std::string> pool; ///< factors in which runs behind one mark may differ
    std::map<std::string, std::string> labels; ///< display text of a level
    std::string xLabel;
    std::string xUnit; ///< of a numeric axis
    std::string yLabel;
    std::string seriesLabel;
    std::string labelName; ///< meaning of `label` of the variants: "granularity"
    std::string targetName; ///< meaning of `target` of the variants: "baseline"
    int bins = 0; ///< of a histogram; 0: chosen
    double capacity = 0; ///< bit/s of the path, for response
    bool identity = false; ///< of scatter: the line y = x is drawn
    bool inverse = false; ///< of scatter: a law y = min(limit, c/x) is fitted and drawn
    bool logX = false;
    bool logY = false;
    std::optional<RecipeVariant> published;
    std::optional<RecipeVariant> measured;
    std::string remark; ///< why the two differ, or why one is missing
    std::string needs; ///< names of the runs it covers, for a store without them
    std::string file; ///< file it was read from; empty: shipped
    std::string json; ///< original text, for fields specific to a kind
};

/// InvalidInput lists the wrong fields, each with its path; unknown members are wrong as well.
[[nodiscard]] Result<std::vector<Recipe>> parseRecipes(std::string_view json, const std::string& file = {});
/// $XDG_DATA_HOME/millrace/recipes, or ~/.local/share/millrace/recipes; empty when neither is known.
[[nodiscard]] std::filesystem::path userRecipeFolder();
/// Shipped recipes and then those of `folders` (*.json), which replace shipped ones of the same study and name.
/// Unreadable files are counted in `issues` ("bad-recipe").
[[nodiscard]] std::vector<Recipe> loadRecipes(std::span<const std::filesystem::path> folders, Issues& issues);
/// Recipes of one study, followed by those for any store.
[[nodiscard]] std::vector<Recipe> recipesOf(std::string_view study, const std::vector<Recipe>& recipes);
/// By name; InvalidInput suggests the nearest one.
[[nodiscard]] Result<Recipe> findRecipe(std::string_view study, std::string_view name,
                                        const std::vector<Recipe>& recipes);

/// The files of resources/recipes.
[[nodiscard]] std::span<const EmbeddedText> shippedRecipes() noexcept;

} // namespace millrace::studies
