// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/interference/run_alarm.h"

#include <QAbstractTableModel>

namespace millrace::ui {

/// The alarms of a run, the latest first.
class AlarmModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        TimeColumn,
        WhatColumn,
        SizeColumn,
        OnsetColumn,
        RaisedColumn,
        ConfidenceColumn,
        WhereColumn,
        DetectorColumn,
        ColumnCount
    };

    explicit AlarmModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    /// In order of time. Times count from `origin`, nanoseconds since the epoch; 0: times of day.
    void setAlarms(const std::vector<RunAlarm>& alarms, std::int64_t origin);
    /// What holds now: the latest alarm that its detector has not taken back, or else the latest of all; nullptr when
    /// there is none.
    [[nodiscard]] const RunAlarm* standing() const;
    /// nullptr for no row.
    [[nodiscard]] const RunAlarm* alarmAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString textOf(const RunAlarm& alarm, int column) const;

    std::vector<RunAlarm> m_alarms; ///< the latest first
    std::int64_t m_origin = 0;
};

} // namespace millrace::ui
