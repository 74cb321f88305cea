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

/// Table of a trace with its filter line and a count of its rows.
class TablePanel : public QWidget
{
    Q_OBJECT
public:
    /// `name` is stable; `what` names the rows: "Flows". `first`: initial sort column, descending; -1: none.
    TablePanel(Settings& settings, const QString& name, const QString& what, std::vector<TableColumn> columns,
               int first, QWidget* parent = nullptr);
    ~TablePanel() override;

    [[nodiscard]] TraceTableModel& model() const noexcept { return *m_model; }
    [[nodiscard]] TableView& view() const noexcept { return *m_view; }
    [[nodiscard]] SearchLine& filterLine() const noexcept { return *m_filter; }

    /// Replaces the table and its selection by `selected`, rows of the trace, without emitting selectionEdited().
    void show(TraceTableModel::Maker make, std::vector<std::uint32_t> selected);
    void setSelected(std::vector<std::uint32_t> rows);
    /// Rows of the trace, ascending.
    [[nodiscard]] const std::vector<std::uint32_t>& selected() const noexcept { return m_selected; }
    /// Sets the text shown without rows in focus.
    void setEmptyText(const QString& text);
    /// Sets a note after the count of rows: "12 more are not listed".
    void setNote(const QString& note);
    /// Returns the logical indices of the visible columns.
    [[nodiscard]] std::vector<int> shownColumns() const;
    /// Copies the selected rows to the clipboard, in the background; refuses more than a million.
    void copyRows();

Q_SIGNALS:
    /// Emitted when the user has changed the selection.
    void selectionEdited();
    /// Emitted before a context menu opens: receivers may add to it.
    void menuOpening(QMenu* menu);
    void exportWanted();
    void noticed(const QString& sentence);
    /// Emitted when the visible rows have changed.
    void shownChanged();

private:
    /// Returns the view rows of the selection, ascending.
    [[nodiscard]] std::vector<std::uint32_t> selectedPlaces() const;
    /// Counts rows, some twice if ranges overlap.
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
