// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/store/event_kinds.h"
#include "core/studies/multi_cloud/training.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::multi_cloud {

namespace {

std::int64_t nanoseconds(double seconds)
{
    return seconds >= 0 && seconds < 9e9 ? static_cast<std::int64_t>(seconds * 1e9) : 0;
}

struct ColumnSeries
{
    const char* column;
    const char* name;
    const char* unit;
    double scale = 1;
};

// W&B's system columns under Millrace's names.
constexpr std::array<ColumnSeries, 14> systemSeries = {{
    {"bandwidth/net_sent_sys_bandwidth_Mbits", "net.sent", "bit/s", 1e6},
    {"bandwidth/net_recv_sys_bandwidth_Mbits", "net.received", "bit/s", 1e6},
    {"bandwidth/disk_read_sys_bandwidth_MBs", "disk.read", "B/s", 1e6},
    {"bandwidth/disk_write_sys_bandwidth_MBs", "disk.written", "B/s", 1e6},
    {"cpu/load/avg_sys_load_one_min_percent", "cpu.load", "", 0.01},
    {"cpu/interrupts/ctx_switches_count", "cpu.switches", ""},
    {"cpu/interrupts/interrupts_count", "cpu.interrupts", ""},
    {"memory/used_memory_sys_MB", "memory.used", "B", 1e6},
    {"memory/available_memory_sys_MB", "memory.available", "B", 1e6},
    {"process/memory/resident_set_size_proc_MB", "memory.process", "B", 1e6},
    {"process/voluntary_proc_ctx_switches", "process.waits", ""},
    {"process/involuntary_proc_ctx_switches", "process.preempted", ""},
    {"disk/time/disk_busy_time_sys_s", "disk.busy", "s"},
    {"01_general/minibatch_loss", "training.loss", ""},
}};

struct StepSeries
{
    double WandbStep::*value;
    const char* name;
    const char* unit;
};
constexpr std::array<StepSeries, 10> stepSeries = {{
    {&WandbStep::total, "training.step_time", "s"},
    {&WandbStep::dataload, "training.load", "s"},
    {&WandbStep::move, "training.move", "s"},
    {&WandbStep::forward, "training.forward", "s"},
    {&WandbStep::backward, "training.backward", "s"},
    {&WandbStep::loss, "training.loss_time", "s"},
    {&WandbStep::optimizer, "training.optimizer", "s"},
    {&WandbStep::samples, "training.samples", "samples"},
    {&WandbStep::epoch, "training.epoch", ""},
    {&WandbStep::rate, "training.rate", "samples/s"},
}};

constexpr std::array<ColumnSeries, 5> monitorSeries = {{
    {"03_hivemind/num_peers", "swarm.peers", ""},
    {"03_hivemind/global_samples_accumulated", "swarm.samples", "samples"},
    {"03_hivemind/optimistic_total_samples_per_second", "swarm.rate", "samples/s"},
    {"03_hivemind/actual_total_samples_per_second", "swarm.rate_in_epoch", "samples/s"},
    {"03_hivemind/global_epoch", "swarm.epoch", ""},
}};

void addColumn(ImportedRun& imported, const WandbLog& log, const std::string& column, const ColumnSeries& wanted,
               const std::string& node)
{
    const std::vector<double>& values = log.column(column);
    const std::vector<double>& times = log.column("_timestamp");
    if (values.empty() || times.empty())
        return;
    analysis::Series series{wanted.name, node, wanted.unit, {}, {}};
    for (std::size_t row = 0; row < values.size(); ++row)
        if (!std::isnan(values[row]) && !std::isnan(times[row])) {
            series.times.push_back(nanoseconds(times[row]));
            series.values.push_back(values[row] * wanted.scale);
        }
    if (!series.times.empty())
        imported.series.push_back(std::move(series));
}

void addSteps(ImportedRun& imported, const TrainingHost& host)
{
    for (const StepSeries& wanted : stepSeries) {
        analysis::Series series{wanted.name, host.host, wanted.unit, {}, {}};
        for (const WandbStep& step : host.log.steps)
            if (!std::isnan(step.*wanted.value) && !std::isnan(step.timestamp)) {
                series.times.push_back(nanoseconds(step.timestamp));
                series.values.push_back(step.*wanted.value);
            }
        if (!series.times.empty())
            imported.series.push_back(std::move(series));
    }
    analysis::Series averaging{"training.averaging", host.host, "s", {}, {}};
    for (const PeerRound& round : host.values.rounds) {
        averaging.times.push_back(nanoseconds(round.time));
        averaging.values.push_back(round.seconds);
    }
    if (!averaging.times.empty())
        imported.series.push_back(std::move(averaging));
}

void addEpochs(ImportedRun& imported, const std::vector<MonitorEpoch>& epochs)
{
    analysis::Series rate{"epoch.rate", "", "samples/s", {}, {}};
    analysis::Series valid{"epoch.valid_rate", "", "samples/s", {}, {}}; // the components of the measured throughput
    analysis::Series seconds{"epoch.seconds", "", "s", {}, {}};
    for (const MonitorEpoch& epoch : epochs) {
        if (&epoch != &epochs.front() && epoch.flaw.empty() && epoch.seconds > 0) {
            valid.times.push_back(nanoseconds(epoch.time));
            valid.values.push_back(epoch.rate);
        }
        rate.times.push_back(nanoseconds(epoch.time));
        rate.values.push_back(epoch.rate);
        seconds.times.push_back(nanoseconds(epoch.time));
        seconds.values.push_back(epoch.seconds);
    }
    if (epochs.empty())
        return;
    imported.series.push_back(std::move(rate));
    if (!valid.times.empty())
        imported.series.push_back(std::move(valid));
    imported.series.push_back(std::move(seconds));
}

store::Event eventOf(double time, const store::EventKind& kind, const std::string& node, std::string text,
                     const Json& json)
{
    store::Event event;
    event.wall = Nanoseconds(nanoseconds(std::isnan(time) ? 0 : time));
    event.kind = kind.name;
    event.node = node;
    event.text = std::move(text);
    event.json = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return event;
}

Json numberOrNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

void addHosts(ImportedRun& imported, const TrainingRun& run)
{
    for (const TrainingHost& host : run.hosts)
        imported.events.push_back(
            eventOf(0, store::events::host, host.host,
                    fmt::format("{}: {} in {}, {}", host.host, host.place.gpu.empty() ? "a machine" : host.place.gpu,
                                host.place.region.empty() ? "unknown region" : host.place.region,
                                host.place.provider.empty() ? "unknown provider" : host.place.provider),
                    {{"provider", host.place.provider},
                     {"region", host.place.region},
                     {"gpu", host.place.gpu},
                     {"file", host.file}}));
}

void addPeerEvents(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping)
{
    if (!run.monitor || run.hosts.empty())
        return;
    std::vector<HostLog> logs;
    for (const TrainingHost& host : run.hosts)
        logs.push_back({host.host, &host.log});
    for (PeerMatch match : matchPeers(*run.monitor, logs)) {
        const auto told = std::ranges::find_if(
            mapping.peers, [&](const MappedPeer& peer) { return peer.run == run.name && peer.peer == match.peer; });
        const bool byMapping = told != mapping.peers.end();
        if (byMapping) {
            match.host = told->host;
            match.sure = 1;
        }
        const std::string text = match.host.empty()
            ? fmt::format("peer {} of the monitor is unknown: its counter fits several hosts", match.peer)
            : fmt::format("peer {} of the monitor is {}", match.peer, match.host);
        imported.events.push_back(eventOf(0, store::events::peer, match.host, text,
                                          {{"peer", match.peer},
                                           {"host", match.host},
                                           {"sure", numberOrNull(match.sure)},
                                           {"error", numberOrNull(match.error)},
                                           {"by", byMapping ? "mapping" : "counters"},
                                           {"file", run.monitorFile}}));
    }
}

} // namespace

