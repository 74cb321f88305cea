// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/plan.h"
#include "core/run/campaign_estimate.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <map>
#include <optional>

namespace millrace::ui {

/// The lines of a dry run: runs in their order, or excluded combinations. Between the fixed columns is one
/// for each factor.
class DryRunModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Lines
    {
        Runs,
        LeftOut
    };
    enum Column
    {
        PositionColumn, ///< runs only
        FactorColumn, ///< one for each factor
        RepetitionColumn, ///< runs only
        KindColumn, ///< runs only: planned, warm-up, if needed
        TimeColumn, ///< runs only
        SeedColumn, ///< runs only
        ReasonColumn, ///< what is left out only
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;

    explicit DryRunModel(Lines kind, QObject* parent = nullptr) : QAbstractTableModel(parent), m_kind(kind) { }

    void setLines(std::vector<grid::DryRunLine> lines, const grid::GridSpec& grid,
                  const run::CampaignEstimate& estimate = {});
    [[nodiscard]] const std::vector<grid::DryRunLine>& lines() const noexcept { return m_lines; }
    /// The first section of a kind; -1 if there is none.
    [[nodiscard]] int sectionOf(Column column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Section
    {
        Column column;
        int factor = 0;
    };
    [[nodiscard]] QString textOf(const grid::DryRunLine& line, const Section& section) const;
    [[nodiscard]] QVariant sortValue(const grid::DryRunLine& line, const Section& section) const;
    [[nodiscard]] bool isNumber(int column) const;
    [[nodiscard]] const plan::CellEstimate* estimateOf(const grid::DryRunLine& line) const;

    Lines m_kind;
    std::vector<Section> m_sections;
    QStringList m_headings;
    std::vector<grid::DryRunLine> m_lines;
    std::map<std::uint32_t, plan::CellEstimate> m_estimates; ///< by the cell's position
};

} // namespace millrace::ui
