// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/timeline_series.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <vector>

namespace millrace::ui {

/// The series of a plot with their colours and a value each.
class LegendModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        Name,
        Value,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;

    explicit LegendModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    void setSeries(const std::vector<TimelineSeries>& series);
    void setVisible(int row, bool visible);
    /// `heading`: what the values are: "at 12 s". As many as series.
    void setValues(const QString& heading, const QStringList& values);
    void setDark(bool dark);
    /// What the names are; "Series" at first.
    void setNameHeading(const QString& heading) { m_nameHeading = heading; }
    [[nodiscard]] bool isVisible(int row) const { return m_rows[static_cast<std::size_t>(row)].visible; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant nameData(std::size_t row, int role) const;

    std::vector<TimelineSeries> m_rows; ///< without their sources
    QStringList m_values;
    QString m_heading;
    QString m_nameHeading;
    bool m_dark = false;
};

/// Shows a LegendModel. A click or the space bar hides a series and shows it again.
class PlotLegend : public QTableView
{
    Q_OBJECT
public:
    explicit PlotLegend(QWidget* parent = nullptr);
    [[nodiscard]] LegendModel& legend() { return *m_model; }
    /// The width that it takes, of which values leave a part to the names. Their column does not get narrower when they
    /// get shorter.
    void setRoom(int room);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void toggled(int row, bool visible);
    /// This one alone, or with -1 all of them.
    void onlyWanted(int row);
    /// Under the pointer or the keyboard; -1: none.
    void emphasised(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void toggle(int row);

    LegendModel* m_model;
    int m_valueWidth = 0; ///< of the widest value so far
};

} // namespace millrace::ui
