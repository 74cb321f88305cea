// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/plan_spec.h"
#include "ui/edit/field_form.h"

#include <QWidget>

class QFormLayout;
class QLabel;

namespace millrace::ui {

/// The fields of a plan.
class PlanForm : public QWidget
{
    Q_OBJECT
public:
    explicit PlanForm(ProjectEditor& editor, QWidget* parent = nullptr);

    void setIndex(int plan);
    /// "plans[0].budget".
    void showField(const QString& path);

private:
    void addRow(const std::string& field, const QString& label, QWidget* widget, QLabel* note = nullptr);
    void makeFields();
    void makeCluster(const Field<planner::PlanSpec>& field);
    void makeRates();

    BoundFields m_fields;
    int m_index = -1;
    ObjectAccess<planner::PlanSpec> m_plan;
    FieldForm<planner::PlanSpec> m_make;
    QFormLayout* m_layout;
};

} // namespace millrace::ui
