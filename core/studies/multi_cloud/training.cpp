// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/training.h"

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace millrace::studies::multi_cloud {

namespace {

/// The mean of the known values of the hosts; NaN: none is known.
double meanOverHosts(const TrainingRun& run, const std::function<double(const TrainingHost&)>& value)
{
    std::vector<double> values;
    for (const TrainingHost& host : run.hosts)
        if (const double one = value(host); !std::isnan(one))
            values.push_back(one);
    return values.empty() ? unknown : mean(values);
}

/// A number of each host, and their mean for the run.
struct HostMetric
{
    const char* name;
    const char* unit;
    const char* how;
    double (*value)(const TrainingHost&);
    bool inRun = true; ///< its mean is a number of the run
};

double roundsMean(const TrainingHost& host, double PeerRound::*peak)
{
    std::vector<double> values;
    for (const PeerRound& round : host.values.rounds)
        if (!std::isnan(round.*peak))
            values.push_back(round.*peak);
    return values.empty() ? unknown : mean(values);
}

bool averages(const TrainingHost& host)
{
    return host.log.kind == WandbKind::Peer;
}

/// Unknown without two steps, and where the timers exceed the clock.
double stepsOr(const TrainingHost& host, double value)
{
    return host.values.steps > 1 && value >= 0 ? value : unknown;
}

constexpr const char* byTimers = "sum of the logged times of the steps after the first; the run: mean over peers";
constexpr const char* secondEach = "sum of the rates of the 1 Hz rows, 1 s for each row, ÷ 8 (the study's GB are "
                                   "1.024e9 of these bytes)";

// By the study's rules.
const std::vector<HostMetric>& publishedMetrics()
{
    static const std::vector<HostMetric> metrics = {
        {"calc_published", "s",
         "sums after the first averaging step to the end: move, forward, loss, backward, local "
         "optimizer steps; the run: mean over peers",
         [](const TrainingHost& h) { return h.values.calc; }},
        {"comm_published", "s",
         "sum of averaging steps after the first; averaging: optimizer step not below median + "
         "2 sample standard deviations",
         [](const TrainingHost& h) { return h.values.comm; }},
        {"granularity_published", "",
         "calc ÷ comm rounded to 2 digits; the run: mean of the rounded values of the "
         "peers where the rule finds averagings",
         [](const TrainingHost& h) { return h.values.publishedGranularity(); }},
        {"averaging_time_published", "s",
         "comm ÷ averaging steps after the first, by the 2-sigma rule; the run: mean "
         "over peers",
         [](const TrainingHost& h) {
             return h.values.cleanRounds > 0 ? h.values.comm / static_cast<double>(h.values.cleanRounds) : unknown;
         }},
        {"rounds_published", "", "averaging steps that the 2-sigma rule finds in the whole log",
         [](const TrainingHost& h) { return averages(h) ? static_cast<double>(h.values.publishedRounds) : unknown; }},
        {"sent_published", "B", secondEach, [](const TrainingHost& h) { return h.values.sent; }},
        {"received_published", "B", secondEach, [](const TrainingHost& h) { return h.values.received; }},
        {"loading_published", "B",
         "received in the rows from one averaging (from the start) to the start of the next, 2-sigma rule, without the "
         "rows after the last",
         [](const TrainingHost& h) { return h.values.publishedLoading; }},
        {"peak_sent_published", "bit/s",
         "mean over averagings (2-sigma rule) of the largest rate in the rows that it "
         "lasted",
         [](const TrainingHost& h) { return h.values.publishedPeakSent; }},
        {"peak_received_published", "bit/s",
         "mean over averagings (2-sigma rule) of the largest rate in the rows that "
         "it lasted",
         [](const TrainingHost& h) { return h.values.publishedPeakReceived; }},
        {"egress_rate_published", "B/s",
         "sent_published in GB of 1.024e9 B × 1e9 ÷ runtime, start of the process "
         "included",
         [](const TrainingHost& h) { return h.values.sent / 1.024e9 * 1e9 / h.values.runtime; }},
    };
    return metrics;
}

// By counters, clock and the global epoch.
const std::vector<HostMetric>& measuredMetrics()
{
    static const std::vector<HostMetric> metrics = {
        {"averaging_time", "s",
         "mean time of the steps in which the global epoch increases, without the first; of the run: mean over peers",
         [](const TrainingHost& h) { return h.values.averagingTime(); }},
        {"rounds", "", "steps in which the global epoch increases",
         [](const TrainingHost& h) { return averages(h) ? static_cast<double>(h.values.rounds.size()) : unknown; }},
        {"timer_coverage", "", "share of the time between the first and the last step that the timers explain",
         [](const TrainingHost& h) {
             return h.values.ledger.wall > 0 ? h.values.ledger.timed() / h.values.ledger.wall : unknown;
         }},
        {"unaccounted", "s", "time between the first and the last step that no timer explains",
         [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.unaccounted()); }},
        {"ledger_load", "s", byTimers, [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.load); }},
        {"ledger_move", "s", byTimers, [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.move); }},
        {"ledger_forward", "s", byTimers, [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.forward); }},
        {"ledger_loss", "s", byTimers, [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.loss); }},
        {"ledger_backward", "s", byTimers, [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.backward); }},
        {"ledger_local_step", "s", byTimers,
         [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.localStep); }},
        {"ledger_averaging", "s", byTimers,
         [](const TrainingHost& h) { return averages(h) ? stepsOr(h, h.values.ledger.averaging) : unknown; }},
        {"ledger_unaccounted", "s", "time between the first and the last step less the sum of the other entries",
         [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.unaccounted()); }},
        {"ledger_wall", "s", "time between the first and the last step, by the clock of the log (whole seconds)",
         [](const TrainingHost& h) { return stepsOr(h, h.values.ledger.wall); }},
        {"runtime", "s", "largest runtime in the log; the run: mean over peers",
         [](const TrainingHost& h) { return h.values.runtime; }},
        {"sent", "B", "sum of the rates of the 1 Hz rows × their mean distance by the clock ÷ 8, of one interface",
         [](const TrainingHost& h) { return h.values.sent * h.values.interval / h.interfaces; }},
        {"received", "B", "sum of the rates of the 1 Hz rows × their mean distance by the clock ÷ 8, of one interface",
         [](const TrainingHost& h) { return h.values.received * h.values.interval / h.interfaces; }},
        {"loading", "B",
         "received outside the averagings found by global epoch, to the end of the log, of one interface",
         [](const TrainingHost& h) { return h.values.loading / h.interfaces; }},
        {"egress_rate", "B/s", "bytes sent between the first and the last step, of one interface, ÷ that time",
         [](const TrainingHost& h) {
             return h.values.ledger.wall > 0 ? h.values.trainingSent / h.interfaces / h.values.ledger.wall : unknown;
         }},
        {"peak_sent", "bit/s",
         "mean over averagings (global epoch) of the largest rate in the rows that it lasted, of one interface",
         [](const TrainingHost& h) { return roundsMean(h, &PeerRound::peakSent) / h.interfaces; }},
        {"peak_received", "bit/s",
         "mean over averagings (global epoch) of the largest rate in the rows that it lasted, of one interface",
         [](const TrainingHost& h) { return roundsMean(h, &PeerRound::peakReceived) / h.interfaces; }},
        {"interfaces", "",
         "number of hosts whose rates the log adds up: all hosts of this provider log twice the rates of the others",
         [](const TrainingHost& h) { return h.interfaces > 1 ? h.interfaces : unknown; }, false},
        {"local_rate", "samples/s", "samples of the steps without averaging ÷ their times by the timers",
         [](const TrainingHost& h) { return h.values.localRate; }, false},
        {"system_rows", "", "1 Hz rows of the log",
         [](const TrainingHost& h) {
             return h.values.systemRows > 0 ? static_cast<double>(h.values.systemRows) : unknown;
         },
         false},
    };
    return metrics;
}

