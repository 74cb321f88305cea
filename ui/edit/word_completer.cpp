// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/word_completer.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStringListModel>

#include <algorithm>

namespace millrace::ui {

WordCompleter::WordCompleter(Find find, Taking taking, QLineEdit* line)
    : QCompleter(line), m_find(std::move(find)), m_taking(taking), m_line(line)
{
    setModel(new QStringListModel(this));
    setWidget(line);
    setCaseSensitivity(Qt::CaseInsensitive);
    setCompletionMode(QCompleter::PopupCompletion);
    setMaxVisibleItems(12);
    popup()->setObjectName(QStringLiteral("completions"));
    connect(line, &QLineEdit::textEdited, this, [this] { offer(false); });
    connect(this, qOverload<const QString&>(&QCompleter::activated), this, &WordCompleter::insert);
    line->installEventFilter(this);
    popup()->installEventFilter(this);
}

void WordCompleter::show(const Completions& completions)
{
    m_start = completions.start;
    m_end = completions.end < 0 ? m_line->cursorPosition() : completions.end;
    m_before = completions.before;
    static_cast<QStringListModel*>(model())->setStringList(completions.words);
}

void WordCompleter::offer(bool asked)
{
    const Completions completions = m_find(m_line->text(), m_line->cursorPosition());
    show(completions);
    const QString prefix = m_line->text().mid(m_start, m_line->cursorPosition() - m_start);
    setCompletionPrefix(prefix);
    const bool whole = completionCount() == 1 && currentCompletion() == prefix;
    const bool nothing = prefix.isEmpty() && !asked && (m_taking == Taking::First || m_line->text().isEmpty());
    if (completionCount() == 0 || whole || nothing) {
        popup()->hide();
        return;
    }
    const int width = popup()->sizeHintForColumn(0) + popup()->verticalScrollBar()->sizeHint().width() + 12;
    complete(QRect(0, 0, std::max(m_line->width(), width), m_line->height()));
    if (m_taking == Taking::First)
        popup()->setCurrentIndex(completionModel()->index(0, 0));
}

void WordCompleter::offerAll()
{
    const Completions completions = m_find(m_line->text(), m_line->cursorPosition());
    show(completions);
    setCompletionPrefix(QString());
    if (completions.words.isEmpty())
        return;
    const int width = popup()->sizeHintForColumn(0) + popup()->verticalScrollBar()->sizeHint().width() + 12;
    complete(QRect(0, 0, std::max(m_line->width(), width), m_line->height()));
    const QString present = m_line->text().mid(m_start, m_end - m_start).trimmed();
    if (const auto row = completions.words.indexOf(present); row >= 0)
        popup()->setCurrentIndex(completionModel()->index(static_cast<int>(row), 0));
}

void WordCompleter::insert(const QString& word)
{
    QString text = m_line->text();
    text.replace(m_start, m_end - m_start, m_before + word);
    m_line->setText(text);
    m_line->setModified(true);
    m_line->setCursorPosition(m_start + static_cast<int>(m_before.size() + word.size()));
    Q_EMIT m_line->textEdited(text);
    popup()->hide();
}

/// Handles Enter and Tab, which QCompleter would not pass to the line.
bool WordCompleter::takeKey(const QKeyEvent& key)
{
    const bool enter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool tab = key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab;
    if (!enter && !tab)
        return false;
    const QModelIndex chosen = popup()->currentIndex();
    popup()->hide();
    if (chosen.isValid())
        insert(chosen.data().toString());
    if (tab || !chosen.isValid())
        QCoreApplication::postEvent(m_line, new QKeyEvent(QEvent::KeyPress, key.key(), key.modifiers(), key.text()));
    return true;
}

bool WordCompleter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        if (watched == popup() && takeKey(key))
            return true;
        if (watched == m_line && key.key() == Qt::Key_Space && key.modifiers() == Qt::ControlModifier) {
            if (m_taking == Taking::First)
                offer(true);
            else
                offerAll();
            return true;
        }
    }
    return QCompleter::eventFilter(watched, event);
}

Completions cellCompletions(const QStringList& words, bool isList, const QString& text, int cursor)
{
    const auto size = static_cast<int>(text.size());
    Completions completions{words, 0, size};
    if (!isList)
        return completions;
    const int place = std::clamp(cursor, 0, size);
    int begin = place > 0 ? static_cast<int>(text.lastIndexOf(QLatin1Char(','), place - 1)) + 1 : 0;
    int end = static_cast<int>(text.indexOf(QLatin1Char(','), place));
    end = end < 0 ? size : end;
    while (begin < place && text.at(begin).isSpace())
        ++begin;
    completions.start = begin;
    completions.end = std::max(begin, end);
    if (place == size && words.contains(text.mid(begin).trimmed())) {
        completions.start = completions.end = begin = size;
        completions.before = QStringLiteral(", ");
    }
    QStringList others = (text.left(begin) + QLatin1Char(',') + text.mid(completions.end)).split(QLatin1Char(','));
    for (QString& other : others)
        other = other.trimmed();
    completions.words.removeIf([&](const QString& word) { return others.contains(word); });
    return completions;
}

} // namespace millrace::ui

#include "moc_word_completer.cpp"
