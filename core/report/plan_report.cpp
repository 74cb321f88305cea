// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/plan_report.h"

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/planner/start_costs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

using planner::Candidate;
using planner::Planner;

FigureSeries pointsOf(const char* name, const std::vector<Candidate>& candidates)
{
    FigureSeries series{name, {}, {}};
    for (const Candidate& candidate : candidates)
        if (const double dollars = candidate.forecast.trainingDollars(); !std::isnan(dollars)) {
            FigurePoint point;
            point.x = dollars;
            point.y = candidate.forecast.trainingSeconds / 3600;
            series.points.push_back(std::move(point));
        }
    return series;
}

std::vector<std::string> remarkTexts(const Planner& planner, const Candidate& candidate)
{
    std::vector<std::string> texts;
    for (const planner::Remark remark : planner.remarks(candidate.forecast, candidate.averaging))
        texts.push_back(planner::remarkText(remark, candidate.forecast, planner.plan()));
    if (!candidate.averaging.beyond.empty())
        texts.push_back("simulation " + candidate.averaging.beyond);
    return texts;
}

/// What was searched, and how sure the best choice is.
std::string searchText(const planner::SearchResult& result)
{
    std::string text = fmt::format("{:.6g} choices of machines", result.choices);
    const char* forecast = "forecast";
    if (result.strategies > 0) {
        text += fmt::format(" with {} all-reduces", result.strategies);
        forecast = "simulated";
    }
    if (result.isComplete && result.strategies == 0)
        return text + ", all forecast";
    text += fmt::format(", {} {}; ", result.forecasts, forecast);
    if (result.isComplete)
        return text + "none of the others is among the best or beats them in cost and time";
    return text
        + (result.gap > 0
               ? fmt::format("one that was not may be up to {:.3g} % better than the best one", 100 * result.gap)
               : std::string("none of the others is better than the best one"));
}

std::string refusedText(const Planner& planner, std::string_view kind, const planner::Candidate& candidate)
{
    const planner::Forecast& forecast = candidate.forecast;
    std::string text = fmt::format("The {} of them: {}, {:.4g} h", kind, planner::nameOf(candidate, planner.sites()),
                                   forecast.trainingSeconds / 3600);
    if (const double dollars = forecast.trainingDollars(); !std::isnan(dollars))
        text += fmt::format(", {:.4g} $", dollars);
    if (planner.plan().leastGranularity > 0 && std::isfinite(forecast.granularity()))
        text += fmt::format(", granularity {:.3g}", forecast.granularity());
    return text + ".";
}

} // namespace