void addHostMetrics(MetricList& list, const TrainingRun& run, const std::vector<HostMetric>& metrics)
{
    for (const HostMetric& metric : metrics) {
        for (const TrainingHost& host : run.hosts)
            list.add(metric.name, host.host, metric.value(host), metric.unit, metric.how);
        if (metric.inRun)
            list.add(metric.name, "", meanOverHosts(run, metric.value), metric.unit, metric.how);
    }
}

void addCounters(MetricList& list, const TrainingRun& run)
{
    double samples = 0;
    double steps = 0;
    for (const TrainingHost& host : run.hosts) {
        list.add("samples", host.host, host.values.samples, "samples", "the peer's own counter at the end");
        list.add(store::metrics::steps.name, host.host, static_cast<double>(host.values.steps), "",
                 "whole steps in the log");
        samples += std::isnan(host.values.samples) ? 0 : host.values.samples;
        steps += static_cast<double>(host.values.steps);
    }
    if (run.hosts.empty())
        return;
    list.add("samples", "", samples, "samples", "sum over the peers");
    list.add(store::metrics::steps.name, "", steps, "", "sum over the peers");
}

void addRates(MetricList& list, const TrainingRun& run)
{
    if (run.isBaseline()) {
        const PeerValues& values = run.hosts.front().values;
        list.add("throughput_published", "", values.publishedRate, "samples/s",
                 "mean of samples ÷ step time over the steps, by timers that do not wait for the GPU");
        list.add("throughput", "", values.wallRate, "samples/s", "samples ÷ time from the first to the last step");
        return;
    }
    list.add("throughput_published", "", run.monitored.publishedRate, "samples/s",
             "mean of the rates of all epochs but the first, invalid ones included");
    list.add("throughput", "", run.monitored.rate(), "samples/s",
             "samples ÷ seconds of all valid epochs but the first");
    list.add("local_rate_published", "", run.monitored.publishedLocalRate, "samples/s",
             "mean of the sum of the peers' own rates between the first and the last epoch");
    list.add("epochs", "", run.monitor ? static_cast<double>(run.monitored.epochs.size()) : unknown, "",
             "epochs that the monitor saw end");
    double invalid = 0;
    for (const MonitorEpoch& epoch : run.monitored.epochs)
        invalid += epoch.flaw.empty() ? 0 : 1;
    list.add("invalid_epochs", "", run.monitor ? invalid : unknown, "",
             "epochs without samples, with peers that left, or with a split swarm");
    const double averaging = meanOverHosts(run, [](const TrainingHost& host) { return host.values.averagingTime(); });
    const double ratio = averaging > 0 ? (run.monitored.epochSeconds() - averaging) / averaging : unknown;
    list.add(
        "granularity", "", ratio >= 0 ? ratio : unknown, "",
        "(mean time of a valid epoch, without the first, − averaging_time) ÷ averaging_time, by the clock; not known "
        "where averaging took longer than the valid epochs");
}

