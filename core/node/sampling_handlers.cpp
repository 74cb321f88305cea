// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/sampling_handlers.h"

#include "core/agent/node_values_json.h"
#include "core/base/wire.h"
#include "core/node/sampler.h"

#include <ctime>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

namespace millrace::node {

namespace {

using agent::Json;

constexpr std::size_t mostSamplings = 4;

/// Active samplings. From any thread.
class Samplings
{
public:
    Samplings(agent::AgentServer& server, std::shared_ptr<ProcessTable> processes)
        : m_server(server), m_processes(std::move(processes))
    {
    }

    Result<agent::SamplingId> start(const agent::SamplingSpec& spec)
    {
        const std::lock_guard lock(m_mutex);
        if (m_samplers.size() >= mostSamplings)
            return fail(ErrorCode::InvalidInput, fmt::format("an agent has {} samplings at most", mostSamplings));
        const agent::SamplingId id{m_nextId};
        MR_TRY(sampler, Sampler::start(m_server, id, spec, m_processes));
        m_samplers.emplace(id, std::move(sampler));
        ++m_nextId;
        return id;
    }

    Result<agent::SamplingEnd> stop(agent::SamplingId id)
    {
        std::unique_ptr<Sampler> sampler;
        {
            const std::lock_guard lock(m_mutex);
            const auto it = m_samplers.find(id);
            if (it == m_samplers.end())
                return fail(ErrorCode::NotFound, fmt::format("this agent has no sampling {}", id.value));
            sampler = std::move(it->second);
            m_samplers.erase(it);
        }
        return sampler->stop();
    }

    void stopAll()
    {
        const std::lock_guard lock(m_mutex);
        m_samplers.clear();
    }

    std::size_t count() const
    {
        const std::lock_guard lock(m_mutex);
        return m_samplers.size();
    }

private:
    agent::AgentServer& m_server;
    const std::shared_ptr<ProcessTable> m_processes;
    mutable std::mutex m_mutex;
    std::int64_t m_nextId = 1;
    std::map<agent::SamplingId, std::unique_ptr<Sampler>> m_samplers;
};

agent::AgentHealth ownUsage()
{
    agent::AgentHealth health;
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    health.cpu = std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
    if (auto file = counters::ProcFile::open("/proc/self/stat"))
        if (const auto text = file->read())
            if (const auto stat = counters::parseProcessStat(*text))
                health.residentBytes = stat->residentBytes;
    return health;
}

} // namespace

void registerSamplingHandlers(agent::AgentServer& server, const std::shared_ptr<ProcessTable>& processes)
{
    const auto samplings = std::make_shared<Samplings>(server, processes);
    server.handle("sampling.start", [samplings](const Json& params, const JobContext&) -> Result<Json> {
        MR_TRY(spec, agent::fromJson<agent::SamplingSpec>(params));
        MR_TRY(id, samplings->start(spec));
        return Json{{"sampling", id.value}};
    });
    server.handle("sampling.stop", [samplings](const Json& params, const JobContext&) -> Result<Json> {
        MR_TRY(end, samplings->stop({wholeNumber<std::int64_t>(params.at("sampling"))}));
        return agent::toJson(end);
    });
    server.handle("agent.health", [samplings, processes, &server](const Json&, const JobContext&) -> Result<Json> {
        agent::AgentHealth health = ownUsage();
        health.processes = static_cast<std::int64_t>(processes->running().size());
        health.samplings = static_cast<std::int64_t>(samplings->count());
        health.waitingBytes = static_cast<std::int64_t>(server.waitingBytes());
        return agent::toJson(health);
    });
    server.onClose([samplings] { samplings->stopAll(); });
}

} // namespace millrace::node
