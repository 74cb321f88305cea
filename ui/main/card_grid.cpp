// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/card_grid.h"

#include <QGridLayout>
#include <QResizeEvent>

#include <algorithm>

namespace millrace::ui {
namespace {

constexpr int cardSpacing = 14;
constexpr int narrowestCard = 18; ///< average characters

} // namespace

CardGrid::CardGrid(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(cardSpacing);
    m_grid->setColumnStretch(0, 1);
}

void CardGrid::add(QWidget* card)
{
    m_cards.append(card);
    arrange();
}

void CardGrid::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int least = narrowestCard * fontMetrics().averageCharWidth();
    const int columns = std::max(1, (event->size().width() + cardSpacing) / (least + cardSpacing));
    if (columns == m_columns)
        return;
    for (int column = 0; column < std::max(columns, m_columns); ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    m_columns = columns;
    arrange();
}

void CardGrid::arrange()
{
    int place = 0;
    for (QWidget* card : std::as_const(m_cards)) {
        m_grid->addWidget(card, place / m_columns, place % m_columns);
        ++place;
    }
}

} // namespace millrace::ui

#include "moc_card_grid.cpp"
