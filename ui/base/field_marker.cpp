// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/field_marker.h"

#include "ui/base/colors.h"
#include "ui/base/sentence_label.h"
#include "ui/base/theme.h"

#include <QEvent>
#include <QGuiApplication>
#include <QPalette>

namespace millrace::ui {

namespace {

QColor mixed(const QColor& ground, const QColor& tint, double share)
{
    const auto part = [share](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return {part(ground.red(), tint.red()), part(ground.green(), tint.green()), part(ground.blue(), tint.blue())};
}

} // namespace

FieldMarker::FieldMarker(QWidget* field, QLabel* note) : QObject(field), m_field(field), m_note(note)
{
    field->installEventFilter(this);
    if (m_note != nullptr)
        m_note->hide();
}

QLabel* FieldMarker::makeNote(QWidget* parent)
{
    auto* note = new SentenceLabel(parent);
    note->hide();
    return note;
}

void FieldMarker::setProblem(const QString& reason, Level level)
{
    const Level now = reason.isEmpty() ? Fine : level;
    if (reason == m_problem && now == m_level)
        return;
    if (m_level == Fine)
        m_toolTip = m_field->toolTip();
    m_problem = reason;
    m_level = now;
    m_field->setToolTip(now == Fine ? m_toolTip : reason);
    m_field->setAccessibleDescription(reason);
    paint();
}

bool FieldMarker::eventFilter(QObject* watched, QEvent* event)
{
    if (!m_painting && m_level != Fine
        && (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange))
        paint();
    return QObject::eventFilter(watched, event);
}

void FieldMarker::paint()
{
    m_painting = true;
    const QPalette base = QGuiApplication::palette();
    const bool dark = isDark(base);
    const QColor color = m_level == Wrong ? errorColor(dark) : warningColor(dark);
    QPalette tinted;
    if (m_level != Fine)
        for (const QPalette::ColorRole role : {QPalette::Base, QPalette::Button})
            tinted.setColor(role, mixed(base.color(role), color, 0.2));
    m_field->setPalette(m_level == Fine ? QPalette() : tinted);
    if (m_note != nullptr) {
        QPalette words;
        words.setColor(QPalette::WindowText, m_level == Fine ? base.color(QPalette::WindowText) : color);
        m_note->setPalette(words);
        m_note->setText(m_problem);
        m_note->setVisible(m_level != Fine);
    }
    m_painting = false;
}

} // namespace millrace::ui

#include "moc_field_marker.cpp"
