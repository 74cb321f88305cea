// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"

#include <QCompleter>
#include <QStringList>

#include <vector>

class QLineEdit;

namespace millrace::ui {

/// What can stand at `cursor` in an expression: factors, after a comparison the levels of its factor (texts in quotes),
/// after an operand the operators. `start` is where the word begins that they would replace.
struct Completions
{
    QStringList words;
    int start = 0;
};
[[nodiscard]] Completions completionsAt(const QString& expression, int cursor,
                                        const std::vector<grid::Factor>& factors);

/// Completes the word under the cursor of a line that holds an expression; Ctrl+Space asks for it.
class ExpressionCompleter : public QCompleter
{
    Q_OBJECT
public:
    ExpressionCompleter(std::vector<grid::Factor> factors, QLineEdit* line);

    /// Shows what can stand at the cursor.
    void offer(bool asked);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void insert(const QString& word);

    std::vector<grid::Factor> m_factors;
    QLineEdit* m_line;
    int m_start = 0;
};

} // namespace millrace::ui
