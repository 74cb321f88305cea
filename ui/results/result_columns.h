// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "ui/results/result_source.h"

#include <QLocale>
#include <QVariant>

namespace millrace::ui {

/// What a column of the table of runs shows.
struct ResultColumn
{
    enum class Kind
    {
        Campaign, ///< only where a store has several
        Position,
        State,
        Factor,
        Repetition,
        Metric,
        Duration,
        Started,
        RunId,
        CampaignId
    };
    Kind kind = Kind::Position;
    std::string name; ///< stable, as in a typed filter and in exports: "run", "loss", "step_mean"
    std::string unit;

    bool operator==(const ResultColumn&) const = default;
};

/// The columns for these runs; `onlyDiffering` leaves out factors that have the same level in all runs.
[[nodiscard]] std::vector<ResultColumn> resultColumns(const ResultOverview& overview, bool onlyDiffering);
/// Those that are hidden until somebody asks for them, by their headings.
[[nodiscard]] QStringList hiddenColumns();
[[nodiscard]] QString columnHeading(const ResultColumn& column);
/// What the column is called in a typed filter, and what it means.
[[nodiscard]] QString columnTip(const ResultColumn& column);
[[nodiscard]] Qt::Alignment columnAlignment(const ResultColumn& column);
[[nodiscard]] store::ResultOrder columnOrder(const ResultColumn& column, bool descending);

/// The value of a run in an export, with every digit.
[[nodiscard]] report::Column exportColumn(const ResultColumn& column);
[[nodiscard]] report::Cell exportCell(const store::ResultRow& row, const ResultColumn& column,
                                      const std::vector<store::CampaignRecord>& campaigns);
/// The value as people read it; empty where there is none.
[[nodiscard]] QString columnText(const store::ResultRow& row, const ResultColumn& column,
                                 const std::vector<store::CampaignRecord>& campaigns, const QLocale& locale);

} // namespace millrace::ui
