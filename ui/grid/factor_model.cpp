// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/factor_model.h"

#include "core/launch/frameworks.h"
#include "ui/base/format.h"
#include "ui/edit/form_parts.h"
#include "ui/edit/project_changes.h"
#include "ui/grid/level_text.h"

#include <algorithm>

namespace millrace::ui {

namespace {

std::vector<std::string> frameworksOf(const project::Project& project, const grid::GridSpec& grid)
{
    std::vector<std::string> frameworks;
    if (const grid::Factor* varied = grid::findFactor(grid, "framework"))
        for (const grid::Level& level : varied->levels)
            frameworks.push_back(level.text);
    else if (const launch::Workload* workload = project::findWorkload(project, grid.workload))
        frameworks.push_back(workload->framework);
    return frameworks;
}

/// The field of a workload that a factor of texts sets; nullptr for other factors.
std::string launch::Workload::*fieldOf(const std::string& factor)
{
    return factor == "backend"  ? &launch::Workload::backend
        : factor == "strategy"  ? &launch::Workload::strategy
        : factor == "model"     ? &launch::Workload::model
        : factor == "optimizer" ? &launch::Workload::optimizer
                                : nullptr;
}

/// Whether a factor can have a level at all: one of a closed list, or what a framework of the grid takes.
bool canHave(const project::Project& project, const grid::GridSpec& grid, const std::string& factor,
             const std::string& level)
{
    if (factor == "framework" || factor == "mode" || factor == "cross_traffic")
        return possibleLevels(project, grid, factor).contains(toQString(level));
    const auto field = fieldOf(factor);
    const std::vector<std::string> frameworks = frameworksOf(project, grid);
    const launch::Workload* workload = project::findWorkload(project, grid.workload);
    if (field == nullptr || frameworks.empty() || workload == nullptr)
        return true;
    return std::ranges::any_of(frameworks, [&](const std::string& framework) {
        launch::Workload trial = *workload;
        trial.framework = framework;
        trial.*field = level;
        return std::ranges::none_of(launch::validate(trial, project.frameworks),
                                    [&](const Issue& issue) { return issue.where == factor; });
    });
}

/// Makes a factor what its new name says, known or own. Its levels are read again as levels of that; those that it
/// cannot have are removed.
void rename(const project::Project& project, const grid::GridSpec& grid, grid::Factor& factor, const std::string& name)
{
    if (factor.name == name)
        return;
    factor.name = name;
    factor.own = grid::findKnownFactor(name) == nullptr;
    if (!factor.own)
        factor.unit.clear();
    std::vector<grid::Level> levels = readLevels(toQString(name), levelsText(factor.levels)).levels;
    std::erase_if(levels, [&](const grid::Level& level) { return !canHave(project, grid, name, level.text); });
    factor.levels = std::move(levels);
    if (factor.formerLevel) {
        const auto former = grid::parseLevel(grid::quantityOf(factor), factor.formerLevel->text, name);
        factor.formerLevel =
            former && canHave(project, grid, name, former->text) ? std::optional(*former) : std::nullopt;
    }
}

} // namespace

QStringList possibleLevels(const project::Project& project, const grid::GridSpec& grid, const std::string& factor)
{
    if (factor == "framework")
        return toQStrings(project.frameworks.names());
    if (factor == "mode")
        return {QStringLiteral("automatic"), QStringLiteral("fast"), QStringLiteral("packet")};
    if (factor == "congestion_control")
        return {QStringLiteral("cubic"), QStringLiteral("reno"), QStringLiteral("bbr")};
    if (factor == "cross_traffic")
        return QStringList(QStringLiteral("none")) + toQStrings(namesOf(project.traffic));
    QStringList levels;
    for (const std::string& name : frameworksOf(project, grid))
        if (const launch::FrameworkTraits* traits = project.frameworks.find(name))
            levels += toQStrings(factor == "backend"         ? traits->backends
                                     : factor == "strategy"  ? traits->strategies
                                     : factor == "model"     ? traits->models
                                     : factor == "optimizer" ? traits->optimizers
                                                             : std::vector<std::string>());
    levels.removeDuplicates();
    return levels;
}

FactorModel::FactorModel(ProjectEditor& editor, QObject* parent)
    : ListTableModel(editor, {tr("Factor"), tr("Levels"), tr("Unit"), tr("Former level")}, parent)
{
    reread();
}

void FactorModel::setIndex(int grid)
{
    m_index = grid;
    reread();
}

std::string FactorModel::field(int row, int column) const
{
    static constexpr const char* names[] = {"name", "levels", "unit", "former_level"};
    return "grids[" + std::to_string(m_index) + "].factors[" + std::to_string(row) + "]." + names[column];
}

std::vector<grid::Factor>* FactorModel::rows(project::Project& project) const
{
    const auto index = static_cast<std::size_t>(m_index);
    return m_index >= 0 && index < project.grids.size() ? &project.grids[index].factors : nullptr;
}

Qt::ItemFlags FactorModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = ListTableModel::flags(index);
    const auto* factors = rowsOf(editor().project());
    if (index.isValid() && index.column() == UnitColumn && factors
        && !(*factors)[static_cast<std::size_t>(index.row())].own)
        flags &= ~Qt::ItemIsEditable;
    return flags;
}

