// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/kungfu_patterns.h"

namespace millrace::monitor {
namespace {

constexpr const char* throughputName = "all-reduce-throughput";

LogEvent monitorCheck(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), throughputName, c.rate(0), c.rate(1), {}};
}

LogEvent stepTrace(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), "all-reduce-throughput-trace", c.rate(2), {}, c.longInteger(0)};
}

LogEvent referenceRate(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), "reference-throughput", c.rate(0), {}, {}};
}

LogEvent votes(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), "votes", c.number(0), {}, {}};
}

LogEvent reference(Captures&, EventOrigin origin)
{
    return SwitchEvent{std::move(origin), "reference"};
}

LogEvent consensus(Captures&, EventOrigin origin)
{
    return SwitchEvent{std::move(origin), "consensus"};
}

LogEvent runtimeResize(Captures& c, EventOrigin origin)
{
    ResizeEvent event;
    event.origin = std::move(origin);
    event.from = c.integer(0);
    event.to = c.integer(1);
    event.duration = c.duration(2);
    event.rankBefore = c.integer(3);
    event.rankAfter = c.integer(4);
    return event;
}

LogEvent newCluster(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), "cluster-size", c.number(1), {}, c.longInteger(0)};
}

LogEvent finish(Captures& c, EventOrigin origin)
{
    FinishEvent event;
    event.origin = std::move(origin);
    event.finished = c.integer(0);
    event.workers = c.integer(1);
    event.duration = c.duration(2);
    return event;
}

LogEvent peerFailed(Captures& c, EventOrigin origin)
{
    FailureEvent event;
    event.origin = std::move(origin);
    event.code = errorCodeName(ErrorCode::PeerFailed);
    event.peer = c.text(0);
    event.what = c.text(1);
    return event;
}

LogEvent tensorCount(Captures& c, EventOrigin origin)
{
    return MetricEvent{std::move(origin), "tensors", c.number(0), {}, {}};
}

LogEvent benchmarkTime(Captures& c, EventOrigin origin)
{
    ResultEvent event;
    event.origin = std::move(origin);
    event.duration = c.duration(0);
    event.mean = c.rate(1);
    event.unit = "B/s";
    return event;
}

LogEvent benchmarkResult(Captures& c, EventOrigin origin)
{
    ResultEvent event;
    event.origin = std::move(origin);
    event.mean = c.rate(6);
    event.unit = "B/s";
    event.final = true;
    constexpr const char* names[] = {"model", "parameters", "smallest", "largest", "total", "mode"};
    for (std::size_t i = 0; i < std::size(names); ++i)
        event.settings.emplace_back(names[i], c.text(i));
    return event;
}

template <MessageLevel Level>
LogEvent message(Captures& c, EventOrigin origin)
{
    return MessageEvent{std::move(origin), Level, std::string(c.text(c.size() - 1))};
}

LogEvent proposalClash(Captures& c, EventOrigin origin)
{
    return MessageEvent{std::move(origin), MessageLevel::Warning,
                        "diverge proposal detected among " + std::string(c.text(0))
                            + " peers: " + std::string(c.text(1))};
}

template <const char* Group>
LogEvent setting(Captures& c, EventOrigin origin)
{
    return SettingEvent{std::move(origin), Group, std::string(c.text(0)), std::string(c.text(1))};
}
constexpr char argument[] = "arg";
constexpr char kungfuEnvironment[] = "kf-env";
constexpr char cudaEnvironment[] = "cuda-env";
constexpr char ncclEnvironment[] = "nccl-env";
constexpr char nic[] = "nic";

LogEvent nicSetting(Captures& c, EventOrigin origin)
{
    return SettingEvent{std::move(origin), nic, std::string(c.text(1)), std::string(c.text(2))};
}

constexpr KungFuPattern runtimeTable[] = {
    {"monitor", "[I] MonitorStrategy:: Checking Throughput = {t}, reff= {r}", monitorCheck},
    {"votes", "[I] AP:: cluster response -> {i}", votes},
    {"reference", "[I] AP:: Taking reff window snapshot", reference},
    {"reference", "[I] AP:: Thrroughput = {r}", referenceRate},
    {"consensus", "[I] AP:: cluster reached consensus on changing to alternative strategy", consensus},
    {"step trace", "[I] Global Step #{d}, Master[{d}], Throughput={r}", stepTrace},
    {"Go resize", "[I] resize {d} -> {d} took {w}, rank {d} -> {d}", runtimeResize},
    {"arrival (runner)", "[I] arrived at v{d}, new np={d}, local: +{d}/-{d}, global: +{d}/-{d}", newCluster},
    {"proposal clash", "[W] diverge proposal detected among {d} peers! I proposed {r}", proposalClash},
    {"finish", "[I] all {d}/{d} local peers finished, took {w}", finish},
    {"peer failed", "[E] #<{t}> exited with error: {r}", peerFailed},
    {"bench info", "[I] model has {d} parameters, size ~ [{w}, {w}], total {w}", tensorCount},
    {"bench time", "[I] took {w}, rate: {w}", benchmarkTime},
    {"bench result", "[I] Result: model: {t}, {d} parameters, size ~ [{w}, {w}], total {t}, mode: {w}, rate: {w}",
     benchmarkResult},
    {"level line", "[D] {r}", message<MessageLevel::Debug>},
    {"level line", "[I] {r}", message<MessageLevel::Information>},
    {"level line", "[W] {r}", message<MessageLevel::Warning>},
    {"level line", "[E] {r}", message<MessageLevel::Error>},
    {"level line", "[F] {r}", message<MessageLevel::Error>},
    {"preamble", "[arg] [{d}]={r}", setting<argument>},
    {"preamble", "[kf-env]: {t}={r}", setting<kungfuEnvironment>},
    {"preamble", "[cuda-env]: {t}={r}", setting<cudaEnvironment>},
    {"preamble", "[nccl-env]: {t}={r}", setting<ncclEnvironment>},
    {"preamble", "[nic] [{d}] {t} :: {r}", nicSetting},
};

} // namespace

std::span<const KungFuPattern> runtimePatterns()
{
    return runtimeTable;
}

} // namespace millrace::monitor
