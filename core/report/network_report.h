// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/network_fit.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace millrace::report {

/// Losses over the epochs: validation of each member, and training where there are at most two members.
[[nodiscard]] FigureSpec lossFigure(const std::vector<predict::GraphsEpoch>& epochs);

/// Losses of the parts before and after a training.
[[nodiscard]] Table networkFitTable(const predict::NetworkOutcome& outcome);
/// Mean relative error on the test part for each metric, next to the regressors of pooled features.
[[nodiscard]] Table networkErrorTable(const predict::NetworkOutcome& outcome);
/// "150 epochs, the best one 120; 12 s of a processor."
[[nodiscard]] std::vector<std::string> networkSentences(const predict::NetworkOutcome& outcome);
/// For programs; predictions of each graph included.
[[nodiscard]] nlohmann::ordered_json networkJson(const predict::NetworkOutcome& outcome);

} // namespace millrace::report
