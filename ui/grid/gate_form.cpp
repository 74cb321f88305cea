// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/gate_form.h"

#include "ui/base/field_marker.h"
#include "ui/base/quantity_edit.h"
#include "ui/grid/grid_form.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QToolButton>

#include <cmath>

namespace millrace::ui {

namespace {

grid::GateTolerances gateOf(const project::Project& project, int grid)
{
    const grid::GridSpec* spec = gridAt(project, grid);
    return spec ? spec->gate : grid::GateTolerances();
}

std::chrono::nanoseconds nanoseconds(double value)
{
    return std::chrono::nanoseconds(std::llround(value));
}

} // namespace

GateForm::GateForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_fields(editor), m_fold(new QToolButton), m_tolerances(new QWidget),
      m_body(makeFields())
{
    m_fold->setObjectName(QStringLiteral("gateFold"));
    m_fold->setText(tr("&Gate: tolerances of the measured conditions"));
    m_fold->setAccessibleName(tr("Show the tolerances of the gate"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    connect(m_fold, &QToolButton::toggled, this, &GateForm::setOpen);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_fold, 0, Qt::AlignLeft);
    column->addWidget(m_body);
    setOpen(false);
    connect(&m_editor, &ProjectEditor::changed, this, &GateForm::update);
}

void GateForm::setOpen(bool open)
{
    m_fold->setChecked(open);
    m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
}

QWidget* GateForm::makeFields()
{
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(18, 0, 0, 0);
    auto* enabled = new QCheckBox(tr("A run that misses its conditions is invali&d"));
    enabled->setObjectName(QStringLiteral("gateEnabled"));
    m_fields.bind(
        enabled, "gate.enabled", tr("Change gate"),
        [this](const project::Project& project) { return gateOf(project, m_index).enabled; },
        [this](project::Project& project, bool on) {
            if (grid::GridSpec* spec = gridAt(project, m_index))
                spec->gate.enabled = on;
        });
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
            edit, "gate." + std::string(field), tr("Change tolerance"),
            [this, get](const project::Project& project) -> std::optional<double> {
                return get(gateOf(project, m_index));
            },
            [this, set](project::Project& project, const std::optional<double>& value) {
                if (grid::GridSpec* spec = gridAt(project, m_index))
                    set(spec->gate, value.value_or(0));
            });
        form->addRow(label, edit);
        form->addRow(QString(), note);
    };
    constexpr double hour = 3.6e12;
    using Gate = grid::GateTolerances;
    add(
        "delay", tr("Round trip, relative"), QuantityEdit::Share, 1, [](const Gate& gate) { return gate.delay; },
        [](Gate& gate, double value) { gate.delay = value; });
    add(
        "delay_floor", tr("Round trip, always allowed"), QuantityEdit::Duration, hour,
        [](const Gate& gate) { return double(gate.delayFloor.count()); },
        [](Gate& gate, double value) { gate.delayFloor = nanoseconds(value); });
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
        [](Gate& gate, double value) { gate.lateness = nanoseconds(value); });
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
    setOpen(true);
    return m_fields.showField(path);
}

void GateForm::update()
{
    m_tolerances->setEnabled(gateOf(m_editor.project(), m_index).enabled);
}

} // namespace millrace::ui
