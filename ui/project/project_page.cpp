// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_page.h"

#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/notice_bar.h"
#include "ui/base/settings.h"
#include "ui/cluster/cluster_editor.h"
#include "ui/grid/grid_editor.h"
#include "ui/grid/workload_form.h"
#include "ui/project/node_checker.h"
#include "ui/project/overview_view.h"
#include "ui/project/project_items.h"
#include "ui/project/project_tree.h"
#include "ui/run/campaign_page.h"
#include "ui/traffic/traffic_editor.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileInfo>
#include <QFrame>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("projectSplitter");

} // namespace

ProjectPage::ProjectPage(const QString& file, Settings& settings, QWidget* parent)
    : DocumentPage(file, parent), m_settings(settings), m_session(settings),
      m_tree(new ProjectTree(m_session.editor(), this)), m_stack(new QStackedWidget(this)),
      m_splitter(new QSplitter(this))
{
    makeNotices();
    makeViews();
    makeLayout();
    connectSession();
    showCurrent();
}

ProjectPage::~ProjectPage()
{
    // The editors look at the session while they go.
    m_session.disconnect(this);
    m_session.editor().disconnect(this);
    delete m_splitter;
}

ProjectPage* ProjectPage::fromText(std::string text, const QString& suggestedName, Settings& settings, QWidget* parent)
{
    auto* page = new ProjectPage(QString(), settings, parent);
    page->m_text = std::move(text);
    page->m_suggestedName = suggestedName;
    return page;
}

ProjectPage* ProjectPage::fromJournal(const JournalEntry& entry, Settings& settings, QWidget* parent)
{
    ProjectPage* page = fromText(entry.text, toQString(entry.suggestedName), settings, parent);
    page->m_recovered = entry;
    return page;
}

void ProjectPage::makeNotices()
{
    m_lockBar = new NoticeBar(QStringLiteral("lockNotice"), this);
    m_lockBar->addButton(tr("&Try again"), [this] { m_session.retryLock(); });
    m_diskBar = new NoticeBar(QStringLiteral("diskNotice"), this);
    m_diskBar->addButton(tr("&Read it again"), [this] { m_session.takeFromDisk(); });
    m_diskBar->addButton(tr("&Keep mine"), [this] { m_session.keepMine(); });
    m_offerBar = new NoticeBar(QStringLiteral("offerNotice"), this);
    m_offerBar->addButton(tr("Re&cover"), [this] { m_session.recover(); });
    m_offerBar->addButton(tr("D&iscard"), [this] { m_session.discardOffer(); });
}

void ProjectPage::makeViews()
{
    m_overview = new OverviewView(m_session, m_settings, this);
    m_campaign = new CampaignPage(m_settings, this);
    m_empty = new EmptyState(this);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_overview, m_campaign, m_empty})
        m_stack->addWidget(widget);
    connect(m_overview, &OverviewView::problemChosen, this, &ProjectPage::showField);
    connect(m_overview, &OverviewView::stepRequested, this, [this](ProjectPart part) {
        if (part == ProjectPart::Run)
            m_tree->setCurrent({part, -1});
        else
            m_tree->add(part);
    });
    connect(m_overview, &OverviewView::resultsRequested, this, [this] { Q_EMIT openRequested(storeFile()); });
    connect(m_campaign, &CampaignPage::loaded, &m_session, &ProjectSession::lookForStore);
    connect(m_campaign, &CampaignPage::stateChanged, &m_session, &ProjectSession::lookForStore);
    connect(m_campaign, &CampaignPage::stateChanged, this, &DocumentPage::stateChanged);
    connect(m_campaign, &CampaignPage::idle, this, &DocumentPage::idle);
    connect(m_campaign, &CampaignPage::openRequested, this, &DocumentPage::openRequested);
    connect(m_campaign, &CampaignPage::runRequested, this, &ProjectPage::runRequested);
    connect(m_campaign, &CampaignPage::problemsRequested, this, [this] { m_tree->setCurrent({}); });
}

ClusterEditor* ProjectPage::clusterEditor()
{
    if (!m_cluster) {
        m_cluster = new ClusterEditor(m_session.editor(), m_settings, this);
        m_cluster->setNodeChecker(makeNodeChecker(toPath(QCoreApplication::applicationDirPath()), toPath(file())));
        m_stack->addWidget(m_cluster);
    }
    return m_cluster;
}

WorkloadForm* ProjectPage::workloadForm()
{
    if (!m_workload) {
        m_workload = new WorkloadForm(m_session.editor(), this);
        m_stack->addWidget(m_workload);
    }
    return m_workload;
}

TrafficEditor* ProjectPage::trafficEditor()
{
    if (!m_traffic) {
        m_traffic = new TrafficEditor(m_session.editor(), m_settings, this);
        m_stack->addWidget(m_traffic);
        connect(m_traffic, &TrafficEditor::noticed, this, &DocumentPage::noticed);
        connect(m_traffic, &TrafficEditor::failed, this, &DocumentPage::failed);
    }
    return m_traffic;
}

