// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/column_model.h"

#include "ui/base/format.h"

#include <QComboBox>

namespace millrace::ui {

using Part = ColumnModel::Part;

QStringList ColumnModel::partTexts()
{
    return {tr("not imported"), tr("time"), tr("series"), tr("metric"), tr("factor"), tr("node"), tr("run")};
}

void ColumnModel::setColumns(const QStringList& names, const QStringList& examples,
                             const importers::TableMapping& mapping)
{
    beginResetModel();
    m_rows.clear();
    for (qsizetype i = 0; i < names.size(); ++i) {
        Row row;
        row.name = names[i];
        row.example = examples.value(i);
        row.stored = names[i];
        const std::string name = names[i].toStdString();
        const auto take = [&](const std::vector<importers::TableMapping::Value>& values, Part part) {
            const auto found = std::ranges::find(values, name, &importers::TableMapping::Value::column);
            if (found == values.end())
                return;
            row.part = part;
            row.stored = toQString(found->name);
            row.unit = toQString(found->unit);
            row.factor = found->factor;
            row.kept = *found;
        };
        take(mapping.series, Part::Series);
        take(mapping.metrics, Part::Metric);
        const auto factor = std::ranges::find(mapping.factors, name, &importers::TableMapping::Factor::column);
        if (factor != mapping.factors.end()) {
            row.part = Part::Factor;
            row.stored = toQString(factor->name);
            row.unit = toQString(factor->unit);
        }
        if (mapping.time && mapping.time->column == name)
            row.part = Part::Time;
        else if (!name.empty() && mapping.node == name)
            row.part = Part::Node;
        else if (!name.empty() && mapping.run == name)
            row.part = Part::Run;
        m_rows.push_back(std::move(row));
    }
    endResetModel();
    Q_EMIT edited();
}

void ColumnModel::writeTo(importers::TableMapping& mapping) const
{
    importers::TableMapping::Time time = mapping.time.value_or(importers::TableMapping::Time());
    mapping.time.reset();
    mapping.series.clear();
    mapping.metrics.clear();
    mapping.factors.clear();
    mapping.node.clear();
    if (mapping.run != "#")
        mapping.run.clear();
    for (const Row& row : m_rows) {
        importers::TableMapping::Value value = row.kept;
        value.column = row.name.toStdString();
        value.name = row.stored.toStdString();
        value.unit = row.unit.toStdString();
        value.factor = row.factor;
        switch (row.part) {
        case Part::Time:
            time.column = value.column;
            mapping.time = time;
            break;
        case Part::Series: mapping.series.push_back(value); break;
        case Part::Metric: mapping.metrics.push_back(value); break;
        case Part::Factor: mapping.factors.push_back({value.column, value.name, value.unit}); break;
        case Part::Node: mapping.node = value.column; break;
        case Part::Run: mapping.run = value.column; break;
        case Part::Unused: break;
        }
    }
}

void ColumnModel::setPart(int row, Part part)
{
    // These have one column each.
    if (part == Part::Time || part == Part::Node || part == Part::Run)
        for (Row& each : m_rows)
            if (each.part == part)
                each.part = Part::Unused;
    m_rows[static_cast<std::size_t>(row)].part = part;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT edited();
}

int ColumnModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ColumnModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ColumnModel::text(const Row& row, int column) const
{
    const bool named = row.part == Part::Series || row.part == Part::Metric || row.part == Part::Factor;
    const bool scaled = row.part == Part::Series || row.part == Part::Metric;
    switch (column) {
    case NameColumn: return row.name;
    case RoleColumn: return partTexts().value(static_cast<int>(row.part));
    case StoredColumn: return named ? row.stored : QString();
    case UnitColumn: return named ? row.unit : QString();
    case FactorColumn: return scaled ? QString::number(row.factor, 'g', 12) : QString();
    case ExampleColumn: return row.example;
    default: return {};
    }
}

QVariant ColumnModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return text(row, index.column());
    case Qt::EditRole:
        return index.column() == RoleColumn ? QVariant(static_cast<int>(row.part)) : text(row, index.column());
    default: return {};
    }
}

QVariant ColumnModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn: return tr("Column");
    case RoleColumn: return tr("Is");
    case StoredColumn: return tr("Name in the store");
    case UnitColumn: return tr("Unit");
    case FactorColumn: return tr("Multiplied by");
    case ExampleColumn: return tr("First values");
    default: return {};
    }
}

Qt::ItemFlags ColumnModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || index.column() == NameColumn || index.column() == ExampleColumn)
        return flags;
    const Part part = m_rows[static_cast<std::size_t>(index.row())].part;
    const bool named = part == Part::Series || part == Part::Metric || part == Part::Factor;
    const bool open =
        index.column() == RoleColumn || (named && (index.column() != FactorColumn || part != Part::Factor));
    return open ? flags | Qt::ItemIsEditable : flags;
}

bool ColumnModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const QString text = value.toString().trimmed();
    bool good = true;
    switch (index.column()) {
    case RoleColumn: setPart(index.row(), static_cast<Part>(value.toInt())); return true;
    case StoredColumn:
        good = !text.isEmpty();
        row.stored = good ? text : row.stored;
        break;
    case UnitColumn: row.unit = text; break;
    case FactorColumn: {
        const double factor = text.toDouble(&good);
        good = good && std::isfinite(factor) && factor != 0;
        row.factor = good ? factor : row.factor;
        break;
    }
    default: return false;
    }
    if (!good)
        return false;
    Q_EMIT dataChanged(index, index);
    Q_EMIT edited();
    return true;
}

QWidget* ColumnPartDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* box = new QComboBox(parent);
    box->addItems(ColumnModel::partTexts());
    box->setAccessibleName(ColumnModel::tr("What the column is"));
    connect(box, &QComboBox::activated, this, [this, box] {
        auto* self = const_cast<ColumnPartDelegate*>(this);
        Q_EMIT self->commitData(box);
        Q_EMIT self->closeEditor(box);
    });
    return box;
}

void ColumnPartDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    qobject_cast<QComboBox*>(editor)->setCurrentIndex(index.data(Qt::EditRole).toInt());
}

void ColumnPartDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    model->setData(index, qobject_cast<QComboBox*>(editor)->currentIndex());
}

} // namespace millrace::ui

#include "moc_column_model.cpp"