Table candidateTable(const Planner& planner, const std::vector<Candidate>& candidates, const std::string& title,
                     const std::vector<planner::SimulatedRound>& simulated)
{
    Table table;
    table.title = title;
    const bool haveStrategies = std::ranges::any_of(
        candidates, [](const Candidate& candidate) { return !candidate.averaging.strategy.empty(); });
    table.columns = {{"machines"},
                     {"cost", "training", "$", "cost an hour × time"},
                     {"time", "training", "h", "samples ÷ throughput"},
                     {"throughput", "throughput", "samples/s", "target batch ÷ (computing + averaging)"},
                     {"million", "10⁶ samples", "$", "cost an hour ÷ 3600 ÷ throughput × 10⁶"},
                     {"hourly", "cost", "$/h", "machines, what they send to each other, and reading of the data"},
                     {"traffic", "of it traffic", "$/h", "what the machines send to each other"},
                     {"granularity", "granularity", "", "computing ÷ averaging of a round", 3},
                     {"throughput.low", "from", "samples/s", "lower end of the 90 % band of the averaging"},
                     {"throughput.high", "to", "samples/s", "upper end of the band"},
                     {"remarks"}};
    if (haveStrategies)
        table.columns.insert(std::next(table.columns.begin()), {"strategy"});
    if (!simulated.empty())
        table.columns.insert(
            std::prev(table.columns.end()),
            {{"throughput.simulated", "simulated", "samples/s", "target batch ÷ (computing + simulated averaging)"},
             {"averaging.ratio", "of the law", "", "simulated averaging time ÷ that of the law", 3}});
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& candidate = candidates[i];
        const planner::Forecast& forecast = candidate.forecast;
        std::vector<std::string> remarks = remarkTexts(planner, candidate);
        const double granularity = forecast.granularity();
        std::vector<Cell> row = {planner::nameOf(candidate, planner.sites())};
        if (haveStrategies)
            row.emplace_back(candidate.averaging.strategy);
        row.insert(row.end(),
                   {forecast.trainingDollars(), forecast.trainingSeconds / 3600, forecast.samplesPerSecond,
                    forecast.dollarsPerMillion(), forecast.dollarsPerHour(), forecast.trafficDollars,
                    std::isinf(granularity) ? Cell(std::string()) : Cell(granularity), forecast.rateBand.low,
                    forecast.rateBand.high});
        if (i < simulated.size()) {
            if (!simulated[i].beyond.empty())
                remarks.push_back("simulation " + simulated[i].beyond);
            row.emplace_back(simulated[i].samplesPerSecond);
            row.emplace_back(forecast.averagingSeconds > 0
                                 ? Cell(simulated[i].averagingSeconds / forecast.averagingSeconds)
                                 : Cell(std::string()));
        }
        row.emplace_back(join(remarks, "; "));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table explanationTable(const Planner& planner, const Candidate& candidate)
{
    Table table;
    table.title = planner::nameOf(candidate, planner.sites());
    if (!candidate.averaging.strategy.empty())
        table.title += ", " + candidate.averaging.strategy;
    table.columns = {{"number"}, {"value"}, {"how"}};
    for (const planner::Explanation& line : planner::explain(planner, candidate))
        table.rows.push_back({line.what, line.value, line.how});
    table.notes = remarkTexts(planner, candidate);
    return table;
}

Table breakEvenTable(const Planner& planner, const Candidate& candidate)
{
    Table table;
    table.title = "Against one machine: " + planner::nameOf(candidate, planner.sites());
    table.columns = {{"machine"},
                     {"throughput", "throughput", "samples/s"},
                     {"hourly", "cost", "$/h"},
                     {"million", "10⁶ samples", "$"},
                     {"break_even", "break-even", "$/h", "price of the machine at which a sample costs the same"}};
    for (const planner::BreakEven& entry : planner::breakEven(planner, candidate))
        table.rows.push_back({planner.sites()[entry.site].name(), entry.alone.samplesPerSecond,
                              entry.alone.dollarsPerHour(), entry.alone.dollarsPerMillion(), entry.hourlyDollars});
    return table;
}

Table strategyTable(const Planner& planner, const Candidate& candidate, std::vector<planner::Candidate> strategies)
{
    Table table;
    if (strategies.empty())
        return table;
    table.title = "All-reduces, simulated: " + planner::nameOf(candidate, planner.sites());
    table.columns = {{"strategy"},
                     {"averaging", "averaging", "s", "simulated, of a round"},
                     {"cost", "training", "$", "cost an hour × time"},
                     {"time", "training", "h", "samples ÷ throughput"},
                     {"throughput", "throughput", "samples/s", "target batch ÷ (computing + averaging)"},
                     {"hourly", "cost", "$/h", "machines, what they send to each other, and reading of the data"},
                     {"traffic", "of it traffic", "$/h", "what the machines send to each other, by the graphs"},
                     {"remarks"}};
    std::ranges::stable_sort(strategies, [](const auto& left, const auto& right) {
        const double a = left.forecast.trainingDollars(), b = right.forecast.trainingDollars();
        return std::isnan(a) || std::isnan(b) ? left.forecast.trainingSeconds < right.forecast.trainingSeconds : a < b;
    });
    for (const Candidate& each : strategies) {
        const planner::Forecast& forecast = each.forecast;
        table.rows.push_back({each.averaging.strategy, forecast.averagingSeconds, forecast.trainingDollars(),
                              forecast.trainingSeconds / 3600, forecast.samplesPerSecond, forecast.dollarsPerHour(),
                              forecast.trafficDollars, each.averaging.beyond});
    }
    table.notes.emplace_back(
        "A ring goes through the machines in the order of the sites, a star and a tree have the first "
        "machine as their root.");
    return table;
}

Table interruptionTable(const Planner& planner, const Candidate& candidate)
{
    constexpr double mostOfAll = 300'000; // interruptions
    Table table;
    if (!planner.plan().rejoin)
        return table;
    table.title = "Interruptions: " + planner::nameOf(candidate, planner.sites());
    table.columns = {{"result"},
                     {"time", "training", "h"},
                     {"cost", "cost", "$", "cost an hour × time"},
                     {"interruptions", "interruptions"},
                     {"productive", "productive", "%", "of the time of the machines, by the samples/s that they train"},
                     {"starting", "starting", "%", "until a replacement runs"},
                     {"state", "state", "%", "until it has read the state"},
                     {"lost", "lost", "%", "trained, but not averaged before the interruption"}};
    const planner::Forecast& forecast = candidate.forecast;
    const auto add = [&](std::string name, double seconds, double count, const planner::MachineTime* time) {
        std::vector<Cell> row = {std::move(name), seconds / 3600, forecast.dollarsPerHour() * seconds / 3600, count};
        if (time != nullptr)
            for (const double part : {time->productive, time->starting, time->state, time->lost})
                row.emplace_back(100 * part);
        else
            row.resize(table.columns.size(), Cell(std::string()));
        table.rows.push_back(std::move(row));
    };
    const double expected = forecast.interruptionsPerHour * forecast.trainingSeconds / 3600;
    add("by the formula", forecast.trainingSeconds, expected, &forecast.time);
    if (!candidate.averaging.strategy.empty()) {
        table.notes.emplace_back("Replays average by the law of the plan; for a simulated all-reduce there are none.");
        return table;
    }
    const auto replays = static_cast<std::uint64_t>(std::clamp(mostOfAll / std::max(expected, 1.0), 5.0, 100.0));
    const double part = 1 / static_cast<double>(replays);
    std::vector<double> seconds, interruptions;
    planner::MachineTime sum{0, 0, 0, 0};
    for (std::uint64_t seed = 1; seed <= replays; ++seed) {
        const auto replayed = planner::replayInterruptions(planner, candidate.counts, seed);
        if (std::isinf(replayed.seconds)) {
            table.notes.emplace_back("With so many interruptions the training does not end.");
            return table;
        }
        seconds.push_back(replayed.seconds);
        interruptions.push_back(replayed.interruptions);
        sum.productive += part * replayed.time.productive;
        sum.starting += part * replayed.time.starting;
        sum.state += part * replayed.time.state;
        sum.lost += part * replayed.time.lost;
    }
    add(fmt::format("mean of {} replays", replays), mean(seconds), mean(interruptions), &sum);
    for (const double share : {0.05, 0.95})
        add(fmt::format("{:.0f} % of the replays are below", 100 * share), quantile(seconds, share),
            quantile(interruptions, share), nullptr);
    table.notes.emplace_back("A replay draws when each machine is taken back, and goes on with the machines that are "
                             "left.");
    return table;
}

Table startTable(const Planner& planner, const Candidate& candidate)
{
    Table table;
    table.title = "By the day of the start: " + planner::nameOf(candidate, planner.sites());
    table.columns = {{"result"},
                     {"start"},
                     {"cost", "training", "$", "machines by the prices in force at each moment, traffic and reading"},
                     {"ratio", "of the forecast", "", "÷ the cost by the plan's prices", 3}};
    const auto costs = planner::costsByStart(planner, candidate);
    if (costs.empty()) {
        table.notes.push_back(fmt::format("The dates of the prices do not span a training of {:.4g} h.",
                                          candidate.forecast.trainingSeconds / 3600));
        return table;
    }
    const double forecast = candidate.forecast.trainingDollars();
    const auto add = [&](std::string name, std::string start, double dollars) {
        table.rows.push_back({std::move(name), std::move(start), dollars, dollars / forecast});
    };
    const auto dayOf = [](const planner::StartCost& cost) {
        std::string text = toRfc3339(cost.start).substr(0, 16);
        text[10] = ' ';
        return text.ends_with(" 00:00") ? text.substr(0, 10) : text;
    };
    const auto [cheapest, dearest] = std::ranges::minmax_element(costs, {}, &planner::StartCost::dollars);
    std::vector<double> dollars;
    for (const planner::StartCost& cost : costs)
        dollars.push_back(cost.dollars);
    add("cheapest", dayOf(*cheapest), cheapest->dollars);
    for (const double share : {0.05, 0.5, 0.95})
        add(fmt::format("{:.0f} % of the starts are below", 100 * share), {}, quantile(dollars, share));
    add("dearest", dayOf(*dearest), dearest->dollars);
    add("last", dayOf(costs.back()), costs.back().dollars);
    table.notes.push_back(fmt::format("{} starts, one whenever a price changed, {} to {}; the training takes {:.4g} h.",
                                      costs.size(), dayOf(costs.front()), dayOf(costs.back()),
                                      candidate.forecast.trainingSeconds / 3600));
    if (planner.plan().budget)
        table.notes.push_back(
            fmt::format("{} of them are within the budget.",
                        std::ranges::count_if(dollars, [&](double each) { return each <= *planner.plan().budget; })));
    return table;
}

FigureSpec planFigure(const Planner& planner, const planner::SearchResult& result)
{
    FigureSpec figure;
    figure.name = "plan";
    figure.kind = FigureKind::Scatter;
    figure.title = fmt::format("Cost and time of {} samples: {}", planner.plan().samples, planner.plan().name);
    figure.x.label = "cost";
    figure.x.unit = "$";
    figure.y.label = "training";
    figure.y.unit = "h";
    figure.x.scale = figure.y.scale = Scale::Logarithmic;
    figure.series = {pointsOf("best", result.best), pointsOf("cheapest for its time", result.front)};
    figure.caption = join(planSentences(planner, result), " ");
    if (figure.series[0].points.empty() && figure.series[1].points.empty())
        figure.note = "No candidate with a known cost.";
    return figure;
}

std::vector<std::string> choiceSentences(const Planner& planner, const planner::SearchResult& result)
{
    std::vector<std::string> sentences = {
        searchText(result) + fmt::format("; {} do not meet budget, deadline or granularity.", result.refused)};
    if (result.best.empty() && result.refusedCheapest)
        sentences.push_back(refusedText(planner, "cheapest", *result.refusedCheapest));
    if (result.best.empty() && result.refusedFastest)
        sentences.push_back(refusedText(planner, "fastest", *result.refusedFastest));
    return sentences;
}

std::vector<std::string> planSentences(const Planner& planner, const planner::SearchResult& result,
                                       const std::string& simulation)
{
    std::vector<std::string> sentences = choiceSentences(planner, result);
    const planner::AveragingLaw& law = planner.plan().averaging;
    if (result.strategies == 0)
        sentences.push_back(fmt::format(
            "Averaging times by the law of {}; {}.", law.source,
            law.band > 0 ? fmt::format("90 % of held-out ones are within {:.3g} %", 100 * (std::exp(law.band) - 1))
                         : std::string("they are too few to say how wrong it is")));
    if (!simulation.empty())
        sentences.push_back(fmt::format("Simulated: {} of the built-in worker over the same links; {}.",
                                        result.strategies > 0 ? "all-reduces" : "the all-reduce PAIRWISE", simulation));
    if (!planner.estimated().empty())
        sentences.push_back(
            fmt::format("Rates estimated as 2.6 MB in flight ÷ round trip: {}.", join(planner.estimated(), ", ")));
    for (std::size_t site = 0; planner.plan().rejoin && site < planner.sites().size(); ++site)
        if (std::isnan(planner.interruptions(site).anHour))
            sentences.push_back(fmt::format("Interruptions not known, and not counted: {}; give the plan "
                                            "\"interruptions\", or its price \"taken_back\".",
                                            planner.sites()[site].name()));
    for (const std::string& missing : planner.missingPrices())
        sentences.push_back("Cost not known: " + missing + ".");
    return sentences;
}

} // namespace millrace::report
