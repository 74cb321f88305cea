// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QSpinBox;
class QTableView;

namespace millrace::ui {

class PairMatrixModel;
class ProjectEditor;
class Settings;

/// The network between all pairs of nodes as a heat map that can be edited; measured pairs are read from files, unknown
/// rates estimated from round trips.
class PairMatrixPanel : public QWidget
{
    Q_OBJECT
public:
    PairMatrixPanel(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);

    /// The position of the cluster in the project.
    void setIndex(std::size_t index);
    /// Reads the files as the button does.
    void readFiles(const QStringList& files);

private:
    [[nodiscard]] QWidget* makeControls();
    void chooseFiles();
    void estimate();
    void say(const QString& sentence);

    ProjectEditor& m_editor;
    Settings& m_settings;
    std::size_t m_index = 0;
    PairMatrixModel* m_model;
    QTableView* m_table = nullptr;
    QLabel* m_note = nullptr;
    QComboBox* m_value = nullptr;
    QSpinBox* m_streams = nullptr;
};

} // namespace millrace::ui
