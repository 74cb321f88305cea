// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/report/compatibility_report.h"
#include "core/report/html_report.h"
#include "core/report/response_report.h"
#include "core/report/svg_figure.h"
#include "tests/core/report/made_store.h"
#include "tests/core/report/markup_check.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr double capacity = 1e9;
constexpr double gradientBits = 80e6;
constexpr std::int64_t second = 1'000'000'000;

/// The law by which the made runs answer: t = t0·exp(0.2·C/(C − B)).
double timeOf(double t0, double rate)
{
    return t0 * std::exp(0.2 * capacity / (capacity - rate));
}

double t0Of(const std::string& model)
{
    return model == "vgg16" ? 0.2 : 0.1;
}

Made made(const std::string& model, const std::string& profile, double rate, int repetition = 1)
{
    const bool loaded = profile != "none";
    const double time = timeOf(t0Of(model), rate);
    Made run{{textFactor("model", model), textFactor("cross_traffic", profile),
              numberFactor("cross_rate", fmt::format("{} Mbit/s", rate / 1e6), rate, "bit/s")}};
    run.repetition = repetition;
    run.metrics = {metric("steps", 40),
                   metric("step_mean", time, "s"),
                   metric("step_median", time, "s"),
                   metric("step_p99", time * 1.5, "s"),
                   metric("communication_mean", 0.05, "s"),
                   metric("bus_bandwidth", 1.5 * gradientBits / 0.05, "bit/s")};
    if (loaded)
        for (store::Metric each :
             {metric("loaded_step_mean", time, "s"), metric("loaded_step_median", time * 0.98, "s"),
              metric("loaded_step_p99", time * 1.5, "s"), metric("loaded_steps", 20), metric("baseline_steps", 10),
              metric("baseline_step_mean", timeOf(t0Of(model), 0), "s"),
              metric("baseline_step_median", timeOf(t0Of(model), 0), "s"), metric("cross_requested", rate, "bit/s"),
              metric("cross_offered", rate * 1.02, "bit/s"), metric("cross_achieved", rate, "bit/s"),
              metric("cross_capacity", capacity, "bit/s")})
            run.metrics.push_back(std::move(each));
    return run;
}

void addPhase(MadeStore& store, std::size_t run, const char* text, std::int64_t wall)
{
    store.sql(
        fmt::format("INSERT INTO events (run_id, wall_ns, monotonic_ns, kind, node, text, json) VALUES ({}, {}, {}, "
                    "'phase', '', '{}', '')",
                    store.ids[run].value, wall, wall, text));
}

/// 10 steps of 0.5 s, 10 of 1 s under the load, 5 of 0.5 s after it; one spans each boundary.
void addSeriesOf(MadeStore& store, std::size_t run, double loadedStep)
{
    addPhase(store, run, "benchmark", 1);
    addPhase(store, run, "baseline", 100 * second);
    addPhase(store, run, "loaded", 200 * second);
    addPhase(store, run, "drain", 300 * second);
    addPhase(store, run, "recovery", 302 * second);
    addPhase(store, run, "end", 400 * second);
    for (int rank = 0; rank < 2; ++rank) {
        analysis::Series steps{"step.time", fmt::format("rank {}", rank), "s", {}, {}};
        const auto add = [&](double end, double duration) {
            steps.times.push_back(std::int64_t(end * 1e9));
            steps.values.push_back(duration);
        };
        add(99, 7); // before the baseline
        for (int i = 0; i < 10; ++i)
            add(110 + i, rank == 0 ? 0.5 : 0.4);
        add(200.2, 0.5); // across the border
        for (int i = 0; i < 10; ++i)
            add(210 + i, rank == 1 ? loadedStep + 0.01 * i : 0.4);
        add(300.2, 0.5);
        add(310, 0.5);
        store.addSeries(run, steps);
    }
    analysis::Series received{"cross.received", "b", "bit/s", {}, {}};
    for (int i = 0; i < 400; ++i) { // 10 s of 0.1 s samples at 200 s; 1 of every 8 on
        received.times.push_back(195 * second + i * second / 10);
        received.values.push_back(i % 8 == 0 ? 800e6 : 0);
    }
    store.addSeries(run, received);
}

