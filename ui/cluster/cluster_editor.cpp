// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/cluster_editor.h"

#include "ui/base/colors.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/cluster/access_form.h"
#include "ui/cluster/bottleneck_form.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/cluster/cluster_form.h"
#include "ui/cluster/import_dialog.h"
#include "ui/cluster/link_model.h"
#include "ui/cluster/machine_check.h"
#include "ui/cluster/node_model.h"
#include "ui/cluster/pair_matrix_panel.h"
#include "ui/cluster/preflight_panel.h"
#include "ui/cluster/topology_view.h"
#include "ui/edit/edit_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QToolBar>

namespace millrace::ui {
namespace {

enum Tab
{
    NodesTab,
    LinksTab,
    MatrixTab,
    BottleneckTab,
    AccessTab,
    MachineTab,
    CheckTab
};

const QString splitterName = QStringLiteral("clusterSplitter");

} // namespace

ClusterEditor::ClusterEditor(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_nodes(new NodeModel(editor, this)),
      m_links(new LinkModel(editor, this)), m_form(new ClusterForm(editor, this)), m_topology(new TopologyView(this)),
      m_splitter(new QSplitter(Qt::Vertical, this))
{
    m_splitter->setObjectName(splitterName);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeDrawing());
    m_splitter->addWidget(makeTabs(settings));
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    if (!m_splitter->restoreState(m_settings.widgetState(splitterName)))
        m_splitter->setSizes({230, 320});
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { m_settings.setWidgetState(splitterName, m_splitter->saveState()); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_form);
    column->addWidget(m_splitter, 1);
    connectSelection();
    m_editor.notify(this, &ClusterEditor::refresh);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, &ClusterEditor::refreshTabs);
    m_form->setCongestionControls(readCongestionControls());
    setIndex(0);
}

ClusterEditor::~ClusterEditor() = default;

QWidget* ClusterEditor::makeDrawing()
{
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("topologyArea"));
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setMinimumHeight(110);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(m_topology);
    return area;
}

void ClusterEditor::makeTables(Settings& settings)
{
    m_nodeTable = new EditTable(*m_nodes, settings, QStringLiteral("nodeTable"), tr("node"), this);
    m_nodeTable->view()->setAccessibleName(tr("Nodes"));
    m_nodeTable->view()->hideByDefault(NodeModel::rentalHeadings());
    m_import = new QAction(icon(QStringLiteral("import")), tr("&Import nodes…"), this);
    m_import->setObjectName(QStringLiteral("importNodes"));
    m_import->setToolTip(tr("From an ssh configuration, an Ansible inventory, a host file or a Slurm list"));
    connect(m_import, &QAction::triggered, this, &ClusterEditor::importNodes);
    m_nodeTable->toolBar()->addAction(m_import);
    m_linkTable = new EditTable(*m_links, settings, QStringLiteral("linkTable"), tr("link"), this);
    m_linkTable->view()->setAccessibleName(tr("Links"));
    m_linkTable->view()->setEmptyText(
        tr("Without links the network is not limited. Press Insert to add one; it applies to all pairs of nodes until "
           "you name some. Later links override earlier ones."));
}

QTabWidget* ClusterEditor::makeTabs(Settings& settings)
{
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("clusterTabs"));
    m_tabs->setDocumentMode(true);
    makeTables(settings);
    m_bottleneck = new BottleneckForm(m_editor, this);
    m_access = new AccessForm(m_editor, this);
    m_machine = new MachineCheck(this);
    connect(m_machine, &MachineCheck::checked, this,
            [this](const MachineState& state) { m_form->setCongestionControls(state.congestionControls); });
    m_tabs->addTab(m_nodeTable, tr("Nodes"));
    m_tabs->addTab(m_linkTable, tr("Links"));
    m_matrix = new PairMatrixPanel(m_editor, settings, this);
    m_tabs->addTab(m_matrix, tr("&Matrix"));
    m_tabs->addTab(m_bottleneck, tr("Bottleneck"));
    m_tabs->addTab(m_access, tr("&Access"));
    m_tabs->addTab(m_machine, tr("This machine"));
    m_preflight = new PreflightPanel(settings, this);
    m_tabs->addTab(m_preflight, tr("&Check"));
    return m_tabs;
}

void ClusterEditor::importNodes()
{
    auto* dialog = new ImportDialog(m_editor, static_cast<std::size_t>(m_index), m_settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        m_tabs->setCurrentIndex(NodesTab);
        m_nodeTable->view()->fitColumns();
    });
    dialog->open();
}

