// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scaling/fit_law.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlopt.h>
#include <numeric>

namespace millrace::scaling {

namespace {

constexpr double huberLimit = 0.15; // of the logarithm of a ratio
constexpr double usualWeight = 5e-5; // of a constant that is one spread away, against the mean loss of a row
constexpr int mostEvaluations = 6000;
constexpr std::array starts = {0.0, -1.0, 1.0}; // spreads away from what is usual
constexpr std::size_t groups = 5;

class Search
{
public:
    Search(const Law& law, std::span<const Row> rows, const JobContext& job) : m_law(law), m_rows(rows), m_job(job)
    {
        std::vector<double> times;
        for (const Row& row : rows)
            times.push_back(row.seconds);
        m_scale = median(times);
    }

    Result<std::vector<double>> best()
    {
        std::vector<double> bestPoint;
        double least = 0;
        for (const double start : starts) {
            std::vector<double> point(m_law.constants.size(), start / 3);
            const double value = searchFrom(point);
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "the fit was cancelled");
            if (bestPoint.empty() || value < least) {
                bestPoint = point;
                least = value;
            }
        }
        return constantsAt(bestPoint);
    }

private:
    /// A point is in spreads, as a logarithm, from what is usual.
    [[nodiscard]] std::vector<double> constantsAt(std::span<const double> point) const
    {
        std::vector<double> constants;
        for (std::size_t i = 0; i < point.size(); ++i) {
            const Constant& constant = m_law.constants[i];
            constants.push_back(constant.usual * (constant.ofScale ? m_scale : 1)
                                * std::exp(std::clamp(point[i], -6.0, 6.0) * std::log(constant.spread)));
        }
        return constants;
    }

    [[nodiscard]] double cost(std::span<const double> point) const
    {
        if (m_job.cancelled())
            return 0;
        const std::vector<double> constants = constantsAt(point);
        double loss = 0;
        for (const Row& row : m_rows) {
            const double error = std::abs(std::log(m_law.seconds(constants, row.values) / row.seconds));
            loss += error < huberLimit ? error * error : huberLimit * (2 * error - huberLimit);
        }
        double away = 0;
        for (const double value : point)
            away += value * value;
        return loss / static_cast<double>(m_rows.size())
            + usualWeight * away * std::min(1.0, 20.0 / static_cast<double>(m_rows.size()));
    }

    static double costOf(unsigned count, const double* point, double*, void* self)
    {
        return static_cast<const Search*>(self)->cost(std::span(point, count));
    }

    double searchFrom(std::vector<double>& point)
    {
        nlopt_opt search = nlopt_create(NLOPT_LN_NELDERMEAD, static_cast<unsigned>(point.size()));
        nlopt_set_min_objective(search, &Search::costOf, this);
        nlopt_set_maxeval(search, mostEvaluations);
        nlopt_set_ftol_rel(search, 1e-7);
        nlopt_set_xtol_abs1(search, 1e-5);
        nlopt_set_initial_step1(search, 0.5);
        double value = 0;
        nlopt_optimize(search, point.data(), &value);
        nlopt_destroy(search);
        return value;
    }

    const Law& m_law;
    std::span<const Row> m_rows;
    const JobContext& m_job;
    double m_scale = 1; ///< s
};

Result<void> checkRows(const Law& law, std::span<const Row> rows)
{
    if (rows.size() < 3)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} rows are too few for a law; give three or more", rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isComplete = rows[i].values.size() == law.columns.size();
        const auto isGood = [](double value) { return std::isfinite(value) && value > 0; };
        if (!isComplete || !std::ranges::all_of(rows[i].values, isGood) || !isGood(rows[i].seconds))
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("row {}: all {} values and the time must be above zero", i + 1, law.columns.size()));
    }
    return {};
}

double logRatio(const FittedLaw& fitted, const Row& row)
{
    return std::log(row.seconds / fitted.seconds(row.values));
}