GridEditor* ProjectPage::gridEditor()
{
    if (!m_grid) {
        m_grid = new GridEditor(m_session.editor(), m_settings, this);
        m_grid->setProjectFile(toPath(file()));
        m_stack->addWidget(m_grid);
    }
    return m_grid;
}

void ProjectPage::makeLayout()
{
    m_splitter->setObjectName(splitterName);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_stack);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_tree->setMinimumWidth(150);
    if (!m_splitter->restoreState(m_settings.widgetState(splitterName)))
        m_splitter->setSizes({210, 1070});
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { m_settings.setWidgetState(splitterName, m_splitter->saveState()); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (NoticeBar* bar : {m_lockBar, m_diskBar, m_offerBar})
        column->addWidget(bar);
    column->addWidget(m_splitter, 1);
    m_splitter->setEnabled(false);
}

void ProjectPage::connectSession()
{
    connect(&m_session, &ProjectSession::loaded, this, [this] {
        m_splitter->setEnabled(true);
        updateRun();
        if (m_shown == ProjectPlace{})
            restoreView();
        Q_EMIT loaded();
    });
    connect(&m_session, &ProjectSession::saved, this, [this] {
        setFile(m_session.file());
        updateRun();
        const int drafts = m_cluster ? m_cluster->draftCount() : 0;
        Q_EMIT noticed(drafts == 0 ? tr("Saved.")
                                   : tr("Saved. %n field(s) have invalid text; their previous values were saved.",
                                        nullptr, drafts));
    });
    connect(&m_session, &ProjectSession::failed, this, &DocumentPage::failed);
    connect(&m_session, &ProjectSession::noticed, this, &DocumentPage::noticed);
    connect(&m_session, &ProjectSession::stateChanged, this, [this] {
        updateNotices();
        Q_EMIT stateChanged();
    });
    connect(&m_session.editor(), &ProjectEditor::changed, this, [this] {
        showCurrent();
        updateRun();
    });
    connect(&m_session.editor(), &ProjectEditor::problemsChanged, this, &ProjectPage::updateRun);
    connect(m_tree, &ProjectTree::currentChanged, this, [this] {
        showCurrent();
        if (!file().isEmpty())
            m_settings.setValue(QStringLiteral("project/view"), currentView());
        Q_EMIT stateChanged();
    });
}

QString ProjectPage::title() const
{
    return file().isEmpty() && !m_suggestedName.isEmpty() ? m_suggestedName : DocumentPage::title();
}

QUndoStack* ProjectPage::undoStack() const
{
    return const_cast<ProjectSession&>(m_session).editor().undoStack();
}

QString ProjectPage::storeFile() const
{
    return pathText(m_session.store());
}

void ProjectPage::reload()
{
    if (!file().isEmpty())
        m_session.open(file());
    else if (!hasContent())
        m_session.openText(m_text, m_suggestedName, m_recovered);
}

void ProjectPage::save()
{
    aboutToSave();
    m_session.save({});
}

void ProjectPage::saveAs(const QString& file)
{
    aboutToSave();
    m_session.save(QFileInfo(file).absoluteFilePath());
}

/// A field that is still being edited hands its text on when it loses the keyboard.
void ProjectPage::aboutToSave() const
{
    QWidget* focus = focusWidget();
    if (focus && m_stack->isAncestorOf(focus)) {
        focus->clearFocus();
        focus->setFocus();
    }
}

QStringList ProjectPage::activities() const
{
    return m_campaign->activities();
}

void ProjectPage::stopActivities()
{
    m_campaign->stopActivities();
}

void ProjectPage::find()
{
    if (m_shown.part == ProjectPart::Run)
        m_campaign->find();
}

QString ProjectPage::helpPage() const
{
    switch (m_shown.part) {
    case ProjectPart::Clusters: return QStringLiteral("emulated-cluster");
    case ProjectPart::Traffic: return QStringLiteral("cross-traffic");
    case ProjectPart::Grids: return QStringLiteral("grids");
    case ProjectPart::Workloads: return QStringLiteral("project-file");
    case ProjectPart::Run: return QStringLiteral("running");
    default: return QStringLiteral("editing");
    }
}

void ProjectPage::updateRun()
{
    if (!hasContent())
        return;
    m_campaign->setProject(m_session.editor().snapshot(), toPath(file()), m_session.store(),
                           hasErrors(m_session.editor().problems()));
    if (m_grid)
        m_grid->setProjectFile(toPath(file()));
    if (m_cluster)
        m_cluster->setNodeChecker(makeNodeChecker(toPath(QCoreApplication::applicationDirPath()), toPath(file())));
}

} // namespace millrace::ui
