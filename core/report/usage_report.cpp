// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/usage_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

FigureAxis usageAxis(const char* label, std::string unit)
{
    FigureAxis axis;
    axis.label = label;
    axis.unit = std::move(unit);
    return axis;
}

using predict::ComparedRun;
using predict::ComparedValue;
using predict::MetricPrediction;
using predict::Resource;
using predict::UseQuantity;

/// Factor from the unit of a metric to the base unit of figures.
double usageScale(std::string_view unit)
{
    return unit == "Mbit/s" ? 1e6 : 1;
}

std::string usageUnit(std::string_view unit)
{
    return unit == "Mbit/s" ? "bit/s" : std::string(unit);
}

/// "× 2.4", "÷ 3" or "none".
std::string factorText(double factor)
{
    constexpr double least = 0.005;
    if (std::abs(std::log(factor)) < least)
        return "none";
    return factor >= 1 ? fmt::format("× {:.3g}", factor) : fmt::format("÷ {:.3g}", 1 / factor);
}

struct SketchedUse
{
    const MetricPrediction* idle;
    const MetricPrediction* burst;
    const MetricPrediction* use;

    [[nodiscard]] bool isKnown() const { return idle->isKnown && burst->isKnown && use->isKnown; }
    [[nodiscard]] double period() const { return idle->value + burst->value; }
};

SketchedUse sketchedUse(const predict::UsagePrediction& prediction, Resource resource)
{
    const auto of = [&](UseQuantity quantity) { return &prediction.metrics[predict::metricIndex(resource, quantity)]; };
    return {of(UseQuantity::Idle), of(UseQuantity::Burst), of(UseQuantity::Consumption)};
}

/// "2026-11-27T15:00:00Z".
std::string secondsText(Nanoseconds sinceEpoch)
{
    const std::string text = toRfc3339(sinceEpoch);
    return text.substr(0, text.find('.')) + (text.find('.') == std::string::npos ? "" : "Z");
}

std::string_view resourceLabel(Resource resource)
{
    switch (resource) {
    case Resource::GpuMemory: return "GPU memory";
    case Resource::Gpu: return "GPU";
    case Resource::Receive: return "RX";
    case Resource::Transmit: break;
    }
    return "TX";
}

FigureSeries sketchedSeries(const SketchedUse& use, Resource resource, double until, double scale)
{
    FigureSeries series{std::string(resourceLabel(resource)), {}, {}};
    const auto add = [&series](double x, double y, double low, double high) {
        FigurePoint point;
        point.x = x;
        point.y = y;
        point.low = low;
        point.high = high;
        series.points.push_back(std::move(point));
    };
    const double top = use.use->value * scale;
    const double low = use.use->interval.low * scale, high = use.use->interval.high * scale;
    for (double begin = 0; begin < until; begin += use.period()) {
        const double end = std::min(begin + use.burst->value, until);
        add(begin, 0, 0, 0);
        add(begin, top, low, high);
        add(end, top, low, high);
        if (end < until) {
            add(end, 0, 0, 0);
            add(std::min(begin + use.period(), until), 0, 0, 0);
        }
    }
    return series;
}

std::string metricUnitName(const predict::Metric& metric)
{
    return metric.unit == "s" ? "times" : metric.unit == "%" ? "use" : "rates";
}

} // namespace

