// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;

namespace millrace::ui {

class FigureView;
class ReportTableModel;
class Settings;
class TableView;

/// Figures, tables and notes of a report: their names on the left, the chosen one on the right, with its ways out.
class ReportBrowser : public QWidget
{
    Q_OBJECT
public:
    /// What is chosen and sized is remembered under `name`.
    ReportBrowser(Settings& settings, const QString& name, QWidget* parent = nullptr);
    ~ReportBrowser() override;

    /// What was chosen stays chosen, if it is still there.
    void setContent(std::vector<report::FigureSpec> figures, std::vector<report::Table> tables,
                    const std::vector<std::string>& notes);
    /// By the name of a figure or the title of a table; "notes".
    void choose(const QString& name);
    [[nodiscard]] QString chosen() const;
    [[nodiscard]] FigureView& figureView() const noexcept { return *m_figure; }
    [[nodiscard]] TableView& tableView() const noexcept { return *m_table; }
    /// Writes the chosen table without asking, as .csv or .json.
    void exportTable(const QString& file);

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged(bool exporting);

private:
    [[nodiscard]] QWidget* makeTablePage();
    void addHeading(const QString& text);
    void addItem(const QString& icon, const QString& text, const QString& name, int page, std::size_t place);
    void showChosen();
    void showTable(const report::Table& table);
    void askForTable(const QString& suffix);
    void copyTable();

    Settings& m_settings;
    QString m_name;
    std::vector<report::FigureSpec> m_figures;
    std::vector<report::Table> m_tables;
    QSplitter* m_splitter;
    QListWidget* m_list;
    QStackedWidget* m_stack;
    FigureView* m_figure;
    ReportTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    TableView* m_table;
    QLabel* m_tableTitle = nullptr;
    QLabel* m_tableNotes = nullptr;
    QPlainTextEdit* m_notes;
};

} // namespace millrace::ui
