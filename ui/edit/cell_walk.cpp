// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/cell_walk.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QTableView>
#include <QWidget>

namespace millrace::ui {
namespace {

bool canBeEdited(const QTableView& view, const QModelIndex& cell)
{
    return cell.isValid() && !view.isColumnHidden(cell.column()) && cell.flags().testFlag(Qt::ItemIsEditable);
}

} // namespace

CellWalk::CellWalk(QTableView* view, std::function<void()> addRow)
    : QObject(view), m_view(view), m_addRow(std::move(addRow))
{
    view->installEventFilter(this);
}

std::optional<CellWalk::Step> CellWalk::stepOf(const QKeyEvent& key)
{
    const bool shift = key.modifiers().testFlag(Qt::ShiftModifier);
    if ((key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != Qt::NoModifier)
        return {};
    switch (key.key()) {
    case Qt::Key_Tab: return shift ? Step::Previous : Step::Next;
    case Qt::Key_Backtab: return Step::Previous;
    case Qt::Key_Return:
    case Qt::Key_Enter: return shift ? Step::Up : Step::Down;
    default: return {};
    }
}

/// The next editable cell, in the displayed order of the columns.
QModelIndex CellWalk::neighbour(Step step) const
{
    const QAbstractItemModel* model = m_view->model();
    const QHeaderView* header = m_view->horizontalHeader();
    QModelIndex cell = m_view->currentIndex();
    if (!cell.isValid())
        return {};
    if (step == Step::Down || step == Step::Up)
        return cell.siblingAtRow(cell.row() + (step == Step::Down ? 1 : -1));
    const int columns = model->columnCount(), cells = columns * model->rowCount();
    const int direction = step == Step::Next ? 1 : -1;
    for (int place = cell.row() * columns + header->visualIndex(cell.column()) + direction; place >= 0 && place < cells;
         place += direction) {
        cell = model->index(place / columns, header->logicalIndex(place % columns));
        if (canBeEdited(*m_view, cell))
            return cell;
    }
    return {};
}

bool CellWalk::addRowFor(Step step, bool edited)
{
    const bool wanted = edited ? step == Step::Next : step == Step::Down;
    if (!wanted || !m_addRow)
        return false;
    const QAbstractItemModel* model = m_view->model();
    const int before = model->rowCount(), column = m_view->currentIndex().column();
    m_addRow();
    if (model->rowCount() <= before)
        return false;
    for (int visual = 0; visual < model->columnCount(); ++visual) {
        const QModelIndex cell = model->index(before, m_view->horizontalHeader()->logicalIndex(visual));
        if (step == Step::Next ? canBeEdited(*m_view, cell) : cell.column() == column) {
            m_view->setCurrentIndex(cell);
            break;
        }
    }
    return true;
}

bool CellWalk::walk(Step step, bool edited)
{
    const QModelIndex next = neighbour(step);
    if (!next.isValid())
        return addRowFor(step, edited);
    m_view->setCurrentIndex(next);
    return true;
}

void CellWalk::leave()
{
    const QScopedValueRollback leaving(m_leaving, true);
    QKeyEvent tab(QEvent::KeyPress, Qt::Key_Tab, Qt::NoModifier);
    QApplication::sendEvent(m_view, &tab);
}

bool CellWalk::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_view || m_leaving || event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    const auto& key = static_cast<QKeyEvent&>(*event);
    if (key.key() == Qt::Key_Tab && key.modifiers() == Qt::ControlModifier) {
        leave();
        return true;
    }
    const auto step = stepOf(key);
    if (!step)
        return false;
    // The table consumes Enter even at its end, so that it does not trigger a dialog's button.
    return walk(*step, false) || *step == Step::Down || *step == Step::Up;
}

bool WalkingDelegate::eventFilter(QObject* editor, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(editor);
    if (event->type() == QEvent::KeyPress && widget != nullptr)
        if (const auto step = CellWalk::stepOf(static_cast<QKeyEvent&>(*event))) {
            Q_EMIT commitData(widget);
            Q_EMIT closeEditor(widget);
            Q_EMIT walked(*step);
            return true;
        }
    return QStyledItemDelegate::eventFilter(editor, event);
}

} // namespace millrace::ui

#include "moc_cell_walk.cpp"
