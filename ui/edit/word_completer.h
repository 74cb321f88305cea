// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCompleter>
#include <QStringList>

#include <functional>

class QKeyEvent;
class QLineEdit;

namespace millrace::ui {

/// Possible words at a position of a line, and the part of it that they replace.
struct Completions
{
    QStringList words;
    int start = 0;
    int end = -1; ///< -1: up to the cursor
    QString before = {}; ///< inserted before the word
};

/// A list of words below a line, for the cursor position: all of them on request, those with the typed prefix while
/// typing. Wide enough to be readable, however narrow the line is.
class WordCompleter : public QCompleter
{
    Q_OBJECT
public:
    using Find = std::function<Completions(const QString& text, int cursor)>;
    enum class Taking
    {
        First, ///< Enter takes the first word while typing; expressions have no other words
        Chosen ///< only on selection in the list: any text is possible
    };

    WordCompleter(Find find, Taking taking, QLineEdit* line);

    /// Shows the completions of the text before the cursor.
    void offer(bool asked);
    /// Shows every word, with the current one selected.
    void offerAll();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(const Completions& completions);
    void insert(const QString& word);
    bool takeKey(const QKeyEvent& key);

    Find m_find;
    Taking m_taking;
    QLineEdit* m_line;
    int m_start = 0;
    int m_end = 0;
    QString m_before;
};

/// The possible words of a cell; in a list, of the part between commas, without those already in it. After a complete
/// word, another one.
[[nodiscard]] Completions cellCompletions(const QStringList& words, bool isList, const QString& text, int cursor);

} // namespace millrace::ui
