// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/worker_json.h"

#include "core/monitor/flat_json.h"

#include <limits>

namespace millrace::monitor {
namespace {

constexpr std::string_view eventStart = R"({"event":)";
constexpr double spreadFactor = 1.96;

int narrow(std::optional<std::int64_t> value)
{
    const std::int64_t most = std::numeric_limits<int>::max();
    return value && *value >= 0 && *value <= most ? static_cast<int>(*value) : 0;
}

std::uint64_t unsignedOf(std::optional<std::int64_t> value)
{
    return value && *value > 0 ? static_cast<std::uint64_t>(*value) : 0;
}

std::optional<std::uint64_t> optionalUnsigned(std::optional<std::int64_t> value)
{
    return value ? std::optional(unsignedOf(value)) : std::nullopt;
}

std::vector<int> ranksAt(const FlatJson& json, std::string_view name)
{
    std::vector<int> ranks;
    for (const std::int64_t value : json.integers(name))
        ranks.push_back(narrow(value));
    return ranks;
}

std::optional<Nanoseconds> durationAt(std::optional<std::int64_t> value)
{
    return value && *value >= 0 ? std::optional(Nanoseconds(*value)) : std::nullopt;
}

EventOrigin originOf(const FlatJson& json, EventOrigin origin)
{
    if (const auto rank = json.integer("rank"))
        origin.rank = *rank >= 0 && *rank <= std::numeric_limits<int>::max() ? static_cast<int>(*rank) : -1;
    const auto monotonic = json.integer("mono_ns");
    const auto wall = json.integer("wall_ns");
    if (monotonic && wall) {
        origin.monotonic = Nanoseconds(*monotonic);
        origin.wall = Nanoseconds(*wall);
        origin.timedByWorker = true;
    }
    return origin;
}

std::optional<LogEvent> stepEvent(const FlatJson& json, EventOrigin origin)
{
    const auto step = json.integer("step");
    const auto duration = durationAt(json.integer("step_ns"));
    if (!step || !duration)
        return std::nullopt;
    IterationEvent event;
    event.origin = std::move(origin);
    event.iteration = *step;
    event.warmup = json.boolean("warmup").value_or(false);
    event.duration = duration;
    event.compute = durationAt(json.integer("compute_ns"));
    event.communication = durationAt(json.integer("comm_ns"));
    event.samples = json.integer("samples");
    event.sentBytes = optionalUnsigned(json.integer("sent_bytes"));
    event.receivedBytes = optionalUnsigned(json.integer("received_bytes"));
    event.loss = json.number("loss");
    if (const auto workers = json.integer("workers"))
        event.workers = narrow(workers);
    if (const auto position = json.integer("position"))
        event.position = narrow(position);
    if (event.samples && duration->count() > 0)
        event.samplesPerSecond = static_cast<double>(*event.samples) * 1e9 / static_cast<double>(duration->count());
    return event;
}

std::optional<LogEvent> startEvent(const FlatJson& json, EventOrigin origin)
{
    const auto model = json.text("model");
    if (!model)
        return std::nullopt;
    StartEvent event;
    event.origin = std::move(origin);
    event.model = *model;
    event.workers = narrow(json.integer("size"));
    event.batch = narrow(json.integer("batch"));
    event.strategy = json.text("strategy").value_or("");
    event.tensors = json.integer("tensors").value_or(0);
    event.bytes = unsignedOf(json.integer("bytes"));
    event.host = json.text("host").value_or("");
    event.pid = json.integer("pid").value_or(0);
    return event;
}

std::optional<LogEvent> connectedEvent(const FlatJson& json, EventOrigin origin)
{
    return ConnectedEvent{std::move(origin), json.text("congestion_control").value_or(""),
                          json.text("strategy").value_or(""),
                          durationAt(json.integer("connect_ns")).value_or(Nanoseconds(0))};
}

std::optional<LogEvent> sentEvent(const FlatJson& json, EventOrigin origin)
{
    const auto bytes = json.integer("tcp_bytes");
    const auto again = json.integer("tcp_retransmitted_bytes");
    if (!bytes || !again || *again < 0 || *bytes < *again)
        return std::nullopt;
    return SentEvent{std::move(origin), unsignedOf(bytes), unsignedOf(again)};
}

std::optional<LogEvent> peersEvent(const FlatJson& json, EventOrigin origin)
{
    const auto interval = durationAt(json.integer("interval_ns"));
    const auto ranks = ranksAt(json, "peers");
    const auto sent = json.integers("sent");
    const auto received = json.integers("received");
    const auto waited = json.integers("waited_ns");
    const auto bytes = json.integers("pair_bytes");
    const auto durations = json.integers("pair_ns");
    if (!interval || interval->count() == 0 || sent.size() != ranks.size() || received.size() != ranks.size()
        || waited.size() != ranks.size() || bytes.size() != durations.size())
        return std::nullopt;
    PeersEvent event;
    event.origin = std::move(origin);
    event.interval = *interval;
    event.steps = json.integer("steps").value_or(0);
    event.payload = unsignedOf(json.integer("payload"));
    event.communication = durationAt(json.integer("comm_ns")).value_or(Nanoseconds(0));
    event.leads = json.boolean("leads").value_or(false);
    event.strategy = json.text("strategy").value_or("");
    event.root = narrow(json.integer("root"));
    for (std::size_t at = 0; at < ranks.size(); ++at)
        event.peers.push_back({ranks[at], unsignedOf(sent[at]), unsignedOf(received[at]),
                               durationAt(waited[at]).value_or(Nanoseconds(0))});
    for (std::size_t at = 0; at < bytes.size(); ++at)
        event.pairs.push_back({unsignedOf(bytes[at]), durationAt(durations[at]).value_or(Nanoseconds(0))});
    return event;
}

std::optional<LogEvent> phaseEvent(const FlatJson& json, EventOrigin origin)
{
    const auto phase = json.text("phase");
    if (!phase)
        return std::nullopt;
    return PhaseEvent{std::move(origin), *phase, {}};
}

std::optional<LogEvent> verifyEvent(const FlatJson& json, EventOrigin origin)
{
    const auto step = json.integer("step");
    const auto ok = json.boolean("ok");
    if (!step || !ok)
        return std::nullopt;
    return VerifyEvent{std::move(origin), *step, json.text("checksum").value_or(""), *ok,
                       json.text("what").value_or("")};
}

std::optional<LogEvent> failureEvent(const FlatJson& json, EventOrigin origin)
{
    const auto what = json.text("what");
    if (!what)
        return std::nullopt;
    FailureEvent event;
    event.origin = std::move(origin);
    event.code = json.text("code").value_or("");
    event.what = *what;
    event.peers = ranksAt(json, "peers");
    if (const auto peer = json.integer("peer"); peer && event.peers.empty())
        event.peers.push_back(narrow(peer));
    return event;
}

std::optional<LogEvent> endEvent(const FlatJson& json, EventOrigin origin)
{
    const auto steps = json.integer("steps");
    const auto mean = json.number("rate_mean");
    if (!steps || !mean)
        return std::nullopt;
    ResultEvent event;
    event.origin = std::move(origin);
    event.mean = *mean;
    if (const auto deviation = json.number("rate_stddev"))
        event.spread = spreadFactor * *deviation;
    event.unit = "samples/s";
    event.final = true;
    event.iterations = *steps;
    event.settings = json.rest({"event", "rank", "mono_ns", "wall_ns"});
    return event;
}

/// Progress of the monitor of a Hivemind run, which belongs to no rank.
std::optional<LogEvent> progressEvent(const FlatJson& json, EventOrigin origin)
{
    const auto samples = json.number("samples");
    const auto epoch = json.integer("epoch");
    if (!samples || !epoch)
        return std::nullopt;
    return MetricEvent{std::move(origin), "accumulated-samples", *samples, {}, epoch};
}

std::optional<LogEvent> metricEvent(const FlatJson& json, EventOrigin origin)
{
    const auto name = json.text("name");
    const auto value = json.number("value");
    if (!name || !value)
        return std::nullopt;
    return MetricEvent{std::move(origin), *name, *value, {}, json.integer("step")};
}

std::optional<LogEvent> resizeEvent(const FlatJson& json, EventOrigin origin)
{
    const auto from = json.integer("from");
    const auto to = json.integer("to");
    if (!from || !to)
        return std::nullopt;
    const auto duration = [&json](const char* name) { return durationAt(json.integer(name)).value_or(Nanoseconds(0)); };
    ResizeEvent event;
    event.origin = std::move(origin);
    event.from = narrow(from);
    event.to = narrow(to);
    event.duration = durationAt(json.integer("resize_ns"));
    event.phases = ResizeEvent::Phases{unsignedOf(json.integer("version")),
                                       json.text("cause").value_or(""),
                                       json.integer("step").value_or(0),
                                       json.integer("redone_steps").value_or(0),
                                       duration("detect_ns"),
                                       duration("decide_ns"),
                                       duration("connect_ns"),
                                       duration("state_ns"),
                                       duration("first_step_ns")};
    return event;
}

std::optional<LogEvent> noticedEvent(const FlatJson& json, EventOrigin origin)
{
    const auto what = json.text("what");
    if (!what)
        return std::nullopt;
    return NoticedEvent{std::move(origin), json.text("code").value_or(""), *what, ranksAt(json, "peers")};
}

std::optional<LogEvent> decisionEvent(const FlatJson& json, EventOrigin origin)
{
    const auto step = json.integer("step");
    const auto change = policy::parseChange(json.text("change").value_or(""));
    const auto value = json.integer("value");
    if (!step || !change || !value)
        return std::nullopt;
    policy::Decision decision{*change, collective::Strategy::Auto, narrow(value)};
    if (change == policy::Change::Strategy) {
        const auto strategy = collective::parseStrategy(json.text("strategy").value_or(""));
        if (!strategy)
            return std::nullopt;
        decision.strategy = *strategy;
    }
    decision.policy = json.text("policy").value_or("");
    decision.reason = json.text("reason").value_or("");
    return DecisionEvent{std::move(origin), *step, std::move(decision)};
}

struct LineKind
{
    std::string_view name;
    std::optional<LogEvent> (*event)(const FlatJson& json, EventOrigin origin);
};

constexpr LineKind lineKinds[] = {
    {"step", stepEvent},         {"verify", verifyEvent}, {"start", startEvent},   {"connected", connectedEvent},
    {"phase", phaseEvent},       {"error", failureEvent}, {"end", endEvent},       {"progress", progressEvent},
    {"sent", sentEvent},         {"metric", metricEvent}, {"resize", resizeEvent}, {"noticed", noticedEvent},
    {"decision", decisionEvent}, {"peers", peersEvent},
};

} // namespace

LineOutcome readWorkerJson(std::string_view body, const EventOrigin& origin)
{
    FlatJson json;
    if (!json.read(body)) {
        if (body.starts_with(eventStart))
            return DamagedLine{"not a whole JSON object"};
        return UnknownLine{};
    }
    const auto name = json.text("event");
    for (const LineKind& kind : lineKinds) {
        if (name != kind.name)
            continue;
        auto event = kind.event(json, originOf(json, origin));
        if (!event)
            return DamagedLine{"a field is missing or of the wrong kind"};
        return std::move(*event);
    }
    return UnknownLine{};
}

LineOutcome WorkerJsonReader::read(std::string_view body, const EventOrigin& origin)
{
    const std::size_t start = body.find(eventStart);
    return start == body.npos ? LineOutcome(UnknownLine{}) : readWorkerJson(body.substr(start), origin);
}

} // namespace millrace::monitor
