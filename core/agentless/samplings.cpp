// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/samplings.h"

#include "core/agent/node_values_json.h"
#include "core/agentless/socket_text.h"
#include "core/base/text.h"
#include "core/base/wire.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds shortest = 100ms;
constexpr std::size_t mostSamplings = 4;
constexpr std::size_t largestSample = std::size_t(4) << 20;

/// Prints one sample between "@<node's clock>" and "@."; a line on stdin (or its end) ends it after a last one.
constexpr const char* sampleText = R"sh(t=$1; s=$2
one() {
  echo "@$(date +%s%N)"
  cat /proc/net/dev; echo '#'; head -n 1 /proc/stat; echo '#'; grep -F MemAvailable /proc/meminfo; echo '#'
  [ -n "$s" ] && ss -tin 2>/dev/null
  echo '@.'
}
trap 'one; exit 0' TERM
exec 4<&0 </dev/null
( read -r l <&4; kill -s TERM $$ ) &
exec 4<&-
while :; do one; sleep $t; done
)sh";

Result<agent::Sample> parseSampleText(const std::string& text, const agent::SamplingSpec& spec)
{
    const auto parts = split(text, '#');
    if (parts.size() < 4)
        return fail(ErrorCode::Protocol, "a sample of counters is not whole");
    agent::Sample sample;
    if (spec.interfaces)
        MR_CHECK(counters::parseInterfaces(parts[0], sample.interfaces));
    if (spec.machine) {
        MR_TRY(machine, counters::parseMachineCpu(parts[1].substr(std::min<std::size_t>(1, parts[1].size()))));
        sample.machine = machine;
        sample.availableMemory = counters::parseAvailableMemory(parts[2]).value_or(0);
    }
    if (spec.tcp)
        sample.peers = parseSockets(parts[3], spec.ports);
    return sample;
}

struct Sampling
{
    agent::SamplingId id;
    agent::SamplingSpec spec;
    std::unique_ptr<HostStream> stream;
    std::mutex mutex; ///< for the following members
    std::condition_variable changed;
    agent::SamplingEnd end;
    std::optional<Error> failed;
    bool ended = false;
    std::jthread reader;
};

/// Active samplings. From any thread.
class Samplings
{
public:
    Samplings(agent::AgentServer& server, std::shared_ptr<NodeLine> line)
        : m_server(server), m_line(std::move(line)) { }

    Result<Json> start(const Json& params)
    {
        MR_TRY(spec, agent::fromJson<agent::SamplingSpec>(params));
        if (spec.interval < 10ms || spec.interval > 1h)
            return fail(ErrorCode::InvalidInput, "counters are sampled every 10 ms at most and every hour at least");
        auto sampling = std::make_shared<Sampling>();
        sampling->spec = spec;
        {
            const std::lock_guard lock(m_mutex);
            if (m_samplings.size() >= mostSamplings)
                return fail(ErrorCode::InvalidInput, fmt::format("a node has {} samplings at most", mostSamplings));
            sampling->id = agent::SamplingId{m_nextId++};
        }
        const double seconds = std::chrono::duration<double>(std::max<Nanoseconds>(spec.interval, shortest)).count();
        auto stream = m_line->host().open(
            m_line->script(sampleText, {fmt::format("{:.2f}", seconds), spec.tcp ? "1" : ""}, "sample"));
        if (!stream)
            return std::move(stream).error();
        sampling->stream = *std::move(stream);
        sampling->reader =
            std::jthread([this, raw = sampling.get()](const std::stop_token& stop) { follow(*raw, stop); });
        std::unique_lock lock(sampling->mutex);
        sampling->changed.wait_until(lock, deadlineIn(8s),
                                     [&] { return sampling->end.taken > 0 || sampling->ended || sampling->failed; });
        if (sampling->end.taken == 0)
            return sampling->failed ? *sampling->failed
                                    : fail(ErrorCode::Timeout, "the node's counters did not come in time");
        lock.unlock();
        const std::lock_guard own(m_mutex);
        m_samplings[sampling->id] = sampling;
        return Json{{"sampling", sampling->id.value}};
    }

    Result<Json> stop(const Json& params)
    {
        const agent::SamplingId id{wholeNumber<std::int64_t>(params.at("sampling"))};
        std::shared_ptr<Sampling> sampling;
        {
            const std::lock_guard lock(m_mutex);
            const auto found = m_samplings.find(id);
            if (found == m_samplings.end())
                return fail(ErrorCode::NotFound, fmt::format("there is no sampling {} on this node", id.value));
            sampling = found->second;
            m_samplings.erase(found);
        }
        sampling->stream->closeWrite();
        std::unique_lock lock(sampling->mutex);
        sampling->changed.wait_until(lock, deadlineIn(8s), [&] { return sampling->ended; });
        return agent::toJson(sampling->end);
    }

    void stopAll()
    {
        std::map<agent::SamplingId, std::shared_ptr<Sampling>> all;
        const std::lock_guard lock(m_mutex);
        all.swap(m_samplings);
    }

private:
    void follow(Sampling& sampling, const std::stop_token& stop)
    {
        std::string text;
        Nanoseconds wall{0};
        const Nanoseconds begin = monotonicNow();
        auto read = readLines(*sampling.stream, stop, [&](const std::string& line) {
            if (line == "@.") {
                take(sampling, text, wall, begin);
                text.clear();
            } else if (line.starts_with('@')) {
                const std::string_view digits = std::string_view(line).substr(1);
                const std::int64_t told = digits.size() > 17 ? parseInteger(digits).value_or(0) : 0;
                wall = told > 0 ? Nanoseconds(told) : wallNow() + m_line->clockOffset();
                text.clear();
            } else if (text.size() < largestSample) {
                text += line + "\n";
            }
            return true;
        });
        const std::lock_guard lock(sampling.mutex);
        if (!read && !sampling.failed)
            sampling.failed = std::move(read).error();
        sampling.ended = true;
        sampling.changed.notify_all();
    }

    void take(Sampling& sampling, const std::string& text, Nanoseconds wall, Nanoseconds begin)
    {
        auto sample = parseSampleText(text, sampling.spec);
        const std::lock_guard lock(sampling.mutex);
        if (!sample) {
            sampling.failed = std::move(sample).error();
            sampling.changed.notify_all();
            return;
        }
        const Nanoseconds now = monotonicNow();
        sample->wall = wall;
        // Sampling time, by the clock of this machine.
        sample->monotonic = std::min(now, now - (wallNow() + m_line->clockOffset() - wall));
        ++sampling.end.taken;
        const std::int64_t wanted = (now - begin) / sampling.spec.interval;
        sampling.end.missed = std::max<std::int64_t>(sampling.end.missed, wanted - sampling.end.taken);
        m_server.send(agent::toJson(agent::SampleBatch{sampling.id, sampling.end.missed, {*std::move(sample)}}));
        sampling.changed.notify_all();
    }

    agent::AgentServer& m_server;
    const std::shared_ptr<NodeLine> m_line;
    std::mutex m_mutex;
    std::int64_t m_nextId = 1;
    std::map<agent::SamplingId, std::shared_ptr<Sampling>> m_samplings;
};

} // namespace

void registerSamplings(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line)
{
    const auto samplings = std::make_shared<Samplings>(server, line);
    server.handle("sampling.start",
                  [samplings](const Json& params, const JobContext&) { return samplings->start(params); });
    server.handle("sampling.stop",
                  [samplings](const Json& params, const JobContext&) { return samplings->stop(params); });
    server.onClose([samplings] { samplings->stopAll(); });
}

} // namespace millrace::agentless
