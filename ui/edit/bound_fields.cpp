// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/bound_fields.h"

#include "ui/base/field_marker.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/edit/field_edit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QScopedValueRollback>

namespace millrace::ui {

BoundFields::BoundFields(ProjectEditor& editor, QObject* parent) : QObject(parent), m_editor(editor)
{
    connect(&m_editor, &ProjectEditor::changed, this, &BoundFields::refresh);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, &BoundFields::mark);
}

void BoundFields::setPrefix(const std::string& prefix)
{
    m_prefix = prefix;
    refresh();
}

void BoundFields::refresh()
{
    const QScopedValueRollback showing(m_showing, true);
    for (const Field& field : m_fields)
        field.show();
    mark();
}

void BoundFields::mark()
{
    for (const Field& field : m_fields) {
        QString problem;
        for (const Issue& issue : m_editor.problemsAt(m_prefix + "." + field.name))
            if (issue.severity != Severity::Note && problem.isEmpty())
                problem = toQString(issue.example);
        field.mark(problem);
    }
}

bool BoundFields::showField(const std::string& path)
{
    for (const Field& field : m_fields)
        if (isFieldAt(path, m_prefix + "." + field.name)) {
            field.widget->setFocus(Qt::OtherFocusReason);
            return true;
        }
    return false;
}

QString BoundFields::mergeKey(const std::string& field) const
{
    return toQString(m_prefix + "." + field);
}

void BoundFields::bind(QuantityEdit* edit, const std::string& field, const QString& undo,
                       Read<std::optional<double>> read, Write<std::optional<double>> write)
{
    connect(edit, &QuantityEdit::edited, this, [this, field, undo, write](std::optional<double> value) {
        m_editor.change(
            undo, [&](project::Project& project) { write(project, value); }, mergeKey(field));
    });
    m_fields.push_back({field, edit, [this, edit, read] { edit->setValue(read(m_editor.project())); },
                        [edit](const QString& problem) { edit->setProblem(problem); }});
}

void BoundFields::bind(FieldEdit* edit, const std::string& field, const QString& undo, Read<QString> read,
                       Write<QString> write)
{
    connect(edit, &FieldEdit::accepted, this, [this, field, undo, write](const QString& text) {
        m_editor.change(
            undo, [&](project::Project& project) { write(project, text); }, mergeKey(field));
    });
    m_fields.push_back({field, edit, [this, edit, read] { edit->setValue(read(m_editor.project())); },
                        [edit](const QString& problem) { edit->setProblem(problem); }});
}

void BoundFields::bind(QCheckBox* box, const std::string& field, const QString& undo, Read<bool> read,
                       Write<bool> write)
{
    auto* marker = new FieldMarker(box);
    connect(box, &QCheckBox::toggled, this, [this, undo, write](bool on) {
        if (!m_showing)
            m_editor.change(undo, [&](project::Project& project) { write(project, on); });
    });
    m_fields.push_back({field, box, [this, box, read] { box->setChecked(read(m_editor.project())); },
                        [marker](const QString& problem) { marker->setProblem(problem); }});
}

void BoundFields::bind(QComboBox* box, const std::string& field, const QString& undo, Read<QStringList> choices,
                       Read<QString> read, Write<QString> write, QLabel* note)
{
    auto* marker = new FieldMarker(box, note);
    connect(box, &QComboBox::currentTextChanged, this, [this, box, field, undo, write](const QString& text) {
        if (m_showing)
            return;
        const QVariant data = box->isEditable() ? QVariant() : box->currentData();
        const QString value = data.isValid() ? data.toString() : text;
        m_editor.change(
            undo, [&](project::Project& project) { write(project, value); },
            box->isEditable() ? mergeKey(field) : QString());
    });
    const auto show = [this, box, choices, read] {
        const QStringList list = choices(m_editor.project());
        const QString value = read(m_editor.project());
        QStringList there;
        for (int i = 0; i < box->count(); ++i)
            there.append(box->itemText(i));
        const bool foreign = !list.isEmpty() && !list.contains(value);
        const QStringList wanted = foreign ? list + QStringList{value} : list;
        if (box->isEditable() != list.isEmpty())
            box->setEditable(list.isEmpty());
        if (there != wanted) {
            box->clear();
            box->addItems(wanted);
        }
        if (box->isEditable() && box->currentText() != value)
            box->setEditText(value);
        else if (!box->isEditable())
            box->setCurrentIndex(static_cast<int>(wanted.indexOf(value)));
    };
    m_fields.push_back({field, box, show, [marker](const QString& problem) { marker->setProblem(problem); }});
}

QString needsText(const QString& text)
{
    return text.trimmed().isEmpty() ? BoundFields::tr("A text is needed here.") : QString();
}

} // namespace millrace::ui

#include "moc_bound_fields.cpp"