Table driverTable(const predict::UsagePrediction& prediction, std::size_t metric,
                  const std::vector<predict::Driver>& drivers)
{
    const predict::Metric& kind = predict::metrics[metric];
    const MetricPrediction& predicted = prediction.metrics[metric];
    const std::string unit(kind.unit);
    Table table;
    table.title = fmt::format("What drives {}", kind.label);
    table.columns = {{"fact"},
                     {"own", "here"},
                     {"usual", "usual", "", "median of the samples; of strategies the most frequent one"},
                     {"value", "then predicted", unit, "with the usual value, all other facts kept"},
                     {"factor", "effect", "", "prediction here ÷ prediction with the usual value"}};
    if (!predicted.isKnown) {
        table.notes.push_back(fmt::format("{} is not known: {}.", kind.label, predicted.reason));
        return table;
    }
    if (std::isnan(predicted.bound))
        table.notes.push_back(
            fmt::format("{} {:.4g} {}: no physical bound applies.", kind.label, predicted.value, unit));
    else
        table.notes.push_back(fmt::format("{} {:.4g} {} = {} {:.4g} {} × {:.4g}, the learnt factor.", kind.label,
                                          predicted.value, unit, predicted.formula, predicted.bound, unit,
                                          predicted.value / predicted.bound));
    for (const predict::Driver& driver : predict::sortedFor(metric, drivers))
        table.rows.push_back({driver.fact, driver.own.empty() ? std::string("none") : driver.own,
                              driver.usual.empty() ? std::string("none") : driver.usual, driver.values[metric],
                              factorText(driver.factors[metric])});
    return table;
}

FigureSpec sketchFigure(const predict::UsagePrediction& prediction, SketchOf what, const std::string& title)
{
    const bool isNetwork = what == SketchOf::Network;
    const std::array resources =
        isNetwork ? std::array{Resource::Receive, Resource::Transmit} : std::array{Resource::Gpu, Resource::GpuMemory};
    FigureSpec figure;
    figure.name = isNetwork ? "predicted-rate" : "predicted-use";
    figure.title = title;
    figure.kind = FigureKind::Lines;
    figure.band = true;
    figure.x = usageAxis("time", "s");
    figure.y = usageAxis(isNetwork ? "rate" : "use", isNetwork ? "bit/s" : "%");
    figure.y.low = 0;
    double until = 0;
    std::vector<std::string> missing;
    for (const Resource resource : resources) {
        const SketchedUse use = sketchedUse(prediction, resource);
        if (use.isKnown())
            until = std::max(until, sketchedBursts * use.period());
        else
            missing.emplace_back(resourceLabel(resource));
    }
    std::vector<std::string> means;
    for (const Resource resource : resources)
        if (const SketchedUse use = sketchedUse(prediction, resource); use.isKnown()) {
            // A resource with a much shorter period than the other one would be a block of colour.
            const double end = std::min(until, 50 * use.period());
            figure.series.push_back(sketchedSeries(use, resource, end, isNetwork ? 1e6 : 1));
            means.push_back(fmt::format("{} {:.3g} {}", resourceLabel(resource),
                                        use.use->value * use.burst->value / use.period(), isNetwork ? "Mbit/s" : "%"));
        }
    figure.caption =
        "Use in bursts for the length of a burst, then nothing for the idle time; period = burst + idle. Band: "
        "interval of the use in bursts.";
    if (!means.empty())
        figure.caption += fmt::format(" Mean = use × burst ÷ period: {}.", fmt::join(means, ", "));
    if (!missing.empty())
        figure.note = fmt::format("Not known: {}.", fmt::join(missing, ", "));
    return figure;
}

Table comparisonTable(std::span<const ComparedRun> runs)
{
    Table table;
    table.title = "Predicted and measured";
    table.columns = {{"date"},
                     {"run"},
                     {"model"},
                     {"workers"},
                     {"metric"},
                     {"measured", "measured", "", "mean over the bursts of the run"},
                     {"predicted", "predicted", "", "by the recommended predictor from the setting of the run"},
                     {"low", "from", "", "ends of the interval"},
                     {"high", "to"},
                     {"unit"},
                     {"error", "error", "%", "(predicted - measured) ÷ measured", 3},
                     {"state", "measured value", "", "inside or outside of the interval"},
                     {"learnt", "run", "", "whether the predictor has learnt from the run: then it is no test"}};
    table.keys = 5;
    for (const ComparedRun& run : runs)
        for (std::size_t i = 0; i < predict::metricCount; ++i) {
            const ComparedValue& value = run.values[i];
            if (std::isnan(value.measured))
                continue;
            const char* state = !value.isComparable() ? "not compared" : value.isInside() ? "inside" : "outside";
            table.rows.push_back({run.provenance.date, run.provenance.run, run.setting.model, run.setting.workers,
                                  std::string(predict::metrics[i].label), value.measured, value.predicted,
                                  value.interval.low, value.interval.high, std::string(predict::metrics[i].unit),
                                  100 * (value.predicted - value.measured) / value.measured, std::string(state),
                                  std::string(run.isLearnt ? "learnt" : "new")});
        }
    return table;
}

