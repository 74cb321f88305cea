// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/node_agent.h"

#include "core/agent/node_values_json.h"
#include "core/agent/probe_json.h"
#include "core/base/wire.h"
#include "core/cluster/preflight_json.h"

namespace millrace::agent {

namespace {

/// Hands an event to the function that wants it; an event that cannot be read is a fault of the agent and goes to
/// onOther.
void deliver(const NodeCallbacks& events, const Event& event)
{
    const auto handOver = [&](const auto& wanted, auto value) {
        if (!value && events.onOther)
            events.onOther(event);
        else if (value && wanted)
            wanted(*value);
    };
    const std::string name = event.name();
    if (name == "process.line")
        handOver(events.onLine, fromJson<ProcessLine>(event.body));
    else if (name == "process.exit")
        handOver(events.onExit, fromJson<ProcessExit>(event.body));
    else if (name == "sample")
        handOver(events.onSamples, fromJson<SampleBatch>(event.body));
    else if (events.onOther)
        events.onOther(event);
}

} // namespace

Result<std::unique_ptr<NodeAgent>> NodeAgent::start(Host& host, const Command& serve, std::string version,
                                                    NodeCallbacks events, Deadline deadline)
{
    auto stream = host.open(serve);
    if (!stream)
        return within("starting the agent on " + host.name(), std::move(stream).error());
    ClientOptions options;
    options.name = host.name();
    options.version = std::move(version);
    return connect(*std::move(stream), std::move(options), std::move(events), deadline);
}

Result<std::unique_ptr<NodeAgent>> NodeAgent::connect(std::unique_ptr<HostStream> stream, ClientOptions options,
                                                      NodeCallbacks events, Deadline deadline)
{
    options.onLost = events.onLost;
    options.onEvent = [events = std::move(events)](const Event& event) { deliver(events, event); };
    MR_TRY(client, AgentClient::connect(std::move(stream), std::move(options), deadline));
    return std::unique_ptr<NodeAgent>(new NodeAgent(std::move(client)));
}

Result<StartedProcess> NodeAgent::startProcess(const Command& command, Deadline deadline)
{
    MR_TRY(answer, m_client->request("process.start", toJson(command), deadline));
    return fromJson<StartedProcess>(answer);
}

Result<void> NodeAgent::signalProcess(ProcessId process, int signal, Deadline deadline)
{
    MR_CHECK(m_client->request("process.signal", {{"process", process.value}, {"signal", signal}}, deadline));
    return {};
}

Result<ExitStatus> NodeAgent::stopProcess(ProcessId process, Nanoseconds grace, Deadline deadline)
{
    MR_TRY(answer,
           m_client->request("process.stop", {{"process", process.value}, {"grace_ns", grace.count()}}, deadline));
    return fromJson<ExitStatus>(answer);
}

Result<SamplingId> NodeAgent::startSampling(const SamplingSpec& spec, Deadline deadline)
{
    MR_TRY(answer, m_client->request("sampling.start", toJson(spec), deadline));
    return readJson<SamplingId>("sampling",
                                [&] { return SamplingId{wholeNumber<std::int64_t>(answer.at("sampling"))}; });
}

Result<SamplingEnd> NodeAgent::stopSampling(SamplingId sampling, Deadline deadline)
{
    MR_TRY(answer, m_client->request("sampling.stop", {{"sampling", sampling.value}}, deadline));
    return fromJson<SamplingEnd>(answer);
}

Result<CaptureId> NodeAgent::startCapture(const capture::CaptureSpec& spec, Deadline deadline)
{
    MR_TRY(answer, m_client->request("capture.start", {{"spec", toJson(spec)}}, deadline));
    return readJson<CaptureId>("capture", [&] { return CaptureId{wholeNumber<std::int64_t>(answer.at("capture"))}; });
}

Result<capture::CaptureStatus> NodeAgent::captureStatus(CaptureId capture, Deadline deadline)
{
    MR_TRY(answer, m_client->request("capture.status", {{"capture", capture.value}}, deadline));
    return fromJson<capture::CaptureStatus>(answer.value("status", Json()));
}

Result<capture::CaptureStatus> NodeAgent::stopCapture(CaptureId capture, Deadline deadline)
{
    MR_TRY(answer, m_client->request("capture.stop", {{"capture", capture.value}}, deadline));
    return fromJson<capture::CaptureStatus>(answer.value("status", Json()));
}

Result<std::size_t> NodeAgent::analyseCapture(CaptureId capture, Deadline deadline, const JobContext& job)
{
    MR_TRY(answer, m_client->request("capture.analyse", {{"capture", capture.value}}, deadline, job));
    return readJson<std::size_t>("analysis", [&] { return wholeNumber<std::size_t>(answer.at("file")); });
}

Result<FileBlock> NodeAgent::readCapture(CaptureId capture, std::size_t file, std::uint64_t offset, std::uint64_t bytes,
                                         Deadline deadline)
{
    MR_TRY(answer,
           m_client->request("capture.read",
                             {{"capture", capture.value}, {"file", file}, {"offset", offset}, {"bytes", bytes}},
                             deadline));
    return parseFileBlock(answer);
}

Result<void> NodeAgent::removeCapture(CaptureId capture, Deadline deadline)
{
    MR_CHECK(m_client->request("capture.remove", {{"capture", capture.value}}, deadline));
    return {};
}

Result<Json> NodeAgent::snapshot(Deadline deadline)
{
    return m_client->request("host.snapshot", Json::object(), deadline);
}

Result<cluster::NodeFacts> NodeAgent::preflight(const cluster::PreflightQuestion& question, Deadline deadline,
                                                const JobContext& job)
{
    constexpr int exchanges = 8;
    MR_TRY(answer, m_client->request("host.preflight", cluster::toJson(question), deadline, job));
    MR_TRY(facts, fromJson<cluster::NodeFacts>(answer));
    MR_TRY(clock, compareClock(exchanges, deadline));
    facts.clock.offset = clock.offset;
    facts.clock.uncertainty = clock.uncertainty;
    return facts;
}

Result<std::vector<cluster::PeerReach>> NodeAgent::reachPeers(const std::string& address, int mtu,
                                                              const std::vector<std::string>& peers, Deadline deadline,
                                                              const JobContext& job)
{
    const Json params = {{"address", address}, {"mtu", mtu}, {"peers", peers}};
    MR_TRY(answer, m_client->request("host.reach", params, deadline, job));
    std::vector<cluster::PeerReach> all;
    for (const Json& peer : answer.value("peers", Json::array())) {
        MR_TRY(reach, fromJson<cluster::PeerReach>(peer));
        all.push_back(std::move(reach));
    }
    return all;
}

Result<cluster::ClockFacts> NodeAgent::compareClock(int exchanges, Deadline deadline)
{
    cluster::ClockFacts clock;
    for (int i = 0; i < exchanges; ++i) {
        const Nanoseconds sent = wallNow();
        MR_TRY(answer, m_client->request("host.clock", Json::object(), deadline));
        const Nanoseconds back = wallNow();
        MR_TRY(there, readJson<std::int64_t>("clock", [&] { return wholeNumber<std::int64_t>(answer.at("wall_ns")); }));
        const Nanoseconds half = (back - sent) / 2;
        if (clock.offset && half >= clock.uncertainty)
            continue;
        clock.uncertainty = half;
        clock.offset = Nanoseconds(there) - (sent + half);
    }
    return clock;
}

Result<AgentHealth> NodeAgent::health(Deadline deadline)
{
    MR_TRY(answer, m_client->request("agent.health", Json::object(), deadline));
    return fromJson<AgentHealth>(answer);
}

Result<Endpoint> NodeAgent::startResponder(const Endpoint& address, Deadline deadline)
{
    MR_TRY(answer, m_client->request("probe.responder.start", toJson(address), deadline));
    return fromJson<Endpoint>(answer);
}

Result<void> NodeAgent::stopResponder(const Endpoint& address, Deadline deadline)
{
    MR_CHECK(m_client->request("probe.responder.stop", toJson(address), deadline));
    return {};
}

Result<probe::DelayReport> NodeAgent::probeDelay(const probe::DelaySpec& spec, Deadline deadline, const JobContext& job)
{
    MR_TRY(answer, m_client->request("probe.delay", toJson(spec), deadline, job));
    return fromJson<probe::DelayReport>(answer);
}

Result<probe::LossReport> NodeAgent::probeLoss(const probe::LossSpec& spec, Deadline deadline, const JobContext& job)
{
    MR_TRY(answer, m_client->request("probe.loss", toJson(spec), deadline, job));
    return fromJson<probe::LossReport>(answer);
}

Result<probe::RateReport> NodeAgent::probeRate(const probe::RateSpec& spec, Deadline deadline, const JobContext& job)
{
    MR_TRY(answer, m_client->request("probe.rate", toJson(spec), deadline, job));
    return fromJson<probe::RateReport>(answer);
}

Result<Endpoint> NodeAgent::startDrain(const Endpoint& address, Deadline deadline)
{
    MR_TRY(answer, m_client->request("probe.drain.start", toJson(address), deadline));
    return fromJson<Endpoint>(answer);
}

Result<void> NodeAgent::stopDrain(const Endpoint& address, Deadline deadline)
{
    MR_CHECK(m_client->request("probe.drain.stop", toJson(address), deadline));
    return {};
}

Result<probe::TcpRateReport> NodeAgent::probeTcpRate(const probe::TcpRateSpec& spec, Deadline deadline,
                                                     const JobContext& job)
{
    MR_TRY(answer, m_client->request("probe.tcp_rate", toJson(spec), deadline, job));
    return fromJson<probe::TcpRateReport>(answer);
}

} // namespace millrace::agent
