// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/edit_table.h"

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/sentence_label.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/edit/cell_walk.h"
#include "ui/edit/edit_delegate.h"
#include "ui/edit/edit_table_model.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolBar>

#include <algorithm>

namespace millrace::ui {

EditTable::EditTable(EditTableModel& model, Settings& settings, const QString& name, const QString& rowWord,
                     QWidget* parent)
    : QWidget(parent), m_model(model), m_view(new TableView(settings, name, this)), m_toolBar(new QToolBar(this)),
      m_sign(new QLabel(this)), m_line(new SentenceLabel(this)),
      m_walk(new CellWalk(m_view, [this] { m_model.addRow(m_model.rowCount()); }))
{
    m_view->setModel(&model);
    auto* delegate = new EditDelegate(m_view);
    m_view->setItemDelegate(delegate);
    connectDelegate(delegate);
    m_view->installEventFilter(this);
    m_view->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_view->setShowGrid(true);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                            | QAbstractItemView::AnyKeyPressed);
    m_view->verticalHeader()->show();
    m_view->verticalHeader()->setHighlightSections(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &EditTable::showMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_said.clear();
        updateState();
        Q_EMIT selectionChanged(selectedRows());
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &EditTable::updateState);
    connect(&m_model, &EditTableModel::problemsChanged, this, &EditTable::updateState);
    connect(&m_model, &QAbstractItemModel::dataChanged, m_view, &TableView::fitColumns);
    connect(&m_model, &QAbstractItemModel::rowsInserted, m_view, &TableView::fitColumns);

    m_toolBar->setIconSize({16, 16});
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    makeActions(rowWord);
    m_line->setObjectName(name + QStringLiteral("Line"));
    m_sign->setFixedSize(16, 16);
    // Widgets below must not move while the user types.
    QSizePolicy kept = m_sign->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_sign->setSizePolicy(kept);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(4, 2, 4, 2);
    bottom->addWidget(m_sign);
    bottom->addWidget(m_line, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolBar);
    column->addWidget(m_view, 1);
    column->addLayout(bottom);
    updateState();
}

QAction* EditTable::addAction(const QString& iconName, const QString& text, const QKeySequence& key,
                              const std::function<void()>& run)
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setToolTip(key.isEmpty() ? text : tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, run);
    m_view->QWidget::addAction(action);
    return action;
}

void EditTable::makeActions(const QString& rowWord)
{
    const auto bar = [this](QAction* action) {
        m_toolBar->addAction(action);
        return action;
    };
    const auto after = [this] {
        const QList<int> rows = selectedRows();
        return rows.isEmpty() ? m_model.rowCount() : rows.back() + 1;
    };
    bar(addAction(QStringLiteral("add"), tr("Add %1").arg(rowWord), Qt::Key_Insert,
                  [this, after] { selectRows(m_model.addRow(after())); }));
    m_needSelection = {
        bar(addAction(QStringLiteral("duplicate"), tr("Duplicate"), Qt::CTRL | Qt::Key_D,
                      [this] { selectRows(m_model.duplicateRows(selectedRows())); })),
        bar(addAction(QStringLiteral("remove"), tr("Remove"), Qt::Key_Delete,
                      [this] { m_model.removeRowList(selectedRows()); })),
        bar(addAction(QStringLiteral("up"), tr("Up"), Qt::ALT | Qt::Key_Up,
                      [this] { selectRows(m_model.shiftRows(selectedRows(), -1)); })),
        bar(addAction(QStringLiteral("down"), tr("Down"), Qt::ALT | Qt::Key_Down,
                      [this] { selectRows(m_model.shiftRows(selectedRows(), 1)); })),
        addAction(QStringLiteral("copy"), tr("Copy"), QKeySequence::Copy, [this] { copy(); }),
        addAction({}, tr("Clear the cells"), Qt::Key_Backspace,
                  [this] { m_model.clearCells(m_view->selectionModel()->selectedIndexes()); }),
    };
    QAction* paste = addAction({}, tr("Paste"), QKeySequence::Paste, [this] { this->paste(); });
    paste->setToolTip(tr("Puts cells from a spreadsheet here; missing rows are added"));
    m_toolBar->addSeparator();
    m_toolBar->addAction(m_needSelection.at(4));
    m_toolBar->addAction(paste);
}

