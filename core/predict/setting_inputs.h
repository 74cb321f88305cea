// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/physics.h"

#include <span>
#include <string>
#include <vector>

namespace millrace::predict {

/// A number that regressors read, mostly a logarithm.
struct Input
{
    std::string name; ///< "log workers"
    std::string fact; ///< member of the setting that it is of: "workers"; for messages
    double low = 0; ///< range in the samples of the training
    double high = 0;

    bool operator==(const Input&) const = default;
};

/// Which facts of a setting are read, chosen by the samples of a training: those that all of them have. Strategies are
/// one input each.
class SettingInputs
{
public:
    /// Chooses the inputs and remembers their ranges, models and strategies.
    [[nodiscard]] static SettingInputs choose(std::span<const Setting> settings);
    /// Reads what `toJson` returns; Corrupt for anything else.
    [[nodiscard]] static Result<SettingInputs> parse(const Json& json);

    [[nodiscard]] const std::vector<Input>& inputs() const noexcept { return m_inputs; }
    [[nodiscard]] const std::vector<std::string>& models() const noexcept { return m_models; }
    [[nodiscard]] bool isKnownModel(const std::string& model) const;
    /// In the order of `inputs`; NaN where the setting has no such fact.
    [[nodiscard]] std::vector<double> row(const Setting& setting) const;
    /// Why a setting is outside of what was measured, one sentence each; empty: it is inside. Inside: every fact is
    /// within the range of the samples, with 5 % of the (logarithmic) range and of the fact itself to spare, as are two
    /// of three features of the graph, and the strategy was measured. Combinations of facts may be new.
    [[nodiscard]] std::vector<std::string> outside(const Setting& setting) const;
    [[nodiscard]] Json toJson() const;

private:
    std::vector<Input> m_inputs;
    std::vector<std::string> m_strategies;
    std::vector<std::string> m_models;
};

} // namespace millrace::predict
