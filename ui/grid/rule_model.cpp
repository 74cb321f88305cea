// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/rule_model.h"

#include "core/grid/expression.h"
#include "ui/base/format.h"
#include "ui/grid/level_text.h"
#include "ui/grid/rule_text.h"

#include <QLocale>

namespace millrace::ui {

namespace {

std::string place(int grid, const char* list, int row, int column)
{
    // Problems of an expression stand at the rule itself.
    const std::string rule = "grids[" + std::to_string(grid) + "]." + list + "[" + std::to_string(row) + "]";
    static constexpr const char* names[] = {"", ".leaves_out", ".words", ".reason"};
    return rule + names[column];
}

template <typename Project>
auto gridAt(Project& project, int grid) -> decltype(&project.grids[0])
{
    const auto index = static_cast<std::size_t>(grid);
    return grid >= 0 && index < project.grids.size() ? &project.grids[index] : nullptr;
}

Result<void> checkExpression(const project::Project& project, int grid, const std::string& text)
{
    const grid::GridSpec* spec = gridAt(project, grid);
    if (spec == nullptr)
        return {};
    MR_CHECK(grid::Expression::parse(text, spec->factors));
    return {};
}

/// A condition that holds for all levels of the first factor with two of them.
std::string trivialExpression(const grid::GridSpec* grid, bool leavesOut)
{
    if (grid == nullptr || grid->factors.empty() || grid->factors.front().levels.empty())
        return {};
    const grid::Factor& factor = grid->factors.front();
    const grid::Exclusion one{{}, {{factor.name, leavesOut ? std::vector{factor.levels.back()} : factor.levels}}, {}};
    return exclusionText(one).toStdString();
}

Issues rulesOnly(const project::Project& project, int grid)
{
    const grid::GridSpec* spec = gridAt(project, grid);
    Issues issues = spec ? validate(*spec) : Issues();
    for (Issue& issue : issues)
        issue.where = "grids[" + std::to_string(grid) + "]." + issue.where;
    return issues;
}

} // namespace

QVariant ruleCountData(const RuleCounts& counts, int row, int role)
{
    const auto position = static_cast<std::size_t>(row);
    const bool known = position < counts.size() && counts[position];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role == EditTableModel::SortRole)
        return known ? QVariant(static_cast<qulonglong>(*counts[position])) : QVariant();
    return known ? formatCount(static_cast<qint64>(*counts[position]), QLocale()) : QStringLiteral("–");
}

ConditionModel::ConditionModel(ProjectEditor& editor, QObject* parent)
    : RuleModel(editor, {tr("Condition"), tr("Leaves out"), tr("In words"), tr("Reason")}, parent)
{
    reread();
}

std::string ConditionModel::field(int row, int column) const
{
    return place(grid(), "conditions", row, column);
}

std::vector<grid::Condition>* ConditionModel::rows(project::Project& project) const
{
    grid::GridSpec* spec = gridAt(project, grid());
    return spec ? &spec->conditions : nullptr;
}

grid::Condition ConditionModel::newRow(const std::vector<grid::Condition>&, int) const
{
    return {trivialExpression(gridAt(editor().project(), grid()), false), {}};
}

QStringList ConditionModel::cells(const grid::Condition& condition) const
{
    return {toQString(condition.expression), {}, conditionWords(condition.expression), toQString(condition.reason)};
}

Result<void> ConditionModel::writeCell(project::Project& project, int row, int column, const QString& text) const
{
    grid::Condition& condition = (*rows(project))[static_cast<std::size_t>(row)];
    if (column == RuleReasonColumn)
        condition.reason = text.trimmed().toStdString();
    if (column != RuleExpressionColumn)
        return {};
    condition.expression = text.trimmed().toStdString();
    return checkExpression(project, grid(), condition.expression);
}

Issues ConditionModel::quickCheck(const project::Project& project) const
{
    return rulesOnly(project, grid());
}

QString ConditionModel::changeText(Change change, int count) const
{
    switch (change) {
    case Change::Edit: return tr("Edit condition");
    case Change::Paste: return tr("Paste %n condition(s)", nullptr, count);
    case Change::Add: return tr("Add condition");
    case Change::Duplicate: return tr("Duplicate %n condition(s)", nullptr, count);
    case Change::Move: return tr("Move %n condition(s)", nullptr, count);
    case Change::Remove: break;
    }
    return tr("Remove %n condition(s)", nullptr, count);
}

QString ConditionModel::placeholder(int, int column) const
{
    return column == RuleExpressionColumn ? tr("for example loss == 0 or workers > 2") : QString();
}

ExclusionModel::ExclusionModel(ProjectEditor& editor, QObject* parent)
    : RuleModel(editor, {tr("Left out when"), tr("Leaves out"), tr("In words"), tr("Reason")}, parent)
{
    reread();
}

std::string ExclusionModel::field(int row, int column) const
{
    return place(grid(), "exclusions", row, column);
}

std::vector<grid::Exclusion>* ExclusionModel::rows(project::Project& project) const
{
    grid::GridSpec* spec = gridAt(project, grid());
    return spec ? &spec->exclusions : nullptr;
}

grid::Exclusion ExclusionModel::newRow(const std::vector<grid::Exclusion>&, int) const
{
    return {trivialExpression(gridAt(editor().project(), grid()), true), {}, {}};
}

QStringList ExclusionModel::cells(const grid::Exclusion& exclusion) const
{
    return {exclusionText(exclusion), {}, exclusionWords(exclusion), toQString(exclusion.reason)};
}

Result<void> ExclusionModel::writeCell(project::Project& project, int row, int column, const QString& text) const
{
    grid::Exclusion& exclusion = (*rows(project))[static_cast<std::size_t>(row)];
    if (column == RuleReasonColumn)
        exclusion.reason = text.trimmed().toStdString();
    if (column != RuleExpressionColumn || text.trimmed() == exclusionText(exclusion))
        return {};
    exclusion.expression = text.trimmed().toStdString();
    exclusion.assignment.clear();
    return checkExpression(project, grid(), exclusion.expression);
}

Issues ExclusionModel::quickCheck(const project::Project& project) const
{
    return rulesOnly(project, grid());
}

QString ExclusionModel::changeText(Change change, int count) const
{
    switch (change) {
    case Change::Edit: return tr("Edit exclusion");
    case Change::Paste: return tr("Paste %n exclusion(s)", nullptr, count);
    case Change::Add: return tr("Add exclusion");
    case Change::Duplicate: return tr("Duplicate %n exclusion(s)", nullptr, count);
    case Change::Move: return tr("Move %n exclusion(s)", nullptr, count);
    case Change::Remove: break;
    }
    return tr("Remove %n exclusion(s)", nullptr, count);
}

QString ExclusionModel::placeholder(int, int column) const
{
    return column == RuleExpressionColumn ? tr("for example strategy == \"RING\" and loss > 1%") : QString();
}

} // namespace millrace::ui

#include "moc_rule_model.cpp"
