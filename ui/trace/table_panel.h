// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/trace_table_model.h"

#include <QWidget>

class QLabel;
class QMenu;

namespace millrace::ui {

class SearchLine;
class Settings;
class TableView;

/// A table of a trace with its filter line and a count of its rows.
class TablePanel : public QWidget
{
    Q_OBJECT
public:
    /// `name` is stable; `what` says what the rows are: "Flows". `first`: the column that it is sorted by at first, -1:
    /// none, the largest first.
    TablePanel(Settings& settings, const QString& name, const QString& what, std::vector<TableColumn> columns,
               int first, QWidget* parent = nullptr);
    ~TablePanel() override;

    [[nodiscard]] TraceTableModel& model() const noexcept { return *m_model; }
    [[nodiscard]] TableView& view() const noexcept { return *m_view; }
    [[nodiscard]] SearchLine& filterLine() const noexcept { return *m_filter; }

    /// Replaces the table; what is selected in it is `selected` then, rows of the trace, and selectionEdited() is not
    /// emitted.
    void show(TraceTableModel::Maker make, std::vector<std::uint32_t> selected);
    void setSelected(std::vector<std::uint32_t> rows);
    /// Rows of the trace, ascending.
    [[nodiscard]] const std::vector<std::uint32_t>& selected() const noexcept { return m_selected; }
    /// What stands in the table when no row is in focus.
    void setEmptyText(const QString& text);
    /// Said after the count of rows: "12 more are not listed".
    void setNote(const QString& note);
    /// Logical numbers of the columns as they are shown.
    [[nodiscard]] std::vector<int> shownColumns() const;
    /// Puts the selected rows into the clipboard, in the background; refuses more than a million.
    void copyRows();

Q_SIGNALS:
    /// The user has selected other rows.
    void selectionEdited();
    /// A menu is about to open for the selected rows: whoever listens may add to it.
    void menuOpening(QMenu* menu);
    void exportWanted();
    void noticed(const QString& sentence);
    /// The rows that are shown have changed.
    void shownChanged();

private:
    /// Places of the selected rows in the view, ascending.
    [[nodiscard]] std::vector<std::uint32_t> selectedPlaces() const;
    /// Rows, some counted twice where ranges overlap.
    [[nodiscard]] std::size_t selectedCount() const;
    void takeSelection();
    void restoreSelection();
    void showCounts();
    void showProblem(const QString& problem);
    void showMenu(QPoint place);
    [[nodiscard]] QWidget* makeBar();
    void connectParts();

    const QString m_what;
    TraceTableModel* m_model;
    TableView* m_view;
    QAction* m_copy;
    JobRunner m_copyJob;
    SearchLine* m_filter;
    QLabel* m_count;
    QLabel* m_problem;
    QString m_emptyText;
    QString m_note;
    std::vector<std::uint32_t> m_selected;
    bool m_restoring = false;
    bool m_fitted = false;
};

} // namespace millrace::ui
