// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/cluster/node_check.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;

namespace millrace::ui {

class JobStrip;
class PairMatrixModel;
class ProjectEditor;
class Settings;

/// The network between all pairs of nodes as a heat map that can be edited; measured pairs are read from files, unknown
/// rates estimated from round trips, and all pairs measured by their nodes.
class PairMatrixPanel : public QWidget
{
    Q_OBJECT
public:
    PairMatrixPanel(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);

    /// The position of the cluster in the project.
    void setIndex(std::size_t index);
    void setMeasurer(MatrixMeasurer measurer) { m_measurer = std::move(measurer); }
    /// Reads the files as the button does.
    void readFiles(const QStringList& files);

private:
    [[nodiscard]] QWidget* makeControls();
    void chooseFiles();
    void estimate();
    void measure();
    void putMeasured(const cluster::Cluster& measured, const Result<cluster::MeasuredPairs>& pairs);
    void say(const QString& sentence);

    ProjectEditor& m_editor;
    Settings& m_settings;
    std::size_t m_index = 0;
    PairMatrixModel* m_model;
    QTableView* m_table = nullptr;
    QLabel* m_note = nullptr;
    QComboBox* m_value = nullptr;
    QSpinBox* m_streams = nullptr;
    QPushButton* m_measure = nullptr;
    MatrixMeasurer m_measurer;
    JobRunner m_job;
    JobStrip* m_strip = nullptr;
};

} // namespace millrace::ui
