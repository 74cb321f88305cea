// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/network_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

constexpr std::size_t testPart = static_cast<std::size_t>(predict::Part::Test);
constexpr std::size_t mostMembersWithTraining = 2;

FigureSeries lossSeries(const std::string& name, const std::vector<predict::GraphsEpoch>& epochs, int member,
                        double predict::GraphsEpoch::*loss)
{
    FigureSeries series{name, {}, {}};
    for (const predict::GraphsEpoch& epoch : epochs)
        if (epoch.member == member && epoch.*loss > 0) {
            FigurePoint point;
            point.x = epoch.epoch;
            point.y = epoch.*loss;
            series.points.push_back(std::move(point));
        }
    return series;
}

nlohmann::ordered_json lossJson(const std::array<double, 3>& losses)
{
    nlohmann::ordered_json json;
    for (const predict::Part part : predict::parts)
        if (const double loss = losses[static_cast<std::size_t>(part)]; !std::isnan(loss))
            json[std::string(predict::partName(part))] = loss;
    return json;
}

} // namespace

FigureSpec lossFigure(const std::vector<predict::GraphsEpoch>& epochs)
{
    FigureSpec figure;
    figure.name = "losses";
    figure.title = "Losses over the epochs";
    figure.kind = FigureKind::Lines;
    figure.x.label = "epoch";
    figure.y.label = "loss";
    figure.y.scale = Scale::Logarithmic;
    figure.caption = "Means of squared errors, in fractions of the largest label of the training part.";
    std::map<int, bool> members;
    for (const predict::GraphsEpoch& epoch : epochs)
        members[epoch.member] = true;
    for (const auto& [member, isThere] : members) {
        const std::string suffix = members.size() == 1 ? std::string() : fmt::format(" {}", member + 1);
        for (auto& series : {lossSeries("validation" + suffix, epochs, member, &predict::GraphsEpoch::validation),
                             lossSeries("training" + suffix, epochs, member, &predict::GraphsEpoch::train)}) {
            const bool isShown = series.name.starts_with("validation") || members.size() <= mostMembersWithTraining;
            if (isShown && !series.points.empty())
                figure.series.push_back(series);
        }
    }
    return figure;
}

Table networkFitTable(const predict::NetworkOutcome& outcome)
{
    Table table;
    table.title = fmt::format("Graph network on {}", outcome.dataSet);
    const std::string how = "mean of squared errors, in fractions of the largest label of the training part";
    table.columns = {
        {"part"},
        {"graphs"},
        {"before", "loss before", "", how, 4},
        {"after", "loss after", "", how, 4},
        {"relative", "relative error", "%", "mean of |predicted - label| ÷ label over metrics and graphs", 3}};
    for (const predict::Part part : predict::parts) {
        const auto i = static_cast<std::size_t>(part);
        if (outcome.errors[i].graphs == 0)
            continue;
        table.rows.push_back({std::string(predict::partName(part)), static_cast<double>(outcome.errors[i].graphs),
                              outcome.fit ? Cell(outcome.fit->before[i]) : Cell(),
                              outcome.fit ? Cell(outcome.fit->after[i]) : Cell(outcome.errors[i].squared),
                              100 * outcome.errors[i].meanRelative});
    }
    table.notes = networkSentences(outcome);
    return table;
}

Table networkErrorTable(const predict::NetworkOutcome& outcome)
{
    Table table;
    table.title = "Mean relative error of the test part";
    const std::string how = "mean of |predicted - label| ÷ label";
    table.columns = {{"metric"}, {"network", "graph network", "%", how, 3}};
    for (const predict::RatedPredictor& each : outcome.others)
        table.columns.push_back({std::string(predict::regressorName(each.kind)), "", "%", how, 3});
    for (std::size_t metric = 0; metric < predict::metricCount; ++metric) {
        std::vector<Cell> row = {std::string(predict::metrics[metric].label),
                                 100 * outcome.errors[testPart].relative[metric]};
        for (const predict::RatedPredictor& each : outcome.others)
            row.push_back(100 * each.errors[testPart].relative[metric]);
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<std::string> networkSentences(const predict::NetworkOutcome& outcome)
{
    std::vector<std::string> sentences;
    if (outcome.fit)
        sentences.push_back(fmt::format("{} epochs{}, the best one {}; {:.3g} s of a processor.", outcome.fit->epochs,
                                        outcome.fit->stoppedEarly ? " (ended early)" : "", outcome.fit->bestEpoch,
                                        outcome.fit->cpuSeconds));
    if (!outcome.note.empty())
        sentences.push_back(outcome.note + ".");
    return sentences;
}

nlohmann::ordered_json networkJson(const predict::NetworkOutcome& outcome)
{
    nlohmann::ordered_json json{{"data_set", outcome.dataSet}};
    if (outcome.fit) {
        json["before"] = lossJson(outcome.fit->before);
        json["after"] = lossJson(outcome.fit->after);
        json["epochs"] = outcome.fit->epochs;
        json["best_epoch"] = outcome.fit->bestEpoch;
        json["stopped_early"] = outcome.fit->stoppedEarly;
        json["cpu_seconds"] = outcome.fit->cpuSeconds;
    }
    json["squared_error"] = nlohmann::ordered_json::object();
    for (const predict::Part part : predict::parts)
        if (const auto& errors = outcome.errors[static_cast<std::size_t>(part)]; errors.graphs > 0)
            json["squared_error"][std::string(predict::partName(part))] = errors.squared;
    json["metrics"] = nlohmann::ordered_json::array();
    for (const predict::Metric& metric : predict::metrics)
        json["metrics"].push_back({{"id", metric.id}, {"unit", metric.unit}});
    json["graphs"] = nlohmann::ordered_json::array();
    for (const predict::NetworkPrediction& each : outcome.predictions)
        json["graphs"].push_back(
            {{"part", predict::partName(each.part)}, {"values", each.values}, {"spread", each.spread}});
    return json;
}

} // namespace millrace::report
