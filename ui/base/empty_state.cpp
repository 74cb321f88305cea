// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/empty_state.h"

#include "ui/base/icons.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QToolButton>

namespace millrace::ui {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(new QLabel(this)), m_sentence(new QLabel(this)),
      m_buttons(new QHBoxLayout)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_icon->setAlignment(Qt::AlignCenter);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    QFont bold = m_title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_title->setFont(bold);
    m_sentence->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_sentence->setWordWrap(true);
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    m_sentence->setMaximumWidth(520);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_buttons->setAlignment(Qt::AlignCenter);

    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(m_sentence, 4);
    centred->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->addStretch(1);
    column->addWidget(m_icon);
    column->addWidget(m_title);
    column->addLayout(centred);
    column->addLayout(m_buttons);
    column->addStretch(2);
}

void EmptyState::setContent(const QString& icon, const QString& title, const QString& sentence)
{
    m_iconName = icon;
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(sentence);
    drawIcon();
}

void EmptyState::addAction(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setMinimumHeight(button->sizeHint().height() + 6);
    m_buttons->addWidget(button);
}

void EmptyState::clearActions()
{
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QString EmptyState::text() const
{
    return m_sentence->text().isEmpty() ? m_title->text() : m_title->text() + QLatin1Char('\n') + m_sentence->text();
}

void EmptyState::drawIcon()
{
    m_icon->setVisible(!m_iconName.isEmpty());
    m_icon->setPixmap(
        icon(m_iconName, palette().color(QPalette::PlaceholderText)).pixmap(QSize(40, 40), devicePixelRatioF()));
}

void EmptyState::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        drawIcon();
    QWidget::changeEvent(event);
}

} // namespace millrace::ui

#include "moc_empty_state.cpp"
