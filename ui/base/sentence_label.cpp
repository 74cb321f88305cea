// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/sentence_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace millrace::ui {

SentenceLabel::SentenceLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    QSizePolicy kept(QSizePolicy::Ignored, QSizePolicy::Fixed);
    kept.setRetainSizeWhenHidden(true);
    setSizePolicy(kept);
}

QSize SentenceLabel::sizeHint() const
{
    const QMargins around = contentsMargins();
    return {fontMetrics().horizontalAdvance(text()), fontMetrics().height() + around.top() + around.bottom()};
}

QSize SentenceLabel::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

bool SentenceLabel::isCut() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool SentenceLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && isCut()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
        return true;
    }
    return QLabel::event(event);
}

void SentenceLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

} // namespace millrace::ui

#include "moc_sentence_label.cpp"