/// 2 P b (N−1)/N for each round, two bytes per parameter: what a peer sends when all average with all.
void addTheory(MetricList& list, const TrainingRun& run)
{
    if (run.model == nullptr)
        return;
    list.add("parameters", "", run.model->parameters, "", "of the model, from the mapping");
    const auto peers = static_cast<double>(run.hosts.size());
    if (run.isBaseline() || peers < 2)
        return;
    const double round = 2 * run.model->parameters * 2 * (peers - 1) / peers;
    list.add("expected_sent_per_round", "", round, "B", "2 P b (N−1)/N with b = 2 B");
    for (const TrainingHost& host : run.hosts)
        if (!host.values.rounds.empty() && round > 0)
            list.add("interface_factor", host.host,
                     host.values.sent * host.values.interval / (static_cast<double>(host.values.rounds.size()) * round),
                     "", "all logged bytes ÷ (rounds × 2 P b (N−1)/N)");
}

void addArithmetic(MetricList& list, const TrainingRun& run, const MultiCloudMapping& mapping)
{
    const auto peakOf = [&](const std::string& gpu) {
        const auto found = mapping.gpuPeaks.find(gpu);
        return found == mapping.gpuPeaks.end() ? unknown : found->second;
    };
    if (run.model == nullptr || !(run.model->flopsPerSample > 0))
        return;
    const double each = run.model->flopsPerSample;
    for (const TrainingHost& host : run.hosts) {
        const double rate = run.isBaseline() ? host.values.publishedRate : host.values.localRate;
        list.add("implied_flops", host.host, rate * each, "FLOP/s",
                 "published or local rate × arithmetic of one counted sample, forward and backward");
        list.add("flops_peak", host.host, peakOf(host.place.gpu), "FLOP/s", "half precision, data sheet of the GPU");
    }
    const double peak = run.mapped != nullptr ? peakOf(run.mapped->gpu) : unknown;
    const double rate = run.isBaseline() ? run.hosts.front().values.publishedRate : run.monitored.publishedRate;
    if (run.mapped == nullptr || !(run.mapped->gpus > 0) || std::isnan(peak))
        return;
    list.add("implied_flops", "", rate * each / run.mapped->gpus, "FLOP/s",
             "throughput_published ÷ GPUs × arithmetic of one counted sample");
    list.add("flops_peak", "", peak, "FLOP/s", "half precision, data sheet of the GPU");
}

} // namespace

