// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/store/records.h"

#include <cstddef>
#include <optional>
#include <string>

namespace millrace::store {
class Database;
}

namespace millrace::report {

struct ReportOptions
{
    std::optional<Nanoseconds> time; ///< of making it; absent: reportTime()
    std::size_t runRows = 2000; ///< of the list of all runs
    std::size_t gateRows = 500; ///< of the list of all conditions
};

/// One HTML page that needs nothing beside it: what was run and where, tables, figures as SVG, gates, failures, all
/// runs, provenance. Follows the reader's light or dark screen, prints. Any campaign gives a page, also an empty one.
[[nodiscard]] Result<std::string> htmlReport(store::Database& database, store::CampaignId campaign,
                                             const ReportOptions& options = {}, const JobContext& job = {});

} // namespace millrace::report
