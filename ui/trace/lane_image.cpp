// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/lane_image.h"

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

/// Minimum opacity, so that a flow with little traffic stays visible.
constexpr double faintest = 0.12;

/// Distributes the bytes of a bin over the pixels that it covers.
void spread(std::vector<double>& pixels, double from, double to, double bytes)
{
    const double width = std::max(to - from, 1e-9);
    const auto last = static_cast<double>(pixels.size());
    const double begin = std::clamp(from, 0.0, last), end = std::clamp(to, 0.0, last);
    for (auto pixel = static_cast<std::size_t>(begin); pixel < pixels.size() && static_cast<double>(pixel) < end;
         ++pixel) {
        const double left = std::max(begin, static_cast<double>(pixel));
        const double right = std::min(end, static_cast<double>(pixel) + 1);
        pixels[pixel] += bytes * (right - left) / width;
    }
}

std::vector<double> laneOf(const analysis::FlowBins& bins, std::uint32_t flow, TimeRange view, int width)
{
    std::vector<double> pixels(static_cast<std::size_t>(width), 0);
    const double scale = static_cast<double>(width) / static_cast<double>(view.length());
    const auto begin = static_cast<std::size_t>(bins.begin[flow]), end = static_cast<std::size_t>(bins.begin[flow + 1]);
    const std::int64_t firstBin = (view.begin - bins.start) / bins.width - 1;
    const auto first = bins.index.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = bins.index.begin() + static_cast<std::ptrdiff_t>(end);
    for (auto i = static_cast<std::size_t>(std::lower_bound(first, last, firstBin) - bins.index.begin()); i < end;
         ++i) {
        const std::int64_t time = bins.start + static_cast<std::int64_t>(bins.index[i]) * bins.width;
        if (time >= view.end)
            break;
        const double from = static_cast<double>(time - view.begin) * scale;
        spread(pixels, from, from + static_cast<double>(bins.width) * scale, static_cast<double>(bins.wireBytes[i]));
    }
    return pixels;
}

} // namespace

QImage makeLanes(const LaneRequest& request, const JobContext& job)
{
    const auto lanes = static_cast<int>(request.flows.size());
    if (lanes == 0 || request.width <= 0 || request.view.isEmpty())
        return {};
    std::vector<std::vector<double>> loads;
    double largest = 0;
    for (const std::uint32_t flow : request.flows) {
        if (job.cancelled())
            return {};
        loads.push_back(laneOf(request.trace->summary.bins, flow, request.view, request.width));
        largest = std::max(largest, *std::ranges::max_element(loads.back()));
    }
    QImage image(request.width, lanes, QImage::Format_ARGB32_Premultiplied);
    for (int lane = 0; lane < lanes; ++lane) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(lane));
        for (int x = 0; x < request.width; ++x) {
            const double load = loads[static_cast<std::size_t>(lane)][static_cast<std::size_t>(x)];
            const double share = load > 0 ? faintest + (1 - faintest) * std::sqrt(load / largest) : 0;
            QColor color = request.color;
            color.setAlphaF(static_cast<float>(share));
            pixels[x] = qPremultiply(color.rgba());
        }
    }
    return image;
}

} // namespace millrace::ui
