// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/rule_text.h"

#include "core/grid/expression_lexer.h"
#include "ui/base/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace millrace::ui {

namespace {

/// The context of the words here.
struct RuleText
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::RuleText)
};

/// "is 1%" and "must be 1%".
struct Comparison
{
    const char* is;
    const char* must;
};

Comparison comparison(const QString& sign)
{
    if (sign == QLatin1String("=="))
        return {QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 is %2"),
                QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 must be %2")};
    if (sign == QLatin1String("!="))
        return {QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 is not %2"),
                QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 must not be %2")};
    if (sign == QLatin1String("<"))
        return {QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 is below %2"),
                QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 must be below %2")};
    if (sign == QLatin1String("<="))
        return {QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 is at most %2"),
                QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 must be at most %2")};
    if (sign == QLatin1String(">"))
        return {QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 is above %2"),
                QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 must be above %2")};
    return {QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 is at least %2"),
            QT_TRANSLATE_NOOP("millrace::ui::RuleText", "%1 must be at least %2")};
}

/// Recursive descent over the tokens of an expression that the parser has accepted; gives words instead of a program.
class Speaker
{
public:
    explicit Speaker(std::vector<grid::Token> tokens) : m_tokens(std::move(tokens)) { }

    QString say(bool must)
    {
        const QString words = implies(must);
        return m_good && m_tokens[m_position].kind == grid::TokenKind::End ? words : QString();
    }

private:
    [[nodiscard]] bool is(const char* text) const
    {
        const grid::Token& token = m_tokens[m_position];
        return token.text == text && (token.kind == grid::TokenKind::Name || token.kind == grid::TokenKind::Symbol);
    }

    bool accept(const char* text)
    {
        const bool found = is(text);
        m_position += found;
        return found;
    }

    QString value()
    {
        const grid::Token& token = m_tokens[m_position];
        if (token.kind == grid::TokenKind::End || token.kind == grid::TokenKind::Symbol) {
            m_good = false;
            return {};
        }
        ++m_position;
        return toQString(token.text);
    }

    /// Whether an "implies" follows before this bracket ends.
    [[nodiscard]] bool impliesFollows() const
    {
        int depth = 0;
        for (std::size_t i = m_position; i < m_tokens.size() && depth >= 0; ++i) {
            const grid::Token& token = m_tokens[i];
            if (token.kind == grid::TokenKind::Symbol)
                depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0;
            if (depth == 0 && token.kind == grid::TokenKind::Name && token.text == "implies")
                return true;
        }
        return false;
    }

    QString implies(bool must)
    {
        if (!impliesFollows())
            return either(must);
        const QString when = either(false);
        m_good = m_good && accept("implies");
        return m_good ? RuleText::tr("when %1, %2").arg(when, implies(true)) : QString();
    }

    QString either(bool must)
    {
        QStringList parts{both(must)};
        while (m_good && accept("or"))
            parts.append(both(must));
        return parts.join(RuleText::tr(" or "));
    }

    QString both(bool must)
    {
        QStringList parts{negation(must)};
        while (m_good && accept("and"))
            parts.append(negation(must));
        return parts.join(RuleText::tr(" and "));
    }

    QString negation(bool must)
    {
        bool negated = false;
        while (accept("not"))
            negated = !negated;
        QString words;
        if (accept("(")) {
            words = implies(must && !negated);
            m_good = m_good && accept(")");
            if (!negated && m_tokens[m_position].kind != grid::TokenKind::End)
                words = QLatin1Char('(') + words + QLatin1Char(')');
        } else {
            words = compare(must && !negated);
        }
        if (!negated)
            return words;
        return must ? RuleText::tr("it must not be that %1").arg(words) : RuleText::tr("not (%1)").arg(words);
    }

    QString compare(bool must)
    {
        const QString left = value();
        if (is("in") || is("not"))
            return membership(left, must);
        for (const char* sign : {"==", "!=", "<=", ">=", "<", ">"})
            if (accept(sign)) {
                const Comparison words = comparison(QLatin1String(sign));
                return RuleText::tr(must ? words.must : words.is).arg(left, value());
            }
        return must ? RuleText::tr("%1 must be true").arg(left) : RuleText::tr("%1 is true").arg(left);
    }

    QString membership(const QString& left, bool must)
    {
        const bool wanted = !accept("not");
        m_good = m_good && accept("in") && accept("[");
        QStringList values;
        while (m_good && !accept("]")) {
            values.append(value());
            accept(",");
        }
        QString list = values.join(QLatin1String(", "));
        if (values.size() > 1)
            list = RuleText::tr("%1 or %2")
                       .arg(values.mid(0, values.size() - 1).join(QLatin1String(", ")), values.constLast());
        if (wanted)
            return must ? RuleText::tr("%1 must be %2").arg(left, list) : RuleText::tr("%1 is %2").arg(left, list);
        return must ? RuleText::tr("%1 must not be %2").arg(left, list) : RuleText::tr("%1 is not %2").arg(left, list);
    }

    std::vector<grid::Token> m_tokens;
    std::size_t m_position = 0;
    bool m_good = true;
};

QString words(const std::string& expression, bool must)
{
    auto tokens = grid::tokenise(expression);
    return tokens ? Speaker(*std::move(tokens)).say(must) : QString();
}

QString literal(const grid::Level& level)
{
    QString text = toQString(level.text);
    if (!std::holds_alternative<std::string>(level.value))
        return text;
    text.replace(QLatin1Char('\\'), QLatin1String("\\\\"));
    text.replace(QLatin1Char('"'), QLatin1String("\\\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

} // namespace

QString conditionWords(const std::string& expression)
{
    return words(expression, true);
}

QString exclusionWords(const grid::Exclusion& exclusion)
{
    return words(exclusionText(exclusion).toStdString(), false);
}

QString exclusionText(const grid::Exclusion& exclusion)
{
    if (!exclusion.expression.empty())
        return toQString(exclusion.expression);
    QStringList parts;
    for (const auto& [name, levels] : exclusion.assignment) {
        QStringList values;
        for (const grid::Level& level : levels)
            values.append(literal(level));
        parts.append(values.size() == 1
                         ? QStringLiteral("%1 == %2").arg(toQString(name), values.constFirst())
                         : QStringLiteral("%1 in [%2]").arg(toQString(name), values.join(QLatin1String(", "))));
    }
    return parts.join(QLatin1String(" and "));
}

} // namespace millrace::ui
