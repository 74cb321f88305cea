// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/network_fit.h"
#include "ui/base/job_runner.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <mutex>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;

namespace millrace::ui {

class FigureView;
class JobStrip;
class QuantityEdit;
class ReportTableModel;
class Settings;
class TableView;

/// Trains a graph network on a data set of graphs by the program millrace-graphs, with its losses as they come, and
/// shows its errors next to those of the regressors.
class NetworkView : public QWidget
{
    Q_OBJECT
public:
    explicit NetworkView(Settings& settings, QWidget* parent = nullptr);
    ~NetworkView() override;

    /// millrace-graphs; tests replace it.
    void setProgram(std::filesystem::path program) { m_program = std::move(program); }
    void start();
    void cancel();
    [[nodiscard]] bool isTraining() const noexcept { return m_job.isRunning(); }
    /// What is said below the form.
    [[nodiscard]] QString state() const;

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    /// isTraining() has changed.
    void trainingChanged();

private:
    /// Epochs from the thread of the job, taken by a timer of the window.
    struct Epochs
    {
        std::mutex mutex;
        std::vector<predict::GraphsEpoch> fresh;
    };
    [[nodiscard]] QWidget* makeForm();
    [[nodiscard]] QWidget* makeResults();
    [[nodiscard]] predict::NetworkTraining training() const;
    void takeEpochs();
    void present(Result<predict::NetworkOutcome> outcome);
    void askForData();
    void askForModel();
    void showState(const QString& sentence);

    Settings& m_settings;
    JobRunner m_job;
    QTimer m_refresh;
    std::filesystem::path m_program;
    std::shared_ptr<Epochs> m_queue;
    std::vector<predict::GraphsEpoch> m_epochs;
    QComboBox* m_data = nullptr;
    QuantityEdit* m_layers = nullptr;
    QuantityEdit* m_members = nullptr;
    QuantityEdit* m_most = nullptr; ///< epochs
    QLineEdit* m_save = nullptr;
    QPushButton* m_start = nullptr;
    QLabel* m_state = nullptr;
    QTabWidget* m_tabs = nullptr;
    FigureView* m_losses = nullptr;
    ReportTableModel* m_fit;
    ReportTableModel* m_errors;
};

} // namespace millrace::ui
