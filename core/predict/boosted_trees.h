// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/predict/matrix.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace millrace::predict {

struct BoostingOptions
{
    int trees = 300;
    int depth = 3;
    double rate = 0.05;
    double subsample = 0.8; ///< share of the rows that each tree sees
    double leafPenalty = 0; ///< L2, of the values of the leaves
    std::uint64_t seed = 42;
};

/// Gradient boosting of regression trees (Friedman, Annals of Statistics 29(5), 2001) with squared error, by XGBoost
/// (Chen, Guestrin, KDD 2016). One thread, so that a seed gives the same trees. Values are copied cheaply; predicting
/// is not for several threads at once with one value.
class BoostedTrees
{
public:
    /// False in builds without XGBoost, in which `fit` and `parse` fail as Unsupported.
    [[nodiscard]] static bool isAvailable() noexcept;
    /// Fits to at least two rows; `weights` are of the rows, or empty. InvalidInput where the lengths differ or a value
    /// is not finite.
    [[nodiscard]] static Result<BoostedTrees> fit(const Matrix& x, std::span<const double> y,
                                                  std::span<const double> weights = {},
                                                  const BoostingOptions& options = {});
    /// Reads what `text` returns. Corrupt for anything else.
    [[nodiscard]] static Result<BoostedTrees> parse(const std::string& text, std::size_t columns);

    /// NaN where the row has another length than those of the fit.
    [[nodiscard]] double predict(std::span<const double> row) const;
    /// Trees as text, in the JSON of XGBoost.
    [[nodiscard]] std::string text() const;

private:
    struct Handle;
    std::shared_ptr<Handle> m_handle;
    double m_base = 0; ///< mean of y: the trees hold the differences to it
    std::size_t m_columns = 0;
};

} // namespace millrace::predict
