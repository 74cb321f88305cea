// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/match_delegate.h"

#include "ui/base/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

namespace millrace::ui {

void MatchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    qsizetype at = m_sought.isEmpty() ? -1 : text.indexOf(m_sought, 0, Qt::CaseInsensitive);
    if (at < 0) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    item.text.clear();
    const QStyle* style = item.widget != nullptr ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, item.widget) + 1;
    const QRect area =
        style->subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget).adjusted(margin, 0, -margin, 0);
    const QFontMetrics metrics(item.font);
    const QString shown = metrics.elidedText(text, Qt::ElideRight, area.width());
    painter->save();
    painter->setClipRect(area);
    const QColor ground = isDark(item.palette) ? QColor(0x7a, 0x5c, 0x00) : QColor(0xff, 0xe0, 0x82);
    for (at = shown.indexOf(m_sought, 0, Qt::CaseInsensitive); at >= 0;
         at = shown.indexOf(m_sought, at + m_sought.size(), Qt::CaseInsensitive)) {
        const int left = area.left() + metrics.horizontalAdvance(shown.left(at));
        const int width = metrics.horizontalAdvance(shown.mid(at, m_sought.size()));
        painter->fillRect(QRect(left, area.top() + 2, width, area.height() - 4), ground);
    }
    const bool selected = (item.state & QStyle::State_Selected) != 0;
    painter->setPen(item.palette.color(QPalette::Active, selected ? QPalette::HighlightedText : QPalette::Text));
    painter->setFont(item.font);
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, shown);
    painter->restore();
}

} // namespace millrace::ui

#include "moc_match_delegate.cpp"
