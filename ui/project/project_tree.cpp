// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_tree.h"

#include "ui/base/icons.h"
#include "ui/base/roomy_delegate.h"
#include "ui/project/project_items.h"

#include <QAction>
#include <QBoxLayout>
#include <QMenu>
#include <QToolBar>
#include <QTreeView>

namespace millrace::ui {

ProjectTree::ProjectTree(ProjectEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_model(new ProjectTreeModel(editor, this)), m_view(new QTreeView(this)),
      m_bar(new QToolBar(this))
{
    m_view->setObjectName(QStringLiteral("projectTree"));
    m_view->setAccessibleName(tr("Parts of the project"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new RoomyDelegate(m_view));
    m_view->setHeaderHidden(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setIndentation(16);
    m_view->expandAll();
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex& part) { m_view->expand(part); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        updateActions();
        Q_EMIT currentChanged();
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(m_view->actions());
        menu->popup(m_view->viewport()->mapToGlobal(position));
    });
    m_bar->setIconSize({16, 16});
    makeActions();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    column->addWidget(m_bar);
    setCurrent({});
}

QAction* ProjectTree::addAction(const QString& name, const QString& iconName, const QString& text,
                                const QKeySequence& key, const std::function<void()>& run)
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, run);
    m_view->addAction(action);
    m_bar->addAction(action);
    return action;
}

void ProjectTree::makeActions()
{
    m_add = addAction(QStringLiteral("addItem"), QStringLiteral("add"), tr("Add"), Qt::Key_Insert,
                      [this] { add(current().part); });
    m_needItem = {
        addAction(QStringLiteral("duplicateItem"), QStringLiteral("duplicate"), tr("Duplicate"), Qt::CTRL | Qt::Key_D,
                  [this] { setCurrent(duplicateItem(m_editor, current())); }),
        addAction(QStringLiteral("renameItem"), QStringLiteral("edit"), tr("Rename"), Qt::Key_F2,
                  [this] { m_view->edit(m_view->currentIndex()); }),
        addAction(QStringLiteral("removeItem"), QStringLiteral("remove"), tr("Remove"), Qt::Key_Delete,
                  [this] { removeItem(m_editor, current()); }),
    };
}

void ProjectTree::updateActions()
{
    const ProjectPlace place = current();
    const bool isList = place.part != ProjectPart::Overview && place.part != ProjectPart::Run;
    m_add->setEnabled(isList);
    m_add->setText(place.part == ProjectPart::Clusters        ? tr("Add a cluster")
                       : place.part == ProjectPart::Workloads ? tr("Add a workload")
                       : place.part == ProjectPart::Traffic   ? tr("Add cross traffic")
                       : place.part == ProjectPart::Grids     ? tr("Add a grid")
                                                              : tr("Add"));
    m_add->setToolTip(tr("%1 (%2)").arg(m_add->text(), m_add->shortcut().toString(QKeySequence::NativeText)));
    for (QAction* action : m_needItem)
        action->setEnabled(place.item >= 0);
}

ProjectPlace ProjectTree::current() const
{
    return m_model->placeOf(m_view->currentIndex());
}

void ProjectTree::setCurrent(const ProjectPlace& place)
{
    QModelIndex index = m_model->indexOf(place);
    if (!index.isValid())
        index = m_model->indexOf({place.part, -1});
    m_view->setCurrentIndex(index);
}

void ProjectTree::add(ProjectPart part)
{
    setCurrent(addItem(m_editor, part));
}

} // namespace millrace::ui

#include "moc_project_tree.cpp"
