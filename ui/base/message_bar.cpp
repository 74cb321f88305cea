// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/message_bar.h"

#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QToolButton>

namespace millrace::ui {

MessageBar::MessageBar(Kind kind, const Text& text, const QString& about, QWidget* parent)
    : QFrame(parent), m_kind(kind), m_text(text), m_about(about), m_row(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("messageBar"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(text.headline.isEmpty() ? text.sentence : text.headline);
    setAccessibleDescription(text.sentence);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    if (!text.headline.isEmpty()) {
        QLabel* headline = addLabel(texts, text.headline);
        QFont bold = headline->font();
        bold.setBold(true);
        headline->setFont(bold);
    }
    (void)addLabel(texts, text.sentence);
    QLabel* details = addLabel(texts, text.details);
    details->hide();
    m_row->setContentsMargins(12, 6, 8, 6);
    m_row->addLayout(texts, 1);
    if (!text.details.isEmpty()) {
        QToolButton* more = makeButton(tr("Details"));
        more->setCheckable(true);
        connect(more, &QToolButton::toggled, this, [this, details](bool shown) {
            details->setVisible(shown);
            Q_EMIT resized();
        });
        m_row->addWidget(more, 0, Qt::AlignTop);
    }
    QToolButton* copy = makeButton(tr("Copy"));
    copy->setAccessibleName(tr("Copy the message"));
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(plainText()); });
    QToolButton* dismiss = makeButton(tr("Dismiss"));
    dismiss->setAccessibleName(tr("Dismiss the message"));
    connect(dismiss, &QToolButton::clicked, this, &MessageBar::dismissed);
    m_row->addWidget(copy, 0, Qt::AlignTop);
    m_row->addWidget(dismiss, 0, Qt::AlignTop);
    applyColors();
}

QLabel* MessageBar::addLabel(QBoxLayout* column, const QString& text)
{
    auto* label = new QLabel(text, this);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setWordWrap(true);
    column->addWidget(label);
    return label;
}

QToolButton* MessageBar::makeButton(const QString& text)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setAutoRaise(true);
    return button;
}

void MessageBar::addButton(const QString& text, const std::function<void()>& run)
{
    QToolButton* button = makeButton(text);
    button->setAutoRaise(false);
    connect(button, &QToolButton::clicked, this, run);
    m_row->insertWidget(m_buttonPlace++, button, 0, Qt::AlignTop);
}

QString MessageBar::plainText() const
{
    QStringList lines{m_text.headline, m_text.sentence, m_text.details};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void MessageBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColors();
}

void MessageBar::applyColors()
{
    const bool dark = isDark(QGuiApplication::palette());
    QPalette colors = QGuiApplication::palette();
    if (m_kind == Kind::Failure) {
        colors.setColor(QPalette::Window, dark ? QColor(0x4a2a1c) : QColor(0xfde8dc));
        colors.setColor(QPalette::WindowText, dark ? QColor(0xffe3d3) : QColor(0x5a2200));
    } else {
        colors.setColor(QPalette::Window, dark ? QColor(0x1d3044) : QColor(0xe2eefa));
        colors.setColor(QPalette::WindowText, dark ? QColor(0xd8e8f8) : QColor(0x0b3558));
    }
    colors.setColor(QPalette::ButtonText, colors.color(QPalette::WindowText));
    colors.setColor(QPalette::Button, colors.color(QPalette::Window));
    setPalette(colors);
}

} // namespace millrace::ui

#include "moc_message_bar.cpp"
