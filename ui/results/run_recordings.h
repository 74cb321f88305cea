// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/results/result_source.h"

#include <QWidget>

class QPushButton;

namespace millrace::ui {

class ReportTableModel;
class Settings;
class TableView;

/// What was recorded on the nodes of a run: packets, drops, files; opens them as traces.
class RunRecordings : public QWidget
{
    Q_OBJECT
public:
    RunRecordings(QString store, Settings& settings, QWidget* parent = nullptr);

    void show(const RunDetails& run);
    void clear();
    /// Those of the selected rows, all if none is selected; only files that were kept.
    [[nodiscard]] QStringList chosenFiles() const;

Q_SIGNALS:
    void traceRequested(const QStringList& files, const QString& title);

private:
    void updateButton();

    QString m_store;
    ReportTableModel* m_model;
    TableView* m_table;
    QPushButton* m_open;
    QString m_title; ///< of the page that shows them
    QStringList m_files; ///< by row; empty: not kept
};

} // namespace millrace::ui
