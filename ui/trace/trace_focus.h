// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace.h"

#include <QLocale>
#include <QStringList>

#include <optional>
#include <vector>

namespace millrace::ui {

/// What of a trace is looked at. Each part narrows all views but the one that it was chosen in.
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
    std::optional<std::vector<std::uint32_t>> only; ///< flows that are looked at at all, ascending

    bool operator==(const TraceFocus&) const = default;
    [[nodiscard]] bool isEmpty() const noexcept { return !time && kind == Kind::None && !only; }
};

/// Which flows a view shows: 1 for each that is in.
using FlowMask = std::vector<std::uint8_t>;
/// `viewer`: the kind of rows that the view shows, whose own selection does not narrow it.
[[nodiscard]] FlowMask flowsInFocus(const Trace& trace, const TraceFocus& focus, TraceFocus::Kind viewer);
/// The flows that the selected rows stand for, ascending; of Kind::None none.
[[nodiscard]] std::vector<std::uint32_t> selectedFlows(const Trace& trace, const TraceFocus& focus);
/// The time that is looked at: the range of the plot, narrowed to selected bursts. None: all.
[[nodiscard]] std::optional<TimeRange> timeInFocus(const Trace& trace, const TraceFocus& focus);

/// The same rows in a trace that was read further or again; those that are gone are dropped.
[[nodiscard]] TraceFocus remapped(const TraceFocus& focus, const Trace& from, const Trace& to);

/// "3 flows", "10.0.0.1 → 10.0.0.2", "only 4 flows", "12.500–13.100 s": what each part says, in this order; empty for a
/// part that is not set.
struct FocusWords
{
    QString selection;
    QString only;
    QString time;
};
[[nodiscard]] FocusWords focusWords(const Trace& trace, const TraceFocus& focus, const QLocale& locale);

} // namespace millrace::ui
