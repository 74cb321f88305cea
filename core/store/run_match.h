// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "core/store/run_condition.h"

#include <span>

namespace millrace::store {

/// A run in memory for a filter; a planned one has no metrics.
struct RunFacts
{
    const RunRecord& run; ///< with its factors
    const CampaignRecord& campaign;
    std::span<const Metric> metrics;
};

/// Whether the run matches all conditions, with the same result as a ResultQuery.
[[nodiscard]] bool matches(std::span<const RunCondition> conditions, const RunFacts& facts);

} // namespace millrace::store
