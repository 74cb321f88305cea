// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/capture_form.h"

#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/edit/form_parts.h"
#include "ui/grid/grid_form.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QToolButton>

namespace millrace::ui {

namespace {

using grid::CaptureSettings;

QStringList directionNames()
{
    return {CaptureForm::tr("both"), CaptureForm::tr("coming in"), CaptureForm::tr("going out")};
}

} // namespace

CaptureForm::CaptureForm(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_fields(editor), m_capture([this](project::Project& project) {
          grid::GridSpec* spec = gridAt(project, m_index);
          return spec ? &spec->capture : nullptr;
      }),
      m_settings(new QWidget)
{
    QWidget* body = makeBody();
    m_fold = makeFold("captureFold", tr("Pac&kets: what is recorded on the nodes"),
                      tr("Show what is recorded on the nodes"), body);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_fold, 0, Qt::AlignLeft);
    column->addWidget(body);
    m_editor.notify(this, &CaptureForm::update);
}

QWidget* CaptureForm::makeBody()
{
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(18, 0, 0, 0);
    auto* enabled = fields().checkBox(fields().find("enabled"), tr("Change recording"));
    enabled->setObjectName(QStringLiteral("captureEnabled"));
    column->addWidget(enabled);
    auto* words = new QLabel(tr("Recording takes some of the machine's time, so recorded runs are a campaign of their "
                                "own. In automatic mode the cluster then moves single packets."));
    words->setWordWrap(true);
    words->setContentsMargins(0, 0, 0, 4);
    column->addWidget(words);
    auto* form = new QFormLayout(m_settings);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addLine(form, "interface", "captureInterface");
    addLine(form, "filter", "captureFilter");
    addLine(form, "direction", "captureDirection");
    addLine(form, "snap_length", "captureSnapLength");
    addLine(form, "maximum_size", "captureMaximum");
    addBox(form, "keep_files", "captureKeep");
    addBox(form, "analyse_on_node", "captureAnalyse");
    column->addWidget(m_settings);
    return body;
}

FieldForm<grid::CaptureSettings> CaptureForm::fields()
{
    return {m_fields, m_capture, grid::captureFields, "millrace::ui::CaptureForm", "capture."};
}

void CaptureForm::addLine(QFormLayout* form, const char* key, const char* name)
{
    const FieldForm<CaptureSettings> make = fields();
    const auto& field = make.find(key);
    const QString undo = tr("Change recording");
    auto* note = FieldMarker::makeNote();
    QWidget* widget = nullptr;
    if (isNumber(field)) {
        auto* edit = make.number(field, undo);
        edit->setNote(note);
        widget = edit;
    } else if (field.key == "direction") {
        widget = make.choice(field, directionNames(), undo, note);
    } else {
        widget = make.textLine(field, undo, note);
    }
    widget->setObjectName(QLatin1String(name));
    widget->setAccessibleName(make.label(field));
    addFormRow(form, make.label(field), widget, {note});
}

void CaptureForm::addBox(QFormLayout* form, const char* key, const char* name)
{
    const FieldForm<CaptureSettings> make = fields();
    auto* box = make.checkBox(make.find(key), tr("Change recording"));
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(make.label(make.find(key)));
    form->addRow(QString(), box);
}

void CaptureForm::setIndex(int grid)
{
    m_index = grid;
    m_fields.setPrefix("grids[" + std::to_string(grid) + "]");
    update();
    m_fold->setChecked(m_capture.of(m_editor.project()).enabled);
}

bool CaptureForm::showField(const std::string& path)
{
    if (!isFieldAt(path, m_fields.prefix() + ".capture"))
        return false;
    m_fold->setChecked(true);
    return m_fields.showField(path);
}

void CaptureForm::update()
{
    m_settings->setEnabled(m_capture.of(m_editor.project()).enabled);
}

} // namespace millrace::ui

#include "moc_capture_form.cpp"
