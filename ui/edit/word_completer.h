// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCompleter>
#include <QStringList>

#include <functional>

class QKeyEvent;
class QLineEdit;

namespace millrace::ui {

/// Words that can be put at a place of a line, and the part of it that they replace.
struct Completions
{
    QStringList words;
    int start = 0;
    int end = -1; ///< -1: up to the cursor
    QString before = {}; ///< goes in front of the word
};

/// A list of words below a line, for the place of the cursor: all of them when it is asked for, those that begin like
/// what is typed while it is typed. Wide enough to be read, however narrow the line is.
class WordCompleter : public QCompleter
{
    Q_OBJECT
public:
    using Find = std::function<Completions(const QString& text, int cursor)>;
    enum class Taking
    {
        First, ///< Enter takes the first word while typing; expressions have no other words
        Chosen ///< only what the user chose in the list: any text is possible
    };

    WordCompleter(Find find, Taking taking, QLineEdit* line);

    /// Shows the words that what stands before the cursor can become.
    void offer(bool asked);
    /// Shows every word, the present one chosen.
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

/// The words that a cell can hold, all of it; or, in a list, the part between commas, without those that it has. Behind
/// a word that is complete, another one.
[[nodiscard]] Completions cellCompletions(const QStringList& words, bool isList, const QString& text, int cursor);

} // namespace millrace::ui
