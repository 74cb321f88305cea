// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/scaling/law.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace millrace::scaling {

/// A law with its constants.
struct FittedLaw
{
    const Law* law = nullptr;
    std::vector<double> constants;
    std::vector<std::pair<double, double>> ranges; ///< of each column, in the rows it was fitted to
    double band = unknown; ///< |ln(measured ÷ predicted)| that 90 % of held-out rows are below; unknown: too few rows

    [[nodiscard]] double seconds(std::span<const double> values) const { return law->seconds(constants, values); }
    /// The 90 % band; NaN without one.
    [[nodiscard]] Interval interval(std::span<const double> values) const;
    /// Columns whose value is outside of what it was fitted to; a prediction there is an extrapolation.
    [[nodiscard]] std::vector<std::string> outside(std::span<const double> values) const;
};

/// Fits the constants to the rows: least Huber loss of the logarithm of measured ÷ predicted, by the simplex search of
/// Nelder, Mead (1965) from several starts; what the rows do not say stays near what is usual. `withBand`: holds out
/// one fifth after another. InvalidInput for fewer rows than three, or times and values that are not above zero.
[[nodiscard]] Result<FittedLaw> fitLaw(const Law& law, std::span<const Row> rows, bool withBand = false,
                                       const JobContext& job = {});

/// Relative errors of a law for rows that it was not fitted to.
struct LawErrors
{
    std::size_t rows = 0;
    std::size_t outside = 0; ///< of them, outside of the fitted ranges
    double mean = unknown; ///< of |predicted ÷ measured - 1|
    double median = unknown;
    double high = unknown; ///< 90 % are below
    double bias = unknown; ///< mean of predicted ÷ measured - 1
};
[[nodiscard]] LawErrors errorsOf(const FittedLaw& fitted, std::span<const Row> rows);
/// The same of many fits to `count` rows drawn at random, for the rest of the rows. `onlyInside`: rows outside of the
/// fitted ranges are counted and do not enter the errors.
[[nodiscard]] Result<LawErrors> errorsOfDraws(const Law& law, std::span<const Row> rows, std::size_t count, int draws,
                                              std::uint64_t seed, bool onlyInside, const JobContext& job = {});

} // namespace millrace::scaling
