// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_page.h"

#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/notice_bar.h"
#include "ui/base/settings.h"
#include "ui/cluster/cluster_editor.h"
#include "ui/grid/grid_editor.h"
#include "ui/grid/workload_form.h"
#include "ui/planning/plan_editor.h"
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
#include <QLocale>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("projectSplitter");

/// What views are called, by the order of ProjectPart.
constexpr std::array viewNames{"overview", "cluster", "workload", "traffic", "grid", "plan", "run"};

QString partsText(const std::vector<std::string>& parts)
{
    QStringList names;
    for (const std::string& part : parts) {
        if (names.size() == 4) {
            names.append(QStringLiteral("…"));
            break;
        }
        names.append(QStringLiteral("“%1”").arg(toQString(part)));
    }
    return names.join(QStringLiteral(", "));
}

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
        updateNodeTools();
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

PlanEditor* ProjectPage::planEditor()
{
    if (!m_plan) {
        m_plan = new PlanEditor(m_session.editor(), m_settings, this);
        m_plan->setProjectFile(toPath(file()));
        m_stack->addWidget(m_plan);
        connect(m_plan, &PlanEditor::noticed, this, &DocumentPage::noticed);
        connect(m_plan, &PlanEditor::failed, this, &DocumentPage::failed);
    }
    return m_plan;
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
    m_session.editor().notify(this, &ProjectPage::showCurrent);
    m_session.editor().notify(this, &ProjectPage::updateRun);
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
    case ProjectPart::Plans: return QStringLiteral("clouds");
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
    if (m_plan)
        m_plan->setProjectFile(toPath(file()));
    if (m_cluster)
        updateNodeTools();
}

void ProjectPage::updateNodeTools()
{
    const std::filesystem::path programs = toPath(QCoreApplication::applicationDirPath());
    m_cluster->setNodeTools(makeNodeChecker(programs, toPath(file())), makeMatrixMeasurer(programs, toPath(file())));
}

void ProjectPage::showCurrent()
{
    const ProjectPlace place = m_tree->current();
    if (place == m_shown && place.item >= 0)
        return;
    m_shown = place;
    switch (place.part) {
    case ProjectPart::Overview: m_stack->setCurrentWidget(m_overview); return;
    case ProjectPart::Run: m_stack->setCurrentWidget(m_campaign); return;
    default: break;
    }
    if (place.item < 0) {
        showPart(place.part);
        m_stack->setCurrentWidget(m_empty);
    } else if (place.part == ProjectPart::Clusters) {
        clusterEditor()->setIndex(place.item);
        m_stack->setCurrentWidget(m_cluster);
    } else if (place.part == ProjectPart::Workloads) {
        workloadForm()->setIndex(place.item);
        m_stack->setCurrentWidget(m_workload);
    } else if (place.part == ProjectPart::Traffic) {
        trafficEditor()->setIndex(place.item);
        m_stack->setCurrentWidget(m_traffic);
    } else if (place.part == ProjectPart::Grids) {
        gridEditor()->setIndex(place.item);
        m_stack->setCurrentWidget(m_grid);
    } else {
        planEditor()->setIndex(place.item);
        m_stack->setCurrentWidget(m_plan);
    }
}

/// A part as a whole: what it is for, and how many there are.
void ProjectPage::showPart(ProjectPart part)
{
    const auto count = static_cast<int>(itemNames(m_session.editor().project(), part).size());
    m_empty->clearActions();
    auto* add = new QAction(icon(QStringLiteral("add")), QString(), m_empty);
    connect(add, &QAction::triggered, this, [this, part] { m_tree->add(part); });
    if (part == ProjectPart::Clusters) {
        m_empty->setContent(QStringLiteral("cluster"),
                            count == 0 ? tr("No cluster yet") : tr("%n cluster(s)", nullptr, count),
                            tr("A cluster is nodes and the links between them, emulated on this machine or reached "
                               "remotely. Grids run on one."));
        add->setText(tr("&Add a cluster"));
    } else if (part == ProjectPart::Workloads) {
        m_empty->setContent(QStringLiteral("workload"),
                            count == 0 ? tr("No workload yet") : tr("%n workload(s)", nullptr, count),
                            tr("A workload is a training job: framework, model, batch, strategy and number of steps."));
        add->setText(tr("&Add a workload"));
    } else if (part == ProjectPart::Traffic) {
        m_empty->setContent(
            QStringLiteral("traffic"),
            count == 0 ? tr("No cross traffic yet") : tr("%n profile(s) of cross traffic", nullptr, count),
            tr("Cross traffic competes with a workload for the network: flows of chosen sizes that start in a chosen "
               "pattern. The grid's factor “cross_traffic” selects by name which runs have it."));
        add->setText(tr("&Add cross traffic"));
    } else if (part == ProjectPart::Plans) {
        m_empty->setContent(QStringLiteral("plan"), count == 0 ? tr("No plan yet") : tr("%n plan(s)", nullptr, count),
                            tr("A plan is a training whose machines are to be chosen: which of a cluster to rent, how "
                               "fast they train, and what that costs."));
        add->setText(tr("&Add a plan"));
    } else {
        m_empty->setContent(QStringLiteral("grid"), count == 0 ? tr("No grid yet") : tr("%n grid(s)", nullptr, count),
                            tr("A grid defines what is varied: factors with their levels, conditions, repetitions and "
                               "order, over one cluster and one workload."));
        add->setText(tr("&Add a grid"));
    }
    m_empty->addAction(add);
}

