// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/step_detector.h"

#include <QAbstractTableModel>
#include <QLocale>

namespace millrace::ui {

/// Training steps found in traffic.
class StepModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        NumberColumn,
        BeginColumn,
        LengthColumn,
        DistanceColumn, ///< from the begin of the previous step
        BytesColumn,
        PacketsColumn,
        RateColumn,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole ///< the raw number; NaN: unknown
    };

    explicit StepModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    /// Sets the steps; times are relative to `origin`, nanoseconds since the epoch.
    void setSteps(std::vector<analysis::TrafficStep> steps, std::int64_t origin);
    [[nodiscard]] const std::vector<analysis::TrafficStep>& steps() const noexcept { return m_steps; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] double number(std::size_t row, int column) const;

    std::vector<analysis::TrafficStep> m_steps;
    std::int64_t m_origin = 0;
    QLocale m_locale;
};

} // namespace millrace::ui
