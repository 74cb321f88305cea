// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_client.h"
#include "core/agent/capture_json.h"
#include "core/agent/node_values.h"
#include "core/base/command.h"
#include "core/probe/report.h"

namespace millrace::agent {

/// What a NodeAgent reports on its own. All are called on one thread, in the order in which things happened; they must
/// be quick and must not call the agent.
struct NodeAgentEvents
{
    std::function<void(const ProcessLine&)> onLine;
    std::function<void(const ProcessExit&)> onExit; ///< after all lines of that process
    std::function<void(const SampleBatch&)> onSamples;
    std::function<void(const Event&)> onOther; ///< events of other methods, for example of emulate
    std::function<void(const Error&)> onLost; ///< at most once
};

/// An agent with typed calls: an AgentClient that knows the methods of millrace-agent.
class NodeAgent
{
public:
    /// Starts `millrace-agent serve` on the host (give the program's path in argv[0] of `serve`) and shakes hands.
    [[nodiscard]] static Result<std::unique_ptr<NodeAgent>> start(Host& host, const Command& serve, std::string version,
                                                                  NodeAgentEvents events, Deadline deadline);
    [[nodiscard]] static Result<std::unique_ptr<NodeAgent>>
    connect(std::unique_ptr<HostStream> stream, ClientOptions options, NodeAgentEvents events, Deadline deadline);

    /// The process leads a group of its own; its standard input is empty. A line may arrive before this returns.
    [[nodiscard]] Result<StartedProcess> startProcess(const Command& command, Deadline deadline);
    /// To the whole group.
    [[nodiscard]] Result<void> signalProcess(ProcessId process, int signal, Deadline deadline);
    /// SIGTERM to it and all its descendants, after `grace` SIGKILL. Returns when they are gone; onExit has been
    /// called.
    [[nodiscard]] Result<ExitStatus> stopProcess(ProcessId process, Nanoseconds grace, Deadline deadline);

    /// The first sample has been taken when this returns.
    [[nodiscard]] Result<SamplingId> startSampling(const SamplingSpec& spec, Deadline deadline);
    /// Takes one last sample; the last batch has been delivered when this returns.
    [[nodiscard]] Result<SamplingEnd> stopSampling(SamplingId sampling, Deadline deadline);

    /// See app/agent/capture_handlers.h for what an empty interface and an empty file mean.
    [[nodiscard]] Result<CaptureId> startCapture(const capture::CaptureSpec& spec, Deadline deadline);
    [[nodiscard]] Result<capture::CaptureStatus> captureStatus(CaptureId capture, Deadline deadline);
    /// Its files are whole when this returns.
    [[nodiscard]] Result<capture::CaptureStatus> stopCapture(CaptureId capture, Deadline deadline);
    /// Analyses its files on the node; the result is the file of the returned number for readCapture().
    [[nodiscard]] Result<std::size_t> analyseCapture(CaptureId capture, Deadline deadline, const JobContext& job = {});
    /// A piece of one of its files (CaptureStatus::files) once it is stopped; less than asked for at the end.
    [[nodiscard]] Result<FileBlock> readCapture(CaptureId capture, std::size_t file, std::uint64_t offset,
                                                std::uint64_t bytes, Deadline deadline);
    /// Stops it and deletes its files on the node.
    [[nodiscard]] Result<void> removeCapture(CaptureId capture, Deadline deadline);

    [[nodiscard]] Result<Json> snapshot(Deadline deadline); ///< see app/agent/host_handlers.h
    [[nodiscard]] Result<AgentHealth> health(Deadline deadline);

    /// Port 0: any free one. The endpoint that it listens on.
    [[nodiscard]] Result<Endpoint> startResponder(const Endpoint& address, Deadline deadline);
    [[nodiscard]] Result<void> stopResponder(const Endpoint& address, Deadline deadline);
    [[nodiscard]] Result<probe::DelayReport> probeDelay(const probe::DelaySpec& spec, Deadline deadline,
                                                        const JobContext& job = {});
    [[nodiscard]] Result<probe::LossReport> probeLoss(const probe::LossSpec& spec, Deadline deadline,
                                                      const JobContext& job = {});
    [[nodiscard]] Result<probe::RateReport> probeRate(const probe::RateSpec& spec, Deadline deadline,
                                                      const JobContext& job = {});

    /// For methods without a typed call ("emulate.start").
    [[nodiscard]] AgentClient& client() noexcept { return *m_client; }
    /// Ends the agent in order; see AgentClient::close.
    [[nodiscard]] Result<void> close(Deadline deadline) { return m_client->close(deadline); }

private:
    explicit NodeAgent(std::unique_ptr<AgentClient> client) : m_client(std::move(client)) { }

    std::unique_ptr<AgentClient> m_client;
};

} // namespace millrace::agent
