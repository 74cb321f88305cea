// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/table_mapping.h"
#include "ui/base/job_runner.h"
#include "ui/studies/column_model.h"

#include <QDialog>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace millrace::ui {

class NumberTable;
class Settings;
class TableView;

/// Meaning of the columns of a table: role, name and unit of each, time format; with a preview of the first rows as
/// they would be stored. Call open().
class TableMappingDialog : public QDialog
{
    Q_OBJECT
public:
    /// `files`: the tables among them can be selected. `mapping`: an initial file; empty: guessed.
    TableMappingDialog(const QStringList& files, const QString& mapping, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] ColumnModel& columns() const noexcept { return *m_columns; }
    [[nodiscard]] NumberTable& preview() const noexcept { return *m_preview; }
    /// The current mapping.
    [[nodiscard]] importers::TableMapping mapping() const;
    /// Writes without asking; mappings of other tables in the file are kept.
    void saveTo(const QString& file);

Q_SIGNALS:
    /// Whether the preview belongs to the current mapping.
    void previewed();
    void saved(const QString& file);

private:
    struct Reading;
    void makeTables();
    [[nodiscard]] QWidget* makeTime();
    void load();
    void take(Reading reading);
    void showPreview();
    void askForFile();

    QStringList m_files;
    QString m_mappingFile;
    Settings& m_settings;
    JobRunner m_readJob;
    JobRunner m_previewJob;
    std::shared_ptr<const importers::CsvTable> m_table; ///< read by one job at a time, never by this thread
    importers::TableMapping m_begun; ///< parts that cannot be edited here are kept
    ColumnModel* m_columns;
    QComboBox* m_file;
    TableView* m_view = nullptr;
    QComboBox* m_timeKind = nullptr;
    QComboBox* m_timeUnit = nullptr;
    QLineEdit* m_zone = nullptr;
    NumberTable* m_preview = nullptr;
    QLabel* m_line;
    QPushButton* m_save = nullptr;
};

} // namespace millrace::ui
