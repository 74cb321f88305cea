// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/preflight_panel.h"

#include "ui/base/detail_view.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/table_view.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/cluster/preflight_model.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>

namespace millrace::ui {

PreflightPanel::PreflightPanel(Settings& settings, QWidget* parent)
    : QWidget(parent), m_model(new PreflightModel(this)), m_headline(new QLabel(this)),
      m_button(new QPushButton(icon(QStringLiteral("ok")), tr("&Check nodes"), this)), m_strip(new JobStrip(this)),
      m_table(new TableView(settings, QStringLiteral("preflightTable"), this)), m_details(new DetailView(this))
{
    setObjectName(QStringLiteral("preflightPanel"));
    m_headline->setObjectName(QStringLiteral("preflightHeadline"));
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setWordWrap(true);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_button->setObjectName(QStringLiteral("preflightCheck"));
    connect(m_button, &QPushButton::clicked, this, &PreflightPanel::check);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("State of the nodes"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEmptyText(tr("This cluster has no nodes yet."));
    m_table->horizontalHeader()->setMinimumSectionSize(40);
    m_details->setHint(tr("Choose a light to read what it means and what can be done."));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &PreflightPanel::showDetails);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &PreflightPanel::showDetails);
    connect(m_model, &QAbstractItemModel::modelReset, this, &PreflightPanel::showDetails);
    m_strip->attach(m_job, tr("Looking at the nodes"));
    disconnect(m_strip, &JobStrip::cancelled, &m_job, nullptr);
    connect(m_strip, &JobStrip::cancelled, this, &PreflightPanel::cancel);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 6, 8, 2);
    top->addWidget(m_headline, 1);
    top->addWidget(m_button, 0, Qt::AlignTop);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("preflightSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(m_details);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(m_strip);
    column->addWidget(splitter, 1);
    updateHeadline();
}

void PreflightPanel::setChecker(NodeChecker checker)
{
    m_checker = std::move(checker);
}

void PreflightPanel::setCluster(std::shared_ptr<const project::Project> project, std::size_t cluster)
{
    m_project = std::move(project);
    m_index = cluster;
    const cluster::Cluster* found = clusterAt(*m_project, cluster);
    if (!found || *found == m_cluster)
        return;
    m_cluster = *found;
    ++m_run;
    m_job.cancel();
    m_checked = false;
    m_failure.clear();
    m_model->begin(m_cluster, false);
    m_table->fitColumns();
    updateHeadline();
}

void PreflightPanel::check()
{
    if (!m_checker || m_cluster.nodes.empty())
        return;
    const int run = ++m_run;
    m_checked = true;
    m_failure.clear();
    m_model->begin(m_cluster, true);
    QPointer<PreflightPanel> self(this);
    m_job.start(
        [checker = m_checker, project = m_project, cluster = m_index, self, run](const JobContext& job) {
            const auto tell = [self, run](NodeCheckResult result) {
                // Only the panel's own thread may look through the QPointer.
                QMetaObject::invokeMethod(QCoreApplication::instance(),
                                          [self, run, result = std::move(result)]() mutable {
                                              if (self && self->m_run == run)
                                                  self->take(std::move(result));
                                          });
            };
            return checker(*project, cluster, tell, job);
        },
        [this](const Result<std::vector<cluster::Finding>>& shared) { finish(shared); });
    updateHeadline();
}

void PreflightPanel::cancel()
{
    if (!m_job.isRunning())
        return;
    ++m_run;
    m_job.cancel();
    m_model->end();
    m_failure = tr("Cancelled.");
    updateHeadline();
    Q_EMIT finished();
}

void PreflightPanel::take(NodeCheckResult result)
{
    m_model->setFindings(result.node, std::move(result.findings));
    updateHeadline();
}

void PreflightPanel::finish(const Result<std::vector<cluster::Finding>>& shared)
{
    if (shared)
        m_model->setShared(*shared);
    else
        m_failure = asSentence(shared.error().text());
    m_model->end();
    m_table->fitColumns();
    updateHeadline();
    Q_EMIT finished();
}

void PreflightPanel::updateHeadline()
{
    m_button->setEnabled(!m_job.isRunning() && !m_cluster.nodes.empty());
    if (!m_checked) {
        m_headline->setText(tr("Not checked yet. “Check nodes” connects to every node and checks rights, tools, disk, "
                               "clock, network and load; it changes nothing there."));
        return;
    }
    QStringList parts;
    if (m_job.isRunning())
        parts.append(tr("%1 of %2 nodes have answered.").arg(m_model->settledCount()).arg(m_model->nodeCount()));
    else if (m_model->settledCount() == m_model->nodeCount() && m_model->countOf(cluster::Light::Red) == 0)
        parts.append(m_model->countOf(cluster::Light::Yellow) == 0 ? tr("All nodes are ready.")
                                                                   : tr("All nodes can be used."));
    if (const int red = m_model->countOf(cluster::Light::Red); red > 0)
        parts.append(tr("%n node(s) cannot be used as they are.", nullptr, red));
    if (const int yellow = m_model->countOf(cluster::Light::Yellow); yellow > 0)
        parts.append(tr("At %n node(s) something may spoil figures.", nullptr, yellow));
    if (!m_failure.isEmpty())
        parts.append(m_failure);
    m_headline->setText(parts.join(QLatin1Char(' ')));
}

void PreflightPanel::showDetails()
{
    m_details->setDetails(m_model->details(m_table->currentIndex()));
}

} // namespace millrace::ui

#include "moc_preflight_panel.cpp"