Result<FittedLaw> fitOnce(const Law& law, std::span<const Row> rows, const JobContext& job)
{
    MR_TRY(constants, Search(law, rows, job).best());
    FittedLaw fitted;
    fitted.law = &law;
    fitted.constants = std::move(constants);
    for (std::size_t column = 0; column < law.columns.size(); ++column) {
        const auto value = [column](const Row& row) { return row.values[column]; };
        const auto [low, high] = std::ranges::minmax_element(rows, {}, value);
        fitted.ranges.emplace_back(value(*low), value(*high));
    }
    return fitted;
}

LawErrors summarise(std::span<const double> ratios, std::size_t outside)
{
    LawErrors errors;
    errors.rows = ratios.size();
    errors.outside = outside;
    if (ratios.empty())
        return errors;
    std::vector<double> sizes;
    for (const double ratio : ratios)
        sizes.push_back(std::abs(ratio - 1));
    errors.mean = mean(sizes);
    errors.median = median(sizes);
    errors.high = quantile(sizes, 0.9);
    errors.bias = mean(std::vector<double>(ratios.begin(), ratios.end())) - 1;
    return errors;
}

} // namespace

Interval FittedLaw::interval(std::span<const double> values) const
{
    const double predicted = seconds(values);
    return {predicted * std::exp(-band), predicted * std::exp(band)};
}

std::vector<std::string> FittedLaw::outside(std::span<const double> values) const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < ranges.size(); ++i)
        if (values[i] < ranges[i].first || values[i] > ranges[i].second)
            names.push_back(law->columns[i]);
    return names;
}

Result<FittedLaw> fitLaw(const Law& law, std::span<const Row> rows, bool withBand, const JobContext& job)
{
    MR_CHECK(checkRows(law, rows));
    MR_TRY(fitted, fitOnce(law, rows, job));
    if (!withBand || rows.size() < 2 * groups)
        return fitted;
    // Conformal: of n held-out errors, the one of rank ⌈0.9 (n + 1)⌉ (Vovk, Gammerman, Shafer 2005).
    std::vector<double> errors;
    for (std::size_t group = 0; group < groups; ++group) {
        std::vector<Row> kept;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (i % groups != group)
                kept.push_back(rows[i]);
        MR_TRY(partial, fitOnce(law, kept, job));
        for (std::size_t i = group; i < rows.size(); i += groups)
            errors.push_back(std::abs(logRatio(partial, rows[i])));
    }
    std::ranges::sort(errors);
    const auto rank = static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(errors.size() + 1)));
    if (rank <= errors.size())
        fitted.band = errors[rank - 1];
    return fitted;
}

LawErrors errorsOf(const FittedLaw& fitted, std::span<const Row> rows)
{
    std::vector<double> ratios;
    std::size_t outside = 0;
    for (const Row& row : rows) {
        ratios.push_back(fitted.seconds(row.values) / row.seconds);
        outside += fitted.outside(row.values).empty() ? 0 : 1;
    }
    return summarise(ratios, outside);
}

Result<LawErrors> errorsOfDraws(const Law& law, std::span<const Row> rows, std::size_t count, int draws,
                                std::uint64_t seed, bool onlyInside, const JobContext& job)
{
    MR_CHECK(checkRows(law, rows));
    if (count >= rows.size())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} of {} rows leave none to compare with", count, rows.size()));
    Random random(seed);
    std::vector<double> ratios;
    std::size_t outside = 0;
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        for (std::size_t i = 0; i < count; ++i)
            std::swap(order[i], order[i + random.below(order.size() - i)]);
        std::vector<Row> kept;
        for (std::size_t i = 0; i < count; ++i)
            kept.push_back(rows[order[i]]);
        MR_TRY(fitted, fitOnce(law, kept, job));
        for (std::size_t i = count; i < order.size(); ++i) {
            const Row& row = rows[order[i]];
            const bool isOutside = !fitted.outside(row.values).empty();
            outside += isOutside ? 1 : 0;
            if (!(isOutside && onlyInside))
                ratios.push_back(fitted.seconds(row.values) / row.seconds);
        }
    }
    return summarise(ratios, outside);
}

} // namespace millrace::scaling
