// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/workload.h"
#include "ui/edit/field_form.h"

#include <QWidget>

class QBoxLayout;
class QFormLayout;
class QLabel;
class QTableView;

namespace millrace::launch {
struct FrameworkTraits;
} // namespace millrace::launch

namespace millrace::ui {

class ExtrasModel;
class OperationsField;

/// One workload of a project. What its framework does not know cannot be set here, and the field says so.
class WorkloadForm : public QWidget
{
    Q_OBJECT
public:
    explicit WorkloadForm(ProjectEditor& editor, QWidget* parent = nullptr);

    /// The position of the workload in the project.
    void setIndex(int workload);
    /// "workloads[0].batch".
    void showField(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row
    {
        std::string field; ///< as the factor of that name
        QWidget* widget = nullptr;
        QLabel* why = nullptr; ///< says why it has no effect
        QWidget* line = nullptr; ///< the field with its notes
    };

    void makeFramework();
    void makeNumbers();
    void makeCommand();
    void makeOperations();
    /// Fields of the list that have no widget of their own: texts, and what is switched on and off.
    void makeOthers();
    void makeData();
    void makeExtras();
    QLabel* addRow(const std::string& field, const QString& label, QWidget* widget);
    /// A text below the field that was added last.
    [[nodiscard]] QLabel* addExplanation(const char* name);
    /// "Change batch per worker" by a field's label.
    [[nodiscard]] QString changeText(const Field<launch::Workload>& field) const;
    void addChoice(const char* key, std::vector<std::string> launch::FrameworkTraits::*choices,
                   std::string launch::Workload::*member);
    void update();
    void updateEffects(const launch::Workload& workload);
    void addOption(const char* name, const QString& label, const QString& placeholder,
                   std::function<QString(const QString&)> check);
    void updateModel(const launch::Workload& workload);
    void updateBatch(const launch::Workload& workload);
    void updateOptions(const launch::FrameworkTraits* traits);

    ProjectEditor& m_editor;
    BoundFields m_fields;
    int m_index = -1;
    ObjectAccess<launch::Workload> m_workload;
    FieldForm<launch::Workload> m_make;
    QFormLayout* m_layout;
    QBoxLayout* m_last = nullptr; ///< the column of the field that was added last
    std::vector<Row> m_rows;
    QLabel* m_summary = nullptr;
    QLabel* m_support = nullptr;
    QLabel* m_batch = nullptr;
    QLabel* m_model = nullptr;
    QLabel* m_known = nullptr; ///< options that have no field of their own
    FieldEdit* m_command = nullptr;
    OperationsField* m_operations = nullptr;
    ExtrasModel* m_extras;
    QTableView* m_extrasView = nullptr;
};

} // namespace millrace::ui
