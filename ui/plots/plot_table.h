// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/frame.h"
#include "ui/plots/timeline_series.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace millrace::ui {

/// The visible columns of a plot as rows: each row is the time of a pixel column in which anything was measured.
struct PlotTable
{
    struct Column
    {
        QString name;
        QString unit;
        std::vector<double> minimum; ///< NaN: nothing there, or a gap
        std::vector<double> maximum; ///< empty when no row holds more than one sample
    };
    std::int64_t origin = 0;
    std::vector<std::int64_t> times; ///< of the first sample in the row, nanoseconds since the epoch
    std::vector<Column> columns; ///< of the visible series
};

/// `columns` as in Frame: one entry for each series. Samples outside of the view are left out.
[[nodiscard]] PlotTable makePlotTable(const std::vector<TimelineSeries>& series,
                                      const std::vector<CurveColumns>& columns, TimeRange view, std::int64_t origin,
                                      std::size_t width);
/// With a header that names the units, "." as decimal point and all digits; `separator` ',' makes RFC 4180, '\t' what
/// spreadsheets paste.
[[nodiscard]] std::string plotTableText(const PlotTable& table, char separator);

/// A PlotTable for views: time since the origin, then for each series its value, or its least and its greatest.
class PlotTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int SortRole = Qt::UserRole;

    explicit PlotTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    void setTable(PlotTable table);
    [[nodiscard]] const PlotTable& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Field
    {
        const PlotTable::Column* column;
        const std::vector<double>* values;
        bool isMinimum, isMaximum;
    };
    [[nodiscard]] Field fieldOf(int section) const;

    PlotTable m_table;
    std::vector<std::pair<std::size_t, bool>> m_fields; ///< column, and whether its maximum
    std::int64_t m_resolution = 1;
};

} // namespace millrace::ui
