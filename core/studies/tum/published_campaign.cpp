// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/published_campaign.h"

#include "core/base/text.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::studies::tum {

namespace {

constexpr std::array fields = {&StudyFactors::framework, &StudyFactors::model,   &StudyFactors::optimizer,
                               &StudyFactors::batch,     &StudyFactors::backend, &StudyFactors::delay,
                               &StudyFactors::topology};

bool fits(const std::string& value, const std::string& wanted, Selection how)
{
    if (wanted.empty() || value == wanted)
        return true;
    return how == Selection::AsPublished && wanted.find(value) != std::string::npos;
}

using Matrix = std::vector<std::vector<double>>;

std::set<std::string> hostsOf(const StudyRun& run)
{
    std::set<std::string> hosts;
    for (const auto& [pair, bytes] : run.pairs) {
        hosts.insert(pair.first);
        hosts.insert(pair.second);
    }
    return hosts;
}

/// Mean bytes of a pair over runs / 1e9. Published: pandas adds tables by their labels, so a run without a label makes
/// the sum unknown.
double meanGigabytes(std::span<const StudyRun* const> runs, const std::pair<std::string, std::string>& pair,
                     Selection how)
{
    double sum = 0;
    for (const StudyRun* run : runs) {
        const auto found = run->pairs.find(pair);
        if (found != run->pairs.end()) {
            sum += static_cast<double>(found->second);
            continue;
        }
        const auto isSource = [&](const auto& each) { return each.first.first == pair.first; };
        const auto isTarget = [&](const auto& each) { return each.first.second == pair.second; };
        if (how == Selection::AsPublished
            && (std::ranges::none_of(run->pairs, isSource) || std::ranges::none_of(run->pairs, isTarget)))
            return unknown;
    }
    return runs.empty() ? unknown : sum / (static_cast<double>(runs.size()) * 1e9);
}

PatternMap patternOf(std::span<const StudyRun> runs, const std::string& framework, const std::string& topology)
{
    PatternMap map;
    map.framework = framework;
    map.topology = topology;
    const StudyFactors wanted{framework, "", "adam", "64", "", "normal", topology};
    const auto published = selectRuns(runs, wanted, Selection::AsPublished);
    const auto right = selectRuns(runs, wanted, Selection::Exact);
    std::set<std::string> hosts;
    for (const StudyRun* run : published)
        hosts.merge(hostsOf(*run));
    map.hosts.assign(hosts.begin(), hosts.end());
    for (const std::string& source : map.hosts) {
        std::vector<double>& row = map.asPublished.emplace_back();
        std::vector<double>& rightRow = map.right.emplace_back();
        for (const std::string& destination : map.hosts) {
            row.push_back(meanGigabytes(published, {source, destination}, Selection::AsPublished));
            rightRow.push_back(meanGigabytes(right, {source, destination}, Selection::Exact));
        }
    }
    for (const StudyRun* run : published)
        map.publishedRuns.push_back(run->name);
    for (const StudyRun* run : right)
        map.rightRuns.push_back(run->name);
    return map;
}

/// 2 (N - 1) S per step, all workers together, N = 4 hosts; the steps are those of the study's batch sizes.
double ringGigabytes(const StudyRun& run)
{
    const double megabytes = studyModelMegabytes(run.factors.model);
    const auto batch = parseDouble(run.factors.batch);
    const std::size_t workers = hostsOf(run).size();
    if (!batch || *batch < 1 || workers < 2)
        return unknown;
    const double steps = 20 * std::ceil(50'000 / (*batch * 4));
    return 2 * (static_cast<double>(workers) - 1) * megabytes * steps / 1e3;
}

} // namespace

std::vector<const StudyRun*> selectRuns(std::span<const StudyRun> runs, const StudyFactors& wanted, Selection how)
{
    std::vector<const StudyRun*> selected;
    for (const StudyRun& run : runs)
        if (std::ranges::all_of(fields, [&](auto field) { return fits(run.factors.*field, wanted.*field, how); }))
            selected.push_back(&run);
    return selected;
}

std::vector<PatternMap> patternMaps(std::span<const StudyRun> runs)
{
    std::set<std::pair<std::string, std::string>> kinds;
    for (const StudyRun* run : selectRuns(runs, {"", "", "adam", "64", "", "normal", ""}, Selection::Exact))
        kinds.emplace(run->factors.framework, run->factors.topology);
    std::vector<PatternMap> maps;
    for (const auto& [framework, topology] : kinds)
        maps.push_back(patternOf(runs, framework, topology));
    return maps;
}

report::PublishedFigures lossDurations(std::span<const StudyRun> runs)
{
    // The study: TensorFlow, MobileNetV2, batch 64, backend grpc_nccl, ring.
    const auto selected =
        selectRuns(runs, {"tf_sync", "mobilenetv2", "adam", "64", "grpc_nccl", "", "ring"}, Selection::Exact);
    std::map<double, double> byLoss;
    double shortest = unknown;
    for (const StudyRun* run : selected) {
        const auto loss = lossPercent(run->factors.delay);
        if (!loss || std::isnan(run->durationMinutes))
            continue;
        byLoss[*loss] = run->durationMinutes;
        shortest = std::isnan(shortest) ? run->durationMinutes : std::min(shortest, run->durationMinutes);
    }
    static constexpr std::array publishedLosses = {0.0, 0.01, 0.1, 1.0, 2.0};
    report::PublishedFigures figures;
    for (const auto& [loss, minutes] : byLoss) {
        const bool inFigure = std::ranges::find(publishedLosses, loss) != publishedLosses.end();
        figures.push_back(
            {"loss.duration", fmt::format("{} %", millrace::shortest(loss)), "",
             inFigure ? minutes / shortest : unknown, minutes / shortest,
             "duration of the training log divided by the shortest; the study assigns loss labels in the order of a "
             "folder's listing",
             "the same, labels from the factors",
             inFigure ? "one run each: no variance is known" : "the study's figure leaves this loss out"});
    }
    return figures;
}

report::PublishedFigures flowCounts(std::span<const StudyRun> runs)
{
    report::PublishedFigures figures;
    for (const StudyRun* run : selectRuns(runs, {"", "", "adam", "64", "", "normal", ""}, Selection::Exact)) {
        const StudyFactors& f = run->factors;
        figures.push_back({"flows", fmt::format("{} {} {} {}", f.framework, f.backend, f.topology, f.model), "",
                           run->flows, run->allFlows, "directed 4-tuples of TCP over IPv4",
                           "directed 5-tuples, UDP and IPv6 too", ""});
    }
    return figures;
}

report::PublishedFigures dataTransferred(std::span<const StudyRun> runs)
{
    report::PublishedFigures figures;
    for (const StudyRun* run : selectRuns(runs, {"", "", "adam", "", "", "normal", ""}, Selection::Exact)) {
        const StudyFactors& f = run->factors;
        std::uint64_t published = 0;
        for (const auto& [pair, bytes] : run->pairs)
            published += bytes;
        const double ring = ringGigabytes(*run);
        figures.push_back(
            {"data.transferred", fmt::format("{} {} {} {} {}", f.framework, f.backend, f.topology, f.model, f.batch),
             "GB", static_cast<double>(published) / 1e9, static_cast<double>(run->wireBytes) / 1e9,
             "wire bytes of all hosts with an address / 1e9", "wire bytes of all packets / 1e9",
             std::isnan(ring) ? "" : fmt::format("a ring all-reduce of the study's model takes {:.4g} GB", ring)});
    }
    return figures;
}

double studyModelMegabytes(std::string_view model) noexcept
{
    if (model == "mobilenetv2")
        return 14;
    if (model == "densenet201")
        return 80;
    if (model == "resnet50")
        return 98;
    return model == "resnet101" ? 171 : unknown;
}

std::optional<double> lossPercent(std::string_view delay)
{
    if (delay == "normal")
        return 0;
    const auto loss = parseDouble(delay.starts_with("loss_") ? delay.substr(5) : delay);
    if (!loss || !(*loss >= 0 && *loss <= 100))
        return std::nullopt;
    return *loss;
}

} // namespace millrace::studies::tum