void ProjectPage::showView(const QString& name)
{
    const QString kind = name.section(QLatin1Char(':'), 0, 0);
    const std::string item = name.section(QLatin1Char(':'), 1).toStdString();
    const auto found = std::ranges::find_if(viewNames, [&](const char* view) { return kind == QLatin1String(view); });
    if (found == viewNames.end()) {
        m_tree->setCurrent({});
        return;
    }
    ProjectPlace place{static_cast<ProjectPart>(found - viewNames.begin()), -1};
    const std::vector<std::string> names = itemNames(m_session.editor().project(), place.part);
    if (const auto at = std::ranges::find(names, item); at != names.end())
        place.item = static_cast<int>(at - names.begin());
    m_tree->setCurrent(place);
}

QString ProjectPage::currentView() const
{
    const ProjectPlace place = m_tree->current();
    QString name = QLatin1String(viewNames[static_cast<std::size_t>(place.part)]);
    if (place.item >= 0) {
        // The tree learns a little later than the project that an item was removed.
        const auto names = itemNames(const_cast<ProjectSession&>(m_session).editor().project(), place.part);
        if (const auto item = static_cast<std::size_t>(place.item); item < names.size())
            name += QLatin1Char(':') + toQString(names[item]);
    }
    return name;
}

QJsonObject ProjectPage::shown() const
{
    return {{QStringLiteral("view"), currentView()}};
}

void ProjectPage::restore(const QJsonObject& shown)
{
    showView(shown.value(QStringLiteral("view")).toString());
}

void ProjectPage::restoreView()
{
    if (!file().isEmpty())
        showView(m_settings.value(QStringLiteral("project/view"), QStringLiteral("overview")).toString());
}

void ProjectPage::showField(const QString& where)
{
    ProjectPlace place = ProjectTreeModel::placeOfField(where.toStdString());
    if (where.startsWith(QLatin1String("prices")) && !m_session.editor().project().plans.empty())
        place = {ProjectPart::Plans, 0}; // the prices are next to each plan
    m_tree->setCurrent(place);
    const QString field = where.section(QLatin1String("]."), 1);
    if (place.part == ProjectPart::Overview)
        m_overview->showField(where);
    else if (place.item < 0)
        m_empty->setFocus();
    else if (place.part == ProjectPart::Clusters)
        clusterEditor()->showField(field);
    else if (place.part == ProjectPart::Workloads)
        workloadForm()->showField(where);
    else if (place.part == ProjectPart::Traffic)
        trafficEditor()->showField(where);
    else if (place.part == ProjectPart::Grids)
        gridEditor()->showField(where);
    else
        planEditor()->showField(where);
}

void ProjectPage::startCampaign()
{
    m_tree->setCurrent({ProjectPart::Run, -1});
    updateRun();
    m_campaign->start();
}

void ProjectPage::updateNotices()
{
    QString lock;
    if (m_session.isReadOnlyFile())
        lock = tr("This file is read-only. It can be edited here, and saved under another name.");
    else if (m_session.lockProblem())
        lock = tr("Changes cannot be saved to this file at present: %1").arg(toQString(m_session.lockProblem()->what));
    m_lockBar->setText(lock);
    m_diskBar->setText(m_session.isChangedOnDisk()
                           ? tr("The file was changed by another program after it was read here. Read it again (undo "
                                "brings your version back), or keep yours and overwrite the file at the next save.")
                           : QString());
    QString offer;
    if (!m_session.offers().empty()) {
        const RecoveryOffer& first = m_session.offers().front();
        offer = tr("Unsaved changes from %1 were found.")
                    .arg(formatInstant(std::chrono::nanoseconds(first.entry.time), QLocale()));
        if (!first.parts.empty())
            offer += QLatin1Char(' ') + tr("They concern %1.").arg(partsText(first.parts));
    }
    m_offerBar->setText(offer);
}

} // namespace millrace::ui

#include "moc_project_page.cpp"
