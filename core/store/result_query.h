// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"
#include "core/store/run_condition.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace millrace::store {

/// Which runs; empty lists match all.
struct ResultFilter
{
    struct FactorLevels
    {
        std::string name;
        std::vector<std::string> levels; ///< any of these
    };
    std::vector<CampaignId> campaigns;
    std::vector<RunState> states;
    std::vector<FactorLevels> factors; ///< all of these
    std::vector<RunCondition> conditions; ///< all of these
    std::optional<std::vector<RunId>> runs; ///< only these
    bool withWarmup = true;
    bool withExcluded = true;
    bool withSuperseded = false;
};

struct ResultOrder
{
    enum class By
    {
        Position,
        Cell,
        State,
        Started,
        Duration,
        Factor,
        Metric
    };
    By by = By::Position;
    std::string name; ///< of the factor or the metric
    std::string subject; ///< of the metric
    bool descending = false; ///< runs that lack the value come last either way
};

/// Where a page ends: the key of its last run.
struct ResultCursor
{
    std::variant<std::monostate, std::int64_t, double, std::string> key;
    RunId run;
};

struct ResultRow
{
    RunRecord run; ///< with its factors
    std::vector<Metric> metrics; ///< of the whole run, that is with an empty subject
};

struct ResultPage
{
    std::vector<ResultRow> rows;
    std::optional<ResultCursor> next; ///< none: this was the last page
};

struct CountedPage
{
    ResultPage page;
    std::vector<std::pair<RunState, std::int64_t>> states;
};

/// A factor or metric that occurs among runs.
struct FactorLevelCount
{
    std::string level;
    std::optional<double> number;
    std::string unit;
    std::int64_t runs = 0;

    bool operator==(const FactorLevelCount&) const = default;
};
struct FactorSummary
{
    std::string name;
    std::vector<FactorLevelCount> levels; ///< numbers first, ascending, then texts

    bool operator==(const FactorSummary&) const = default;
};
struct MetricSummary
{
    std::string name;
    std::string unit;
    std::int64_t runs = 0; ///< that have it for the whole run
};

/// A name of series that occurs among runs.
struct SeriesSummary
{
    std::string name;
    std::string unit; ///< of one of them
    std::int64_t runs = 0; ///< that have it
    std::int64_t series = 0; ///< one for each run and node

    bool operator==(const SeriesSummary&) const = default;
};

/// Runs filtered, sorted and paged by key, so that the thousandth page costs what the first costs.
class ResultQuery
{
public:
    explicit ResultQuery(Database& database) : m_database(database) { }

    [[nodiscard]] Result<std::int64_t> count(const ResultFilter& filter);
    [[nodiscard]] Result<std::vector<std::pair<RunState, std::int64_t>>> countByState(const ResultFilter& filter);
    [[nodiscard]] Result<ResultPage> page(const ResultFilter& filter, const ResultOrder& order, std::size_t limit,
                                          const std::optional<ResultCursor>& after = {});
    /// The first page, and how many runs match in each state, in one pass over the store.
    [[nodiscard]] Result<CountedPage> firstPage(const ResultFilter& filter, const ResultOrder& order,
                                                std::size_t limit);
    /// All of it, in pages; for tables of a whole campaign.
    [[nodiscard]] Result<std::vector<ResultRow>> all(const ResultFilter& filter, const ResultOrder& order = {});
    [[nodiscard]] Result<std::vector<FactorSummary>> factors(const ResultFilter& filter);
    /// Only the factors with more than one level among these runs (or that some of them lack).
    [[nodiscard]] Result<std::vector<FactorSummary>> onlyWhatDiffers(const ResultFilter& filter);
    [[nodiscard]] Result<std::vector<MetricSummary>> metrics(const ResultFilter& filter);
    /// Those of most runs first.
    [[nodiscard]] Result<std::vector<SeriesSummary>> series(const ResultFilter& filter);
    /// Those that have any series, ascending.
    [[nodiscard]] Result<std::vector<RunId>> runsWithSeries(const ResultFilter& filter);

private:
    Database& m_database;
};

} // namespace millrace::store
