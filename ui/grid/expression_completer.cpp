// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/expression_completer.h"

#include "core/grid/expression.h"
#include "ui/base/format.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QRegularExpression>

#include <algorithm>

namespace millrace::ui {

namespace {

bool isWordPart(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('%') || c == QLatin1Char('.')
        || c == QLatin1Char('"');
}

QStringList levelWords(const grid::Factor& factor)
{
    QStringList words;
    for (const grid::Level& level : factor.levels) {
        const QString text = toQString(level.text);
        words.append(std::holds_alternative<std::string>(level.value) ? QLatin1Char('"') + text + QLatin1Char('"')
                                                                      : text);
    }
    return words;
}

const grid::Factor* findFactor(const std::vector<grid::Factor>& factors, const QString& name)
{
    const auto found = std::ranges::find(factors, name.toStdString(), &grid::Factor::name);
    return found == factors.end() ? nullptr : &*found;
}

} // namespace

Completions completionsAt(const QString& expression, int cursor, const std::vector<grid::Factor>& factors)
{
    Completions completions;
    completions.start = cursor;
    while (completions.start > 0 && isWordPart(expression.at(completions.start - 1)))
        --completions.start;
    const QString before = expression.left(completions.start).trimmed();
    static const QRegularExpression comparison(
        QStringLiteral("(\\w+)\\s*(==|!=|<=|>=|<|>|(?:not\\s+)?in\\s*\\[[^\\]]*)$"));
    static const QRegularExpression operand(QStringLiteral("(\\w+|\"[^\"]*\"|[\\])%])$"));
    static const QRegularExpression joint(QStringLiteral("(^|\\(|\\b(and|or|not|implies))$"));
    if (const auto match = comparison.match(before); match.hasMatch()) {
        if (const grid::Factor* factor = findFactor(factors, match.captured(1)))
            completions.words = levelWords(*factor);
        return completions;
    }
    if (!before.isEmpty() && !joint.match(before).hasMatch() && operand.match(before).hasMatch()) {
        const QString last = operand.match(before).captured(1);
        completions.words = findFactor(factors, last)
            ? QStringList{QStringLiteral("=="), QStringLiteral("!="), QStringLiteral("in ["),
                          QStringLiteral("not in [")}
            : QStringList{QStringLiteral("and"), QStringLiteral("or"), QStringLiteral("implies")};
        return completions;
    }
    for (const grid::Factor& factor : factors)
        completions.words.append(toQString(factor.name));
    completions.words.append(QStringLiteral("not"));
    return completions;
}

ExpressionCompleter::ExpressionCompleter(std::vector<grid::Factor> factors, QLineEdit* line)
    : WordCompleter([factors = std::move(factors)](const QString& text,
                                                   int cursor) { return completionsAt(text, cursor, factors); },
                    Taking::First, line)
{
    popup()->setObjectName(QStringLiteral("expressionCompletions"));
}

} // namespace millrace::ui

#include "moc_expression_completer.cpp"
