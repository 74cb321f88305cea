// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_comparison.h"
#include "core/report/run_view.h"
#include "ui/results/result_columns.h"

namespace millrace::ui {

/// Computations of the panels next to the table; each call opens its own connection, on any thread.

struct GroupsRead
{
    report::Table table;
    std::size_t runs = 0; ///< that match, whether they count or not
    report::Provenance provenance;
};
[[nodiscard]] Result<GroupsRead> readGroups(const std::filesystem::path& file, const report::RunView& view,
                                            const JobContext& job);

struct FigureRead
{
    report::FigureSpec figure;
    report::RunView view; ///< with what was chosen by itself
    std::vector<std::string> factors; ///< that differ, then the others
    std::vector<std::string> metrics;
};
[[nodiscard]] Result<FigureRead> readFigure(const std::filesystem::path& file, const report::RunView& view,
                                            const JobContext& job);

/// A group of a comparison: a typed filter, or runs that were chosen by hand.
struct GroupChoice
{
    QString label;
    std::string filter;
    std::optional<std::vector<store::RunId>> runs;
};
[[nodiscard]] Result<report::RunComparison> readComparison(const std::filesystem::path& file,
                                                           const report::RunView& view, const GroupChoice& of,
                                                           const GroupChoice& with, const JobContext& job);

/// All runs that match, in this order, with these columns: what the table of runs shows, with every digit. Campaign,
/// run and their ids follow where they are not among the columns.
struct VisibleRuns
{
    store::ResultFilter filter;
    store::ResultOrder order;
    std::vector<ResultColumn> columns;
};
[[nodiscard]] Result<report::Table> readVisible(const std::filesystem::path& file, const VisibleRuns& visible,
                                                const JobContext& job);
[[nodiscard]] Result<report::Provenance> readProvenance(const std::filesystem::path& file, const VisibleRuns& visible,
                                                        const report::RunView& view);

} // namespace millrace::ui
