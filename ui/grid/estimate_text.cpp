// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/estimate_text.h"

#include "ui/base/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace millrace::ui {

namespace {

/// The context of the words here.
struct EstimateText
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::EstimateText)
};

QString duration(double seconds, const QLocale& locale)
{
    // Beyond 290 years nanoseconds overflow, and the number says nothing any more.
    return formatDuration(std::chrono::nanoseconds(std::llround(std::min(seconds, 9e9) * 1e9)), locale);
}

QString count(double value, const QLocale& locale)
{
    return formatCount(static_cast<qint64>(std::llround(value)), locale);
}

QString count(std::uint64_t value, const QLocale& locale)
{
    return formatCount(static_cast<qint64>(value), locale);
}

} // namespace

QString timeWords(const run::CampaignEstimate& estimate, const QLocale& locale)
{
    const plan::Estimate& total = estimate.total;
    if (std::isnan(total.seconds))
        return EstimateText::tr("unknown");
    const QString text = duration(total.seconds, locale);
    if (total.unknownRuns() > 0)
        return EstimateText::tr("%1 for %2 of %3 runs")
            .arg(text, count(total.runs - total.unknownRuns(), locale), count(total.runs, locale));
    return total.runsOf(plan::Basis::Formula) > 0 ? EstimateText::tr("at least %1").arg(text)
                                                  : EstimateText::tr("about %1").arg(text);
}

QString intervalWords(const run::CampaignEstimate& estimate, const QLocale& locale)
{
    const plan::Estimate& total = estimate.total;
    QStringList parts;
    if (total.hasInterval())
        parts.append(EstimateText::tr("%1 to %2")
                         .arg(duration(total.interval.low, locale), duration(total.interval.high, locale)));
    if (total.conditionalSeconds > 0)
        parts.append(
            EstimateText::tr("up to %1 more for the stop rule").arg(duration(total.conditionalSeconds, locale)));
    return parts.join(QLatin1String("; "));
}

QString wireWords(const run::CampaignEstimate& estimate, const QLocale& locale)
{
    const plan::Estimate& total = estimate.total;
    if (std::isnan(total.wireBytes))
        return EstimateText::tr("unknown");
    const QString text = EstimateText::tr("about %1").arg(formatSize(total.wireBytes, locale));
    if (total.runsWithWire < total.runs)
        return EstimateText::tr("%1 for %2 of %3 runs")
            .arg(text, count(total.runsWithWire, locale), count(total.runs, locale));
    return text;
}

QString storeWords(const run::CampaignEstimate& estimate, const QLocale& locale)
{
    return std::isnan(estimate.total.storeBytes)
        ? EstimateText::tr("unknown")
        : EstimateText::tr("about %1").arg(formatSize(estimate.total.storeBytes, locale));
}

QString basisWords(const run::CampaignEstimate& estimate, const QLocale& locale)
{
    const plan::Estimate& total = estimate.total;
    QStringList parts;
    const auto part = [&](plan::Basis basis, const QString& sentence) {
        if (const double runs = total.runsOf(basis); runs > 0)
            parts.append(sentence.arg(count(runs, locale), count(total.runs, locale)));
    };
    part(plan::Basis::SameCell, EstimateText::tr("%1 of %2 runs: from earlier runs of the same cell."));
    part(plan::Basis::NearestCells, EstimateText::tr("%1 of %2 runs: from earlier runs of the nearest cells."));
    part(plan::Basis::Simulation,
         total.simulationLearntFrom > 0
             ? EstimateText::tr("%1 of %2 runs: by the simulation, corrected by what %n earlier run(s) took.", nullptr,
                                static_cast<int>(total.simulationLearntFrom))
             : EstimateText::tr("%1 of %2 runs: by the simulation, without any run to correct it: up to %3 % off.")
                   .replace(QLatin1String("%3"), locale.toString(100 * plan::uncorrectedSimulation, 'f', 0)));
    part(plan::Basis::Calculation,
         EstimateText::tr("%1 of %2 runs: by calculating the first steps of some of them now."));
    part(plan::Basis::Formula,
         EstimateText::tr("%1 of %2 runs: by the formula, steps × (compute time + bytes ÷ rate) + %3 for each run.")
             .replace(QLatin1String("%3"), duration(total.overheadSeconds, locale)));
    if (total.runsOf(plan::Basis::Formula) + total.runsOf(plan::Basis::Simulation) > 0)
        parts.append(total.overheadFromRuns > 0
                         ? EstimateText::tr("The time for each run was measured on %n earlier run(s).", nullptr,
                                            static_cast<int>(total.overheadFromRuns))
                         : EstimateText::tr("The time for each run is an assumption: no run was measured yet."));
    part(plan::Basis::Unknown, EstimateText::tr("%1 of %2 runs: unknown, no data to estimate from."));
    if (std::isnan(total.storeBytes) && total.runs > 0)
        parts.append(EstimateText::tr("How much the store grows is known after the first runs."));
    if (estimate.isSample())
        parts.append(EstimateText::tr("Worked out for %1 of %2 cells.")
                         .arg(count(std::uint64_t(estimate.cells.size()), locale), count(estimate.allCells, locale)));
    if (!estimate.unsupported.empty())
        parts.append(
            EstimateText::tr("This version cannot make all of these runs: %1.").arg(toQString(estimate.unsupported)));
    return parts.join(QLatin1Char(' '));
}

