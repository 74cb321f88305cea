// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/notice_bar.h"
#include "ui/base/settings.h"
#include "ui/cluster/cluster_editor.h"
#include "ui/grid/grid_editor.h"
#include "ui/grid/workload_form.h"
#include "ui/project/overview_view.h"
#include "ui/project/project_items.h"
#include "ui/project/project_page.h"
#include "ui/project/project_tree.h"
#include "ui/run/campaign_page.h"
#include "ui/traffic/traffic_editor.h"

#include <QAction>
#include <QLocale>
#include <QStackedWidget>

#include <algorithm>

namespace millrace::ui {
namespace {

/// What views are called, by the order of ProjectPart.
constexpr std::array viewNames{"overview", "cluster", "workload", "traffic", "grid", "run"};

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
    } else {
        gridEditor()->setIndex(place.item);
        m_stack->setCurrentWidget(m_grid);
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
    const ProjectPlace place = ProjectTreeModel::placeOfField(where.toStdString());
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
    else
        gridEditor()->showField(where);
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
    if (m_session.lockProblem() && m_session.isReadOnlyFile())
        lock = tr("This file is read-only. It can be edited here, and saved under another name.");
    else if (m_session.lockProblem())
        lock = tr("Changes cannot be saved to this file at present: %1").arg(toQString(m_session.lockProblem()->what));
    else if (m_session.isReadOnlyFile())
        lock = tr("This file is read-only. It can be edited here, and saved under another name.");
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
