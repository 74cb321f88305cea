// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/quantity_edit.h"

#include "ui/base/field_marker.h"
#include "ui/base/format.h"

#include <QLabel>

#include <cmath>

namespace millrace::ui {

namespace {

constexpr double largestCount = 9'007'199'254'740'992; // 2^53: doubles are whole numbers up to here

QString textOf(QuantityEdit::Kind kind, double value)
{
    return toQString(quantityText(kind, value));
}

QString expectation(QuantityEdit::Kind kind, const QString& text)
{
    switch (kind) {
    case QuantityEdit::Duration:
        return QuantityEdit::tr("“%1” is not a duration; write 10ms, 250us or 1.5s.").arg(text);
    case QuantityEdit::Rate: return QuantityEdit::tr("“%1” is not a rate; write 100Mbit or 1Gbit.").arg(text);
    case QuantityEdit::Size: return QuantityEdit::tr("“%1” is not a size; write 64KiB or 150000.").arg(text);
    case QuantityEdit::Share: return QuantityEdit::tr("“%1” is not a share; write 1% or 0.01.").arg(text);
    case QuantityEdit::Count: return QuantityEdit::tr("“%1” is not a whole number.").arg(text);
    default: return QuantityEdit::tr("“%1” is not a number; write 12.5 or 1e13.").arg(text);
    }
}

} // namespace

QuantityEdit::QuantityEdit(Kind kind, QWidget* parent)
    : QLineEdit(parent), m_kind(kind), m_marker(new FieldMarker(this))
{
    if (kind == Share)
        m_most = 1;
    if (kind == Count)
        m_most = largestCount;
    connect(this, &QLineEdit::textEdited, this, &QuantityEdit::take);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (m_value && m_reason.isEmpty())
            setText(textOf(m_kind, *m_value));
    });
}

void QuantityEdit::setRange(double least, double most)
{
    m_least = least;
    m_most = most;
}

void QuantityEdit::setOptional(const QString& placeholder)
{
    m_optional = true;
    setPlaceholderText(placeholder);
}

void QuantityEdit::setNote(QLabel* note)
{
    delete m_marker;
    m_marker = new FieldMarker(this, note);
    showProblem();
}

void QuantityEdit::setValue(std::optional<double> value)
{
    if (m_value == value && (value || !m_reason.isEmpty() || text().isEmpty()))
        return;
    setText(value ? textOf(m_kind, *value) : QString());
    m_value = value;
    m_reason.clear();
    showProblem();
}

QString QuantityEdit::problem() const
{
    return m_reason.isEmpty() ? m_outside : m_reason;
}

void QuantityEdit::setProblem(const QString& reason)
{
    m_outside = reason;
    showProblem();
}

QuantityEdit::Reading QuantityEdit::read(const QString& text) const
{
    const QString body = text.trimmed();
    if (body.isEmpty())
        return {{}, m_optional ? QString() : tr("A value is needed here.")};
    const auto value = parseQuantity(m_kind, body.toStdString());
    if (!value || !std::isfinite(*value))
        return {{}, expectation(m_kind, body)};
    if (*value < m_least)
        return {{}, tr("Must be at least %1.").arg(textOf(m_kind, m_least))};
    if (*value > m_most)
        return {{}, tr("Must be at most %1.").arg(textOf(m_kind, m_most))};
    return {*value, {}};
}

void QuantityEdit::take()
{
    const Reading reading = read(text());
    const bool differs = reading.value != m_value || !m_reason.isEmpty();
    m_reason = reading.reason;
    if (m_reason.isEmpty())
        m_value = reading.value;
    m_outside.clear();
    showProblem();
    if (m_reason.isEmpty() && differs)
        Q_EMIT edited(m_value);
}

void QuantityEdit::showProblem()
{
    m_marker->setProblem(problem());
}

} // namespace millrace::ui

#include "moc_quantity_edit.cpp"