QString costWords(const run::Spending& spending, const run::CampaignEstimate& estimate)
{
    QString text;
    if (spending.isRented()) {
        const double dollars = spending.dollars(estimate.total);
        text = !std::isnan(dollars) ? EstimateText::tr("They cost at most %1 by the prices of the project.")
                                          .arg(toQString(run::dollarsText(dollars)))
            : spending.missing().empty()
            ? EstimateText::tr("Their cost is not known: time or bytes are not.")
            : EstimateText::tr("Their cost is not known: %1.").arg(toQString(spending.missing().front()));
    }
    if (const auto refusal = spending.refusal(estimate.total))
        text += (text.isEmpty() ? QString() : QStringLiteral(" "))
            + EstimateText::tr("Run refuses them: %1.").arg(toQString(*refusal));
    return text.isEmpty() ? text : QLatin1Char(' ') + text;
}

QString cellTimeWords(const plan::CellEstimate& cell, const QLocale& locale)
{
    return std::isnan(cell.seconds) ? QStringLiteral("–") : duration(cell.seconds, locale);
}

QString cellBasisWords(const plan::CellEstimate& cell, const QLocale& locale)
{
    const int runs = static_cast<int>(cell.fromRuns);
    const QString interval = cell.hasInterval()
        ? EstimateText::tr(" (%1 to %2)").arg(duration(cell.interval.low, locale), duration(cell.interval.high, locale))
        : QString();
    QStringList differing;
    for (const std::string& name : cell.differing)
        differing.append(toQString(name));
    switch (cell.basis) {
    case plan::Basis::SameCell:
        return EstimateText::tr("Mean of %n earlier run(s) of the same cell", nullptr, runs) + interval;
    case plan::Basis::NearestCells:
        return EstimateText::tr("Mean of %n earlier run(s) that differ in: %1", nullptr, runs)
                   .arg(differing.join(QLatin1String(", ")))
            + interval;
    case plan::Basis::Simulation:
        return (runs > 0 ? EstimateText::tr("By the simulation, corrected by %n earlier run(s)", nullptr, runs)
                         : EstimateText::tr("By the simulation, without any run to correct it"))
            + interval;
    case plan::Basis::Calculation: return EstimateText::tr("By calculating the first steps of some cells now");
    case plan::Basis::Formula:
        return EstimateText::tr("At least: steps × (compute time + bytes ÷ rate) + the time for each run");
    case plan::Basis::Unknown: break;
    }
    return EstimateText::tr("Unknown: no data to estimate from");
}

QString countWords(const grid::DryRun& counts, const grid::GridSpec& grid, const QLocale& locale)
{
    QString text =
        EstimateText::tr("%n run(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(counts.runs, 1u << 30)));
    if (counts.runs >= 1000)
        text = EstimateText::tr("%1 runs").arg(count(counts.runs, locale));
    const int each = grid.stopRule ? grid.stopRule->atLeast : grid.repetitions;
    text += QLatin1String(": ");
    text += counts.cells < 1000 ? EstimateText::tr("%n cell(s)", nullptr, static_cast<int>(counts.cells))
                                : EstimateText::tr("%1 cells").arg(count(counts.cells, locale));
    text += QStringLiteral(" × ") + count(std::uint64_t(each), locale);
    if (counts.warmups > 0)
        text += EstimateText::tr(", and %n warm-up(s)", nullptr, static_cast<int>(counts.warmups));
    if (counts.conditional > 0)
        text += EstimateText::tr(", up to %1 more by the stop rule").arg(count(counts.conditional, locale));
    if (counts.excluded > 0)
        text += EstimateText::tr("; %1 of %2 combinations left out")
                    .arg(count(counts.excluded, locale), count(counts.combinations, locale));
    return text;
}

} // namespace millrace::ui
