// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/usage_samples.h"

#include "core/base/seconds.h"
#include "core/collective/strategy.h"
#include "core/launch/averaging_options.h"
#include "core/plan/model_facts.h"
#include "core/predict/labels.h"
#include "core/project/stored_settings.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "core/trainer/compute_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace millrace::run {

namespace {

/// Lowest rate of a node's interface, and longest round trip between two nodes; 0: not limited, none.
struct UsageNetwork
{
    double bitsPerSecond = 0;
    double roundTrip = 0;
};

UsageNetwork usageNetwork(const cluster::Cluster& cluster)
{
    UsageNetwork network;
    const auto limit = [&network](double rate) {
        if (rate > 0 && (network.bitsPerSecond == 0 || rate < network.bitsPerSecond))
            network.bitsPerSecond = rate;
    };
    for (const cluster::Node& from : cluster.nodes) {
        if (!from.nics.empty())
            limit(from.nics.front().bitsPerSecond);
        double together = 0; // of all its paths, if each has a limit
        bool areLimited = true;
        for (const cluster::Node& to : cluster.nodes)
            if (from.name != to.name) {
                const cluster::PathSettings path = cluster::pathBetween(cluster, from, to);
                const cluster::PathSettings back = cluster::pathBetween(cluster, to, from);
                together += path.bitsPerSecond;
                areLimited = areLimited && path.bitsPerSecond > 0;
                network.roundTrip = std::max(network.roundTrip, seconds(path.delay + back.delay));
            }
        if (areLimited)
            limit(together);
    }
    return network;
}

/// What is sent between two pauses: the share of the parameters, the bytes of each, and the steps that belong to it.
struct Round
{
    double share = 1;
    double bytesPerParameter = sizeof(float);
    double steps = 1;
};

Round roundOf(const launch::Workload& workload)
{
    const auto averaging = launch::averagingOptions(workload);
    if (workload.framework != "builtin" || !averaging)
        return {};
    const collective::AveragingSchedule& schedule = averaging->schedule;
    const double fragments = schedule.fragments;
    return {1 / fragments,
            static_cast<double>(collective::elementBytes(collective::elementTypeOf(averaging->compression))),
            schedule.localSteps / fragments};
}

/// Mean over the nodes of one label; unknown where no node has it.
predict::Label meanLabel(const std::vector<predict::Label>& labels)
{
    predict::Label mean{0, 0, 0};
    double known = 0, withDeviation = 0;
    for (const predict::Label& label : labels)
        if (label.isKnown()) {
            known += 1;
            mean.value += label.value;
            mean.count = known == 1 ? label.count : std::min(mean.count, label.count);
            if (!std::isnan(label.deviation)) {
                withDeviation += 1;
                mean.deviation += label.deviation;
            }
        }
    if (known == 0)
        return {};
    mean.value /= known;
    mean.deviation = withDeviation > 0 ? mean.deviation / withDeviation : unknown;
    return mean;
}

/// Labels of one direction. False: the run has no such series.
bool addDirection(store::SeriesRepository& repository, store::RunId run, const cluster::Cluster& cluster,
                  predict::Resource resource, std::string_view name, predict::Sample& sample)
{
    std::vector<predict::ResourceLabels> nodes;
    for (const cluster::Node& node : cluster.nodes) {
        const auto found = repository.find(run, name, node.name);
        if (!found || !*found)
            continue;
        Issues issues;
        const auto series = repository.read((*found)->id, issues);
        if (!series || !issues.empty())
            continue;
        if (const auto labels = predict::labelsOf(resource, *series))
            nodes.push_back(*labels);
    }
    if (nodes.empty())
        return false;
    predict::ResourceLabels mean = nodes.front();
    for (std::size_t i = 0; i < mean.labels.size(); ++i) {
        std::vector<predict::Label> labels;
        for (const predict::ResourceLabels& node : nodes)
            labels.push_back(node.labels[i]);
        mean.labels[i] = meanLabel(labels);
    }
    predict::setLabels(sample, resource, mean);
    return true;
}

bool hasLabel(const predict::Sample& sample)
{
    return std::ranges::any_of(sample.labels, [](const predict::Label& label) { return label.isKnown(); });
}

/// Settings of runs, each project read once.
class UsageProjects
{
public:
    static Result<UsageProjects> read(store::Database& database, const launch::Frameworks& frameworks)
    {
        const SystemClock clock;
        store::RunRepository repository(database, clock);
        MR_TRY(campaigns, repository.campaigns());
        UsageProjects projects;
        for (const store::CampaignRecord& campaign : campaigns)
            if (auto project = project::projectOfSpec(campaign.specJson, frameworks))
                projects.m_projects.emplace(campaign.id.value, *std::move(project));
        return projects;
    }
    [[nodiscard]] std::optional<project::EffectiveSettings> settingsOf(const store::RunRecord& run) const
    {
        const auto project = m_projects.find(run.campaign.value);
        if (project == m_projects.end())
            return std::nullopt;
        std::vector<std::pair<std::string, std::string>> levels;
        for (const store::Factor& factor : run.factors)
            levels.emplace_back(factor.name, factor.level);
        auto settings = project::storedSettings(project->second, run.cell, levels);
        return settings ? std::optional(*std::move(settings)) : std::nullopt;
    }

private:
    std::map<std::int64_t, project::Project> m_projects;
};

} // namespace

