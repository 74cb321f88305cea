// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/plan_spec.h"
#include "ui/base/job_runner.h"
#include "ui/edit/field_form.h"

#include <QWidget>
#include <filesystem>

class QLabel;
class QPushButton;

namespace millrace::ui {

class Settings;

/// The averaging law of a plan: what it was fitted to, and buttons that fit it to the runs of a store, or take that of
/// the study.
class AveragingRow : public QWidget
{
    Q_OBJECT
public:
    AveragingRow(ProjectEditor& editor, Settings& settings, ObjectAccess<planner::PlanSpec> plan,
                 QWidget* parent = nullptr);
    ~AveragingRow() override;

    /// Another plan is shown from now on.
    void showPlan();
    void fitTo(const std::filesystem::path& store);

Q_SIGNALS:
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);

private:
    void chooseStore();
    void take(const QString& change, const planner::AveragingLaw& law);
    void showLaw();

    ProjectEditor& m_editor;
    Settings& m_settings;
    ObjectAccess<planner::PlanSpec> m_plan;
    JobRunner m_job;
    QLabel* m_source;
    QPushButton* m_fit;
    QPushButton* m_study;
};

} // namespace millrace::ui
