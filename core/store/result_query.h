// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"
#include "core/store/run_condition.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::store {

/// Filter of runs; empty lists match all.
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

/// Sort key of runs; equal ones by campaign and position.
struct ResultOrder
{
    enum class By
    {
        Position, ///< the order of execution: campaign by campaign
        Campaign,
        Id,
        State,
        Started,
        Duration,
        Repetition,
        Factor,
        Metric
    };
    By by = By::Position;
    std::string name; ///< of the factor or the metric
    std::string subject; ///< of the metric
    bool descending = false; ///< runs without the value come last either way
    std::vector<ResultOrder> then = {}; ///< further keys

    bool operator==(const ResultOrder&) const = default;
};

struct ResultRow
{
    RunRecord run; ///< with its factors
    std::vector<Metric> metrics; ///< of the whole run: with an empty subject
};

/// Matching runs in order, and their number in each state.
struct ResultIndex
{
    std::vector<RunId> runs;
    std::vector<std::pair<RunState, std::int64_t>> states;
};

/// Factor or metric that occurs among runs.
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
    std::int64_t runs = 0; ///< with a value for the whole run
};

/// Name of series that occurs among runs.
struct SeriesSummary
{
    std::string name;
    std::string unit; ///< of one of them
    std::int64_t runs = 0; ///< that have it
    std::int64_t series = 0; ///< one for each run and node

    bool operator==(const SeriesSummary&) const = default;
};

/// Filtered and sorted runs. Their ids are read in one pass over the store, their rows on demand: a list of a million
/// runs reads only the visible ones.
class ResultQuery
{
public:
    explicit ResultQuery(Database& database) : m_database(database) { }

    [[nodiscard]] Result<std::int64_t> count(const ResultFilter& filter);
    [[nodiscard]] Result<ResultIndex> index(const ResultFilter& filter, const ResultOrder& order = {});
    /// Returns rows in the order of the ids; NotFound for an unknown id.
    [[nodiscard]] Result<std::vector<ResultRow>> rows(std::span<const RunId> runs);
    /// Returns all rows; for tables of a whole campaign.
    [[nodiscard]] Result<std::vector<ResultRow>> all(const ResultFilter& filter, const ResultOrder& order = {});
    [[nodiscard]] Result<std::vector<FactorSummary>> factors(const ResultFilter& filter);
    /// Returns only the factors with more than one level among these runs (or that some of them lack).
    [[nodiscard]] Result<std::vector<FactorSummary>> onlyWhatDiffers(const ResultFilter& filter);
    [[nodiscard]] Result<std::vector<MetricSummary>> metrics(const ResultFilter& filter);
    /// Returns names of series, the most frequent first.
    [[nodiscard]] Result<std::vector<SeriesSummary>> series(const ResultFilter& filter);
    /// Returns the runs that have any series, ascending.
    [[nodiscard]] Result<std::vector<RunId>> runsWithSeries(const ResultFilter& filter);

private:
    Database& m_database;
};

} // namespace millrace::store
