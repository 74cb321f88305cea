// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/distribution_figures.h"

#include "core/base/units.h"
#include "core/base/version.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

using report::FigureKind;
using report::FigurePoint;
using report::FigureSeries;
using report::FigureSpec;

struct DistributionFiguresText
{
    Q_DECLARE_TR_FUNCTIONS(DistributionFigures)
};

/// Maximum of drawn steps of a distribution; more would overlap.
constexpr std::size_t mostSteps = 2000;
constexpr std::size_t mostArrivalBins = 200;

std::string text(const QString& words)
{
    return words.toStdString();
}

FigurePoint pointAt(double x, double y, std::size_t count = 0)
{
    FigurePoint point;
    point.x = x;
    point.y = y;
    point.count = count;
    return point;
}

FigureSeries sizeSeries(std::string name, const analysis::SizeHistogram& histogram)
{
    FigureSeries series;
    series.name = std::move(name);
    const double total = static_cast<double>(histogram.total());
    std::uint64_t sum = 0;
    for (std::uint32_t size = 0; size <= analysis::SizeHistogram::largest; ++size) {
        if (histogram.count(size) == 0)
            continue;
        sum += histogram.count(size);
        series.points.push_back(pointAt(size, static_cast<double>(sum) / total, histogram.count(size)));
    }
    return series;
}

FigureSeries timeSeries(const analysis::TimeHistogram& histogram)
{
    FigureSeries series;
    const double total = static_cast<double>(histogram.total());
    std::uint64_t sum = 0;
    for (int number = 0; number < analysis::TimeHistogram::classes; ++number) {
        if (histogram.count(number) == 0)
            continue;
        sum += histogram.count(number);
        const double upper = std::max(analysis::TimeHistogram::lowerBound(number + 1), 1.0);
        series.points.push_back(pointAt(upper * 1e-9, static_cast<double>(sum) / total, histogram.count(number)));
    }
    return series;
}

/// Returns the CDF of values above 0; every step, or as many as are distinguishable.
FigureSeries cdfOf(std::vector<double> values)
{
    FigureSeries series;
    std::ranges::sort(values);
    const std::size_t count = values.size();
    const std::size_t steps = std::min(count, mostSteps);
    for (std::size_t step = 1; step <= steps; ++step) {
        const std::size_t rank = step * count / steps;
        series.points.push_back(pointAt(values[rank - 1], static_cast<double>(rank) / static_cast<double>(count), 1));
    }
    return series;
}

FigureSpec cdfFigure(const char* name, std::string title, std::string label, std::string unit, report::Scale scale)
{
    FigureSpec figure;
    figure.name = name;
    figure.title = std::move(title);
    figure.kind = FigureKind::Cdf;
    figure.x.label = std::move(label);
    figure.x.unit = std::move(unit);
    figure.x.scale = scale;
    figure.y.label = text(DistributionFiguresText::tr("share"));
    figure.y.low = 0;
    figure.y.high = 1;
    return figure;
}

FigureSpec packetSizes(const Trace& trace)
{
    FigureSpec figure = cdfFigure("packet-sizes", text(DistributionFiguresText::tr("Packet sizes")),
                                  text(DistributionFiguresText::tr("size")), "B", report::Scale::Linear);
    if (trace.summary.frameSizes.total() > 0)
        figure.series.push_back(
            sizeSeries(text(DistributionFiguresText::tr("frames on the wire")), trace.summary.frameSizes));
    if (trace.summary.payloadSizes.total() > 0)
        figure.series.push_back(
            sizeSeries(text(DistributionFiguresText::tr("TCP and UDP payload")), trace.summary.payloadSizes));
    figure.caption = text(
        DistributionFiguresText::tr("Share of all packets of the capture that are at most this large. Frames count "
                                    "the link header. Sizes are exact up to 65 535 B."));
    return figure;
}

FigureSpec interArrivals(const Trace& trace)
{
    FigureSpec figure =
        cdfFigure("inter-arrivals", text(DistributionFiguresText::tr("Times between packets")),
                  text(DistributionFiguresText::tr("time to the next packet")), "s", report::Scale::Logarithmic);
    if (trace.summary.interArrivals.total() > 0)
        figure.series.push_back(timeSeries(trace.summary.interArrivals));
    figure.caption =
        text(DistributionFiguresText::tr("Share of times between packets that follow each other in a file that are not "
                                         "longer, of all packets of the capture; classes are 1/16 of an octave wide."));
    if (const std::uint64_t negative = trace.summary.interArrivals.negative(); negative > 0)
        figure.note = DistributionFiguresText::tr("%n time(s) that go backwards are left out.", nullptr,
                                                  static_cast<int>(negative))
                          .toStdString();
    return figure;
}

FigureSpec flowFigure(const Trace& trace, const FlowMask& mask, DistributionKind kind)
{
    const bool sizes = kind == DistributionKind::FlowSizes;
    FigureSpec figure = sizes
        ? cdfFigure("flow-sizes", text(DistributionFiguresText::tr("Flow sizes")),
                    text(DistributionFiguresText::tr("bytes on the wire")), "B", report::Scale::Logarithmic)
        : cdfFigure("flow-durations", text(DistributionFiguresText::tr("Flow durations")),
                    text(DistributionFiguresText::tr("first to last packet")), "s", report::Scale::Logarithmic);
    std::vector<double> values;
    std::size_t single = 0;
    for (std::size_t flow = 0; flow < mask.size(); ++flow) {
        if (mask[flow] == 0)
            continue;
        const analysis::Flow& one = trace.summary.flows[flow];
        const double value = sizes ? static_cast<double>(one.wireBytes) : static_cast<double>(one.duration()) * 1e-9;
        if (value > 0)
            values.push_back(value);
        else
            ++single;
    }
    const auto count = static_cast<int>(values.size());
    if (!values.empty())
        figure.series.push_back(cdfOf(std::move(values)));
    figure.caption = DistributionFiguresText::tr(
                         "Share of flows that are not larger, of the %n flow(s) that are shown; one direction of "
                         "a connection is one flow.",
                         nullptr, count)
                         .toStdString();
    if (single > 0)
        figure.note = DistributionFiguresText::tr("%n flow(s) of a single instant are left out.", nullptr,
                                                  static_cast<int>(single))
                          .toStdString();
    return figure;
}

