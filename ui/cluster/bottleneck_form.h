// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/project_editor.h"

#include <QWidget>

class QCheckBox;
class QComboBox;

namespace millrace::ui {

class FieldMarker;
class QuantityEdit;

/// The bottleneck of a cluster: whether there is one, for which pairs, how wide, how deep its queue.
class BottleneckForm : public QWidget
{
    Q_OBJECT
public:
    explicit BottleneckForm(ProjectEditor& editor, QWidget* parent = nullptr);

    void setIndex(std::size_t index);
    /// A field of the file below "bottleneck": "rate".
    void showField(const QString& field);
    [[nodiscard]] int draftCount() const;

private:
    template <typename Edit>
    void change(const QString& text, const char* field, Edit edit);
    QComboBox* makeEnd(const QString& name, bool from);
    void connectFields();
    void read();
    void showProblems();

    ProjectEditor& m_editor;
    std::size_t m_index = 0;
    QCheckBox* m_on;
    QComboBox* m_from;
    QComboBox* m_to;
    QCheckBox* m_bothWays;
    QuantityEdit* m_rate;
    QuantityEdit* m_queue;
    FieldMarker* m_fromMark;
    FieldMarker* m_toMark;
    FieldMarker* m_onMark;
    QWidget* m_fields;
};

} // namespace millrace::ui
