// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/predict/boosted_trees.h"
#include "core/predict/ridge.h"

#include <array>
#include <optional>
#include <string_view>
#include <variant>

namespace millrace::predict {

enum class RegressorKind
{
    Mean, ///< the weighted mean of the training: what every other one has to beat
    Ridge,
    BoostedTrees,
};
inline constexpr std::array allRegressors = {RegressorKind::Mean, RegressorKind::Ridge, RegressorKind::BoostedTrees};
/// "mean", "ridge", "boosted-trees".
[[nodiscard]] std::string_view regressorName(RegressorKind kind) noexcept;
[[nodiscard]] std::optional<RegressorKind> findRegressor(std::string_view name) noexcept;
/// Those that this build has.
[[nodiscard]] std::vector<RegressorKind> availableRegressors();

/// Prediction of one number from a row of inputs. A value; deterministic by the seed.
class Regressor
{
public:
    /// Fits to at least two rows. `seed` replaces that of `boosting`. Unsupported for boosted trees in builds
    /// without them, InvalidInput as each kind says.
    [[nodiscard]] static Result<Regressor> fit(RegressorKind kind, const Matrix& x, std::span<const double> y,
                                               std::span<const double> weights, std::uint64_t seed,
                                               BoostingOptions boosting = {});
    /// Reads what `toJson` returns.
    [[nodiscard]] static Result<Regressor> parse(const Json& json);

    [[nodiscard]] RegressorKind kind() const noexcept { return static_cast<RegressorKind>(m_model.index()); }
    [[nodiscard]] double predict(std::span<const double> row) const;
    [[nodiscard]] Json toJson() const;

private:
    explicit Regressor(std::variant<double, Ridge, BoostedTrees> model, std::size_t columns)
        : m_model(std::move(model)), m_columns(columns)
    {
    }
    std::variant<double, Ridge, BoostedTrees> m_model; ///< by RegressorKind
    std::size_t m_columns = 0;
};

} // namespace millrace::predict