FigureSpec flowArrivals(const Trace& trace, const TraceFocus& focus, const FlowMask& mask)
{
    FigureSpec figure;
    figure.name = "flow-arrivals";
    figure.title = text(DistributionFiguresText::tr("New flows"));
    figure.kind = FigureKind::Lines;
    figure.x.label = text(DistributionFiguresText::tr("time since the first packet"));
    figure.x.unit = "s";
    figure.y.label = text(DistributionFiguresText::tr("new flows"));
    figure.y.low = 0;
    const TimeRange range = focus.time.value_or(trace.range());
    if (range.isEmpty())
        return figure;
    const std::int64_t width = std::max<std::int64_t>(range.length() / static_cast<std::int64_t>(mostArrivalBins), 1);
    std::vector<std::size_t> counts(static_cast<std::size_t>((range.length() + width - 1) / width), 0);
    for (std::size_t flow = 0; flow < mask.size(); ++flow)
        if (mask[flow] != 0 && range.contains(trace.summary.flows[flow].first))
            ++counts[static_cast<std::size_t>((trace.summary.flows[flow].first - range.begin) / width)];
    FigureSeries series;
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        const std::int64_t middle = range.begin + static_cast<std::int64_t>(bin) * width + width / 2;
        series.points.push_back(pointAt(static_cast<double>(middle - trace.summary.first) * 1e-9,
                                        static_cast<double>(counts[bin]), counts[bin]));
    }
    figure.series.push_back(std::move(series));
    figure.caption = DistributionFiguresText::tr("Flows whose first packet is in each interval of %1.")
                         .arg(QString::fromStdString(humanDuration(std::chrono::nanoseconds(width))))
                         .toStdString();
    return figure;
}

FigureSpec peaks(const Trace& trace)
{
    FigureSpec figure;
    figure.name = "peak-to-mean";
    figure.title = text(DistributionFiguresText::tr("Peak and mean load"));
    figure.kind = FigureKind::Bars;
    figure.x.label = text(DistributionFiguresText::tr("window length"));
    figure.y.label = text(DistributionFiguresText::tr("load"));
    figure.y.unit = "bit/s";
    FigureSeries peak, mean;
    peak.name = text(DistributionFiguresText::tr("peak"));
    mean.name = text(DistributionFiguresText::tr("mean"));
    QStringList ratios;
    for (const analysis::PeakToMean& one : trace.summary.peaks) {
        if (one.window <= 0)
            continue;
        const auto x = static_cast<double>(figure.x.categories.size());
        const double perSecond = 8e9 / static_cast<double>(one.window);
        figure.x.categories.push_back(humanDuration(std::chrono::nanoseconds(one.window)));
        peak.points.push_back(pointAt(x, static_cast<double>(one.peakBytes) * perSecond));
        mean.points.push_back(pointAt(x, one.meanBytes * perSecond));
        if (one.meanBytes > 0)
            ratios.append(QString::number(static_cast<double>(one.peakBytes) / one.meanBytes, 'g', 4));
    }
    figure.series = {std::move(peak), std::move(mean)};
    figure.caption = DistributionFiguresText::tr(
                         "The largest and the mean load of all traffic of the capture in windows of one length, "
                         "idle windows included. Peak to mean: %1.")
                         .arg(ratios.isEmpty() ? QStringLiteral("–") : ratios.join(QStringLiteral(" · ")))
                         .toStdString();
    return figure;
}

} // namespace

report::Provenance provenanceOf(const Trace& trace)
{
    report::Provenance provenance;
    provenance.toolVersion = programVersion;
    QStringList files;
    for (const analysis::TraceSource& source : trace.summary.sources)
        files.append(captureName(trace, source.file));
    provenance.storeName = files.join(QStringLiteral(", ")).toStdString();
    if (trace.run)
        provenance.storeName = trace.run->store.filename().string() + ", run " + std::to_string(trace.run->run.position)
            + ": " + provenance.storeName;
    provenance.query = trace.summary.filter;
    return provenance;
}

FigureSpec distributionFigure(const Trace& trace, const TraceFocus& focus, DistributionKind kind)
{
    FlowMask mask = flowsInFocus(trace, focus, TraceFocus::Kind::None);
    if (focus.time)
        for (std::uint32_t flow = 0; flow < mask.size(); ++flow)
            if (mask[flow] != 0 && loadOf(trace.summary.bins, flow, *focus.time).packets == 0)
                mask[flow] = 0;
    FigureSpec figure;
    switch (kind) {
    case DistributionKind::PacketSizes: figure = packetSizes(trace); break;
    case DistributionKind::InterArrivals: figure = interArrivals(trace); break;
    case DistributionKind::FlowSizes:
    case DistributionKind::FlowDurations: figure = flowFigure(trace, mask, kind); break;
    case DistributionKind::FlowArrivals: figure = flowArrivals(trace, focus, mask); break;
    case DistributionKind::Peaks: figure = peaks(trace); break;
    }
    if (figure.series.empty())
        figure.note = text(DistributionFiguresText::tr("There are no packets to count here."));
    figure.provenance = provenanceOf(trace);
    return figure;
}

} // namespace millrace::ui
