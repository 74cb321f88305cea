// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <cstdint>
#include <limits>

namespace millrace::report {

/// When the phases of a run with cross traffic began: wall time, ns.
struct PhaseTimes
{
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    std::int64_t baseline = never;
    std::int64_t loaded = never;
    std::int64_t drained = never; ///< end of the loaded phase

    [[nodiscard]] bool known() const noexcept { return loaded != never; }
};
[[nodiscard]] Result<PhaseTimes> phaseTimesOf(store::Database& database, const store::RunRecord& run);

} // namespace millrace::report
