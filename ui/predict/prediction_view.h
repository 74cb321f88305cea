// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "ui/predict/predictor_jobs.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace millrace::ui {

class EmptyState;
class FigureView;
class ReportTableModel;
class Settings;
class TableView;

/// The twelve values of a setting, what drives the selected one, and the use over time.
class PredictionView : public QWidget
{
    Q_OBJECT
public:
    explicit PredictionView(Settings& settings, QWidget* parent = nullptr);
    ~PredictionView() override;

    void setPrediction(ShownPrediction prediction);
    /// Nothing is predicted: why, and what can be done.
    void showNothing(const QString& title, const QString& sentence, const QList<QAction*>& actions = {});
    [[nodiscard]] bool hasPrediction() const;
    [[nodiscard]] const ShownPrediction& prediction() const noexcept { return m_prediction; }
    /// Selects the row of a metric.
    void selectMetric(std::size_t metric);

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);

private:
    [[nodiscard]] QWidget* makeDrivers();
    [[nodiscard]] FigureView* makeSketch(const char* name);
    void showDrivers();

    Settings& m_settings;
    ShownPrediction m_prediction;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    ReportTableModel* m_values;
    ReportTableModel* m_drivers;
    TableView* m_valueView = nullptr;
    QLabel* m_formula = nullptr;
    QLabel* m_sentences = nullptr;
    QTabWidget* m_tabs = nullptr;
    FigureView* m_network = nullptr;
    FigureView* m_device = nullptr;
};

} // namespace millrace::ui
