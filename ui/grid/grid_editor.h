// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <filesystem>

class QLabel;
class QScrollArea;
class QSplitter;

namespace millrace::ui {

class CaptureForm;
class ConditionModel;
class DryRunView;
class EditTable;
class EditTableModel;
class ExclusionModel;
class FactorModel;
class GateForm;
class GridForm;
class ProjectEditor;
class Settings;

/// One grid of a project: factors and rules on the left, the resulting runs on the right.
class GridEditor : public QWidget
{
    Q_OBJECT
public:
    GridEditor(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);
    ~GridEditor() override;

    /// The position of the grid in the project.
    void setIndex(int grid);
    /// The store whose runs the estimate comes from; need not be there.
    void setStore(const std::filesystem::path& store);
    /// Without its own store, the project has one next to its file.
    void setProjectFile(const std::filesystem::path& file);
    /// Puts the keyboard into the field that a problem names: "grids[0].factors[1].levels[2]".
    void showField(const QString& path);
    [[nodiscard]] DryRunView* dryRun() const noexcept { return m_dryRun; }

private:
    [[nodiscard]] QWidget* makeLeft();
    [[nodiscard]] EditTable* makeTable(EditTableModel& model, const QString& name, const QString& rowWord);
    [[nodiscard]] QLabel* makeWords(EditTable* table);
    void fitTable(EditTable* table, EditTableModel& model);
    void addLevelPaste();
    void updateStore();

    ProjectEditor& m_editor;
    Settings& m_settings;
    int m_index = -1;
    std::filesystem::path m_store;
    std::filesystem::path m_file;
    FactorModel* m_factors;
    ConditionModel* m_conditions;
    ExclusionModel* m_exclusions;
    GridForm* m_form;
    GateForm* m_gate;
    CaptureForm* m_capture;
    EditTable* m_factorTable = nullptr;
    EditTable* m_conditionTable = nullptr;
    EditTable* m_exclusionTable = nullptr;
    DryRunView* m_dryRun;
    QScrollArea* m_scroll = nullptr;
    QSplitter* m_splitter;
};

} // namespace millrace::ui
