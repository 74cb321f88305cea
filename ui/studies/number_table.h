// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/report/provenance.h"
#include "core/report/table.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;

namespace millrace::ui {

class ReportTableModel;
class Settings;
class TableView;

/// A table of the report's module that can be sorted, copied and written as CSV or JSON, under a heading.
class NumberTable : public QWidget
{
    Q_OBJECT
public:
    /// `name`: object name of the table and settings key of its columns.
    NumberTable(Settings& settings, const QString& name, const QString& heading, QWidget* parent = nullptr);
    /// The same for a model with signs and colours, owned by the table from now on.
    NumberTable(Settings& settings, const QString& name, const QString& heading, ReportTableModel* model,
                QWidget* parent = nullptr);

    /// In the order of the rows, resetting any sort order.
    void setTable(report::Table table, report::Provenance provenance = {});
    void setHeading(const QString& heading);
    /// For tables with different columns one after the other: each has its own column order.
    void setColumnsVary(bool vary) { m_columnsVary = vary; }
    [[nodiscard]] const report::Table& table() const;
    [[nodiscard]] TableView& view() const noexcept { return *m_view; }
    /// The row of the table that is current, -1: none.
    [[nodiscard]] int currentRow() const;
    void copyTable();
    /// Writes without asking, as .csv or .json.
    void exportTo(const QString& file);

Q_SIGNALS:
    /// A row was double-clicked, or Return was pressed on it.
    void rowActivated(int row);
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);

private:
    void askForFile(const QString& suffix);
    [[nodiscard]] QWidget* makeBar(const QString& name, const QString& heading);

    Settings& m_settings;
    ReportTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    TableView* m_view;
    QLabel* m_heading = nullptr;
    report::Provenance m_provenance;
    bool m_columnsVary = false;
};

} // namespace millrace::ui
