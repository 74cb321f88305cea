// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_tree_model.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"
#include "ui/project/project_items.h"

#include <QGuiApplication>

namespace millrace::ui {
namespace {

constexpr std::array listNames{"", "clusters", "workloads", "cross_traffic", "grids", "plans", ""};
constexpr std::array iconNames{"home", "cluster", "workload", "traffic", "grid", "plan", "run"};
constexpr int mostSentences = 6;

QString partName(int part)
{
    switch (static_cast<ProjectPart>(part)) {
    case ProjectPart::Overview: return ProjectTreeModel::tr("Overview");
    case ProjectPart::Clusters: return ProjectTreeModel::tr("Clusters");
    case ProjectPart::Workloads: return ProjectTreeModel::tr("Workloads");
    case ProjectPart::Traffic: return ProjectTreeModel::tr("Cross traffic");
    case ProjectPart::Grids: return ProjectTreeModel::tr("Grids");
    case ProjectPart::Plans: return ProjectTreeModel::tr("Plans");
    default: return ProjectTreeModel::tr("Run");
    }
}

} // namespace

ProjectTreeModel::ProjectTreeModel(ProjectEditor& editor, QObject* parent)
    : QAbstractItemModel(parent), m_editor(editor)
{
    for (int part = 0; part < partCount; ++part)
        m_names[static_cast<std::size_t>(part)] = namesIn(m_editor.project(), part);
    connect(&m_editor, &ProjectEditor::changed, this, &ProjectTreeModel::sync);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, [this] {
        for (int part = 0; part < partCount; ++part) {
            const QModelIndex top = index(part, 0);
            Q_EMIT dataChanged(top, top);
            if (rowCount(top) > 0)
                Q_EMIT dataChanged(index(0, 0, top), index(rowCount(top) - 1, 0, top));
        }
    });
}

QStringList ProjectTreeModel::namesIn(const project::Project& project, int part)
{
    QStringList names;
    for (const std::string& name : itemNames(project, static_cast<ProjectPart>(part)))
        names.append(toQString(name));
    return names;
}

// The internal id is 0 for a part, and the part's row plus 1 for an item.
QModelIndex ProjectTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : 0);
}

QModelIndex ProjectTreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, quintptr(0));
}

int ProjectTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return partCount;
    return parent.internalId() == 0 ? static_cast<int>(m_names[static_cast<std::size_t>(parent.row())].size()) : 0;
}

ProjectPlace ProjectTreeModel::placeOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == 0)
        return {static_cast<ProjectPart>(index.row()), -1};
    return {static_cast<ProjectPart>(index.internalId() - 1), index.row()};
}

QModelIndex ProjectTreeModel::indexOf(const ProjectPlace& place) const
{
    const QModelIndex part = index(static_cast<int>(place.part), 0);
    return place.item < 0 ? part : index(place.item, 0, part);
}

ProjectPlace ProjectTreeModel::placeOfField(std::string_view where)
{
    for (int part = 1; part < partCount - 1; ++part) {
        const std::string list = std::string(listNames[static_cast<std::size_t>(part)]) + "[";
        if (where.starts_with(list))
            return {static_cast<ProjectPart>(part), std::atoi(where.data() + list.size())};
        if (where.starts_with(listNames[static_cast<std::size_t>(part)]))
            return {static_cast<ProjectPart>(part), -1};
    }
    return {};
}

std::string ProjectTreeModel::fieldOf(const ProjectPlace& place)
{
    const std::string list = listNames[static_cast<std::size_t>(place.part)];
    return place.item < 0 ? list : list + "[" + std::to_string(place.item) + "]";
}

QString ProjectTreeModel::problemsOf(const ProjectPlace& place) const
{
    const std::string field = fieldOf(place);
    if (field.empty())
        return {};
    QStringList sentences;
    Issues issues = m_editor.problemsAt(field);
    std::erase_if(issues, [](const Issue& issue) { return issue.severity == Severity::Note; });
    for (const Issue& issue : issues) {
        if (sentences.size() < mostSentences)
            sentences.append(toQString(issueText(issue)));
    }
    if (static_cast<int>(issues.size()) > mostSentences)
        sentences.append(tr("… and %n more", nullptr, static_cast<int>(issues.size()) - mostSentences));
    return sentences.join(QLatin1Char('\n'));
}

QIcon ProjectTreeModel::signOf(const ProjectPlace& place) const
{
    const bool dark = isDark(QGuiApplication::palette());
    return hasErrors(m_editor.problemsAt(fieldOf(place))) ? icon(QStringLiteral("error"), errorColor(dark))
                                                          : icon(QStringLiteral("warning"), warningColor(dark));
}

QVariant ProjectTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ProjectPlace place = placeOf(index);
    const auto part = static_cast<std::size_t>(place.part);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        if (place.item < 0)
            return partName(static_cast<int>(part));
        return m_names[part].at(place.item).isEmpty() && role == Qt::DisplayRole ? tr("(no name)")
                                                                                 : m_names[part].at(place.item);
    case Qt::DecorationRole:
        if (!problemsOf(place).isEmpty() && (place.item >= 0 || rowCount(index) == 0))
            return signOf(place);
        return icon(QLatin1String(iconNames[part]));
    case Qt::ToolTipRole: {
        const QString problems = problemsOf(place);
        return !problems.isEmpty() ? QVariant(problems)
            : place.item >= 0      ? QVariant(m_names[part].at(place.item))
                                   : QVariant();
    }
    case Qt::AccessibleDescriptionRole:
    case ProblemRole: return problemsOf(place);
    default: return {};
    }
}

Qt::ItemFlags ProjectTreeModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return index.isValid() && placeOf(index).item >= 0 ? flags | Qt::ItemIsEditable : flags;
}

bool ProjectTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::EditRole || placeOf(index).item < 0)
        return false;
    return renameItem(m_editor, placeOf(index), value.toString().trimmed());
}

void ProjectTreeModel::sync()
{
    for (int part = 0; part < partCount; ++part)
        syncPart(part, namesIn(m_editor.project(), part));
}

/// Items that are the same at both ends stay, so that a selection does.
void ProjectTreeModel::syncPart(int part, const QStringList& names)
{
    QStringList& mine = m_names[static_cast<std::size_t>(part)];
    if (names == mine)
        return;
    const QModelIndex top = index(part, 0);
    const auto shared = std::min(names.size(), mine.size());
    const auto growth = static_cast<int>(names.size() - mine.size());
    qsizetype prefix = 0;
    while (prefix < shared && names.at(prefix) == mine.at(prefix))
        ++prefix;
    const auto first = static_cast<int>(prefix);
    if (growth > 0) {
        beginInsertRows(top, first, first + growth - 1);
        mine = names;
        endInsertRows();
    } else if (growth < 0) {
        beginRemoveRows(top, first, first - growth - 1);
        mine = names;
        endRemoveRows();
    } else {
        mine = names;
    }
    if (!mine.isEmpty())
        Q_EMIT dataChanged(index(0, 0, top), index(static_cast<int>(mine.size()) - 1, 0, top));
}

} // namespace millrace::ui

#include "moc_project_tree_model.cpp"
