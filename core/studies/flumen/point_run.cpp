// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/base/unknown.h"
#include "core/store/metric_kinds.h"
#include "core/studies/flumen/points.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace {

constexpr int collectedNodes = 4; ///< which the collected sheets use for all series

/// The values of a point: as in the tables, and as in the published figures.
struct Shown
{
    double rate = unknown; ///< bit/s
    double time = unknown; ///< s
    std::size_t count = 0;
};

/// A run while its metrics are added.
class PointRun
{
public:
    PointRun(const FlumenPoints& points, std::size_t index)
        : m_points(points), m_index(index), m_point(points.points[index])
    {
    }

    ImportedRun make()
    {
        m_run.name = nameOf(m_point);
        m_run.identity = m_run.name;
        addFactors();
        addFiles();
        m_run.issues = m_point.issues;
        const Shown table = asInTable();
        addRates();
        if (m_point.iterations)
            addIterations();
        if (m_point.model != nullptr) {
            const Shown figure = asInFigure(table);
            addFollowing(table, "", m_point.series->nodes);
            addFigure(figure);
            addFollowing(figure, "_published", collectedNodes);
            if (m_point.series->nodes != collectedNodes)
                tell("wrong-node-count", Severity::Warning,
                     fmt::format("the collected sheets take the requirement of {} nodes for a job of {}",
                                 collectedNodes, m_point.series->nodes));
        }
        m_run.key = keyOf();
        return std::move(m_run);
    }

private:
    void add(std::string_view name, double value, const char* unit, std::string how)
    {
        if (std::isfinite(value))
            m_run.metrics.push_back({std::string(name), "", value, unit, std::move(how)});
    }
    void tell(const char* kind, Severity severity, std::string sentence)
    {
        countIssue(m_run.issues, {kind, severity, 1, std::move(sentence), place()});
    }
    [[nodiscard]] std::string place() const
    {
        const auto& table = m_point.iterations ? m_point.iterationTable : m_point.rateTable;
        const std::uint64_t line = m_point.iterations ? m_point.iterations->line
            : m_point.rate                            ? m_point.rate->line
                                                      : 0;
        return table ? fmt::format("{} line {}", m_points.tables[*table].file->name, line) : std::string();
    }

    void addFactors()
    {
        const double requested = m_point.label.requested;
        m_run.factors = flumenFactors(m_point.series, m_point.model,
                                      std::isnan(requested) ? std::nullopt : std::optional(requested),
                                      m_point.model == nullptr ? "rates" : "iterations");
        m_run.factors.push_back({"label", shortest(m_point.label.number), m_point.label.number, ""});
        m_run.factors.push_back({"set", m_point.set, {}, {}});
    }

    void addFiles()
    {
        for (const auto& index : {m_point.iterationTable, m_point.rateTable, m_point.referenceTable}) {
            if (!index)
                continue;
            const FlumenTable& table = m_points.tables[*index];
            m_run.files.push_back({table.file->name, std::string(formatName(table.file->format)), table.sha256,
                                   table.file->bytes, table.rows, table.firstPoint == m_index ? table.issues : Issues(),
                                   table.file->path.string()});
        }
    }

    [[nodiscard]] Shown asInTable() const
    {
        Shown shown;
        if (m_point.rate)
            shown.rate = m_point.rate->mean;
        else if (m_point.reference)
            shown.rate = m_point.reference->mean;
        else if (m_point.label.number == 0)
            shown.rate = 0;
        if (m_point.iterations) {
            shown.time = m_point.iterations->mean;
            shown.count = m_point.iterations->count;
        }
        return shown;
    }

    /// Some points are drawn elsewhere in the figures.
    [[nodiscard]] Shown asInFigure(const Shown& table)
    {
        Shown shown = table;
        const auto& reference = m_point.reference;
        const bool replaced = m_point.set == "extended"
            || hasReferenceRate(m_point.series->name, m_point.model->name, m_point.label.number);
        if (reference && replaced && std::isfinite(reference->truncated)) {
            shown.rate = reference->truncated;
            if (m_point.rate)
                tell(
                    "replaced-rate", Severity::Warning,
                    fmt::format("the figure shows {:.2f} Gbit/s, the truncated mean of another run, in place of {:.2f}",
                                shown.rate / 1e9, table.rate / 1e9));
        }
        if (m_point.iterations && m_point.set == "main")
            if (const PlottedPoint* plotted = plottedPoint(m_point.series->name, m_point.model->name,
                                                           m_point.label.number, m_point.iterations->mean))
                replace(*plotted, shown);
        return shown;
    }

    void replace(const PlottedPoint& plotted, Shown& shown)
    {
        if (plotted.removed) {
            tell("removed-from-figure", Severity::Warning, "the figure leaves this point out");
            shown = {};
        }
        if (plotted.rate > 0) {
            tell("replaced-rate", Severity::Warning,
                 fmt::format("the figure shows {:.2f} Gbit/s, measured in a part of the run, in place of {:.2f}",
                             plotted.rate / 1e9, shown.rate / 1e9));
            shown.rate = plotted.rate;
        }
        if (plotted.mean > 0) {
            tell("replaced-iterations", Severity::Warning,
                 fmt::format("the figure shows {:.4g} s ({} values), the table has {:.4g} s ({})", plotted.mean,
                             plotted.count, shown.time, shown.count));
            shown.time = plotted.mean;
            shown.count = plotted.count;
        }
    }

