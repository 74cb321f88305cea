// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"
#include "ui/edit/word_completer.h"

#include <vector>

namespace millrace::ui {

/// What can stand at `cursor` in an expression: factors, after a comparison the levels of its factor (texts in quotes),
/// after an operand the operators.
[[nodiscard]] Completions completionsAt(const QString& expression, int cursor,
                                        const std::vector<grid::Factor>& factors);

/// Completes the word under the cursor of a line that holds an expression; Ctrl+Space asks for it.
class ExpressionCompleter : public WordCompleter
{
    Q_OBJECT
public:
    ExpressionCompleter(std::vector<grid::Factor> factors, QLineEdit* line);
};

} // namespace millrace::ui
