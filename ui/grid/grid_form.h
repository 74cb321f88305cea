// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/field_form.h"

#include <QWidget>

class QFormLayout;
class QLabel;

namespace millrace::ui {

/// The fields of a grid that are no lists: name, cluster, workload, repetitions or stop rule, order, seeds.
class GridForm : public QWidget
{
    Q_OBJECT
public:
    explicit GridForm(ProjectEditor& editor, QWidget* parent = nullptr);

    void setIndex(int grid);
    bool showField(const std::string& path) { return m_fields.showField(path); }

private:
    void makeNames();
    void makeRepetitions();
    void makeStopRule();
    void makeOrder();
    void makeSeeds();
    void makeLimits();
    /// A row with a note below it, which is returned, and perhaps an explanation.
    QLabel* addRow(const QString& label, QWidget* field, QLabel* explanation = nullptr);
    void update();
    [[nodiscard]] const grid::GridSpec* spec() const;

    ProjectEditor& m_editor;
    BoundFields m_fields;
    int m_index = -1;
    ObjectAccess<grid::GridSpec> m_grid;
    FieldForm<grid::GridSpec> m_make;
    QFormLayout* m_layout;
    QuantityEdit* m_repetitions = nullptr;
    QWidget* m_stopRule = nullptr;
    QLabel* m_orderNote = nullptr;
};

/// The grid at this position; nullptr if there is none.
[[nodiscard]] grid::GridSpec* gridAt(project::Project& project, int grid);
[[nodiscard]] const grid::GridSpec* gridAt(const project::Project& project, int grid);

} // namespace millrace::ui