    void addRates()
    {
        if (m_point.rate) {
            add("cross_rate", m_point.rate->mean, "bit/s", "mean cross traffic as the study's table has it");
            add("cross_deviation", m_point.rate->deviation, "bit/s", "standard deviation as the table has it");
            add("cross_time", m_point.rate->seconds, "s", "time that the study analysed");
        } else if (m_point.reference) {
            add("cross_rate", m_point.reference->mean, "bit/s",
                "mean of windows of as many packets, not weighted by time, of the reference measurement");
            add("cross_time", m_point.reference->seconds, "s", "time of the reference measurement");
        } else if (m_point.label.number == 0) {
            add("cross_rate", 0, "bit/s", "no cross traffic");
        }
        if (!m_point.reference)
            return;
        const RateRow& row = *m_point.reference;
        add("cross_rate_truncated_published", row.truncated, "bit/s",
            "mean of the windows within one deviation of their mean, of the reference measurement");
        add("cross_rate_windows_published", row.mean, "bit/s",
            "mean of windows of as many packets, not weighted by time, of the reference measurement");
        add("cross_windows", row.windows, "", "windows of the reference measurement");
        add("cross_windows_deviation", row.deviation, "bit/s", "standard deviation of these windows");
    }

    void addIterations()
    {
        const IterationRow& row = *m_point.iterations;
        const std::string how = "all ranks' lines as if each were an iteration, first 3 lines left out";
        add(store::metrics::stepMean.name, row.mean, "s", "mean of the iteration times: " + how);
        add(store::metrics::stepDeviation.name, row.deviation, "s", "standard deviation of the population: " + how);
        add(store::metrics::stepP99.name, row.p99, "s", "sorted[min(⌈0.99 n⌉, n − 1)], counted from 0: " + how);
        if (row.count > 0)
            add("step_count", static_cast<double>(row.count), "", "values: " + how);
    }

    void addFigure(const Shown& shown)
    {
        add("cross_rate_published", shown.rate, "bit/s", "cross traffic of this point in the published figures");
        add("step_mean_published", shown.time, "s", "iteration time of this point in the published figures");
        if (shown.count > 0)
            add("step_count_published", static_cast<double>(shown.count), "",
                "values behind this point of the published figures");
    }

    /// Requirement, demand, available capacity and slowdown.
    void addFollowing(const Shown& shown, const std::string& suffix, int nodes)
    {
        const double requirement = transportRequirement(m_point.model->parameters, nodes);
        const double available = flumenCapacity - shown.rate;
        const double demand = requirement / shown.time;
        if (suffix.empty())
            add("capacity", flumenCapacity, "bit/s", "of the study's links");
        add("requirement" + suffix, requirement, "bit", fmt::format("2(N − 1)/N × parameters × 32, N = {}", nodes));
        add("demand" + suffix, demand, "bit/s", "requirement ÷ iteration time");
        add("available" + suffix, available, "bit/s", "capacity − cross traffic");
        if (available > 0)
            add("available_factor" + suffix, flumenCapacity / available, "", "capacity ÷ (capacity − cross traffic)");
        add("required" + suffix, available * shown.time, "bit", "available × iteration time");
        add("delta_demand" + suffix, available - demand, "bit/s", "available − demand");
        if (!m_point.baseline || !(m_point.baseline->mean > 0))
            return;
        if (suffix.empty())
            add(store::metrics::baselineStepMean.name, m_point.baseline->mean, "s",
                m_point.baseline->source.empty()
                    ? "without cross traffic, same transport, from the study's workbook"
                    : "without cross traffic, same transport: " + m_point.baseline->source);
        add(std::string(store::metrics::slowdown.name) + suffix, shown.time / m_point.baseline->mean, "",
            "iteration time ÷ that without cross traffic, same transport");
    }

    /// What decides the numbers: its own row, and the rows it is compared with.
    [[nodiscard]] std::string keyOf() const
    {
        std::string text = "flumen load point 1\n" + m_run.name;
        const auto number = [&text](double value) { text += " " + shortest(value); };
        if (m_point.iterations) {
            text += fmt::format("\niterations {} {}", m_point.iterations->line, m_point.iterations->count);
            for (const double value :
                 {m_point.iterations->mean, m_point.iterations->deviation, m_point.iterations->p99})
                number(value);
        }
        for (const auto* row : {&m_point.rate, &m_point.reference}) {
            text += "\nrate";
            if (*row)
                for (const double value : {(*row)->mean, (*row)->truncated, (*row)->windows, (*row)->seconds,
                                           (*row)->deviation, static_cast<double>((*row)->line)})
                    number(value);
        }
        text += "\nbaseline";
        if (m_point.baseline)
            number(m_point.baseline->mean);
        return sha256(text);
    }

    const FlumenPoints& m_points;
    std::size_t m_index;
    const LoadPoint& m_point;
    ImportedRun m_run;
};

} // namespace

std::vector<store::Factor> flumenFactors(const FlumenSeries* series, const FlumenModel* model,
                                         std::optional<double> load, std::string_view what)
{
    std::vector<store::Factor> factors;
    if (series != nullptr) {
        factors.push_back({"series", std::string(series->name), {}, {}});
        factors.push_back({"traffic", std::string(series->traffic), {}, {}});
        factors.push_back({"transport", std::string(series->transport), {}, {}});
    }
    if (model != nullptr)
        factors.push_back({"model", std::string(model->name), {}, {}});
    if (load)
        factors.push_back({"load", rateText(*load), *load, "bit/s"});
    if (series != nullptr && model != nullptr)
        factors.push_back({"nodes", std::to_string(series->nodes), static_cast<double>(series->nodes), ""});
    factors.push_back({"what", std::string(what), {}, {}});
    return factors;
}

ImportedRun importedPoint(const FlumenPoints& points, std::size_t index)
{
    return PointRun(points, index).make();
}

} // namespace millrace::studies::flumen
