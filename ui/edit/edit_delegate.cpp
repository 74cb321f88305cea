// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/edit_delegate.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"
#include "ui/edit/edit_table_model.h"
#include "ui/edit/field_edit.h"
#include "ui/edit/word_completer.h"

#include <QPainter>
#include <QTimer>
#include <QToolTip>

#include <algorithm>

namespace millrace::ui {

namespace {

constexpr char cellProperty[] = "cell";
constexpr int leastEditor = 120; ///< px
constexpr int editorMargins = 44; ///< px: of the text, and of the problem sign

/// As wide as its text, at least as its cell, inside the table.
void fitEditor(QLineEdit& edit)
{
    const QRect cell = edit.property(cellProperty).toRect();
    const QWidget* ground = edit.parentWidget();
    if (cell.isNull() || ground == nullptr)
        return;
    const QString& text = edit.text().isEmpty() ? edit.placeholderText() : edit.text();
    const int wanted = std::max(edit.fontMetrics().horizontalAdvance(text) + editorMargins, leastEditor);
    const int width = std::max(cell.width(), std::min(wanted, ground->width()));
    edit.setGeometry(std::max(0, std::min(cell.left(), ground->width() - width)), cell.top(), width, cell.height());
}

} // namespace

/// With room for the problem sign, which must not cover the text when it appears.
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
    connect(edit, &QLineEdit::textEdited, edit, [edit] { fitEditor(*edit); });
    addCompleter(edit, index);
    return edit;
}

void EditDelegate::addCompleter(QLineEdit* line, const QModelIndex& index) const
{
    const QStringList words = index.data(EditTableModel::SuggestionsRole).toStringList();
    if (words.isEmpty())
        return;
    const bool isList = index.data(EditTableModel::ListRole).toBool();
    auto* completer = new WordCompleter(
        [words, isList](const QString& text, int cursor) { return cellCompletions(words, isList, text, cursor); },
        WordCompleter::Taking::Chosen, line);
    // An edit started by a letter has its completion list already.
    QTimer::singleShot(0, completer, [completer, line] {
        if (!line->isModified() && line->isVisible())
            completer->offerAll();
    });
}

void EditDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    editor->setProperty(cellProperty, option.rect);
    fitEditor(static_cast<QLineEdit&>(*editor));
}

void EditDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* edit = static_cast<FieldEdit*>(editor);
    if (edit->isModified())
        return;
    edit->setText(index.data(Qt::EditRole).toString());
    edit->setProblem(index.data(EditTableModel::ProblemRole).toString());
    fitEditor(*edit);
}

void EditDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const QString text = static_cast<FieldEdit*>(editor)->text();
    if (text != index.data(Qt::EditRole).toString())
        model->setData(index, text, Qt::EditRole);
}

} // namespace millrace::ui

#include "moc_edit_delegate.cpp"
