// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/kungfu_patterns.h"

namespace millrace::monitor {
namespace {

constexpr const char* samplesPerSecond = "samples/s";

LogEvent iteration(Captures& c, EventOrigin origin)
{
    IterationEvent event;
    event.origin = std::move(origin);
    event.iteration = c.longInteger(0);
    event.samplesPerSecond = c.number(1);
    event.device = c.text(2);
    return event;
}

LogEvent warmup(Captures& c, EventOrigin origin)
{
    auto event = std::get<IterationEvent>(iteration(c, std::move(origin)));
    event.warmup = true;
    event.duration = c.seconds(3);
    return event;
}

LogEvent localStep(Captures& c, EventOrigin origin)
{
    IterationEvent event;
    event.origin = std::move(origin);
    event.iteration = c.longInteger(0);
    event.duration = c.seconds(1);
    event.samplesPerSecond = c.number(2);
    return event;
}

LogEvent elasticStep(Captures& c, EventOrigin origin)
{
    IterationEvent event;
    event.origin = std::move(origin);
    event.iteration = c.longInteger(0);
    event.origin.rank = c.integer(1);
    event.workers = c.integer(2);
    event.duration = c.duration(3);
    return event;
}

template <bool IsWarmup>
LogEvent microStep(Captures& c, EventOrigin origin)
{
    IterationEvent event;
    event.origin = std::move(origin);
    event.warmup = IsWarmup;
    event.iteration = c.longInteger(0);
    event.duration = c.seconds(1);
    return event;
}

LogEvent meanRate(Captures& c, EventOrigin origin)
{
    ResultEvent event;
    event.origin = std::move(origin);
    event.mean = c.number(1);
    event.spread = c.number(2);
    event.unit = samplesPerSecond;
    return event;
}

LogEvent totalRate(Captures& c, EventOrigin origin)
{
    ResultEvent event;
    event.origin = std::move(origin);
    event.workers = c.integer(0);
    event.mean = c.number(2);
    event.spread = c.number(3);
    event.unit = "samples/s in total";
    return event;
}

LogEvent scalingResult(Captures& c, EventOrigin origin)
{
    ResultEvent event;
    event.origin = std::move(origin);
    event.mean = c.number(0);
    event.unit = samplesPerSecond;
    event.final = true;
    event.workers = c.integer(2);
    event.settings.emplace_back("bs", c.text(1));
    event.settings.emplace_back("np", c.text(2));
    return event;
}

template <const char* Phase>
LogEvent phase(Captures& c, EventOrigin origin)
{
    PhaseEvent event{std::move(origin), Phase, {}};
    if (c.size() == 1)
        event.duration = c.seconds(0);
    return event;
}
constexpr char warmupPhase[] = "warmup";
constexpr char benchmarkPhase[] = "benchmark";
constexpr char initPhase[] = "init";
constexpr char broadcastPhase[] = "bcast_op";

template <const char* Name>
LogEvent workloadSetting(Captures& c, EventOrigin origin)
{
    return SettingEvent{std::move(origin), "workload", Name, std::string(c.text(0))};
}
constexpr char modelName[] = "model";
constexpr char batchName[] = "batch";

template <const char* Name>
LogEvent figure(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), Name, c.number(0), {}, {}};
}
constexpr char noiseScale[] = "gradient-noise-scale";
constexpr char gradientVariance[] = "gradient-variance";
constexpr char rateOfWorker[] = "samples-per-second";

LogEvent averageThroughput(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), rateOfWorker, c.number(1), {}, c.longInteger(0)};
}

LogEvent interference(Captures&, EventOrigin origin)
{
    return SwitchEvent{std::move(origin), "switch"};
}

LogEvent resize(Captures& c, EventOrigin origin)
{
    ResizeEvent event;
    event.origin = std::move(origin);
    event.from = c.integer(0);
    event.to = c.integer(1);
    event.duration = c.duration(2);
    return event;
}

LogEvent resizeSummary(Captures& c, EventOrigin origin)
{
    ResizeEvent event;
    event.origin = std::move(origin);
    event.from = c.integer(1);
    event.to = c.integer(2);
    event.duration = c.duration(3);
    event.summary = true;
    return event;
}

