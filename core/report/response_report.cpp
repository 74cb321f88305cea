// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/response_report.h"

#include "core/analysis/periodicity.h"
#include "core/base/statistics.h"
#include "core/report/campaign_data.h"
#include "core/report/response_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::report {

namespace {

constexpr std::size_t mostCurvesDrawn = 8; ///< with their own figures
constexpr std::size_t leastSamples = 64; ///< for a period

double known(double value, double otherwise)
{
    return std::isnan(value) ? otherwise : value;
}

double axisRate(const ResponseRun& run, const ResponseChoice& choice)
{
    return choice.axis == ResponseAxis::Offered ? run.offered : run.achieved;
}

double middleOf(const std::vector<ResponseRun>& runs, double ResponseRun::*member)
{
    std::vector<double> values;
    for (const ResponseRun& run : runs)
        if (!std::isnan(run.*member))
            values.push_back(run.*member);
    return values.empty() ? unknown : median(values);
}

std::size_t wholeCount(double count)
{
    return count > 0 && count < 1e15 ? static_cast<std::size_t>(count) : 0;
}

/// The point at no load if there is no run without cross traffic: from the baseline phases of the loaded runs.
void addBaselinePoint(ResponseCurve& curve, const ResponseGroup& group, const ResponseChoice& choice)
{
    if (!group.clean.empty() || choice.value == ResponseValue::P99)
        return;
    const double baseline = middleOf(group.loaded, &ResponseRun::baseline);
    double count = 0;
    for (const ResponseRun& run : group.loaded)
        count += known(run.baselineCount, 0);
    if (baseline > 0)
        curve.points.push_back({0, choice.relative ? 1 : baseline, wholeCount(count)});
}

ResponseCurve curveOf(const CampaignData& data, const ResponseGroup& group, const ResponseChoice& choice,
                      std::vector<std::string>& notes)
{
    ResponseCurve curve;
    curve.label = group.label;
    curve.capacity = middleOf(group.loaded, &ResponseRun::capacity);
    curve.requirement = middleOf(group.loaded, &ResponseRun::requirement);
    std::size_t without = 0;
    for (const std::vector<ResponseRun>* runs : {&group.clean, &group.loaded})
        for (const ResponseRun& run : *runs) {
            const double time = choice.relative ? run.time / run.baseline : run.time;
            const double rate = axisRate(run, choice);
            curve.runs.push_back(data.rows[run.row].run.uuid);
            if (std::isfinite(time) && std::isfinite(rate))
                curve.points.push_back({rate, time, wholeCount(run.count)});
            else
                ++without;
        }
    addBaselinePoint(curve, group, choice);
    std::ranges::stable_sort(curve.points, {}, &analysis::ResponsePoint::rate);
    if (without > 0)
        notes.push_back(
            fmt::format("{}: {} without this value or rate are left out.", curve.label, counted(without, "run")));
    return curve;
}

void addFits(ResponseCurve& curve, const ResponseChoice& choice, std::vector<std::string>& notes)
{
    if (!(curve.capacity > 0)) {
        notes.push_back(fmt::format(
            "{}: no law is fitted, because no run has the capacity of the path; set it with --capacity.", curve.label));
        return;
    }
    std::size_t leftOut = 0;
    const auto one =
        fitResponse(curve.points, analysis::ResponseLaw::Exponential, curve.capacity, choice.domain, 1, &leftOut);
    curve.fits = fitAllLaws(curve.points, curve.capacity, choice.domain);
    if (curve.fits.empty() && !one)
        notes.push_back(fmt::format("{}: no law is fitted: {}.", curve.label, one.error().what));
    if (leftOut > 0)
        notes.push_back(fmt::format("{}: {} at or above the capacity of {} left out of the fits. The rate is that of "
                                    "all sources together; with "
                                    "several destinations no link carries all of it.",
                                    curve.label, counted(leftOut, "point"), quantityText(curve.capacity, "bit/s")));
}

void append(PhaseValues& to, const PhaseValues& from)
{
    const auto add = [](std::vector<double>& all, const std::vector<double>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    add(to.baseline, from.baseline);
    add(to.loaded, from.loaded);
    add(to.rates, from.rates);
    add(to.weights, from.weights);
    to.spacing = known(to.spacing, from.spacing);
}

/// Reads the series of at most the allowed number of runs.
class ConditionReader
{
public:
    ConditionReader(store::Database& database, const CampaignData& data) : m_database(database), m_data(data) { }

    Result<CurveConditions> read(const ResponseGroup& group, const JobContext& job)
    {
        CurveConditions conditions;
        conditions.baseline.name = "baseline";
        conditions.baseline.achieved = 0;
        for (const ResponseRun& run : group.clean)
            MR_CHECK(add(conditions.baseline, conditions.baseline, run, job));
        for (const ResponseRun& run : group.loaded) {
            const std::string name = run.level.empty() ? run.profile : run.level;
            auto found = std::ranges::find(conditions.loaded, name, &ResponseCondition::name);
            if (found == conditions.loaded.end())
                found = conditions.loaded.insert(found, ResponseCondition{name, unknown, {}});
            MR_CHECK(add(*found, conditions.baseline, run, job));
        }
        for (ResponseCondition& condition : conditions.loaded)
            condition.achieved /= static_cast<double>(std::max<std::size_t>(condition.runs, 1));
        std::ranges::stable_sort(conditions.loaded, {}, &ResponseCondition::achieved);
        return conditions;
    }

    Issues issues;
    std::size_t left = 0; ///< runs that were not read

private:
    Result<void> add(ResponseCondition& condition, ResponseCondition& baseline, const ResponseRun& run,
                     const JobContext& job)
    {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading step times was cancelled");
        condition.achieved = known(condition.achieved, 0) + run.achieved;
        ++condition.runs;
        if (m_read >= mostRunsRead) {
            ++left;
            return {};
        }
        ++m_read;
        job.progress(static_cast<long long>(m_read), 0, "reading step times");
        MR_TRY(values, readPhases(m_database, m_data.rows[run.row].run, issues));
        if (!condition.periodLooked && values.first.size() >= leastSamples && values.spacing > 0) {
            MR_TRY(period, analysis::findPeriod(values.first, values.spacing, {}, job));
            condition.periodLooked = true;
            condition.period = period.found ? period.period : unknown;
        }
        baseline.values.baseline.insert(baseline.values.baseline.end(), values.baseline.begin(), values.baseline.end());
        values.baseline.clear();
        append(condition.values, values);
        return {};
    }

    store::Database& m_database;
    const CampaignData& m_data;
    std::size_t m_read = 0;
};

std::vector<std::string> allRuns(const std::vector<ResponseCurve>& curves)
{
    std::set<std::string> uuids;
    for (const ResponseCurve& curve : curves)
        uuids.insert(curve.runs.begin(), curve.runs.end());
    return {uuids.begin(), uuids.end()};
}

Result<void> addFigures(ResponseReport& report, store::Database& database, const CampaignData& data,
                        const ResponseChoice& choice, const std::vector<CurveConditions>& conditions)
{
    MR_TRY(time, reportTime());
    MR_TRY(provenance, provenanceOf(database, data.campaign, time));
    provenance.query = "runs with cross traffic that are done, and those without under the same other factors; without "
                       "warm-up, excluded and repeated ones";
    const Provenance all = withRuns(provenance, allRuns(report.curves));
    for (FigureSpec figure : {responseFigure(report.curves, choice), residualFigure(report.curves, choice),
                              demandFigure(report.curves, choice)}) {
        figure.provenance = all;
        report.figures.push_back(std::move(figure));
    }
    for (std::size_t i = 0; i < std::min(report.curves.size(), mostCurvesDrawn); ++i)
        for (FigureSpec figure :
             {stepFigure(report.curves[i], conditions[i], i + 1), rateFigure(report.curves[i], conditions[i], i + 1)}) {
            figure.provenance = withRuns(provenance, report.curves[i].runs);
            report.figures.push_back(std::move(figure));
        }
    if (report.curves.size() > mostCurvesDrawn)
        report.notes.push_back(fmt::format("Distributions of {} further curves are in the tables only.",
                                           report.curves.size() - mostCurvesDrawn));
    return {};
}

} // namespace

Result<ResponseReport> responseReport(store::Database& database, const CampaignData& data, const ResponseChoice& choice,
                                      const JobContext& job)
{
    if (!hasResponse(data))
        return fail(ErrorCode::InvalidInput,
                    "no run that counts has cross traffic; run a grid with the factor cross_traffic");
    ResponseReport report;
    const std::vector<ResponseRun> runs = responseRuns(data, choice);
    const std::vector<ResponseGroup> groups = responseGroups(data, runs, report.notes);
    if (groups.empty())
        return fail(ErrorCode::InvalidInput,
                    "no run with cross traffic has iterations in its loaded phase; make the phases longer");
    std::vector<CurveConditions> conditions;
    ConditionReader reader(database, data);
    for (const ResponseGroup& group : groups) {
        ResponseCurve curve = curveOf(data, group, choice, report.notes);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "fitting response curves was cancelled");
        addFits(curve, choice, report.notes);
        MR_TRY(read, reader.read(group, job));
        report.curves.push_back(std::move(curve));
        conditions.push_back(std::move(read));
    }
    MR_CHECK(addFigures(report, database, data, choice, conditions));
    report.tables = {pointTable(report.curves, choice), fitTable(report.curves, choice),
                     parameterTable(report.curves, choice), distanceTable(report.curves, conditions),
                     trafficTable(report.curves, conditions)};
    if (reader.left > 0)
        report.notes.push_back(fmt::format("Step times of {} were not read.", counted(reader.left, "further run")));
    for (const Issue& issue : reader.issues)
        report.notes.push_back(issueText(issue) + ".");
    if (const std::string left = noteOnRuns(data); !left.empty())
        report.notes.push_back(left);
    return report;
}

} // namespace millrace::report