std::string driftSentence(const predict::Drift& drift)
{
    if (drift.runs == 0)
        return fmt::format(
            "Drift is not known: there is no measured run that the predictor has not learnt ({} learnt).",
            drift.learnt);
    if (drift.metrics.empty())
        return fmt::format("Drift is not known: none of {} new runs has a value with an interval.", drift.runs);
    std::vector<std::string_view> drifted;
    for (const predict::MetricDrift& metric : drift.metrics)
        if (metric.hasDrifted)
            drifted.push_back(predict::metrics[metric.metric].label);
    if (drifted.empty())
        return fmt::format("No drift in {} new runs: their values are as often inside of the intervals as expected.",
                           drift.runs);
    return fmt::format("Drift in {} new runs: {}; too few values are inside of the intervals. Train again.", drift.runs,
                       fmt::join(drifted, ", "));
}

Table driftTable(const predict::Drift& drift)
{
    Table table;
    table.title = "Drift";
    table.columns = {{"metric"},
                     {"runs", "new runs", "", "the most recent ones with a measured value and an interval"},
                     {"inside", "inside", "", "runs whose measured value is inside of the interval"},
                     {"coverage", "coverage", "%", "inside ÷ new runs", 3},
                     {"expected", "expected", "%", "coverage of the intervals", 3},
                     {"bias", "measured ÷ predicted", "", "median over the new runs", 3},
                     {"probability", "probability", "", "of so few inside or fewer without a drift", 2},
                     {"state", "drift"}};
    for (const predict::MetricDrift& metric : drift.metrics)
        table.rows.push_back({std::string(predict::metrics[metric.metric].label), static_cast<double>(metric.runs),
                              static_cast<double>(metric.inside),
                              100 * static_cast<double>(metric.inside) / static_cast<double>(metric.runs),
                              100 * drift.coverage, metric.bias, metric.probability,
                              std::string(metric.hasDrifted ? "drift" : "none seen")});
    table.notes.push_back(driftSentence(drift));
    if (!drift.metrics.empty())
        table.notes.push_back(fmt::format(
            "Probability by the beta-binomial distribution of m (new runs), k and n + 1 - k; n: held-out errors of the "
            "training; k = ⌈(n + 1) · {:.3g}⌉. Drift: it is below {} ÷ {} metrics.",
            drift.coverage, predict::driftLevel, drift.metrics.size()));
    return table;
}

