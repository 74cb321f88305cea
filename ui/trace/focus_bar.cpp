// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/focus_bar.h"

#include "ui/base/action_text.h"
#include "ui/base/icons.h"

#include <QBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace millrace::ui {

FocusBar::FocusBar(QWidget* parent)
    : QWidget(parent), m_selection(addChip(QStringLiteral("chipSelection"))),
      m_only(addChip(QStringLiteral("chipOnly"))), m_time(addChip(QStringLiteral("chipTime"))),
      m_clear(addChip(QStringLiteral("chipClear"))), m_hint(new QLabel(this))
{
    setObjectName(QStringLiteral("focusBar"));
    m_clear->setText(tr("Clear all"));
    m_clear->setIcon({});
    m_clear->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setText(tr("Everything is shown. Select rows below, or mark a time in the plot by dragging with Shift."));
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->setSpacing(6);
    for (QToolButton* chip : {m_selection, m_only, m_time, m_clear})
        row->addWidget(chip);
    row->addWidget(m_hint, 1);
    row->addStretch(0);
    // Keeps the height when parts appear and disappear.
    setMinimumHeight(m_clear->sizeHint().height() + 4);
    connect(m_selection, &QToolButton::clicked, this, &FocusBar::selectionRemoved);
    connect(m_only, &QToolButton::clicked, this, &FocusBar::onlyRemoved);
    connect(m_time, &QToolButton::clicked, this, &FocusBar::timeRemoved);
    connect(m_clear, &QToolButton::clicked, this, &FocusBar::cleared);
    setWords({});
}

QToolButton* FocusBar::addChip(const QString& name)
{
    auto* chip = new QToolButton(this);
    chip->setObjectName(name);
    chip->setIcon(icon(QStringLiteral("close")));
    chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    chip->setLayoutDirection(Qt::RightToLeft);
    chip->setFocusPolicy(Qt::StrongFocus);
    return chip;
}

void FocusBar::setWords(const FocusText& words)
{
    m_words = words;
    const auto fill = [this](QToolButton* chip, const QString& text) {
        chip->setVisible(!text.isEmpty());
        chip->setText(QLatin1Char(' ') + asActionText(fontMetrics().elidedText(text, Qt::ElideMiddle, 420)));
        chip->setToolTip(tr("%1: press to take this away").arg(text));
        chip->setAccessibleName(tr("Take away: %1").arg(text));
    };
    fill(m_selection, words.selection);
    fill(m_only, words.only);
    fill(m_time, words.time);
    const bool any = !text().isEmpty();
    m_clear->setVisible(any);
    m_hint->setVisible(!any);
}

QString FocusBar::text() const
{
    QStringList parts;
    for (const QString& part : {m_words.selection, m_words.only, m_words.time})
        if (!part.isEmpty())
            parts.append(part);
    return parts.join(QStringLiteral(" · "));
}

} // namespace millrace::ui

#include "moc_focus_bar.cpp"
