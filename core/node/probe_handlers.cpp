// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/probe_handlers.h"

#include "core/agent/probe_json.h"
#include "core/probe/prober.h"
#include "core/probe/responder.h"

#include <map>
#include <mutex>

namespace millrace::node {

namespace {

using agent::Json;

/// Responders of this node, by endpoint. From any thread.
class Responders
{
public:
    Result<Endpoint> start(const Endpoint& address)
    {
        MR_TRY(responder, probe::Responder::start(address));
        const Endpoint endpoint = responder->endpoint();
        const std::lock_guard lock(m_mutex);
        m_all[endpoint] = std::move(responder);
        return endpoint;
    }

    Result<void> stop(const Endpoint& endpoint)
    {
        const std::lock_guard lock(m_mutex);
        if (m_all.erase(endpoint) == 0)
            return fail(ErrorCode::NotFound, "no responder listens on " + endpointText(endpoint));
        return {};
    }

private:
    std::mutex m_mutex;
    std::map<Endpoint, std::unique_ptr<probe::Responder>> m_all;
};

} // namespace

void registerProbeHandlers(agent::AgentServer& server)
{
    const auto responders = std::make_shared<Responders>();
    server.handle("probe.responder.start", [responders](const Json& params, const JobContext&) -> Result<Json> {
        MR_TRY(address, agent::fromJson<Endpoint>(params));
        MR_TRY(endpoint, responders->start(address));
        return agent::toJson(endpoint);
    });
    server.handle("probe.responder.stop", [responders](const Json& params, const JobContext&) -> Result<Json> {
        MR_TRY(endpoint, agent::fromJson<Endpoint>(params));
        MR_CHECK(responders->stop(endpoint));
        return Json::object();
    });
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
}

} // namespace millrace::node
