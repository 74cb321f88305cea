// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/rule_delegate.h"

#include "ui/grid/expression_completer.h"

namespace millrace::ui {

RuleDelegate::RuleDelegate(std::function<std::vector<grid::Factor>()> factors, QObject* parent)
    : EditDelegate(parent), m_factors(std::move(factors))
{
}

void RuleDelegate::addCompleter(QLineEdit* line, const QModelIndex&) const
{
    new ExpressionCompleter(m_factors(), line);
}

} // namespace millrace::ui

#include "moc_rule_delegate.cpp"
