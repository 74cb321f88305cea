// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_curves.h"
#include "core/report/table.h"
#include "ui/plots/timeline_series.h"

#include <QCoreApplication>
#include <QStringList>

#include <compare>
#include <mutex>

namespace millrace::ui {

/// A line of the curves panel as a plot asks for it: columns of the whole, and finer ones of the stretch that is zoomed
/// into once they have been read. Reads no file.
class CurveSource : public SeriesSource
{
public:
    CurveSource(const report::Curve& line, const store::TimeRange& data);

    /// Also those of a stretch; replaces the stretch before.
    void refine(const report::Curve& line, TimeRange stretch);

    [[nodiscard]] TimeRange range() const override { return m_range; }
    [[nodiscard]] std::vector<analysis::SeriesColumn> columns(std::int64_t begin, std::int64_t end,
                                                              std::size_t width) const override;
    [[nodiscard]] std::uint64_t revision() const noexcept override;

private:
    TimeRange m_range;
    std::vector<analysis::SeriesColumn> m_whole;
    mutable std::mutex m_mutex;
    std::vector<analysis::SeriesColumn> m_fine;
    TimeRange m_stretch;
    std::uint64_t m_revision = 0;
};

/// Which line of any of the plots: the same in all of them.
struct LineKey
{
    std::size_t group = 0;
    std::string node;

    auto operator<=>(const LineKey&) const = default;
};

/// Names, details and colours of groups of runs.
class CurveText
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::CurveText)
public:
    CurveText() = default;
    /// `colourBy`: a factor, or empty for a colour each; `factors`: those that differ, for the details.
    CurveText(const report::CurveSubject& subject, const std::vector<std::string>& groupBy,
              const std::string& colourBy);

    [[nodiscard]] const std::vector<report::CurveGroup>& groups() const noexcept { return m_groups; }
    [[nodiscard]] QString name(const LineKey& key) const;
    /// The levels of a run's factors, or how many runs a group has.
    [[nodiscard]] QString details(const LineKey& key) const;
    /// `position`: of the line among all.
    [[nodiscard]] int color(const LineKey& key, std::size_t position) const;
    [[nodiscard]] bool areGroups() const noexcept { return m_areGroups; }

    /// Counts of what is drawn, and what was left out.
    [[nodiscard]] static QStringList notes(const std::vector<std::shared_ptr<const report::SeriesCurves>>& curves,
                                           const report::CurveSubject& subject);

private:
    std::vector<report::CurveGroup> m_groups;
    QStringList m_names;
    QStringList m_details;
    std::vector<int> m_colors; ///< empty: by position
    bool m_areGroups = false;
};

/// All columns of all curves, one row each: what the panel draws, with every digit.
[[nodiscard]] report::Table curveTable(const std::vector<std::shared_ptr<const report::SeriesCurves>>& curves,
                                       const report::CurveSubject& subject, const CurveText& words,
                                       const report::CurveOptions& options);

} // namespace millrace::ui
