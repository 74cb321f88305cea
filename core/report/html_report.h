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
    std::optional<Nanoseconds> time; ///< time of creation; absent: reportTime()
    std::size_t runRows = 2000; ///< of the list of all runs
    std::size_t gateRows = 500; ///< of the list of all conditions
};

/// One self-contained HTML page: what was run and where, tables, figures as SVG, gates, failures, all runs, provenance.
/// Light and dark, printable. Every campaign gives a page, even an empty one.
[[nodiscard]] Result<std::string> htmlReport(store::Database& database, store::CampaignId campaign,
                                             const ReportOptions& options = {}, const JobContext& job = {});

} // namespace millrace::report
