// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/cost/cluster_prices.h"

#include <optional>
#include <vector>

namespace millrace::cost {

/// A price that is in force from a time on.
struct PriceStep
{
    Nanoseconds from; ///< since the epoch
    double dollars = 0; ///< an hour; NaN: there is none of the machine's kind of contract

    bool operator==(const PriceStep&) const = default;
};

/// The beginning of the date of a price: "2026-11-25", "2026-11-25 02:40", "2026-11"; nothing: it is none.
[[nodiscard]] std::optional<Nanoseconds> beginOf(std::string_view date);
/// What is said about a date that cannot be read.
[[nodiscard]] std::string notADate(std::string_view date);

/// The prices of one machine of a site over time, ascending: at each time what machinePrice() has. Those with a date
/// that cannot be read are left out. Empty for own machines.
[[nodiscard]] std::vector<PriceStep> priceHistory(const PriceBook& book, const Site& site);

} // namespace millrace::cost