bool TrainingRun::isBaseline() const
{
    return !hosts.empty()
        && std::ranges::all_of(hosts, [](const TrainingHost& host) { return host.log.kind == WandbKind::Baseline; });
}

void MetricList::add(std::string_view name, std::string_view subject, double value, std::string_view unit,
                     std::string_view how)
{
    if (std::isfinite(value))
        m_metrics.push_back({std::string(name), std::string(subject), value, std::string(unit), std::string(how)});
}

std::vector<store::Factor> factorsOf(const TrainingRun& run)
{
    std::vector<store::Factor> factors = {{"study_part", "training", {}, {}},
                                          {"kind", run.isBaseline() ? "baseline" : "hivemind", {}, {}},
                                          {"published", run.published ? "yes" : "no", {}, {}}};
    if (run.mapped == nullptr)
        return factors;
    const auto text = [&](const char* name, const std::string& level) {
        if (!level.empty())
            factors.push_back({name, level, {}, {}});
    };
    const auto number = [&](const char* name, double level, const char* unit) {
        if (level > 0)
            factors.push_back({name, shortest(level), level, unit});
    };
    text("experiment", run.mapped->experiment);
    text("experiment_d", run.mapped->experimentD);
    text("set", run.mapped->set);
    text("task", run.mapped->task);
    text("model", run.mapped->model);
    text("gpu", run.mapped->gpu);
    number("gpus", run.mapped->gpus, "");
    number("target_batch", run.mapped->targetBatch, "samples");
    text("providers", run.mapped->providers);
    text("regions", run.mapped->regions);
    return factors;
}

void findDoubledInterfaces(TrainingRun& run)
{
    // Measured: 2.04 sent and 2.06 to 2.16 received in the affected runs.
    constexpr double low = 1.9;
    constexpr double high = 2.3;
    constexpr double alike = 1.25; ///< between hosts that log one interface each
    std::map<std::string, std::vector<TrainingHost*>> providers;
    for (TrainingHost& host : run.hosts)
        providers[host.place.provider.empty() ? host.host.substr(0, host.host.find('-')) : host.place.provider]
            .push_back(&host);
    for (const auto& [provider, hosts] : providers) {
        const auto all = [&](double PeerValues::*bytes, double most) {
            std::vector<double> others;
            for (const auto& [name, each] : providers)
                for (const TrainingHost* host : each)
                    if (name != provider)
                        others.push_back(host->values.*bytes);
            const double usual = others.empty() ? unknown : median(others);
            return std::ranges::all_of(others, [&](double other) { return other <= most * usual; })
                && std::ranges::all_of(hosts, [&](const TrainingHost* host) {
                       const double times = host->values.*bytes / usual;
                       return times >= low && times <= high;
                   });
        };
        if (all(&PeerValues::sent, alike) && all(&PeerValues::received, alike))
            for (TrainingHost* host : hosts)
                host->interfaces = 2;
    }
}

void flagSplitEpochs(TrainingRun& run)
{
    for (MonitorEpoch& epoch : run.monitored.epochs) {
        double shortestRound = unknown;
        double longest = unknown;
        for (const TrainingHost& host : run.hosts)
            for (const PeerRound& round : host.values.rounds)
                if (round.epoch == epoch.epoch) {
                    shortestRound = round.seconds >= shortestRound ? shortestRound : round.seconds;
                    longest = round.seconds <= longest ? longest : round.seconds;
                }
        if (epoch.flaw.empty() && longest >= 3 * shortestRound && longest - shortestRound >= 20)
            epoch.flaw = "swarm-split";
    }
}

void addTrainingMetrics(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping)
{
    MetricList list(imported.metrics);
    addRates(list, run);
    addCounters(list, run);
    addHostMetrics(list, run, publishedMetrics());
    addHostMetrics(list, run, measuredMetrics());
    addTheory(list, run);
    addArithmetic(list, run, mapping);
    addCostMetrics(imported, run, mapping);
}

} // namespace millrace::studies::multi_cloud
