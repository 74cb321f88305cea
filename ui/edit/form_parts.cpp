// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/form_parts.h"

#include "ui/base/format.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

namespace millrace::ui {

QBoxLayout* addFormRow(QFormLayout* form, const QString& label, QWidget* field, const std::vector<QWidget*>& below,
                       QWidget* whole)
{
    auto* line = new QWidget;
    auto* column = new QVBoxLayout(line);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(whole != nullptr ? whole : field);
    for (QWidget* text : below)
        column->addWidget(text);
    auto* text = new QLabel(label);
    text->setBuddy(field);
    form->addRow(text, line);
    return column;
}

QScrollArea* makeFormPage(QFormLayout* form, const char* name)
{
    auto* body = new QWidget;
    body->setMaximumWidth(760);
    body->setLayout(form);
    form->setContentsMargins(12, 10, 12, 10);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(2); // the notes below the fields keep their place
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QLatin1String(name));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(body);
    return scroll;
}

QToolButton* makeFold(const char* name, const QString& text, const QString& accessible, QWidget* body)
{
    auto* fold = named<QToolButton>(name, accessible);
    fold->setText(text);
    fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fold->setCheckable(true);
    fold->setAutoRaise(true);
    const auto show = [fold, body](bool open) {
        fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        body->setVisible(open);
    };
    QObject::connect(fold, &QToolButton::toggled, body, show);
    show(false);
    return fold;
}

QStringList toQStrings(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts)
        list.append(toQString(text));
    return list;
}

} // namespace millrace::ui
