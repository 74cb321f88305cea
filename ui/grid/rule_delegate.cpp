// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/rule_delegate.h"

#include "ui/grid/expression_completer.h"

#include <QLineEdit>

namespace millrace::ui {

RuleDelegate::RuleDelegate(std::function<std::vector<grid::Factor>()> factors, QObject* parent)
    : EditDelegate(parent), m_factors(std::move(factors))
{
}

QWidget* RuleDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QWidget* editor = EditDelegate::createEditor(parent, option, index);
    if (auto* line = qobject_cast<QLineEdit*>(editor))
        new ExpressionCompleter(m_factors(), line);
    return editor;
}

} // namespace millrace::ui
