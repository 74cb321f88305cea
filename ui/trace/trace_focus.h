// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace.h"

#include <QLocale>
#include <QStringList>

#include <optional>
#include <vector>

namespace millrace::ui {

/// Focus on a part of a trace. Each part restricts all views but the one that it was chosen in.
struct TraceFocus
{
    enum class Kind
    {
        None,
        Flows,
        Pairs,
        Nodes,
        Bursts
    };
    std::optional<TimeRange> time; ///< chosen in the plot; whole bins
    Kind kind = Kind::None;
    std::vector<std::uint32_t> rows; ///< selected in the table of this kind: rows of the trace, ascending
    std::optional<std::vector<std::uint32_t>> only; ///< restriction to these flows, ascending

    bool operator==(const TraceFocus&) const = default;
    [[nodiscard]] bool isEmpty() const noexcept { return !time && kind == Kind::None && !only; }
};

/// Flows of a view: 1 for each included one.
using FlowMask = std::vector<std::uint8_t>;
/// `viewer`: the kind of rows in the view, whose own selection does not restrict it.
[[nodiscard]] FlowMask flowsInFocus(const Trace& trace, const TraceFocus& focus, TraceFocus::Kind viewer);
/// Returns the flows of the selected rows, ascending; none for Kind::None.
[[nodiscard]] std::vector<std::uint32_t> selectedFlows(const Trace& trace, const TraceFocus& focus);
/// Returns the time in focus: the range of the plot, intersected with selected bursts. Nothing: all.
[[nodiscard]] std::optional<TimeRange> timeInFocus(const Trace& trace, const TraceFocus& focus);

/// Maps the rows to a trace that was read further or again; missing ones are dropped.
[[nodiscard]] TraceFocus remapped(const TraceFocus& focus, const Trace& from, const Trace& to);

/// Texts of the parts: "3 flows", "10.0.0.1 → 10.0.0.2", "only 4 flows", "12.500–13.100 s", in this order; empty for a
/// part that is not set.
struct FocusText
{
    QString selection;
    QString only;
    QString time;
};
[[nodiscard]] FocusText focusWords(const Trace& trace, const TraceFocus& focus, const QLocale& locale);

} // namespace millrace::ui
