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

/// Where a name of a formula gets its value from: a metric of the run itself, or of other runs, or a table.
struct RecipeName
{
    std::string metric; ///< or a numeric factor
    std::string factor; ///< instead of a metric: `levels` has a number for each level of this factor
    std::map<std::string, double> levels;
    std::string subject; ///< "": of the whole run; "*": all subjects, put together by `reduce`
    std::string reduce = "mean"; ///< mean, median, sum, min, max, count
    std::string where; ///< a filter as people type it: "experiment=A-1"; empty: the run itself
    std::vector<std::string> match; ///< factors in which those runs are like the run itself: {"model"}
    std::optional<double> otherwise; ///< where there is none; absent: the value is not known

    bool operator==(const RecipeName&) const = default;
};

/// One of several values of a mark: a component of a stack, or a bar beside the others.
struct RecipePart
{
    std::string name; ///< for people
    std::string value; ///< a formula

    bool operator==(const RecipePart&) const = default;
};

/// What is drawn for how sure a mean is.
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
    std::string series; ///< values are the samples of this series instead (box, cdf, time); or give the interval
    std::string node; ///< whose series; "*": of all nodes, each by itself; empty: of the whole run, else of all nodes
    std::string samples; ///< formula of each `sample` in the unit of the values; empty: as wide relative to the value
    IntervalKind interval = IntervalKind::Student;
    int skip = 0; ///< samples at the beginning of the series that are left out
    std::string x; ///< formula of the place along a numeric axis, where it is no factor or metric
    std::string label; ///< formula of a number that stands above the mark
    std::string target; ///< formula of a mark across the bar
    std::string unit;
    std::string definition; ///< in words, for people

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

/// A figure or a table of a study as data: which runs, which computation, how it is drawn. Written as JSON
/// (resources/recipes), so that a new one needs no C++; every field is described in the manual page "recipes".
struct Recipe
{
    std::string study; ///< name; empty: for the runs of any store
    std::string name; ///< stable: "a8-scalability"
    std::string title;
    std::string source; ///< where it stands in the publication: "Fig. 7, left", "Table 3", "recomputed"
    std::string description;
    RecipeKind kind = RecipeKind::Bars;
    std::string where; ///< which runs
    /// Factor, or for scatter a metric or a formula; "setting" are all in which the runs differ, "model+gpus" joins the
    /// levels of two, "subject" is that of the metrics ("subject.1", "subject.2": what stands before and behind "→" or
    /// "/").
    std::string x;
    std::string series; ///< factor that tells series apart; the same as for x; of heat: the rows
    std::vector<std::string> order; ///< levels of x that are wanted, in this order; empty: all
    std::vector<std::string> seriesOrder; ///< the same for series
    std::vector<std::string> pool; ///< factors in which runs behind one mark may differ
    std::map<std::string, std::string> labels; ///< what people read instead of a level
    std::string xLabel;
    std::string xUnit; ///< of a numeric axis
    std::string yLabel;
    std::string seriesLabel;
    std::string labelName; ///< what `label` of the variants is: "granularity"
    std::string targetName; ///< what `target` of the variants is: "baseline"
    int bins = 0; ///< of a histogram; 0: chosen
    double capacity = 0; ///< bit/s of the path, for response
    bool identity = false; ///< of scatter: the line y = x is drawn
    bool inverse = false; ///< of scatter: a law y = min(limit, c/x) is fitted and drawn
    bool logX = false;
    bool logY = false;
    std::optional<RecipeVariant> published;
    std::optional<RecipeVariant> measured;
    std::string remark; ///< why the two differ, or why one is missing
    std::string needs; ///< names of the runs that it is about, for a store that lacks them
    std::string file; ///< it was read from; empty: it is shipped
    std::string json; ///< as it was written, for what a kind needs beside the fields above
};

/// InvalidInput with the fields that are wrong, each with its path; members that are not known are wrong as well.
[[nodiscard]] Result<std::vector<Recipe>> parseRecipes(std::string_view json, const std::string& file = {});
/// $XDG_DATA_HOME/millrace/recipes, or ~/.local/share/millrace/recipes; empty when neither is known.
[[nodiscard]] std::filesystem::path userRecipeFolder();
/// Those that are shipped and then those of `folders` (*.json), which replace shipped ones of the same study and name.
/// Files that cannot be read are counted in `issues` ("bad-recipe").
[[nodiscard]] std::vector<Recipe> loadRecipes(std::span<const std::filesystem::path> folders, Issues& issues);
/// Of one study, with those for any store behind them.
[[nodiscard]] std::vector<Recipe> recipesOf(std::string_view study, const std::vector<Recipe>& recipes);
/// By name; InvalidInput names the nearest one.
[[nodiscard]] Result<Recipe> findRecipe(std::string_view study, std::string_view name,
                                        const std::vector<Recipe>& recipes);

/// The files of resources/recipes.
[[nodiscard]] std::span<const EmbeddedText> shippedRecipes() noexcept;

} // namespace millrace::studies
