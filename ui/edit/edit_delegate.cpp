// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/edit_delegate.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"
#include "ui/edit/edit_table_model.h"
#include "ui/edit/field_edit.h"

#include <QCompleter>
#include <QPainter>
#include <QToolTip>

namespace millrace::ui {

/// With room for the sign of a problem, which must not cut the text when it appears.
QSize EditDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return index.data(Qt::DecorationRole).isNull() ? size + QSize(option.decorationSize.width() + 6, 0) : size;
}

void EditDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.data(EditTableModel::ProblemRole).toString().isEmpty())
        return;
    painter->save();
    painter->setPen(QPen(errorColor(isDark(option.palette)), 1.5));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(option.rect).adjusted(1, 1, -2, -2));
    painter->restore();
}

QWidget* EditDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* edit = new FieldEdit(parent);
    edit->setObjectName(QStringLiteral("cellEdit"));
    edit->setAccessibleName(index.model()->headerData(index.column(), Qt::Horizontal).toString());
    edit->setFrame(false);
    edit->setAutoFillBackground(true);
    edit->setPlaceholderText(index.data(EditTableModel::PlaceholderRole).toString());
    const QPersistentModelIndex cell(index);
    edit->setInTable();
    edit->setCheck([cell](const QString& text) {
        const auto* model = qobject_cast<const EditTableModel*>(cell.model());
        return model && cell.isValid() ? model->check(cell, text) : QString();
    });
    connect(edit, &QLineEdit::textEdited, edit,
            [edit] { QToolTip::showText(edit->mapToGlobal(QPoint(0, edit->height())), edit->problem(), edit); });
    if (const QStringList words = index.data(EditTableModel::SuggestionsRole).toStringList(); !words.isEmpty()) {
        auto* completer = new QCompleter(words, edit);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        edit->setCompleter(completer);
    }
    return edit;
}

void EditDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* edit = static_cast<FieldEdit*>(editor);
    if (edit->isModified())
        return;
    edit->setText(index.data(Qt::EditRole).toString());
    edit->setProblem(index.data(EditTableModel::ProblemRole).toString());
}

void EditDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const QString text = static_cast<FieldEdit*>(editor)->text();
    if (text != index.data(Qt::EditRole).toString())
        model->setData(index, text, Qt::EditRole);
}

} // namespace millrace::ui
