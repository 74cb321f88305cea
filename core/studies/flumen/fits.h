// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/response_curve.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/store/database.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::flumen {

/// A law that the cross-traffic study fits to one of its series, fitted again to the stored points as its figures show
/// them.
struct FlumenFit
{
    std::string_view series; ///< "burst-tcp"
    std::string_view model; ///< "bert"
    analysis::ResponseFit fit; ///< least squares: of ln t for the trend lines, of t for the laws fitted by Solver
    std::size_t points = 0; ///< number of fitted points
    double sheetR2 = 0; ///< typed into the workbook as a constant
    /// For the laws fitted by Solver: A, s, and B0, bit/s, in the workbook, and their R² on t over these points; NaN: a
    /// trend line, whose parameters appear only in a picture.
    double sheetFactor = 0;
    double sheetB0 = 0;
    double sheetLawR2 = 0;
    std::string remark; ///< which points, and what else the workbook does
};

/// The fits of those series that the store has points of. `campaign`: uuid; empty: the newest of the study. A series
/// with too few points is left out. NotFound when the store has no campaign of the study; Cancelled.
[[nodiscard]] Result<std::vector<FlumenFit>> flumenFits(store::Database& database, const std::string& campaign,
                                                        const JobContext& job = {});

} // namespace millrace::studies::flumen
