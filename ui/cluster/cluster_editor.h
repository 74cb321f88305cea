// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/cluster/node_check.h"
#include "ui/edit/project_editor.h"

#include <QWidget>

class QAction;
class QSplitter;
class QTabWidget;

namespace millrace::ui {

class AccessForm;
class BottleneckForm;
class ClusterForm;
class EditTable;
class LinkModel;
class MachineCheck;
class PairMatrixPanel;
class NodeModel;
class PreflightPanel;
class Settings;
class TopologyView;

/// Edits one cluster of a project: its fields, a drawing, and tables of its nodes and links.
class ClusterEditor : public QWidget
{
    Q_OBJECT
public:
    ClusterEditor(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);
    ~ClusterEditor() override;

    /// Which cluster of the project is edited.
    void setIndex(int index);
    [[nodiscard]] int index() const noexcept { return m_index; }
    /// Puts the keyboard on a field below the cluster: "nodes[2].slots", "mtu", "bottleneck.rate".
    void showField(const QString& field);
    /// How nodes are looked at, and what they measure between them.
    void setNodeTools(NodeChecker checker, MatrixMeasurer measurer);
    /// Fields and cells whose text is not in the project because it cannot be used.
    [[nodiscard]] int draftCount() const;

private:
    QWidget* makeDrawing();
    QTabWidget* makeTabs(Settings& settings);
    void makeTables(Settings& settings);
    void connectSelection();
    void refresh();
    void refreshTabs();
    void importNodes();
    void showTabsFor(const cluster::Cluster& cluster);
    [[nodiscard]] bool hasProblems(const char* part) const;

    ProjectEditor& m_editor;
    Settings& m_settings;
    int m_index = 0;
    NodeModel* m_nodes;
    LinkModel* m_links;
    ClusterForm* m_form;
    TopologyView* m_topology;
    QTabWidget* m_tabs = nullptr;
    EditTable* m_nodeTable = nullptr;
    QAction* m_import = nullptr;
    EditTable* m_linkTable = nullptr;
    PairMatrixPanel* m_matrix = nullptr;
    BottleneckForm* m_bottleneck = nullptr;
    AccessForm* m_access = nullptr;
    MachineCheck* m_machine = nullptr;
    PreflightPanel* m_preflight = nullptr;
    QSplitter* m_splitter;
};

} // namespace millrace::ui
