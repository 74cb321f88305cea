// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"

#include <QString>

namespace millrace::ui {

/// An expression as people say it: `strategy == "RING" implies loss == 0` is "when strategy is RING, loss must be 0" as
/// a condition. Empty where it cannot be read.
[[nodiscard]] QString conditionWords(const std::string& expression);
/// What is left out: "strategy is RING or STAR and loss is 2%".
[[nodiscard]] QString exclusionWords(const grid::Exclusion& exclusion);
/// An exclusion by levels in the language of expressions: `strategy in ["RING", "STAR"] and loss == 2%`.
[[nodiscard]] QString exclusionText(const grid::Exclusion& exclusion);

} // namespace millrace::ui