predict::Setting usageSetting(const project::EffectiveSettings& settings)
{
    const launch::Workload& workload = settings.workload;
    predict::Setting setting;
    setting.model = workload.model;
    setting.workers = std::max(1, settings.workers);
    setting.batch = workload.batch;
    if (collective::parseStrategy(workload.strategy))
        setting.strategy = workload.strategy;
    const UsageNetwork network = usageNetwork(settings.cluster);
    setting.bitsPerSecond = network.bitsPerSecond;
    setting.roundTrip = network.roundTrip;
    const auto facts = plan::modelFacts(workload.model);
    if (!facts)
        return setting;
    setting.parameters = static_cast<double>(facts->parameters);
    setting.forwardFlops = facts->forwardFlops;
    setting.tensors = static_cast<double>(facts->tensors);
    const Round round = roundOf(workload);
    setting.bytesPerParameter = round.bytesPerParameter * round.share;
    setting.batch *= round.steps;
    const double flops = 3 * facts->forwardFlops * workload.batch;
    if (workload.computeTime && workload.computeTime->count() > 0 && flops > 0)
        setting.flopsPerSecond = flops / seconds(*workload.computeTime);
    else if (workload.framework == "builtin" && flops > 0)
        setting.flopsPerSecond = workload.deviceFlops > 0 ? workload.deviceFlops : trainer::defaultDeviceFlops;
    return setting;
}

Result<UsageSamples> readUsageSamples(store::Database& database, const launch::Frameworks& frameworks,
                                      const JobContext& job)
{
    MR_TRY(projects, UsageProjects::read(database, frameworks));
    store::ResultFilter filter;
    filter.states = {store::RunState::Done};
    filter.withWarmup = false;
    filter.withExcluded = false;
    filter.conditions = {store::onlyMeasured()};
    MR_TRY(rows, store::ResultQuery(database).all(filter));
    store::SeriesRepository repository(database);
    UsageSamples found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the measured runs was cancelled");
        job.progress(static_cast<long long>(i), static_cast<long long>(rows.size()), "reading measured runs");
        const store::RunRecord& run = rows[i].run;
        ++found.runs;
        const auto settings = projects.settingsOf(run);
        if (!settings) {
            ++found.unreadable;
            continue;
        }
        if (settings->traffic) {
            ++found.withCrossTraffic;
            continue;
        }
        predict::Sample sample;
        sample.setting = usageSetting(*settings);
        sample.provenance.run = run.uuid;
        sample.provenance.date = toRfc3339(std::chrono::floor<std::chrono::seconds>(run.started));
        const bool hasReceived = addDirection(repository, run.id, settings->cluster, predict::Resource::Receive,
                                              store::series::netReceived.name, sample);
        const bool hasSent = addDirection(repository, run.id, settings->cluster, predict::Resource::Transmit,
                                          store::series::netSent.name, sample);
        if (!hasReceived && !hasSent)
            ++found.withoutSeries;
        else if (!hasLabel(sample))
            ++found.withoutBursts;
        else if (!hasErrors(predict::validate(sample)))
            found.samples.push_back(std::move(sample));
        else
            ++found.contradicting;
    }
    return found;
}

} // namespace millrace::run
