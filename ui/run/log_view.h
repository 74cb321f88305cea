// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/run/log_model.h"

#include "core/store/records.h"

#include <QTimer>
#include <QWidget>

#include <filesystem>

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace millrace::ui {

class SearchLine;
class Settings;
class TableView;

/// Log of all nodes of one run, with search, filter and follow mode.
class LogView : public QWidget
{
    Q_OBJECT
public:
    explicit LogView(Settings& settings, QWidget* parent = nullptr);

    /// Clears the view for a run whose lines will be appended; times are relative to `origin`.
    void beginLive(Nanoseconds origin);
    void append(const std::vector<store::LogLine>& lines);
    /// Counts lines that were dropped because they came too fast.
    void addSkipped(std::int64_t count);
    /// Reads the lines of a run: the last LogModel::mostLines.
    void showStored(const std::filesystem::path& store, store::RunId run, Nanoseconds origin);
    [[nodiscard]] LogModel& model() noexcept { return *m_model; }
    /// Focuses the search line.
    void find();

private:
    [[nodiscard]] QWidget* makeBar();
    [[nodiscard]] QToolButton* makeButton(const QString& iconName, const QString& text, const QKeySequence& key);
    void search(const QString& text);
    /// Searches some thousand rows, and later the next ones.
    void searchOn();
    void showFound();
    void forget(int rows);
    void goToMatch(int step);
    void showMatch();
    void applyFilter();
    void fillSources();
    void showStatus();
    void follow();
    void setRelative(bool relative);

    Settings& m_settings;
    LogModel* m_model;
    TableView* m_table;
    SearchLine* m_search = nullptr;
    QLabel* m_found = nullptr;
    QComboBox* m_nodes = nullptr;
    QComboBox* m_processes = nullptr;
    QComboBox* m_levels = nullptr;
    QToolButton* m_follow = nullptr;
    QToolButton* m_relative = nullptr;
    QLabel* m_status = nullptr;
    JobRunner m_job;
    QString m_sought;
    std::vector<int> m_matches; ///< rows before m_searched
    int m_match = -1; ///< in m_matches
    int m_searched = 0;
    QTimer m_searchSoon;
    Nanoseconds m_origin{0};
    std::int64_t m_skipped = 0;
};

} // namespace millrace::ui
