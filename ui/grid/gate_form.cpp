// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/gate_form.h"

#include "ui/base/field_marker.h"
#include "ui/base/quantity_edit.h"
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
    connect(&m_editor, &ProjectEditor::changed, this, &GateForm::update);
}

QWidget* GateForm::makeFields()
{
    using Gate = grid::GateTolerances;
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(18, 0, 0, 0);
    auto* enabled = new QCheckBox(tr("A run that misses its conditions is invali&d"));
    enabled->setObjectName(QStringLiteral("gateEnabled"));
    m_fields.bind(enabled, "gate.enabled", tr("Change gate"), m_gate.read(&Gate::enabled),
                  m_gate.write(&Gate::enabled));
    column->addWidget(enabled);
    auto* form = new QFormLayout(m_tolerances);
    form->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tolerances);
    const auto add = [&](const char* field, const QString& label, QuantityEdit::Kind kind, double most, auto get,
                         auto set) {
        auto* edit = new QuantityEdit(kind);
        edit->setObjectName(QStringLiteral("gate_") + QLatin1String(field));
        edit->setAccessibleName(label);
        edit->setRange(0, most);
        auto* note = FieldMarker::makeNote();
        edit->setNote(note);
        m_fields.bind(
            edit, "gate." + std::string(field), tr("Change tolerance"), m_gate.read(get),
            m_gate.write([set](Gate& gate, const std::optional<double>& value) { set(gate, value.value_or(0)); }));
        form->addRow(label, edit);
        form->addRow(QString(), note);
    };
    constexpr double hour = 3.6e12;
    add(
        "delay", tr("Round trip, relative"), QuantityEdit::Share, 1, [](const Gate& gate) { return gate.delay; },
        [](Gate& gate, double value) { gate.delay = value; });
    add(
        "delay_floor", tr("Round trip, always allowed"), QuantityEdit::Duration, hour,
        [](const Gate& gate) { return double(gate.delayFloor.count()); },
        [](Gate& gate, double value) { gate.delayFloor = durationOf(value); });
    add(
        "rate", tr("Rate, relative"), QuantityEdit::Share, 1, [](const Gate& gate) { return gate.rate; },
        [](Gate& gate, double value) { gate.rate = value; });
    add(
        "loss_confidence", tr("Loss, confidence of the interval"), QuantityEdit::Share, 1,
        [](const Gate& gate) { return gate.lossConfidence; },
        [](Gate& gate, double value) { gate.lossConfidence = value; });
    add(
        "lateness", tr("Switch, 99th percentile of lateness"), QuantityEdit::Duration, hour,
        [](const Gate& gate) { return double(gate.lateness.count()); },
        [](Gate& gate, double value) { gate.lateness = durationOf(value); });
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
