// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/project_editor.h"

#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;

namespace millrace::ui {

class FieldEdit;
class QuantityEdit;

/// The fields of a cluster that it has once: name, kind, congestion control, and of an emulated one MTU and how it is
/// emulated.
class ClusterForm : public QWidget
{
    Q_OBJECT
public:
    explicit ClusterForm(ProjectEditor& editor, QWidget* parent = nullptr);

    void setIndex(std::size_t index);
    void setCongestionControls(const QStringList& names);
    /// Puts the keyboard on a field of the file: "mtu"; false where it is none of this form.
    bool showField(const QString& field);
    [[nodiscard]] int draftCount() const;

private:
    template <typename Edit>
    void change(const QString& text, const char* field, Edit edit);
    void makeFields();
    void makeChoices();
    void place(const QString& text, QWidget* field, QLabel* note);
    void arrange(cluster::ClusterKind kind);
    void connectFields();
    void read();
    void showProblems();
    [[nodiscard]] QString checkName(const QString& text) const;
    [[nodiscard]] QString checkControl(const QString& text) const;

    struct Place
    {
        QLabel* label;
        QWidget* field;
        QLabel* note; ///< may be missing
    };

    ProjectEditor& m_editor;
    std::size_t m_index = 0;
    QGridLayout* m_grid;
    std::vector<Place> m_places;
    std::optional<cluster::ClusterKind> m_arrangedFor;
    FieldEdit* m_name = nullptr;
    QComboBox* m_kind = nullptr;
    QComboBox* m_control = nullptr;
    FieldEdit* m_controlEdit = nullptr;
    QuantityEdit* m_mtu = nullptr;
    QComboBox* m_mode = nullptr;
    QComboBox* m_backend = nullptr;
};

} // namespace millrace::ui
