// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace millrace::report {

/// A metric or a series: its stable name, used by filters and exports, and its display name.
struct Term
{
    std::string_view name; ///< "step_mean", "step.time"
    std::string_view label; ///< "step time"; marked for translation in the context "Term"
};

[[nodiscard]] std::span<const Term> metricTerms() noexcept;
[[nodiscard]] std::span<const Term> seriesTerms() noexcept;

/// Display name of a metric; for an unknown one its name with spaces.
[[nodiscard]] std::string metricLabel(std::string_view metric);
/// The same of a series.
[[nodiscard]] std::string seriesLabel(std::string_view series);

} // namespace millrace::report
