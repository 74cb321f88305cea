// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/notice_bar.h"

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

namespace millrace::ui {

NoticeBar::NoticeBar(const QString& name, QWidget* parent)
    : QFrame(parent), m_sign(new QLabel(this)), m_text(new QLabel(this)), m_row(new QHBoxLayout(this))
{
    setObjectName(name);
    setAutoFillBackground(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_row->setContentsMargins(12, 6, 8, 6);
    m_row->addWidget(m_sign);
    m_row->addWidget(m_text, 1);
    applyColors();
    hide();
}

QPushButton* NoticeBar::addButton(const QString& text, const std::function<void()>& run)
{
    auto* button = new QPushButton(text, this);
    connect(button, &QPushButton::clicked, this, run);
    m_row->addWidget(button);
    return button;
}

void NoticeBar::setText(const QString& text)
{
    applyColors();
    m_text->setText(text);
    setAccessibleName(text);
    setVisible(!text.isEmpty());
}

QString NoticeBar::text() const
{
    return m_text->text();
}

void NoticeBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColors();
}

void NoticeBar::applyColors()
{
    const QPalette usual = QGuiApplication::palette();
    const bool dark = isDark(usual);
    QPalette colors;
    colors.setColor(QPalette::Window, dark ? QColor(0x3d3415) : QColor(0xfdf3d0));
    setPalette(colors);
    m_sign->setPixmap(icon(QStringLiteral("warning"), warningColor(dark)).pixmap(16, 16));
}

} // namespace millrace::ui

#include "moc_notice_bar.cpp"