std::vector<FigureSpec> comparisonFigures(std::span<const ComparedRun> runs, const predict::Drift& drift)
{
    std::vector<FigureSpec> figures;
    for (const std::string_view unit : {"s", "Mbit/s", "%"}) {
        FigureSpec figure;
        figure.kind = FigureKind::Scatter;
        figure.identity = true;
        figure.x = usageAxis("measured", usageUnit(unit));
        figure.y = usageAxis("predicted", usageUnit(unit));
        if (unit != "%")
            figure.x.scale = figure.y.scale = Scale::Logarithmic;
        figure.caption = "One point for each run; vertical lines: intervals. On the line both are equal.";
        for (std::size_t i = 0; i < predict::metricCount; ++i) {
            const predict::Metric& metric = predict::metrics[i];
            if (metric.unit != unit)
                continue;
            figure.name = "predicted-measured-" + metricUnitName(metric);
            figure.title = fmt::format("Predicted and measured {}", metricUnitName(metric));
            FigureSeries series{std::string(metric.label), {}, {}};
            for (const ComparedRun& run : runs) {
                const ComparedValue& value = run.values[i];
                if (std::isnan(value.measured) || std::isnan(value.predicted))
                    continue;
                FigurePoint point;
                point.x = value.measured * usageScale(unit);
                point.y = value.predicted * usageScale(unit);
                point.low = value.interval.low * usageScale(unit);
                point.high = value.interval.high * usageScale(unit);
                series.points.push_back(std::move(point));
            }
            if (!series.points.empty())
                figure.series.push_back(std::move(series));
        }
        if (!figure.series.empty())
            figures.push_back(std::move(figure));
    }
    FigureSpec errors;
    errors.name = "errors-over-intervals";
    errors.title = "Errors of new runs over their intervals";
    errors.kind = FigureKind::Scatter;
    errors.x = usageAxis("new run", "");
    errors.y = usageAxis("error ÷ interval", "");
    errors.caption =
        "ln(measured ÷ predicted) ÷ ln(end of the interval ÷ predicted), in the order of the dates; above the "
        "line the measured value is outside. "
        + driftSentence(drift);
    const std::size_t skipped =
        static_cast<std::size_t>(std::ranges::count_if(runs, [](const ComparedRun& run) { return !run.isLearnt; }))
        - drift.runs;
    for (std::size_t i = 0; i < predict::metricCount; ++i) {
        FigureSeries series{std::string(predict::metrics[i].label), {}, {}};
        std::size_t number = 0;
        for (const ComparedRun& run : runs) {
            if (run.isLearnt || ++number <= skipped)
                continue;
            const double ratio = run.values[i].relativeToInterval();
            if (std::isnan(ratio))
                continue;
            FigurePoint point;
            point.x = static_cast<double>(number - skipped);
            point.y = ratio;
            series.points.push_back(std::move(point));
        }
        if (!series.points.empty())
            errors.series.push_back(std::move(series));
    }
    Extent extent;
    for (const FigureSeries& series : errors.series)
        for (const FigurePoint& point : series.points)
            extent.include(point.y);
    if (extent.high > 20)
        errors.y.scale = Scale::Logarithmic;
    if (!errors.series.empty()) {
        FigureSeries limit{"end of the interval", {}, {}, true, {}};
        for (const double x : {1.0, static_cast<double>(drift.runs)}) {
            FigurePoint point;
            point.x = x;
            point.y = 1;
            limit.points.push_back(std::move(point));
        }
        errors.series.push_back(std::move(limit));
        figures.push_back(std::move(errors));
    }
    return figures;
}

nlohmann::ordered_json driftJson(const predict::Drift& drift)
{
    nlohmann::ordered_json json{{"coverage", drift.coverage},       {"new_runs", drift.runs},
                                {"learnt_runs", drift.learnt},      {"drift", drift.hasDrifted()},
                                {"sentence", driftSentence(drift)}, {"metrics", nlohmann::ordered_json::array()}};
    for (const predict::MetricDrift& metric : drift.metrics)
        json["metrics"].push_back({{"id", predict::metrics[metric.metric].id},
                                   {"runs", metric.runs},
                                   {"inside", metric.inside},
                                   {"measured_over_predicted", metric.bias},
                                   {"probability", metric.probability},
                                   {"drift", metric.hasDrifted}});
    return json;
}

Table versionTable(const std::vector<store::PredictorRecord>& versions)
{
    Table table;
    table.title = "Versions of the predictor";
    table.columns = {{"version"}, {"made"}, {"state", ""}, {"samples"}, {"origin"}, {"data", "SHA-256 of the samples"}};
    for (auto version = versions.rbegin(); version != versions.rend(); ++version)
        table.rows.push_back(
            {static_cast<double>(version->id.value), secondsText(version->made),
             std::string(version->isInUse ? "in use" : ""), static_cast<double>(version->samples),
             version->parent ? fmt::format("version {}, {}", version->parent.value, version->origin) : version->origin,
             version->dataSha256.substr(0, 16)});
    return table;
}

} // namespace millrace::report
