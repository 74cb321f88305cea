// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"
#include "core/report/summary_tables.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

/// The unit of observation of a figure.
enum class ViewValues
{
    Runs, ///< the metric of one run
    Steps ///< the time of one step; for boxes and CDFs
};

/// Selection and drawing of runs: everything the user chose, so that a figure can be reproduced.
struct RunView
{
    std::string name; ///< under which it was saved
    std::string filter; ///< as typed: "loss=1% RING"
    std::vector<std::string> campaigns; ///< beginnings of uuids; none: all
    std::vector<std::string> states; ///< names of run states; none: all
    std::vector<store::ResultFilter::FactorLevels> factors;
    std::vector<std::string> groupBy; ///< factors of the table of groups
    std::string metric; ///< of the figure; empty: the first usual one
    std::string x; ///< factor, or for scatter also a metric; empty: chosen; "-": none
    std::string series; ///< factor; empty: chosen; "-": none
    FigureKind kind = FigureKind::Bars;
    ViewValues values = ViewValues::Runs;
    std::string compareOf; ///< typed filters of the two compared groups; empty: none
    std::string compareWith;

    bool operator==(const RunView& other) const;
};

[[nodiscard]] std::string viewToJson(const RunView& view);
/// InvalidInput names the error; unknown members are ignored.
[[nodiscard]] Result<RunView> viewFromJson(std::string_view text);

/// The runs of the view. InvalidInput for a filter that cannot be parsed, NotFound for a campaign that is not in the
/// store.
[[nodiscard]] Result<store::ResultFilter> filterOf(store::Database& database, const RunView& view);

/// The view with metric, x and series resolved as they will be drawn.
[[nodiscard]] RunView completed(const CampaignData& data, RunView view);

/// One row for each combination of levels of the factors: n, means and intervals, as cellTable has them for cells.
[[nodiscard]] Table groupTable(const CampaignData& data, const std::vector<std::string>& factors,
                               const TableOptions& options = {});

/// The figure of a view over runs read with its filter. Factors that are neither x nor series are pooled, and the note
/// says so. Reads the store only for step times.
[[nodiscard]] Result<FigureSpec> viewFigure(store::Database& database, const CampaignData& data, const RunView& view,
                                            const Provenance& provenance, const JobContext& job = {});

/// Provenance of the numbers of a view, without its runs.
[[nodiscard]] Result<Provenance> provenanceOf(store::Database& database, const CampaignData& data, const RunView& view,
                                              Nanoseconds time);

} // namespace millrace::report
