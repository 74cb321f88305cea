// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/usage_predictor.h"

#include <QWidget>

class QLabel;

namespace millrace::ui {

class ReportTableModel;
class Settings;
class TableView;

/// Errors of a predictor for samples that were held out; while it is trained, those that are ready.
class RatingView : public QWidget
{
    Q_OBJECT
public:
    explicit RatingView(Settings& settings, QWidget* parent = nullptr);

    /// Null: there is none.
    void setPredictor(const predict::UsagePredictor* predictor);
    /// A training begins.
    void clear();
    /// Ratings that became ready.
    void add(const std::vector<predict::HeldOutErrors>& ratings);

private:
    ReportTableModel* m_model;
    TableView* m_table;
    QLabel* m_notes;
    std::vector<predict::HeldOutErrors> m_ready;
};

} // namespace millrace::ui
