// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"
#include "ui/edit/edit_delegate.h"

namespace millrace::ui {

/// Edits expressions: completes factors and levels, and shows the meaning in words or the parser's message.
class RuleDelegate : public EditDelegate
{
    Q_OBJECT
public:
    /// `factors()` gives those of the grid as they are when the editing begins.
    explicit RuleDelegate(std::function<std::vector<grid::Factor>()> factors, QObject* parent = nullptr);

protected:
    void addCompleter(QLineEdit* line, const QModelIndex& index) const override;

private:
    std::function<std::vector<grid::Factor>()> m_factors;
};

} // namespace millrace::ui
