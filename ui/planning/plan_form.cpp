// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/planning/plan_form.h"

#include "ui/base/field_marker.h"
#include "ui/edit/form_parts.h"
#include "ui/edit/project_changes.h"
#include "ui/planning/averaging_row.h"
#include "ui/planning/rate_text.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

namespace millrace::ui {

PlanForm::PlanForm(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_fields(editor), m_plan([this](project::Project& project) -> planner::PlanSpec* {
          const auto index = static_cast<std::size_t>(m_index);
          return m_index >= 0 && index < project.plans.size() ? &project.plans[index] : nullptr;
      }),
      m_make(m_fields, m_plan, planner::planFields, "millrace::ui::PlanForm"), m_layout(new QFormLayout),
      m_averaging(new AveragingRow(editor, settings, m_plan))
{
    setObjectName(QStringLiteral("planForm"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* scroll = makeFormPage(m_layout, "planScroll");
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(scroll);
    makeFields();
    connect(m_averaging, &AveragingRow::noticed, this, &PlanForm::noticed);
    connect(m_averaging, &AveragingRow::failed, this, &PlanForm::failed);
    scroll->setMinimumWidth(scroll->widget()->minimumSizeHint().width()
                            + scroll->verticalScrollBar()->sizeHint().width());
}

void PlanForm::addRow(const std::string& field, const QString& label, QWidget* widget, QLabel* note)
{
    widget->setObjectName(QStringLiteral("plan_") + toQString(field));
    widget->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    addFormRow(m_layout, label, widget, {note != nullptr ? note : FieldMarker::makeNote()});
}

void PlanForm::makeFields()
{
    for (const auto& field : m_make.list()) {
        const std::string key(field.key);
        const QString label = m_make.label(field);
        const QString undo = tr("Change %1").arg(QString(label).remove(QLatin1Char('&')));
        if (key == "averaging") {
            m_layout->addRow(tr("Averaging law"), m_averaging);
        } else if (key == "rates") {
            makeRates();
        } else if (key == "cluster") {
            makeCluster(field);
        } else if (isNumber(field)) {
            auto* note = FieldMarker::makeNote();
            QuantityEdit* edit = m_make.number(field, undo);
            edit->setNote(note);
            addRow(key, label, edit, note);
        } else if (std::holds_alternative<bool planner::PlanSpec::*>(field.member)) {
            auto* box = m_make.checkBox(field, undo);
            box->setObjectName(QStringLiteral("plan_") + toQString(key));
            m_layout->addRow(QString(), box);
        } else if (std::holds_alternative<std::string planner::PlanSpec::*>(field.member)) {
            auto* note = FieldMarker::makeNote();
            addRow(key, label, m_make.textLine(field, undo, note), note);
        }
    }
}

void PlanForm::makeCluster(const Field<planner::PlanSpec>& field)
{
    auto* box = new QComboBox;
    auto* note = FieldMarker::makeNote();
    m_fields.bind(
        box, "cluster", tr("Change cluster"),
        [](const project::Project& project) { return toQStrings(namesOf(project.clusters)); },
        m_plan.read(&planner::PlanSpec::cluster), m_plan.write(&planner::PlanSpec::cluster), note);
    addRow("cluster", m_make.label(field), box, note);
}

void PlanForm::makeRates()
{
    auto* note = FieldMarker::makeNote();
    auto* edit = new FieldEdit(nullptr, note);
    edit->setPlaceholderText(tr("type and samples/s: T4 35.6, 8xV100 342"));
    edit->setToolTip(tr("How many samples a second one machine of each type trains by itself"));
    edit->setLazy(true);
    m_fields.bind(
        edit, "rates", tr("Change rates"),
        m_plan.read([](const planner::PlanSpec& plan) { return ratesText(plan.rates); }),
        m_plan.write([](planner::PlanSpec& plan, const QString& text) { plan.rates = ratesIn(text, plan.rates); }));
    addRow("rates", tr("Samples/s of a machine"), edit, note);
}

void PlanForm::setIndex(int plan)
{
    m_index = plan;
    m_fields.setPrefix("plans[" + std::to_string(plan) + "]");
    m_averaging->showPlan();
}

void PlanForm::showField(const QString& path)
{
    m_fields.showField(path.toStdString());
}

} // namespace millrace::ui

#include "moc_plan_form.cpp"
