// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/cell_walk.h"

class QLineEdit;

namespace millrace::ui {

/// Edits the cells of an EditTableModel as text that is checked while typing, and frames those with a problem.
class EditDelegate : public WalkingDelegate
{
    Q_OBJECT
public:
    using WalkingDelegate::WalkingDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    /// Wider than the cell if the text needs it.
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

protected:
    /// Offers the completions of the model for the cell.
    virtual void addCompleter(QLineEdit* line, const QModelIndex& index) const;
};

} // namespace millrace::ui
