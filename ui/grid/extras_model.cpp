// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/extras_model.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>

namespace millrace::ui {

ExtrasModel::ExtrasModel(ProjectEditor& editor, QObject* parent) : QAbstractTableModel(parent), m_editor(editor)
{
    connect(&m_editor, &ProjectEditor::changed, this, &ExtrasModel::sync);
}

void ExtrasModel::setIndex(int workload)
{
    m_index = workload;
    m_rows.clear();
    sync();
}

const ExtrasModel::Options* ExtrasModel::stored() const
{
    const auto index = static_cast<std::size_t>(m_index);
    const auto& workloads = m_editor.project().workloads;
    return m_index >= 0 && index < workloads.size() ? &workloads[index].extras : nullptr;
}

void ExtrasModel::setOwnFields(std::set<std::string> names)
{
    if (m_ownFields == names)
        return;
    m_ownFields = std::move(names);
    sync();
}

ExtrasModel::Options ExtrasModel::shown() const
{
    Options options;
    if (const Options* all = stored())
        options = *all;
    std::erase_if(options, [this](const auto& option) { return m_ownFields.contains(option.first); });
    return options;
}

ExtrasModel::Options ExtrasModel::wanted() const
{
    Options options;
    for (int row = 0; row < rowCount(); ++row)
        if (problemOf(row).isEmpty())
            options[m_rows[static_cast<std::size_t>(row)].first.toStdString()] =
                m_rows[static_cast<std::size_t>(row)].second.toStdString();
    return options;
}

void ExtrasModel::sync()
{
    const Options options = shown();
    if (stored() != nullptr && options == wanted() && !m_rows.empty())
        return;
    beginResetModel();
    m_rows.clear();
    for (const auto& [name, value] : options)
        m_rows.emplace_back(toQString(name), toQString(value));
    endResetModel();
}

void ExtrasModel::apply(const QString& undo)
{
    Options options = wanted();
    if (stored() != nullptr)
        for (const auto& [name, value] : *stored())
            if (m_ownFields.contains(name))
                options[name] = value;
    if (stored() != nullptr)
        m_editor.change(undo, [&](project::Project& project) {
            project.workloads[static_cast<std::size_t>(m_index)].extras = options;
        });
}

void ExtrasModel::addRow()
{
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.emplace_back();
    endInsertRows();
}

void ExtrasModel::removeRowAt(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    apply(tr("Remove option"));
}

QString ExtrasModel::problemOf(int row) const
{
    const QString& name = m_rows[static_cast<std::size_t>(row)].first;
    if (name.isEmpty())
        return tr("An option needs a name.");
    if (m_ownFields.contains(name.toStdString()))
        return tr("The option “%1” has its own field above.").arg(name);
    const auto first = std::ranges::find(m_rows, name, &std::pair<QString, QString>::first);
    return first - m_rows.begin() < row ? tr("Duplicate option “%1”.").arg(name) : QString();
}

int ExtrasModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ExtrasModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ExtrasModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn && row.first.isEmpty())
            return tr("name");
        [[fallthrough]];
    case Qt::EditRole:
    case SortRole: return index.column() == NameColumn ? row.first : row.second;
    case Qt::ToolTipRole: {
        const QString problem = problemOf(index.row());
        return problem.isEmpty() ? QVariant() : problem;
    }
    case Qt::ForegroundRole:
        return problemOf(index.row()).isEmpty() ? QVariant() : errorColor(isDark(QGuiApplication::palette()));
    default: return {};
    }
}

bool ExtrasModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::EditRole)
        return false;
    auto& row = m_rows[static_cast<std::size_t>(index.row())];
    (index.column() == NameColumn ? row.first : row.second) = value.toString().trimmed();
    Q_EMIT dataChanged(this->index(0, 0), this->index(rowCount() - 1, ColumnCount - 1));
    apply(tr("Edit option"));
    return true;
}

QVariant ExtrasModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    return section == NameColumn ? tr("Option") : tr("Value");
}

Qt::ItemFlags ExtrasModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsEditable : flags;
}

} // namespace millrace::ui

#include "moc_extras_model.cpp"