std::unique_ptr<MadeStore> madeCampaign()
{
    std::vector<Made> runs;
    for (const char* model : {"resnet50", "vgg16"}) {
        runs.push_back(made(model, "none", 0));
        for (const char* profile : {"burst", "consistent"})
            for (const double rate : {200e6, 400e6, 600e6, 700e6, 800e6, 850e6})
                runs.push_back(made(model, profile, rate));
    }
    runs.push_back(made("vgg16", "burst", 500e6));
    runs.back().state = store::RunState::Failed;
    auto store = std::make_unique<MadeStore>(runs);
    addSeriesOf(*store, 1, 1.0);
    addSeriesOf(*store, 2, 2.0);
    return store;
}

ResponseReport reportOf(MadeStore& store, const ResponseChoice& choice = {})
{
    const CampaignData data = need(loadCampaign(store.database, store.campaign));
    return need(responseReport(store.database, data, choice, {}));
}

const Table& tableOf(const ResponseReport& report, const std::string& title)
{
    const auto found = std::ranges::find(report.tables, title, &Table::title);
    if (found == report.tables.end())
        qFatal("no table %s", title.c_str());
    return *found;
}

double numberAt(const Table& table, std::size_t row, const std::string& column)
{
    const auto found = std::ranges::find(table.columns, column, &Column::name);
    const Cell& cell = table.rows.at(row).at(std::size_t(found - table.columns.begin()));
    if (const auto* quantity = std::get_if<Quantity>(&cell))
        return quantity->value;
    return std::holds_alternative<double>(cell) ? std::get<double>(cell) : unknown;
}

bool near(double found, double wanted, double relative = 1e-6)
{
    return std::abs(found - wanted) <= relative * std::abs(wanted);
}

} // namespace

class TestResponseReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Runs that differ in the load alone are one curve; those without load belong to every curve of their model.
    void curves()
    {
        const auto store = madeCampaign();
        const ResponseReport report = reportOf(*store);
        QCOMPARE(report.curves.size(), std::size_t(4));
        QCOMPARE(report.curves[0].label, std::string("cross_traffic=burst model=resnet50"));
        for (const ResponseCurve& curve : report.curves) {
            QCOMPARE(curve.points.size(), std::size_t(7));
            QCOMPARE(curve.points.front().rate, 0.0);
            QVERIFY(std::ranges::is_sorted(curve.points, {}, &analysis::ResponsePoint::rate));
            QCOMPARE(curve.points.back().count, std::size_t(20));
            QCOMPARE(curve.capacity, capacity);
            QVERIFY(near(curve.requirement, 1.5 * gradientBits));
            const analysis::ResponseFit& fit = curve.fits.front();
            QCOMPARE(int(fit.law), int(analysis::ResponseLaw::Exponential));
            QVERIFY(near(fit.parameters[0].value.value, curve.label.find("vgg") == std::string::npos ? 0.1 : 0.2));
            QVERIFY(near(fit.parameters[1].value.value, 0.2));
        }
        QVERIFY(std::ranges::any_of(report.notes,
                                    [](const std::string& note) { return note.find("failed") != std::string::npos; }));
    }

    void figuresAndTables()
    {
        const auto store = madeCampaign();
        const ResponseReport report = reportOf(*store);
        QCOMPARE(report.figures.size(), std::size_t(3 + 2 * 4));
        for (const FigureSpec& figure : report.figures) {
            QVERIFY(!figure.caption.empty() && !figure.name.empty());
            QVERIFY(figure.provenance.runCount > 0);
            const std::string svg = toSvg(figure);
            QVERIFY2(markupProblem(svg).empty(), markupProblem(svg).c_str());
        }
        const FigureSpec& response = report.figures[0];
        QCOMPARE(int(response.y.scale), int(Scale::Logarithmic));
        QCOMPARE(std::ranges::count(response.series, true, &FigureSeries::curve), 4);
        QCOMPARE(tableOf(report, "Points").rows.size(), std::size_t(28));
        const Table& points = tableOf(report, "Points");
        QVERIFY(near(numberAt(points, 1, "available"), 800e6));
        QVERIFY(near(numberAt(points, 1, "demand"), 1.5 * gradientBits / timeOf(0.1, 200e6)));
        QVERIFY(near(numberAt(points, 1, "delta"), 800e6 - 1.5 * gradientBits / timeOf(0.1, 200e6)));
        const Table& fits = tableOf(report, "Fits");
        QVERIFY(fits.rows.size() >= 4 * 4);
        QVERIFY(near(numberAt(fits, 0, "r2_log"), 1));
        QVERIFY(near(numberAt(fits, 0, "break"), capacity * (1 - 1 / (1 + std::log(1.1) / 0.2)), 1e-5));
    }

    /// Steps belong to the phase in which they begin and end; the slowest rank counts.
    void distributions()
    {
        const auto store = madeCampaign();
        const ResponseReport report = reportOf(*store);
        const Table& table = tableOf(report, "Step times with and without load");
        QCOMPARE(table.rows.size(), std::size_t(3));
        QCOMPARE(numberAt(table, 0, "steps"), 20.0); // of two runs
        QCOMPARE(numberAt(table, 0, "p50"), 0.5);
        QCOMPARE(numberAt(table, 1, "steps"), 10.0);
        QVERIFY(near(numberAt(table, 1, "p50"), 1.045));
        QVERIFY(near(numberAt(table, 1, "mean"), 1.045));
        QVERIFY(near(numberAt(table, 1, "ks"), 1));
        QVERIFY(near(numberAt(table, 1, "wasserstein"), 0.545));
        QVERIFY(near(numberAt(table, 2, "wasserstein"), 1.545));
        const Table& traffic = tableOf(report, "Cross traffic as it arrived");
        QCOMPARE(traffic.rows.size(), std::size_t(2));
        QVERIFY(near(numberAt(traffic, 0, "mean"), 100e6, 0.02));
        QVERIFY(near(numberAt(traffic, 0, "period"), 0.8, 0.01));
        const auto steps = std::ranges::find(report.figures, "response-steps-1", &FigureSpec::name);
        QCOMPARE(steps->series.size(), std::size_t(3));
        QCOMPARE(steps->series[0].name, std::string("baseline"));
        const auto rates = std::ranges::find(report.figures, "response-rates-1", &FigureSpec::name);
        double share = 0;
        for (const FigurePoint& point : rates->series[0].points)
            share += point.y;
        QVERIFY(near(share, 1));
    }

    void choices()
    {
        const auto store = madeCampaign();
        ResponseChoice choice;
        choice.axis = ResponseAxis::Available;
        choice.relative = true;
        choice.value = ResponseValue::P99;
        choice.logarithmic = false;
        choice.domain = analysis::FitDomain::Linear;
        const ResponseReport report = reportOf(*store, choice);
        const FigureSpec& response = report.figures.front();
        QCOMPARE(int(response.y.scale), int(Scale::Linear));
        QVERIFY(near(response.series[0].points[1].x, 800e6));
        QVERIFY(near(response.series[0].points[1].y, 1.5 * timeOf(1, 200e6) / timeOf(1, 0)));
        QVERIFY(report.curves[0].fits.front().domain == analysis::FitDomain::Linear);
        choice.axis = ResponseAxis::Offered;
        QVERIFY(near(reportOf(*store, choice).curves[0].points[1].rate, 204e6));
        choice.capacity = 700e6;
        const ResponseReport narrow = reportOf(*store, choice);
        QCOMPARE(narrow.curves[0].capacity, 700e6);
        QVERIFY(std::ranges::any_of(
            narrow.notes, [](const std::string& note) { return note.find("at or above") != std::string::npos; }));
    }

    /// Without runs of the level "none" the baseline phases give the point at no load.
    /// Factors that are equal on all curves, or vary with the profile, are left out of labels; long levels are elided
    /// in the middle.
    void labelsHaveOnlyWhatTellsCurvesApart()
    {
        const auto labels = [](const std::vector<std::pair<std::string, std::string>>& kinds) {
            std::vector<Made> runs;
            for (const auto& [model, profile] : kinds)
                for (const double rate : {300e6, 500e6, 700e6})
                    runs.push_back(made(model, profile, rate));
            MadeStore store(runs);
            std::vector<std::string> all;
            for (const ResponseCurve& curve : reportOf(store).curves)
                all.push_back(curve.label);
            return all;
        };
        QCOMPARE(labels({{"resnet50", "burst"}, {"vgg16", "poisson"}}),
                 (std::vector<std::string>{"cross_traffic=burst", "cross_traffic=poisson"}));
        QCOMPARE(labels({{"resnet50", "burst"}, {"vgg16", "burst"}}),
                 (std::vector<std::string>{"model=resnet50", "model=vgg16"}));
        const std::string first = "cap 07a1c2d4e5f60718293a4b5c6d7e8f90",
                          other = "cap 57a1c2d4e5f60718293a4b5c6d7e8f91";
        for (const std::string& label : labels({{first, "burst"}, {other, "burst"}}))
            QVERIFY2(label.size() < 36 && label.find("…") != std::string::npos, label.c_str());
        // Where only the middles differ, they stay.
        const std::string same(20, 'x');
        QCOMPARE(labels({{same + "1" + same, "burst"}, {same + "2" + same, "burst"}}).front(),
                 "model=" + same + "1" + same);
    }

    void baselinePhases()
    {
        std::vector<Made> runs;
        for (const double rate : {300e6, 500e6, 700e6, 800e6})
            runs.push_back(made("vgg16", "burst", rate));
        MadeStore store(runs);
        const ResponseReport report = reportOf(store);
        QCOMPARE(report.curves.size(), std::size_t(1));
        QCOMPARE(report.curves[0].label, std::string("cross_traffic=burst"));
        QCOMPARE(report.curves[0].points.size(), std::size_t(5));
        QVERIFY(near(report.curves[0].points[0].time, timeOf(0.2, 0)));
        QCOMPARE(report.curves[0].points[0].count, std::size_t(40));
    }

    void saysWhatIsMissing()
    {
        MadeStore none({made("vgg16", "none", 0)});
        const CampaignData data = need(loadCampaign(none.database, none.campaign));
        QVERIFY(!hasResponse(data));
        const auto report = responseReport(none.database, data, {}, {});
        QVERIFY(!report && report.error().code == ErrorCode::InvalidInput);

        Made unlimited = made("vgg16", "burst", 300e6);
        std::erase_if(unlimited.metrics, [](const store::Metric& each) { return each.name == "cross_capacity"; });
        MadeStore without({unlimited});
        const ResponseReport notes = reportOf(without);
        QVERIFY(notes.curves[0].fits.empty());
        QVERIFY(std::ranges::any_of(
            notes.notes, [](const std::string& note) { return note.find("--capacity") != std::string::npos; }));

        const auto made = madeCampaign();
        std::stop_source stop;
        stop.request_stop();
        const CampaignData full = need(loadCampaign(made->database, made->campaign));
        const auto cancelled = responseReport(made->database, full, {}, {stop.get_token(), {}});
        QVERIFY(!cancelled && cancelled.error().code == ErrorCode::Cancelled);
    }

    /// Two runs that communicate half of the time at the link's rate fit between each other.
    void compatibility()
    {
        std::vector<Made> runs;
        for (int i = 0; i < 2; ++i)
            runs.push_back({{textFactor("model", i == 0 ? "a" : "b")},
                            {metric("step_mean", 0.1, "s"), metric("step_median", 0.1, "s"),
                             metric("communication_mean", 0.05, "s"), metric("bus_bandwidth", 1e9, "bit/s")}});
        MadeStore store(runs);
        analysis::Series fine{"net.sent", "n1", "bit/s", {}, {}}; // 10 samples in a step, on in 8 of them
        for (int i = 0; i < 500; ++i) {
            fine.times.push_back(i * second / 100);
            fine.values.push_back((i + 9) % 10 < 8 ? 1e9 : 0);
        }
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        QVERIFY(!compatibilityReport(store.database, data, 0, 1, {}));
        const CompatibilityReport found = need(compatibilityReport(store.database, data, 0, 1, {1e9, {}}));
        QVERIFY(near(found.circle.bestScore, 1) && near(found.circle.bestShift, 0.05));
        QCOMPARE(found.figures.size(), std::size_t(2));
        for (const FigureSpec& figure : found.figures)
            QVERIFY(markupProblem(toSvg(figure)).empty());
        store.addSeries(1, fine);
        const CompatibilityReport folded = need(compatibilityReport(store.database, data, 0, 1, {1e9, {}}));
        QVERIFY(folded.second.source.find("net.sent of n1") == 0);
        QVERIFY2(near(folded.circle.bestScore, 1 - 0.3, 1e-3), fmt::format("{}", folded.circle.bestScore).c_str());
        QVERIFY(!compatibilityReport(store.database, data, 0, 1, {1e9, "n7"}));
        QCOMPARE(need(findRun(data, "2")), std::size_t(1));
        QCOMPARE(need(findRun(data, data.rows[1].run.uuid)), std::size_t(1));
        QVERIFY(!findRun(data, "3") && !findRun(data, ""));
    }

    /// Two runs of one kind whose medians differ by 1.8 %, as their repetitions do, do not drift.
    void equalJobsDoNotDrift()
    {
        std::vector<Made> runs;
        for (const double step : {0.0703, 0.0716, 0.0695}) {
            Made run{{textFactor("model", "a")},
                     {metric("step_mean", step, "s"), metric("step_median", step, "s"),
                      metric("communication_mean", 0.03, "s"), metric("bus_bandwidth", 1e9, "bit/s")}};
            run.repetition = static_cast<int>(runs.size()) + 1;
            runs.push_back(run);
        }
        MadeStore store(runs);
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const CompatibilityReport found = need(compatibilityReport(store.database, data, 0, 1, {1e9, {}}));
        QVERIFY(found.circle.common && found.circle.firstTurns == 1 && found.circle.secondTurns == 1);
        QCOMPARE(found.notes.size(), std::size_t(1));
        QVERIFY(found.notes[0].find("within the uncertainty") != std::string::npos);
    }

    /// Curves, fits and distributions stand in the report of the campaign.
    void htmlPage()
    {
        const auto store = madeCampaign();
        ReportOptions options;
        options.time = std::chrono::seconds(1'795'167'760);
        const std::string page = need(htmlReport(store->database, store->campaign, options));
        for (const char* text : {"id=\"cross-traffic\"", "Step time under cross traffic", "Parameters of the fits",
                                 "Step times with and without load", "t = a·exp(k·C/(C−B))"})
            QVERIFY2(page.find(text) != std::string::npos, text);
        QCOMPARE(page, need(htmlReport(store->database, store->campaign, options)));
        const CampaignData data = need(loadCampaign(store->database, store->campaign));
        const std::string own = responsePage(data, reportOf(*store));
        QVERIFY(own.starts_with("<!DOCTYPE html>") && own.find("Parameters of the fits") != std::string::npos);
        const auto plain = quickstartStore();
        QVERIFY(need(htmlReport(plain->database, plain->campaign, options)).find("cross-traffic") == std::string::npos);
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestResponseReport)
#include "tst_response_report.moc"