/// The first factor that most studies vary and this grid does not.
grid::Factor FactorModel::newRow(const std::vector<grid::Factor>& rows, int) const
{
    const auto has = [&rows](std::string_view name) {
        return std::ranges::find(rows, name, &grid::Factor::name) != rows.end();
    };
    const std::pair<const char*, grid::Level> usual[] = {
        {"loss", grid::numberLevel(grid::Quantity::Fraction, 0)},
        {"delay", grid::numberLevel(grid::Quantity::Duration, 1e6)},
        {"rate", grid::numberLevel(grid::Quantity::Rate, 1e9)},
        {"batch", grid::numberLevel(grid::Quantity::Count, 32)},
        {"jitter", grid::numberLevel(grid::Quantity::Duration, 0)},
    };
    for (const auto& [name, level] : usual)
        if (!has(name))
            return {name, {level}, false, {}, {}};
    return {freeName(namesOf(rows), "factor"), {grid::numberLevel(grid::Quantity::Number, 1)}, true, {}, {}};
}

grid::Factor FactorModel::copyOf(const std::vector<grid::Factor>& rows, int row) const
{
    grid::Factor factor = rows[static_cast<std::size_t>(row)];
    factor.name = freeName(namesOf(rows), factor.name + "_2");
    factor.own = true;
    return factor;
}

QStringList FactorModel::cells(const grid::Factor& factor) const
{
    static const QStringList units = {{}, {}, {}, tr("time"), tr("bit/s"), tr("bytes"), {}, {}};
    const grid::KnownFactor* known = grid::findKnownFactor(factor.name);
    return {toQString(factor.name), levelsText(factor.levels),
            known ? units.value(static_cast<int>(known->quantity)) : toQString(factor.unit),
            factor.formerLevel ? levelText(*factor.formerLevel) : QString()};
}

Result<void> FactorModel::writeCell(project::Project& project, int row, int column, const QString& text) const
{
    grid::Factor& factor = (*rows(project))[static_cast<std::size_t>(row)];
    const QString body = text.trimmed();
    switch (column) {
    case NameColumn:
        rename(project, project.grids[static_cast<std::size_t>(m_index)], factor, body.toStdString());
        return {};
    case LevelsColumn: {
        const LevelReading reading = readLevels(toQString(factor.name), text);
        if (!reading.problems.isEmpty())
            return fail(ErrorCode::InvalidInput, reading.problems.join(QLatin1String("; ")).toStdString());
        factor.levels = reading.levels;
        return {};
    }
    case UnitColumn:
        if (factor.own)
            factor.unit = body.toStdString();
        return {};
    default: break;
    }
    if (body.isEmpty()) {
        factor.formerLevel.reset();
        return {};
    }
    MR_TRY(level, grid::parseLevel(grid::quantityOf(factor), body.toStdString(), factor.name));
    factor.formerLevel = level;
    return {};
}

void FactorModel::pasteLevels(int row, const QString& text)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        line = line.trimmed();
    lines.removeAll(QString());
    if (row >= 0 && row < rowCount() && !lines.isEmpty())
        setData(index(row, LevelsColumn), lines.join(QLatin1String(", ")), Qt::EditRole);
}

Issues FactorModel::quickCheck(const project::Project& project) const
{
    const auto index = static_cast<std::size_t>(m_index);
    if (index >= project.grids.size())
        return {};
    grid::GridSpec grid = project.grids[index];
    grid.conditions.clear();
    grid.exclusions.clear();
    Issues issues = validate(grid);
    for (Issue& issue : issues)
        issue.where = "grids[" + std::to_string(m_index) + "]." + issue.where;
    return issues;
}

QString FactorModel::changeText(Change change, int count) const
{
    switch (change) {
    case Change::Edit: return tr("Edit factor");
    case Change::Paste: return tr("Paste %n factor(s)", nullptr, count);
    case Change::Add: return tr("Add factor");
    case Change::Duplicate: return tr("Duplicate %n factor(s)", nullptr, count);
    case Change::Move: return tr("Move %n factor(s)", nullptr, count);
    case Change::Remove: break;
    }
    return tr("Remove %n factor(s)", nullptr, count);
}

QString FactorModel::placeholder(int row, int column) const
{
    if (column == UnitColumn || column == FormerColumn)
        return QStringLiteral("–");
    if (column != LevelsColumn)
        return {};
    const grid::KnownFactor* known = grid::findKnownFactor(text(row, NameColumn).toStdString());
    return known ? tr("for example %1").arg(toQString(known->example)) : tr("for example a, b");
}

QStringList FactorModel::suggestions(int row, int column) const
{
    QStringList words;
    if (column == NameColumn)
        for (const grid::KnownFactor& known : grid::knownFactors())
            words.append(toQString(known.name));
    const auto index = static_cast<std::size_t>(m_index);
    if (column == LevelsColumn && index < editor().project().grids.size())
        words =
            possibleLevels(editor().project(), editor().project().grids[index], text(row, NameColumn).toStdString());
    return words;
}

} // namespace millrace::ui

#include "moc_factor_model.cpp"
