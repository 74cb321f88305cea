// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/probe_handlers.h"

#include "core/agent/probe_json.h"
#include "core/probe/prober.h"
#include "core/probe/responder.h"
#include "core/probe/tcp_drain.h"

#include <fmt/format.h>
#include <map>
#include <mutex>

namespace millrace::node {

namespace {

using agent::Json;

/// Responders or drains of this node, by endpoint. From any thread.
template <typename Listener>
class Listeners
{
public:
    explicit Listeners(const char* noun) : m_noun(noun) { }

    Result<Endpoint> start(const Endpoint& address)
    {
        MR_TRY(listener, Listener::start(address));
        const Endpoint endpoint = listener->endpoint();
        const std::lock_guard lock(m_mutex);
        m_all[endpoint] = std::move(listener);
        return endpoint;
    }

    Result<void> stop(const Endpoint& endpoint)
    {
        const std::lock_guard lock(m_mutex);
        if (m_all.erase(endpoint) == 0)
            return fail(ErrorCode::NotFound, fmt::format("no {} listens on {}", m_noun, endpointText(endpoint)));
        return {};
    }

private:
    const char* m_noun;
    std::mutex m_mutex;
    std::map<Endpoint, std::unique_ptr<Listener>> m_all;
};

template <typename Listener>
void handleListeners(agent::AgentServer& server, const char* noun)
{
    const auto listeners = std::make_shared<Listeners<Listener>>(noun);
    server.handle(fmt::format("probe.{}.start", noun),
                  [listeners](const Json& params, const JobContext&) -> Result<Json> {
                      MR_TRY(address, agent::fromJson<Endpoint>(params));
                      MR_TRY(endpoint, listeners->start(address));
                      return agent::toJson(endpoint);
                  });
    server.handle(fmt::format("probe.{}.stop", noun),
                  [listeners](const Json& params, const JobContext&) -> Result<Json> {
                      MR_TRY(endpoint, agent::fromJson<Endpoint>(params));
                      MR_CHECK(listeners->stop(endpoint));
                      return Json::object();
                  });
}

} // namespace

void registerProbeHandlers(agent::AgentServer& server)
{
    handleListeners<probe::Responder>(server, "responder");
    handleListeners<probe::TcpDrain>(server, "drain");
    server.handle("probe.delay", [](const Json& params, const JobContext& job) -> Result<Json> {
        MR_TRY(spec, agent::fromJson<probe::DelaySpec>(params));
        MR_TRY(report, probe::measureDelay(spec, job));
        return agent::toJson(report);
    });
    server.handle("probe.loss", [](const Json& params, const JobContext& job) -> Result<Json> {
        MR_TRY(spec, agent::fromJson<probe::LossSpec>(params));
        MR_TRY(report, probe::measureLoss(spec, job));
        return agent::toJson(report);
    });
    server.handle("probe.rate", [](const Json& params, const JobContext& job) -> Result<Json> {
        MR_TRY(spec, agent::fromJson<probe::RateSpec>(params));
        MR_TRY(report, probe::measureRate(spec, job));
        return agent::toJson(report);
    });
    server.handle("probe.tcp_rate", [](const Json& params, const JobContext& job) -> Result<Json> {
        MR_TRY(spec, agent::fromJson<probe::TcpRateSpec>(params));
        MR_TRY(report, probe::measureTcpRate(spec, job));
        return agent::toJson(report);
    });
}

} // namespace millrace::node
