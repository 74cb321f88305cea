// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/field_form.h"

#include <QWidget>

class QToolButton;

namespace millrace::ui {

/// How far measured conditions may lie from requested ones; folded away at first.
class GateForm : public QWidget
{
    Q_OBJECT
public:
    explicit GateForm(ProjectEditor& editor, QWidget* parent = nullptr);

    void setIndex(int grid);
    /// Unfolds itself.
    bool showField(const std::string& path);

private:
    [[nodiscard]] QWidget* makeFields();
    void update();

    ProjectEditor& m_editor;
    BoundFields m_fields;
    int m_index = -1;
    ObjectAccess<grid::GateTolerances> m_gate;
    QToolButton* m_fold = nullptr;
    QWidget* m_tolerances;
};

} // namespace millrace::ui
