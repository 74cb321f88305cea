// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/gate_form.h"

#include "ui/base/field_marker.h"
#include "ui/edit/form_parts.h"
#include "ui/grid/grid_form.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QToolButton>

namespace millrace::ui {

GateForm::GateForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_fields(editor), m_gate([this](project::Project& project) {
          grid::GridSpec* spec = gridAt(project, m_index);
          return spec ? &spec->gate : nullptr;
      }),
      m_tolerances(new QWidget)
{
    QWidget* body = makeFields();
    m_fold = makeFold("gateFold", tr("&Gate: tolerances of the measured conditions"),
                      tr("Show the tolerances of the gate"), body);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_fold, 0, Qt::AlignLeft);
    column->addWidget(body);
    m_editor.notify(this, &GateForm::update);
}

QWidget* GateForm::makeFields()
{
    const FieldForm<grid::GateTolerances> make(m_fields, m_gate, grid::gateFields, "millrace::ui::GateForm", "gate.");
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(18, 0, 0, 0);
    auto* enabled = make.checkBox(make.find("enabled"), tr("Change gate"));
    enabled->setObjectName(QStringLiteral("gateEnabled"));
    column->addWidget(enabled);
    auto* form = new QFormLayout(m_tolerances);
    form->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tolerances);
    for (const auto& field : make.list()) {
        if (!isNumber(field))
            continue;
        QuantityEdit* edit = make.number(field, tr("Change tolerance"));
        edit->setObjectName(QStringLiteral("gate_") + toQString(field.key));
        edit->setAccessibleName(make.label(field));
        auto* note = FieldMarker::makeNote();
        edit->setNote(note);
        form->addRow(make.label(field), edit);
        form->addRow(QString(), note);
    }
    return body;
}

void GateForm::setIndex(int grid)
{
    m_index = grid;
    m_fields.setPrefix("grids[" + std::to_string(grid) + "]");
    update();
}

bool GateForm::showField(const std::string& path)
{
    if (!isFieldAt(path, m_fields.prefix() + ".gate"))
        return false;
    m_fold->setChecked(true);
    return m_fields.showField(path);
}

void GateForm::update()
{
    m_tolerances->setEnabled(m_gate.of(m_editor.project()).enabled);
}

} // namespace millrace::ui

#include "moc_gate_form.cpp"
