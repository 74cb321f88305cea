// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/expression_completer.h"

#include "core/grid/expression.h"
#include "ui/base/format.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStringListModel>

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
    : QCompleter(line), m_factors(std::move(factors)), m_line(line)
{
    setModel(new QStringListModel(this));
    setWidget(line);
    setCaseSensitivity(Qt::CaseInsensitive);
    setCompletionMode(QCompleter::PopupCompletion);
    popup()->setObjectName(QStringLiteral("expressionCompletions"));
    connect(line, &QLineEdit::textEdited, this, [this] { offer(false); });
    connect(this, qOverload<const QString&>(&QCompleter::activated), this, &ExpressionCompleter::insert);
    line->installEventFilter(this);
}

void ExpressionCompleter::offer(bool asked)
{
    const Completions completions = completionsAt(m_line->text(), m_line->cursorPosition(), m_factors);
    m_start = completions.start;
    const QString prefix = m_line->text().mid(m_start, m_line->cursorPosition() - m_start);
    static_cast<QStringListModel*>(model())->setStringList(completions.words);
    setCompletionPrefix(prefix);
    const bool whole = completionCount() == 1 && currentCompletion() == prefix;
    if (completionCount() == 0 || whole || (prefix.isEmpty() && !asked)) {
        popup()->hide();
        return;
    }
    complete();
    popup()->setCurrentIndex(completionModel()->index(0, 0));
}

void ExpressionCompleter::insert(const QString& word)
{
    QString text = m_line->text();
    text.replace(m_start, m_line->cursorPosition() - m_start, word);
    m_line->setText(text);
    m_line->setModified(true);
    m_line->setCursorPosition(m_start + static_cast<int>(word.size()));
    Q_EMIT m_line->textEdited(text);
    popup()->hide();
}

bool ExpressionCompleter::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
            offer(true);
            return true;
        }
    }
    return QCompleter::eventFilter(watched, event);
}

} // namespace millrace::ui
