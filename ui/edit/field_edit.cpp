// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/field_edit.h"

#include "ui/base/colors.h"
#include "ui/base/field_marker.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"

#include <QAction>
#include <QGuiApplication>

namespace millrace::ui {

FieldEdit::FieldEdit(QWidget* parent, QLabel* note) : QLineEdit(parent), m_marker(new FieldMarker(this, note))
{
    connect(this, &QLineEdit::textEdited, this, &FieldEdit::typed);
    connect(this, &QLineEdit::editingFinished, this, &FieldEdit::finished);
}

void FieldEdit::setValue(const QString& text)
{
    if (text == m_value && (isDraft() || isModified()))
        return;
    m_value = text;
    // The typed text has just become this value, possibly in another spelling.
    if (hasFocus() && isModified() && !m_lazy && !isDraft())
        return;
    m_reason.clear();
    if (text != this->text())
        setText(text);
    setModified(false);
    updateMark();
}

void FieldEdit::setProblem(const QString& sentence)
{
    m_problem = sentence;
    updateMark();
}

void FieldEdit::typed()
{
    m_reason = m_check ? m_check(text()) : QString();
    updateMark();
    if (m_reason.isEmpty() && !m_lazy)
        Q_EMIT accepted(text());
}

void FieldEdit::finished()
{
    if (m_inTable || !isModified() || isDraft())
        return;
    if (m_lazy)
        Q_EMIT accepted(text());
    setModified(false);
    setText(m_value);
}

void FieldEdit::updateMark()
{
    const QString sentence = problem();
    m_marker->setProblem(sentence);
    if (!sentence.isEmpty() && !m_sign)
        m_sign = addAction(icon(QStringLiteral("error"), errorColor(isDark(QGuiApplication::palette()))),
                           QLineEdit::TrailingPosition);
    if (m_sign) {
        m_sign->setVisible(!sentence.isEmpty());
        m_sign->setIcon(icon(QStringLiteral("error"), errorColor(isDark(QGuiApplication::palette()))));
        m_sign->setToolTip(sentence);
    }
}

} // namespace millrace::ui

#include "moc_field_edit.cpp"
