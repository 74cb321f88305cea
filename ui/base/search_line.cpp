// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/search_line.h"

#include "ui/base/icons.h"

#include <QAction>
#include <QKeyEvent>

namespace millrace::ui {

using namespace std::chrono_literals;

SearchLine::SearchLine(const QString& placeholder, QWidget* parent) : QLineEdit(parent)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
    QAction* sign = addAction(icon(QStringLiteral("search")), LeadingPosition);
    connect(sign, &QAction::triggered, this, [this] { setFocus(); });
    m_pause.setSingleShot(true);
    m_pause.setInterval(150ms);
    connect(&m_pause, &QTimer::timeout, this, &SearchLine::speak);
    connect(this, &QLineEdit::textChanged, &m_pause, qOverload<>(&QTimer::start));
}

void SearchLine::search(const QString& text)
{
    setText(text);
    speak();
}

void SearchLine::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        search({});
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        speak();
    QLineEdit::keyPressEvent(event);
}

void SearchLine::speak()
{
    m_pause.stop();
    if (text() == m_said)
        return;
    m_said = text();
    Q_EMIT searched(m_said);
}

} // namespace millrace::ui

#include "moc_search_line.cpp"
