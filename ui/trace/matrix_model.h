// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/group_tables.h"

#include <QAbstractTableModel>
#include <QPalette>

namespace millrace::ui {

enum class MatrixValue
{
    Bytes,
    Rate, ///< bit/s, over the selected time or else the capture
    Packets
};

/// Traffic from every node to every other: one row and one column for each node in focus.
struct TrafficMatrix
{
    static constexpr std::size_t mostNodes = 200;

    std::shared_ptr<const Trace> trace;
    std::vector<std::uint32_t> nodes; ///< rows of addresses, in the order of addresses
    std::vector<std::uint32_t> pairs; ///< row of the pair, noRow: no traffic; row by row
    std::vector<std::uint64_t> bytes;
    std::vector<std::uint64_t> packets;
    std::int64_t length = 0; ///< nanoseconds that rates are averaged over
    std::size_t left = 0; ///< omitted nodes, those with the least traffic

    [[nodiscard]] double value(std::size_t cell, MatrixValue value) const;
};
/// Any thread.
[[nodiscard]] TrafficMatrix makeMatrix(std::shared_ptr<const Trace> trace, const TraceFocus& focus);

/// A TrafficMatrix with cells shaded by their value.
class MatrixModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole, ///< the raw number
        ShareRole ///< of the largest value, from 0 to 1
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setMatrix(TrafficMatrix matrix);
    void setValue(MatrixValue value);
    void setPalette(const QPalette& palette);
    [[nodiscard]] const TrafficMatrix& matrix() const noexcept { return m_matrix; }
    [[nodiscard]] std::uint32_t pairAt(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] std::size_t cellOf(const QModelIndex& index) const;
    [[nodiscard]] QString cellText(double value) const;
    [[nodiscard]] QColor shade(double share) const;
    void findLargest();

    TrafficMatrix m_matrix;
    MatrixValue m_value = MatrixValue::Bytes;
    double m_largest = 0;
    QPalette m_palette;
    QLocale m_locale;
};

} // namespace millrace::ui
