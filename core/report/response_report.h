// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/response_curve.h"
#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace millrace::report {

/// Cross traffic B along the axis: as sent, as acknowledged, or the remaining bandwidth C − B.
enum class ResponseAxis
{
    Offered,
    Achieved,
    Available
};
/// Of the iterations of the loaded phase.
enum class ResponseValue
{
    Mean,
    Median,
    P99
};

struct ResponseChoice
{
    ResponseAxis axis = ResponseAxis::Achieved;
    ResponseValue value = ResponseValue::Mean;
    bool relative = false; ///< slow-down over the run's own baseline instead of seconds
    bool logarithmic = true;
    analysis::FitDomain domain = analysis::FitDomain::Logarithmic;
    double capacity = 0; ///< bit/s; 0: the bottleneck of the runs' cluster
};

/// One curve: runs that differ only in the load.
struct ResponseCurve
{
    std::string label; ///< "model=vgg16 cross_traffic=burst"
    std::vector<analysis::ResponsePoint> points; ///< by rate; a run each
    std::vector<analysis::ResponseFit> fits; ///< best first
    double capacity = unknown; ///< of the path, bit/s
    double requirement = unknown; ///< bits that one worker sends in an iteration: 2(N−1)/N × those of the gradients
    std::vector<std::string> runs; ///< uuids
};

/// The page of a campaign with cross traffic, shared by the window, the command line and the HTML report.
struct ResponseReport
{
    std::vector<ResponseCurve> curves;
    std::vector<FigureSpec> figures; ///< response with fits, residuals, demand vs available bandwidth, CDFs, rates
    std::vector<Table> tables; ///< points, fits, quantiles, distances between conditions
    std::vector<std::string> notes; ///< what was left out, and why
};

/// Whether a run has cross traffic and therefore appears in the report.
[[nodiscard]] bool hasResponse(const CampaignData& data) noexcept;
/// InvalidInput when no run has cross traffic. Reads the series of at most 400 runs.
[[nodiscard]] Result<ResponseReport> responseReport(store::Database& database, const CampaignData& data,
                                                    const ResponseChoice& choice, const JobContext& job);
/// Figures, tables (at most `rows` rows each; 0: all) and notes as a part of an HTML page.
[[nodiscard]] std::string responseSection(const ResponseReport& report, std::size_t rows);
/// One self-contained HTML page.
[[nodiscard]] std::string responsePage(const CampaignData& data, const ResponseReport& report);

} // namespace millrace::report
