// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/field_form.h"

#include <QWidget>

class QFormLayout;
class QToolButton;

namespace millrace::ui {

/// Whether the packets of a grid's runs are recorded, and what of them; folded away unless they are.
class CaptureForm : public QWidget
{
    Q_OBJECT
public:
    explicit CaptureForm(ProjectEditor& editor, QWidget* parent = nullptr);

    void setIndex(int grid);
    /// Unfolds itself.
    bool showField(const std::string& path);

private:
    [[nodiscard]] QWidget* makeBody();
    [[nodiscard]] FieldForm<grid::CaptureSettings> fields();
    void addLine(QFormLayout* form, const char* key, const char* name);
    void addBox(QFormLayout* form, const char* key, const char* name);
    void update();

    ProjectEditor& m_editor;
    BoundFields m_fields;
    int m_index = -1;
    ObjectAccess<grid::CaptureSettings> m_capture;
    QToolButton* m_fold = nullptr;
    QWidget* m_settings; ///< what only matters when packets are recorded
};

} // namespace millrace::ui
