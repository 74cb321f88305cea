// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/bound_fields.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QFormLayout;

namespace millrace::ui {

/// How the nodes of a remote cluster are reached: rights, agent, folder, and Slurm where it gives the nodes.
class AccessForm : public QWidget
{
    Q_OBJECT
public:
    explicit AccessForm(ProjectEditor& editor, QWidget* parent = nullptr);

    void setIndex(std::size_t index);
    /// A field of the file from the top of the project: "clusters[0].access.slurm.time".
    void showField(const std::string& where);
    [[nodiscard]] int draftCount() const;

private:
    void makeAccess(QFormLayout* form);
    void makeCommand(QFormLayout* form);
    void makeSlurm(QBoxLayout* column);
    void makeSlurmQuantities(QFormLayout* form);
    void makeSlurmOptions(QFormLayout* form);
    QLabel* addRow(QFormLayout* form, const QString& label, const char* name, QWidget* field,
                   const QString& explanation = {});
    void addSlurmText(QFormLayout* form, const QString& label, const char* field, const QString& placeholder,
                      std::string cluster::SlurmAccess::*member);
    void read();
    [[nodiscard]] const cluster::Access& access(const project::Project& project) const;
    template <typename Edit>
    void write(project::Project& project, Edit edit) const;

    ProjectEditor& m_editor;
    BoundFields m_fields;
    std::size_t m_index = 0;
    QCheckBox* m_slurm = nullptr;
    QWidget* m_slurmFields = nullptr;
    QList<QuantityEdit*> m_quantities;
    QList<FieldEdit*> m_texts;
};

} // namespace millrace::ui
