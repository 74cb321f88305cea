// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/detail_view.h"

#include <QGridLayout>
#include <QLabel>

namespace millrace::ui {
namespace {

QLabel* makeText(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    return label;
}

QLabel* makeHeading(const QString& text, double scale, QWidget* parent)
{
    QLabel* label = makeText(text, parent);
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * scale);
    label->setFont(font);
    return label;
}

QLabel* makeMuted(const QString& text, QWidget* parent)
{
    QLabel* label = makeText(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

DetailView::DetailView(QWidget* parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Details of the selection"));
    rebuild();
}

void DetailView::setDetails(const Details& details)
{
    if (details == m_details && widget())
        return;
    m_details = details;
    rebuild();
}

void DetailView::setHint(const QString& hint)
{
    m_hint = hint;
    rebuild();
}

void DetailView::rebuild()
{
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(16, 14, 16, 14);
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(1, 1);
    int row = 0;
    const auto across = [&](QLabel* label) { grid->addWidget(label, row++, 0, 1, 2); };
    if (m_details.title.isEmpty()) {
        across(makeMuted(m_hint, page));
    } else {
        across(makeHeading(m_details.title, 1.3, page));
        if (!m_details.subtitle.isEmpty())
            across(makeMuted(m_details.subtitle, page));
    }
    for (const DetailSection& section : m_details.sections) {
        grid->setRowMinimumHeight(row++, 8);
        if (!section.title.isEmpty())
            across(makeHeading(section.title, 1.0, page));
        for (const auto& [name, value] : section.rows) {
            QLabel* nameLabel = makeMuted(name, page);
            nameLabel->setWordWrap(false);
            QLabel* valueLabel = makeText(value, page);
            valueLabel->setAccessibleName(name + QStringLiteral(": ") + value);
            grid->addWidget(nameLabel, row, 0);
            grid->addWidget(valueLabel, row++, 1);
        }
    }
    grid->setRowStretch(row, 1);
    setWidget(page);
}

} // namespace millrace::ui

#include "moc_detail_view.cpp"
