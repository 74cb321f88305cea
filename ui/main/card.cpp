// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/card.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace millrace::ui {

Card::Card(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void Card::paintFrame(QPainter& painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const bool strong = underMouse() || hasFocus() || isDown();
    const QColor line = strong ? palette().color(QPalette::Highlight) : gridLineColor(isDark(palette()));
    painter.setPen(QPen(line, strong ? 2 : 1));
    painter.setBrush(palette().color(isDown() ? QPalette::AlternateBase : QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
}

void Card::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void Card::enterEvent(QEnterEvent* event)
{
    update();
    QAbstractButton::enterEvent(event);
}

void Card::leaveEvent(QEvent* event)
{
    update();
    QAbstractButton::leaveEvent(event);
}

} // namespace millrace::ui

#include "moc_card.cpp"