void addTrainingSeries(ImportedRun& imported, const TrainingRun& run)
{
    for (const TrainingHost& host : run.hosts) {
        addSteps(imported, host);
        for (const ColumnSeries& wanted : systemSeries)
            addColumn(imported, host.log, wanted.column, wanted, host.host);
    }
    if (!run.monitor)
        return;
    addEpochs(imported, run.monitored.epochs);
    for (const ColumnSeries& wanted : monitorSeries)
        addColumn(imported, *run.monitor, wanted.column, wanted, "");
    for (int peer = 0; peer <= run.monitored.peers; ++peer) {
        const std::string prefix = fmt::format("04_peers/peer_{}_", peer);
        const std::string node = fmt::format("peer {}", peer);
        addColumn(imported, *run.monitor, prefix + "samples_accumulated", {"", "swarm.samples", "samples"}, node);
        addColumn(imported, *run.monitor, prefix + "samples_per_second", {"", "swarm.rate", "samples/s"}, node);
        addColumn(imported, *run.monitor, prefix + "epoch_oos", {"", "swarm.epochs_behind", ""}, node);
    }
}

void addTrainingEvents(ImportedRun& imported, const TrainingRun& run, const MultiCloudMapping& mapping)
{
    for (const TrainingHost& host : run.hosts)
        for (const PeerRound& round : host.values.rounds)
            imported.events.push_back(
                eventOf(round.time, store::events::averagingRound, host.host,
                        fmt::format("averaging for epoch {} took {:.1f} s", round.epoch, round.seconds),
                        {{"row", round.row},
                         {"line", round.line},
                         {"seconds", round.seconds},
                         {"epoch", round.epoch},
                         {"published", round.seconds >= host.values.cut},
                         {"peak_sent", numberOrNull(round.peakSent)},
                         {"peak_received", numberOrNull(round.peakReceived)},
                         {"file", host.file}}));
    for (const MonitorEpoch& epoch : run.monitored.epochs)
        imported.events.push_back(eventOf(epoch.time, store::events::epoch, "",
                                          fmt::format("epoch {}: {:.1f} samples/s{}{}", epoch.epoch, epoch.rate,
                                                      epoch.flaw.empty() ? "" : ", ", epoch.flaw),
                                          {{"epoch", numberOrNull(epoch.epoch)},
                                           {"samples", numberOrNull(epoch.samples)},
                                           {"seconds", numberOrNull(epoch.seconds)},
                                           {"rate", epoch.rate},
                                           {"peers", numberOrNull(epoch.peers)},
                                           {"valid", epoch.flaw.empty()},
                                           {"flaw", epoch.flaw},
                                           {"row", epoch.row},
                                           {"line", epoch.line},
                                           {"file", run.monitorFile}}));
    addHosts(imported, run);
    addPeerEvents(imported, run, mapping);
    std::ranges::stable_sort(imported.events, {}, &store::Event::wall);
}

} // namespace millrace::studies::multi_cloud
