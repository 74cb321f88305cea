// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/plan_spec.h"
#include "ui/edit/field_form.h"

#include <QWidget>

class QFormLayout;
class QLabel;

namespace millrace::ui {

class AveragingRow;
class Settings;

/// The fields of a plan.
class PlanForm : public QWidget
{
    Q_OBJECT
public:
    PlanForm(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);

    void setIndex(int plan);
    /// "plans[0].budget".
    void showField(const QString& path);

Q_SIGNALS:
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);

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
    AveragingRow* m_averaging;
};

} // namespace millrace::ui