void ClusterEditor::connectSelection()
{
    connect(m_nodeTable, &EditTable::selectionChanged, m_topology, &TopologyView::setSelectedNodes);
    connect(m_linkTable, &EditTable::selectionChanged, m_topology, &TopologyView::setSelectedLinks);
    connect(m_topology, &TopologyView::nodePicked, this, [this](int node) {
        m_tabs->setCurrentIndex(NodesTab);
        m_nodeTable->selectRows({node});
    });
    connect(m_topology, &TopologyView::linkPicked, this, [this](int link) {
        m_tabs->setCurrentIndex(LinksTab);
        m_linkTable->selectRows({link});
    });
    connect(m_topology, &TopologyView::bottleneckPicked, this, [this] { m_tabs->setCurrentIndex(BottleneckTab); });
}

void ClusterEditor::setIndex(int index)
{
    m_index = index;
    const auto position = static_cast<std::size_t>(index);
    m_nodes->setIndex(position);
    m_links->setIndex(position);
    m_matrix->setIndex(position);
    m_form->setIndex(position);
    m_bottleneck->setIndex(position);
    m_access->setIndex(position);
    m_nodeTable->view()->fitColumns();
    m_linkTable->view()->fitColumns();
    refresh();
    refreshTabs();
}

void ClusterEditor::refresh()
{
    const cluster::Cluster* cluster = clusterAt(m_editor.project(), static_cast<std::size_t>(m_index));
    m_topology->setCluster(cluster ? *cluster : cluster::Cluster{});
    m_tabs->setTabText(NodesTab, tr("&Nodes (%1)").arg(m_nodes->rowCount()));
    m_tabs->setTabText(LinksTab, tr("&Links (%1)").arg(m_links->rowCount()));
    m_tabs->setTabText(BottleneckTab,
                       cluster && cluster->bottleneck ? tr("Bottlenec&k (on)") : tr("Bottlenec&k (off)"));
    if (cluster)
        showTabsFor(*cluster);
}

void ClusterEditor::showTabsFor(const cluster::Cluster& cluster)
{
    const bool remote = cluster.kind == cluster::ClusterKind::Remote;
    // What a file says all the same must be removable.
    m_tabs->setTabVisible(BottleneckTab, !remote || cluster.bottleneck);
    m_tabs->setTabVisible(AccessTab, remote);
    m_import->setVisible(remote);
    m_tabs->setTabVisible(MachineTab, cluster.kind == cluster::ClusterKind::Emulated);
    m_tabs->setTabVisible(CheckTab, remote);
    if (remote)
        m_preflight->setCluster(m_editor.snapshot(), static_cast<std::size_t>(m_index));
    m_nodeTable->view()->setEmptyText(
        remote ? tr("A cluster needs nodes. Import them from a list, press Insert to add one, or paste rows from a "
                    "spreadsheet: name, ssh name, zone, slots, address, interface.")
               : tr("A cluster needs nodes. Press Insert to add one, or paste rows from a spreadsheet: name, zone, "
                    "slots, rate, queue."));
}

bool ClusterEditor::hasProblems(const char* part) const
{
    return hasErrors(m_editor.problemsAt("clusters[" + std::to_string(m_index) + "]." + part));
}

void ClusterEditor::refreshTabs()
{
    const QIcon sign = icon(QStringLiteral("error"), errorColor(isDark(palette())));
    m_tabs->setTabIcon(NodesTab, hasProblems("nodes") ? sign : QIcon());
    m_tabs->setTabIcon(LinksTab, hasProblems("links") ? sign : QIcon());
    m_tabs->setTabIcon(BottleneckTab, hasProblems("bottleneck") ? sign : QIcon());
    m_tabs->setTabIcon(AccessTab, hasProblems("access") ? sign : QIcon());
}

void ClusterEditor::showField(const QString& field)
{
    const std::string where = "clusters[" + std::to_string(m_index) + "]." + field.toStdString();
    if (field.startsWith(QLatin1String("nodes"))) {
        m_tabs->setCurrentIndex(NodesTab);
        m_nodeTable->showCell(m_nodes->cellOf(where));
    } else if (field.startsWith(QLatin1String("links"))) {
        m_tabs->setCurrentIndex(LinksTab);
        m_linkTable->showCell(m_links->cellOf(where));
    } else if (field.startsWith(QLatin1String("bottleneck"))) {
        m_tabs->setCurrentIndex(BottleneckTab);
        m_bottleneck->showField(field.section(QLatin1Char('.'), 1));
    } else if (field.startsWith(QLatin1String("access"))) {
        m_tabs->setCurrentIndex(AccessTab);
        m_access->showField(where);
    } else if (!m_form->showField(field)) {
        m_form->showField(QStringLiteral("name"));
    }
}

void ClusterEditor::setNodeTools(NodeChecker checker, MatrixMeasurer measurer)
{
    m_preflight->setChecker(std::move(checker));
    m_matrix->setMeasurer(std::move(measurer));
}

int ClusterEditor::draftCount() const
{
    return m_nodes->draftCount() + m_links->draftCount() + m_form->draftCount() + m_bottleneck->draftCount()
        + m_access->draftCount();
}

} // namespace millrace::ui

#include "moc_cluster_editor.cpp"
