// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/fits.h"

#include "core/base/unknown.h"
#include "core/studies/figure_runs.h"
#include "core/studies/flumen/models.h"
#include "core/studies/study_selection.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::studies::flumen {

namespace {

using analysis::FitDomain;
using analysis::ResponseLaw;
using analysis::ResponsePoint;

/// One fit of the study and its points.
struct StudyLaw
{
    std::string_view series;
    std::string_view model;
    ResponseLaw law;
    double power = 1;
    double highestLabel = 1000; ///< of the tables' points
    double highestExtended = 0; ///< of the extended ones
    double sheetR2 = 0;
    double sheetFactor = unknown;
    double sheetB0 = unknown;
    const char* remark = "";
};

constexpr const char* allPoints = "all points of the tables";
constexpr const char* upTo24 = "labels 0 to 24 at the rates and times of the figures";
constexpr const char* byHand =
    "points of the figures and extended ones below the capacity; selected by hand in the workbook";
constexpr std::array<StudyLaw, 14> laws = {{
    {"iperf", "bert", ResponseLaw::Exponential, 1, 1000, 0, 0.9965, unknown, unknown, allPoints},
    {"iperf", "vgg16", ResponseLaw::Exponential, 1, 1000, 0, 0.991, unknown, unknown, allPoints},
    {"consistent-rdma", "bert", ResponseLaw::Exponential, 0.5, 1000, 0, 0.979, unknown, unknown, allPoints},
    {"consistent-rdma", "vgg16", ResponseLaw::Exponential, 0.5, 1000, 0, 0.9964, unknown, unknown, allPoints},
    {"burst-tcp", "bert", ResponseLaw::Exponential, 2, 24, 0, 0.930, unknown, unknown, upTo24},
    {"burst-tcp", "vgg16", ResponseLaw::Exponential, 2, 24, 0, 0.741, unknown, unknown, upTo24},
    {"burst-tcp", "densenet161", ResponseLaw::Exponential, 2, 24, 0, 0.845, unknown, unknown, upTo24},
    {"burst-tcp", "resnet50", ResponseLaw::Exponential, 2, 24, 0, 0.850, unknown, unknown, upTo24},
    {"consistent-tcp", "bert", ResponseLaw::SquareRoot, 1, 24, 25.5, 0.9564, 0.5644, 13.446e9, byHand},
    {"consistent-tcp", "resnet50", ResponseLaw::SquareRoot, 1, 25, 25.5, 0.9705, 0.0645, 10.964e9, byHand},
    {"burst-tcp", "bert", ResponseLaw::SquareRoot, 1, 25, 24.5, 0.8288, 0.2683, 53.44e9, byHand},
    {"burst-tcp", "resnet50", ResponseLaw::SquareRoot, 1, 25, 25.5, 0.9706, 0.0862, 17.42e9, byHand},
    {"consistent-rdma", "bert", ResponseLaw::SquareRoot, 1, 1000, 0, 0.9792, 0.2, 53.02e9,
     "all points; A is at the constraint"},
    {"consistent-rdma", "resnet50", ResponseLaw::InverseSquare, 1, 20, 0, 0.9617, 0.1401, 22.79e18,
     "labels to 20: the rate of label 22 does not belong to its time"},
}};

/// A stored point as the figures show it.
struct StoredPoint
{
    std::string series, model, set;
    double label = 0;
    ResponsePoint point;
};

Result<std::vector<StoredPoint>> storedPoints(store::Database& database, const std::string& campaign,
                                              const JobContext& job)
{
    MR_TRY(selection, selectStudy(database, "flumen", campaign));
    if (!selection)
        return fail(ErrorCode::NotFound, "the store has no cross-traffic study; import it first");
    MR_TRY(runs,
           readFigureRuns(database, selection->ids(), "what=iterations", {"series", "model", "set", "label"},
                          {"step_count_published", "cross_rate_published", "step_mean_published"}));
    std::vector<StoredPoint> points;
    for (const FigureRun& run : runs) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "fitting was cancelled");
        const auto text = [&run](const char* factor) { return levelOf(run, {factor}, {}).text; };
        const double label = numberOf(run, "label");
        const double count = metricOf(run, "step_count_published", {});
        const ResponsePoint point{metricOf(run, "cross_rate_published", {}), metricOf(run, "step_mean_published", {}),
                                  count > 0 ? static_cast<std::size_t>(count) : 0};
        if (std::isfinite(point.rate) && std::isfinite(point.time))
            points.push_back({text("series"), text("model"), text("set"), label, point});
    }
    return points;
}

std::vector<ResponsePoint> pointsOf(const std::vector<StoredPoint>& stored, const StudyLaw& law)
{
    std::vector<ResponsePoint> points;
    bool baseline = false;
    for (const StoredPoint& each : stored) {
        if (each.series != law.series || each.model != law.model)
            continue;
        const double highest = each.set == "extended" ? law.highestExtended : law.highestLabel;
        if (each.label > highest || each.point.rate >= flumenCapacity)
            continue;
        baseline = baseline || each.label == 0;
        points.push_back(each.point);
    }
    // Without a baseline in the table, the bursts' trend line uses the workbook's.
    const auto workbook = workbookBaseline("TCP", law.model);
    if (!points.empty() && !baseline && workbook && law.series == "burst-tcp" && law.law == ResponseLaw::Exponential)
        points.push_back({0, workbook->mean, workbook->count});
    return points;
}

/// R² on t of the law with the workbook's parameters.
double sheetLawR2(const StudyLaw& law, std::span<const ResponsePoint> points)
{
    if (std::isnan(law.sheetFactor) || points.empty())
        return unknown;
    analysis::ResponseFit sheet;
    sheet.law = law.law;
    sheet.capacity = flumenCapacity;
    sheet.parameters = {{"A", "s", {law.sheetFactor, {}}}, {"B0", "", {law.sheetB0, {}}}};
    double mean = 0, residual = 0, total = 0;
    for (const ResponsePoint& point : points)
        mean += point.time / static_cast<double>(points.size());
    for (const ResponsePoint& point : points) {
        residual += std::pow(point.time - sheet.at(point.rate), 2);
        total += std::pow(point.time - mean, 2);
    }
    return 1 - residual / total;
}

} // namespace

Result<std::vector<FlumenFit>> flumenFits(store::Database& database, const std::string& campaign, const JobContext& job)
{
    MR_TRY(stored, storedPoints(database, campaign, job));
    std::vector<FlumenFit> fits;
    for (const StudyLaw& law : laws) {
        const std::vector<ResponsePoint> points = pointsOf(stored, law);
        const bool isTrend = law.law == ResponseLaw::Exponential;
        const FitDomain domain = isTrend ? FitDomain::Logarithmic : FitDomain::Linear;
        auto fit = analysis::fitResponse(points, law.law, flumenCapacity, domain, law.power);
        if (fit)
            fits.push_back({law.series, law.model, *std::move(fit), points.size(), law.sheetR2, law.sheetFactor,
                            law.sheetB0, sheetLawR2(law, points), law.remark});
    }
    return fits;
}

} // namespace millrace::studies::flumen
