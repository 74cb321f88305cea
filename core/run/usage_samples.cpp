// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/usage_samples.h"

#include "core/base/seconds.h"
#include "core/collective/strategy.h"
#include "core/launch/averaging_options.h"
#include "core/launch/expected_traffic.h"
#include "core/plan/model_facts.h"
#include "core/project/stored_settings.h"
#include "core/run/usage_labels.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
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

/// What is sent between two pauses.
struct Round
{
    double parameters = 0;
    double tensors = 0;
    double forwardFlops = 0;
    double bytesPerParameter = sizeof(float);
    double share = 1; ///< of the parameters
    double steps = 1; ///< that belong to it
};

/// Of the worker that computes nothing, whose models have lists of tensors.
std::optional<Round> simulatedRound(const launch::Workload& workload)
{
    const auto facts = plan::modelFacts(workload.model);
    if (!facts)
        return std::nullopt;
    Round round{static_cast<double>(facts->parameters), static_cast<double>(facts->tensors), facts->forwardFlops};
    if (const auto averaging = launch::averagingOptions(workload)) {
        const collective::AveragingSchedule& schedule = averaging->schedule;
        const auto type = collective::elementTypeOf(averaging->compression);
        round.bytesPerParameter = static_cast<double>(collective::elementBytes(type));
        round.share = 1.0 / schedule.fragments;
        round.steps = static_cast<double>(schedule.localSteps) / schedule.fragments;
    }
    return round;
}

std::optional<Round> roundOf(const project::EffectiveSettings& settings)
{
    const launch::FrameworkTraits& traits = settings.traits();
    if (traits.simulatesCompute)
        return traits.followsGraphs ? simulatedRound(settings.workload) : std::nullopt;
    const auto model = launch::trainedModel(settings.workload, settings.frameworks);
    if (!model)
        return std::nullopt;
    Round round{model->parameters, model->tensors, model->forwardFlops};
    round.steps = model->roundSteps;
    return round;
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

void setMeanLabels(predict::Sample& sample, predict::Resource resource,
                   const std::vector<predict::ResourceLabels>& nodes)
{
    if (nodes.empty())
        return;
    predict::ResourceLabels mean = nodes.front();
    for (std::size_t i = 0; i < mean.labels.size(); ++i) {
        std::vector<predict::Label> labels;
        for (const predict::ResourceLabels& node : nodes)
            labels.push_back(node.labels[i]);
        mean.labels[i] = meanLabel(labels);
    }
    predict::setLabels(sample, resource, mean);
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
    const auto round = roundOf(settings);
    if (!round)
        return setting;
    setting.parameters = round->parameters;
    setting.forwardFlops = round->forwardFlops;
    setting.tensors = round->tensors;
    setting.bytesPerParameter = round->bytesPerParameter * round->share;
    setting.batch *= round->steps;
    const double flops = 3 * round->forwardFlops * workload.batch;
    if (!settings.traits().simulatesCompute || !(flops > 0))
        return setting;
    if (workload.computeTime && workload.computeTime->count() > 0)
        setting.flopsPerSecond = flops / seconds(*workload.computeTime);
    else
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
        MR_TRY(labels, readUsageLabels(database, run.id, settings->cluster, settings->workers, job));
        if (const double flops = 3 * sample.setting.forwardFlops * settings->workload.batch;
            !settings->traits().simulatesCompute && flops > 0 && labels.computeSeconds > 0)
            sample.setting.flopsPerSecond = flops / labels.computeSeconds;
        setMeanLabels(sample, predict::Resource::Receive, labels.received);
        setMeanLabels(sample, predict::Resource::Transmit, labels.sent);
        found.fromCaptures += labels.isCaptured ? 1 : 0;
        if (labels.received.empty() && labels.sent.empty())
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