LogEvent stateSync(Captures& c, EventOrigin origin)
{
    MetricEvent event{std::move(origin), "sync-offset", c.number(1), {}, {}};
    if (c.size() == 3)
        event.iteration = c.longInteger(2);
    return event;
}

LogEvent fatal(Captures& c, EventOrigin origin)
{
    FailureEvent event;
    event.origin = std::move(origin);
    event.what = c.text(0);
    return event;
}

LogEvent resnetStep(Captures& c, EventOrigin origin)
{
    IterationEvent event;
    event.origin = std::move(origin);
    event.iteration = c.longInteger(0);
    event.duration = c.seconds(2);
    return event;
}

LogEvent batchAfterStep(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), "gradient-noise-scale", c.number(1), {}, c.longInteger(0)};
}

constexpr KungFuPattern benchmarkTable[] = {
    {"iteration", "Iter #{d}: {f} img/sec per {w}", iteration},
    {"warm-up", "Warmup Step #{d}: {f} img/sec per {t}, took {f}s", warmup},
    {"mean", "Img/sec per {w}: {f} +-{f}", meanRate},
    {"total", "Total img/sec on {d} {w}(s): {f} +-{f}", totalRate},
    {"result (scaling)", "RESULT: {f} samples / sec, batch size: {d}, cluster size {d}", scalingResult},
    {"phase", "Running warmup...", phase<warmupPhase>},
    {"phase", "Running benchmark...", phase<benchmarkPhase>},
    {"set-up", "init took {f}s", phase<initPhase>},
    {"set-up", "bcast_op took {f}s", phase<broadcastPhase>},
    {"model / batch", "Model: {w}", workloadSetting<modelName>},
    {"model / batch", "Batch size: {d}", workloadSetting<batchName>},
    {"noise scale", "Gradient Noise Scale: {g}", figure<noiseScale>},
    {"variance", "Variance: {g}", figure<gradientVariance>},
    {"switch", "Interference detected. Changing to alternative comm strategy !", interference},
    {"resize", "resize #{d} {d} -> {d} took {w}", resizeSummary},
    {"resize", "resize {d} -> {d} took {w}", resize},
    {"micro-bench (TF)", "warmup step {d}, took {f}s, equivalent data rate: {r}", microStep<true>},
    {"micro-bench (TF)", "step {d}, took {f}s, equivalent data rate: {r}", microStep<false>},
    {"fake elastic step", "step: {d}, rank={d}, np={d}, took {w}", elasticStep},
    {"state sync", "sync offset {d} -> {d} on step {d}", stateSync},
    {"state sync", "sync offset {d} -> {d}", stateSync},
    {"state sync", "sync offset : {d} -> {d} on step {d}", stateSync},
    {"state sync", "sync offset : {d} -> {d}", stateSync},
    {"state sync", "sync offset: {d} -> {d} on step {d}", stateSync},
    {"state sync", "sync offset: {d} -> {d}", stateSync},
    {"state sync", "sync step {d} -> {d} on step {d}", stateSync},
    {"state sync", "sync step {d} -> {d}", stateSync},
    {"state sync", "sync step : {d} -> {d} on step {d}", stateSync},
    {"state sync", "sync step : {d} -> {d}", stateSync},
    {"state sync", "sync step: {d} -> {d} on step {d}", stateSync},
    {"state sync", "sync step: {d} -> {d}", stateSync},
    {"state sync", "sync step: : {d} -> {d} on step {d}", stateSync},
    {"state sync", "sync step: : {d} -> {d}", stateSync},
    {"fake trainer", "Img/sec {f} per worker, Img/sec {f} per cluster, np={d}", figure<rateOfWorker>},
    {"fatal", "exit on error: {t} at {r}", fatal},
    {"step of the elastic benchmark (1.3)", "local step {d}, took {f}s, {f} samples / sec", localStep},
    {"throughput of the BERT script (1.7)", "global_step {d} average_throughput {f} number of workers {d}",
     averageThroughput},
    {"step of the ResNet script (1.5)", "KungfuLogStepHook::after_run({d}, {d}), {f}s per step", resnetStep},
    {"noise scale of the ResNet script (1.5)", "after step: {d}, |gns|: {g}, bs={d}, {r}", batchAfterStep},
};

} // namespace

std::span<const KungFuPattern> benchmarkPatterns()
{
    return benchmarkTable;
}

} // namespace millrace::monitor
