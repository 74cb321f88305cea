// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/project/project_tree_model.h"

#include <QWidget>

#include <functional>

class QAction;
class QToolBar;
class QTreeView;

namespace millrace::ui {

/// The navigation of a project: a tree with buttons and keys to add, duplicate, rename and remove items.
class ProjectTree : public QWidget
{
    Q_OBJECT
public:
    explicit ProjectTree(ProjectEditor& editor, QWidget* parent = nullptr);

    [[nodiscard]] ProjectPlace current() const;
    void setCurrent(const ProjectPlace& place);
    /// Adds an item to a part and goes there.
    void add(ProjectPart part);

Q_SIGNALS:
    void currentChanged();

private:
    QAction* addAction(const QString& name, const QString& iconName, const QString& text, const QKeySequence& key,
                       const std::function<void()>& run);
    void makeActions();
    void updateActions();

    ProjectEditor& m_editor;
    ProjectTreeModel* m_model;
    QTreeView* m_view;
    QToolBar* m_bar;
    QAction* m_add = nullptr;
    QList<QAction*> m_needItem;
};

} // namespace millrace::ui
