// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "ui/base/job_runner.h"
#include "ui/base/document_page.h"

class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace millrace::ui {

class DetailView;
class ResultModel;
class Settings;

/// A result store, read-only: its runs in a table, filtered by campaign and state, with details of the selected run.
class ResultPage : public DocumentPage
{
    Q_OBJECT
public:
    ResultPage(const QString& file, Settings& settings, QWidget* parent = nullptr);
    ~ResultPage() override;

    void reload() override;
    [[nodiscard]] bool hasContent() const override;

private:
    [[nodiscard]] QWidget* makeHeader();
    [[nodiscard]] QWidget* makeTable();
    void showOverview();
    void showCounts();
    void fillCampaigns();
    void fillStates();
    void applyFilter();
    void showSelection();

    Settings& m_settings;
    ResultModel* m_model;
    JobRunner m_detailJob;
    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    QComboBox* m_campaigns = nullptr;
    QComboBox* m_states = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_empty = nullptr;
    QStackedWidget* m_stack = nullptr;
    DetailView* m_details = nullptr;
    QSplitter* m_splitter = nullptr;
    std::size_t m_columnCount = 0;
    store::RunId m_selected; ///< selected again after the table was read anew
};

} // namespace millrace::ui
