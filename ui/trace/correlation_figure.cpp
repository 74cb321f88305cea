// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/correlation_figure.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

struct CorrelationText
{
    Q_DECLARE_TR_FUNCTIONS(CorrelationFigure)
};

constexpr std::size_t mostLags = 240; ///< more points would overlap
constexpr double periodsShown = 8;

report::FigurePoint pointAt(const analysis::Periodicity& found, std::size_t lag)
{
    report::FigurePoint point;
    point.x = static_cast<double>(lag) * found.sampling;
    point.y = found.correlation[lag];
    return point;
}

/// Returns the lag of the highest correlation in [from, to).
std::size_t highestIn(const analysis::Periodicity& found, std::size_t from, std::size_t to)
{
    const auto begin = found.correlation.begin();
    return static_cast<std::size_t>(
        std::max_element(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to)) - begin);
}

report::FigureSeries lineOf(const analysis::Periodicity& found, std::size_t lags)
{
    report::FigureSeries line;
    line.name = CorrelationText::tr("autocorrelation").toStdString();
    line.curve = true;
    const std::size_t step = std::max<std::size_t>(lags / mostLags, 1);
    for (std::size_t lag = 0; lag < lags; lag += step)
        if (const auto point = pointAt(found, highestIn(found, lag, std::min(lag + step, lags)));
            std::isfinite(point.y))
            line.points.push_back(point);
    return line;
}

/// Returns the highest correlation within a tenth of the period of each of its multiples.
report::FigureSeries peaksOf(const analysis::Periodicity& found, std::size_t lags)
{
    report::FigureSeries peaks;
    peaks.name = CorrelationText::tr("multiples of the period").toStdString();
    const double period = found.period / found.sampling;
    for (double place = period; place < static_cast<double>(lags); place += period) {
        const auto from = static_cast<std::size_t>(std::max(0.0, std::floor(place - period / 10)));
        const auto to = std::min(lags, static_cast<std::size_t>(std::ceil(place + period / 10)) + 1);
        if (const auto point = pointAt(found, highestIn(found, from, to)); std::isfinite(point.y))
            peaks.points.push_back(point);
    }
    return peaks;
}

} // namespace

report::FigureSpec correlationFigure(const analysis::Periodicity& found)
{
    report::FigureSpec figure;
    figure.name = "autocorrelation";
    figure.title = CorrelationText::tr("Autocorrelation of the traffic").toStdString();
    figure.kind = report::FigureKind::Scatter;
    figure.x.label = CorrelationText::tr("lag").toStdString();
    figure.x.unit = "s";
    figure.y.label = CorrelationText::tr("correlation").toStdString();
    const std::size_t all = found.correlation.size();
    const std::size_t lags =
        found.found ? std::min(all, static_cast<std::size_t>(periodsShown * found.period / found.sampling) + 1) : all;
    report::FigureSeries line = lineOf(found, lags);
    if (line.points.empty()) {
        figure.note = CorrelationText::tr("There is too little traffic for an autocorrelation.").toStdString();
        return figure;
    }
    figure.series.push_back(std::move(line));
    if (found.found)
        figure.series.push_back(peaksOf(found, lags));
    return figure;
}

} // namespace millrace::ui
