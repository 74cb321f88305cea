// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/grid_outline.h"

#include "ui/base/format.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

using Rows = std::vector<std::pair<QString, QString>>;

class Grid
{
    Q_DECLARE_TR_FUNCTIONS(GridOutline)

public:
    Grid(const grid::GridSpec& spec, const GridSize& size, const QLocale& locale)
        : m_spec(spec), m_size(size), m_locale(locale)
    {
    }
    [[nodiscard]] OutlineItem whole() const;

private:
    [[nodiscard]] QString count(std::uint64_t value) const { return formatCount(static_cast<qint64>(value), m_locale); }
    [[nodiscard]] QString orderText() const;
    [[nodiscard]] Rows sizeRows() const;
    [[nodiscard]] Rows orderRows() const;
    [[nodiscard]] Rows gateRows() const;
    [[nodiscard]] OutlineItem factor(const grid::Factor& factor) const;
    [[nodiscard]] OutlineItem factors() const;
    [[nodiscard]] OutlineItem rules() const;

    const grid::GridSpec& m_spec;
    const GridSize& m_size;
    QLocale m_locale;
};

QString levelsText(const std::vector<grid::Level>& levels)
{
    QStringList texts;
    for (const grid::Level& level : levels)
        texts.append(toQString(level.text));
    return texts.join(QStringLiteral(", "));
}

QString Grid::orderText() const
{
    switch (m_spec.order) {
    case grid::Order::RandomisedBlocks: return tr("randomised blocks");
    case grid::Order::AsListed: return tr("as listed");
    default: return tr("shuffled");
    }
}

Rows Grid::sizeRows() const
{
    if (!m_size.error.empty())
        return {{tr("Runs"), tr("cannot be counted: %1").arg(toQString(m_size.error))}};
    Rows rows{{tr("Combinations"), count(m_size.combinations)},
              {tr("Left out by rules"), count(m_size.combinations - m_size.cells)},
              {tr("Cells"), count(m_size.cells)},
              {tr("Runs"), count(m_size.runs)}};
    if (m_size.warmups > 0)
        rows.emplace_back(tr("Warm-up runs"), count(m_size.warmups));
    if (m_size.conditional > 0)
        rows.emplace_back(tr("Further runs, if the stop rule asks"), count(m_size.conditional));
    return rows;
}

Rows Grid::orderRows() const
{
    Rows rows{{tr("Cluster"), toQString(m_spec.cluster)},
              {tr("Workload"), toQString(m_spec.workload)},
              {tr("Order"), orderText()},
              {tr("Seed"), QString::number(m_spec.seed)}};
    if (m_spec.stopRule) {
        rows.emplace_back(
            tr("Repetitions"),
            tr("%1 to %2, until the 95 % interval of %3 is within ± %4")
                .arg(m_spec.stopRule->atLeast)
                .arg(m_spec.stopRule->atMost)
                .arg(toQString(m_spec.stopRule->metric), formatFraction(m_spec.stopRule->halfWidth, m_locale)));
    } else {
        rows.emplace_back(tr("Repetitions"), formatCount(m_spec.repetitions, m_locale));
    }
    return rows;
}

Rows Grid::gateRows() const
{
    const grid::GateTolerances& gate = m_spec.gate;
    if (!gate.enabled)
        return {{tr("Gate"), tr("off: every finished run counts")}};
    return {
        {tr("Delay"),
         tr("within %1, or %2").arg(formatFraction(gate.delay, m_locale), formatDuration(gate.delayFloor, m_locale))},
        {tr("Rate"), tr("within %1").arg(formatFraction(gate.rate, m_locale))},
        {tr("Loss"), tr("inside its %1 interval").arg(formatFraction(gate.lossConfidence, m_locale))},
        {tr("Lateness of the switch"), tr("at most %1").arg(formatDuration(gate.lateness, m_locale))}};
}

OutlineItem Grid::factor(const grid::Factor& factor) const
{
    OutlineItem item;
    item.name = toQString(factor.name);
    item.summary = levelsText(factor.levels);
    Rows rows{{tr("Levels"), levelsText(factor.levels)}};
    if (!factor.unit.empty())
        rows.emplace_back(tr("Unit"), toQString(factor.unit));
    if (factor.formerLevel)
        rows.emplace_back(tr("Level before it was varied"), toQString(factor.formerLevel->text));
    item.details = {item.name, factor.own ? tr("Factor of your own") : tr("Factor"), {{{}, std::move(rows)}}};
    return item;
}

OutlineItem Grid::factors() const
{
    OutlineItem group{tr("Factors"), formatCount(static_cast<qint64>(m_spec.factors.size()), m_locale), {}, {}};
    for (const grid::Factor& each : m_spec.factors)
        group.children.push_back(factor(each));
    return group;
}

OutlineItem Grid::rules() const
{
    OutlineItem group{tr("Rules"), {}, {}, {}};
    const auto add = [&group](const QString& kind, const QString& text, const std::string& reason) {
        OutlineItem item{text, toQString(reason), {}, {}};
        Rows rows{{tr("Rule"), text}};
        if (!reason.empty())
            rows.emplace_back(tr("Reason"), toQString(reason));
        item.details = {kind, {}, {{{}, std::move(rows)}}};
        group.children.push_back(std::move(item));
    };
    for (const grid::Condition& condition : m_spec.conditions)
        add(tr("Condition: holds for every cell"), toQString(condition.expression), condition.reason);
    for (const grid::Exclusion& exclusion : m_spec.exclusions) {
        QStringList parts;
        for (const auto& [name, levels] : exclusion.assignment)
            parts.append(toQString(name) + QStringLiteral(" = ") + levelsText(levels));
        add(tr("Exclusion: combinations like this are left out"),
            exclusion.expression.empty() ? parts.join(QStringLiteral(", ")) : toQString(exclusion.expression),
            exclusion.reason);
    }
    group.summary = formatCount(static_cast<qint64>(group.children.size()), m_locale);
    return group;
}

OutlineItem Grid::whole() const
{
    OutlineItem item;
    item.name = toQString(m_spec.name);
    item.summary =
        m_size.error.empty() ? tr("%n run(s)", nullptr, static_cast<int>(m_size.runs)) : tr("cannot be counted");
    item.details = {item.name,
                    tr("Grid"),
                    {{{}, sizeRows()}, {tr("How it is run"), orderRows()}, {tr("What a run must keep"), gateRows()}}};
    item.children.push_back(factors());
    if (!m_spec.conditions.empty() || !m_spec.exclusions.empty())
        item.children.push_back(rules());
    return item;
}

} // namespace

OutlineItem gridOutline(const grid::GridSpec& grid, const GridSize& size, const QLocale& locale)
{
    return Grid(grid, size, locale).whole();
}

} // namespace millrace::ui