void EditTable::setDelegate(int column, EditDelegate* delegate)
{
    m_view->setItemDelegateForColumn(column, delegate);
    connectDelegate(delegate);
}

void EditTable::connectDelegate(EditDelegate* delegate)
{
    connect(delegate, &EditDelegate::walked, this, [this](CellWalk::Step step) { m_walk->walk(step, true); });
}

bool EditTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && (event->type() == QEvent::Resize || event->type() == QEvent::Show))
        QMetaObject::invokeMethod(m_view, &TableView::fitColumns, Qt::QueuedConnection); // in the new width
    return QWidget::eventFilter(watched, event);
}

QList<int> EditTable::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex& cell : m_view->selectionModel()->selectedIndexes()) {
        if (!rows.contains(cell.row()))
            rows.append(cell.row());
    }
    std::ranges::sort(rows);
    return rows;
}

void EditTable::selectRows(const QList<int>& rows)
{
    if (rows == selectedRows())
        return;
    const int column = std::max(0, m_view->currentIndex().column());
    QItemSelection selection;
    for (const int row : rows)
        selection.select(m_model.index(row, 0), m_model.index(row, m_model.columnCount() - 1));
    if (!rows.isEmpty())
        m_view->setCurrentIndex(m_model.index(rows.front(), column));
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

void EditTable::showCell(const QModelIndex& cell)
{
    m_view->setCurrentIndex(cell);
    m_view->scrollTo(cell);
    m_view->setFocus(Qt::OtherFocusReason);
}

void EditTable::copy() const
{
    const QString text = m_model.copyText(m_view->selectionModel()->selectedIndexes());
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

void EditTable::paste()
{
    QModelIndex place = m_view->currentIndex();
    for (const QModelIndex& cell : m_view->selectionModel()->selectedIndexes())
        place = m_model.index(std::min(place.row(), cell.row()), std::min(place.column(), cell.column()));
    const PasteOutcome outcome = m_model.paste(place, QApplication::clipboard()->text());
    QStringList sentences{outcome.rows == 0 ? tr("There is no text to paste.")
                                            : tr("%n row(s) pasted.", nullptr, outcome.rows)};
    if (outcome.refused > 0)
        sentences.append(tr("%n cell(s) have invalid text; they are marked.", nullptr, outcome.refused));
    if (outcome.outside > 0)
        sentences.append(tr("%n cell(s) lay beyond the last column and were left out.", nullptr, outcome.outside));
    say(sentences.join(QLatin1Char(' ')));
}

void EditTable::say(const QString& sentence)
{
    m_said = sentence;
    updateState();
}

QString EditTable::currentProblem() const
{
    const QModelIndex current = m_view->currentIndex();
    const QString problem = current.data(EditTableModel::ProblemRole).toString();
    if (problem.isEmpty())
        return {};
    return tr("%1 in row %2: %3")
        .arg(m_model.headerData(current.column(), Qt::Horizontal, Qt::DisplayRole).toString())
        .arg(current.row() + 1)
        .arg(problem);
}

void EditTable::updateState()
{
    const bool any = m_view->selectionModel()->hasSelection();
    for (QAction* action : m_needSelection)
        action->setEnabled(any);
    QString sentence = m_said.isEmpty() ? currentProblem() : m_said;
    const bool problem = m_said.isEmpty() && !sentence.isEmpty();
    if (sentence.isEmpty() && m_model.draftCount() > 0)
        sentence =
            tr("%n cell(s) have invalid text; the project keeps the previous values.", nullptr, m_model.draftCount());
    m_line->setText(sentence);
    m_sign->setPixmap(problem || m_model.draftCount() > 0
                          ? icon(QStringLiteral("error"), errorColor(isDark(QApplication::palette()))).pixmap(16, 16)
                          : QPixmap());
    m_sign->setVisible(!sentence.isEmpty());
    m_line->setVisible(!sentence.isEmpty());
}

void EditTable::showMenu(const QPoint& position)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_view->actions());
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

} // namespace millrace::ui

#include "moc_edit_table.cpp"
