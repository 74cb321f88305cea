// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/queue_view.h"

#include "ui/base/icons.h"
#include "ui/base/table_view.h"
#include "ui/run/campaign_model.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QToolBar>

#include <algorithm>
#include <unordered_set>

namespace millrace::ui {

std::vector<int> movedOrder(std::vector<int> order, const std::vector<int>& selected, QueueMove move)
{
    const std::unordered_set<int> chosen(selected.begin(), selected.end());
    const auto isChosen = [&chosen](int position) { return chosen.contains(position); };
    switch (move) {
    case QueueMove::Top: std::ranges::stable_partition(order, isChosen); break;
    case QueueMove::Bottom: std::ranges::stable_partition(order, std::not_fn(isChosen)); break;
    case QueueMove::Up:
        for (std::size_t i = 1; i < order.size(); ++i)
            if (isChosen(order[i]) && !isChosen(order[i - 1]))
                std::swap(order[i], order[i - 1]);
        break;
    case QueueMove::Down:
        for (std::size_t i = order.size(); i-- > 1;)
            if (isChosen(order[i - 1]) && !isChosen(order[i]))
                std::swap(order[i], order[i - 1]);
        break;
    }
    return order;
}

QueueView::QueueView(CampaignModel& model, Settings& settings, QWidget* parent)
    : QWidget(parent), m_model(model), m_table(new TableView(settings, QStringLiteral("queueTable"), this)),
      m_bar(new QToolBar(this))
{
    m_table->setAccessibleName(tr("Runs in the order of execution"));
    m_table->hideByDefault(tr("Attempt"));
    m_table->hideByDefault(tr("Error"));
    m_table->hideByDefault(tr("Progress"));
    m_table->setSortingEnabled(false);
    m_table->setModel(&m_model);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_bar->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_bar->setIconSize(QSize(18, 18));
    makeActions();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_bar);
    layout->addWidget(m_table, 1);
    connect(m_table, &QWidget::customContextMenuRequested, this, &QueueView::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        updateActions();
        chooseSelected();
    });
    connect(m_table, &QAbstractItemView::clicked, this, &QueueView::chooseSelected); // also for a click on a selected
                                                                                     // row
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (const QueueRow* row = m_model.rowAt(index.row()))
            Q_EMIT activated(row->position);
    });
    connect(&m_model, &CampaignModel::countsChanged, this, &QueueView::updateActions);
    updateActions();
}

QAction* QueueView::makeAction(const QString& iconName, const QString& text, const QString& name,
                               const QKeySequence& key)
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(key.isEmpty() ? text : tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    m_bar->addAction(action);
    m_table->addAction(action);
    return action;
}

void QueueView::makeActions()
{
    m_retry = makeAction(QStringLiteral("retry"), tr("Retry the chosen runs"), QStringLiteral("retryRuns"),
                         QKeySequence(tr("Ctrl+Shift+R")));
    m_cancel = makeAction(QStringLiteral("cancel"), tr("Cancel the chosen runs"), QStringLiteral("cancelRuns"),
                          QKeySequence(Qt::Key_Delete));
    m_only = makeAction(QStringLiteral("filter"), tr("Run only the chosen ones"), QStringLiteral("onlyRuns"),
                        QKeySequence());
    m_putBack = makeAction(QStringLiteral("add"), tr("Put held back runs into the queue again"),
                           QStringLiteral("putBackRuns"), QKeySequence());
    m_bar->addSeparator();
    const struct
    {
        const char* icon;
        QString text;
        const char* name;
        int key;
        QueueMove move;
    } moves[] = {{"top", tr("Make the chosen runs next"), "moveTop", Qt::Key_Home, QueueMove::Top},
                 {"up", tr("Move the chosen runs up"), "moveUp", Qt::Key_Up, QueueMove::Up},
                 {"down", tr("Move the chosen runs down"), "moveDown", Qt::Key_Down, QueueMove::Down},
                 {"bottom", tr("Make the chosen runs last"), "moveBottom", Qt::Key_End, QueueMove::Bottom}};
    for (const auto& each : moves) {
        QAction* action = makeAction(QLatin1String(each.icon), each.text, QLatin1String(each.name),
                                     QKeySequence(int(Qt::ALT) | each.key));
        connect(action, &QAction::triggered, this, [this, where = each.move] { move(where); });
        m_moves.push_back(action);
    }
    connect(m_cancel, &QAction::triggered, this, [this] { Q_EMIT cancelRequested(selected()); });
    connect(m_retry, &QAction::triggered, this, [this] { Q_EMIT retryRequested(selected()); });
    connect(m_only, &QAction::triggered, this, [this] { Q_EMIT onlyRequested(selected()); });
    connect(m_putBack, &QAction::triggered, this, [this] {
        std::vector<int> order = m_model.waiting();
        for (const int position : selected())
            if (const QueueRow* row = m_model.find(position); row != nullptr && row->heldBack)
                order.push_back(position);
        Q_EMIT orderRequested(order);
    });
}

void QueueView::move(QueueMove where)
{
    Q_EMIT orderRequested(movedOrder(m_model.waiting(), selected(), where));
}

void QueueView::setAbilities(const Abilities& abilities)
{
    m_abilities = abilities;
    updateActions();
}

std::vector<int> QueueView::selected() const
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    std::vector<int> positions;
    for (const QModelIndex& index : rows)
        if (const QueueRow* row = m_model.rowAt(index.row()))
            positions.push_back(row->position);
    return positions;
}

/// The focus makes a row current without selecting it, which is not a choice.
void QueueView::chooseSelected()
{
    const std::vector<int> positions = m_selecting ? std::vector<int>() : selected();
    if (positions.size() == 1)
        Q_EMIT chosen(positions.front());
}

void QueueView::select(const std::vector<int>& positions)
{
    m_selecting = true;
    QItemSelection selection;
    for (const int position : positions)
        if (const int row = m_model.rowOf(position); row >= 0)
            selection.select(m_model.index(row, 0), m_model.index(row, m_model.columnCount() - 1));
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_selecting = false;
}

void QueueView::show(int position)
{
    const int row = m_model.rowOf(position);
    if (row >= 0)
        m_table->scrollTo(m_model.index(row, 0), QAbstractItemView::EnsureVisible);
}

void QueueView::fitColumns()
{
    m_table->fitColumns();
}

void QueueView::updateActions()
{
    bool cancellable = false, ended = false, waiting = false, heldBack = false;
    for (const int position : selected()) {
        const QueueRow* row = m_model.find(position);
        const bool planned = row->state == store::RunState::Planned;
        cancellable = cancellable || store::isActive(row->state) || planned;
        ended = ended || store::isFinal(row->state);
        waiting = waiting || (planned && !row->heldBack);
        heldBack = heldBack || (planned && row->heldBack);
    }
    m_cancel->setEnabled(m_abilities.running && cancellable);
    m_retry->setEnabled(m_abilities.canRetry && ended);
    m_only->setEnabled((m_abilities.running && waiting) || (m_abilities.canStart && !selected().empty()));
    m_putBack->setEnabled(heldBack);
    for (QAction* action : m_moves)
        action->setEnabled(waiting);
}

void QueueView::showMenu(const QPoint& position)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_retry, m_cancel, m_only, m_putBack});
    menu->addSeparator();
    for (QAction* action : m_moves)
        menu->addAction(action);
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

} // namespace millrace::ui

#include "moc_queue_view.cpp"
