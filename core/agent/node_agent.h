// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_client.h"
#include "core/agent/capture_json.h"
#include "core/agent/impair_json.h"
#include "core/agent/node_values.h"
#include "core/base/command.h"
#include "core/cluster/preflight.h"
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
    /// What the node says about itself, its clock compared with this machine's; the peers are left out.
    [[nodiscard]] Result<cluster::NodeFacts> preflight(const cluster::PreflightQuestion& question, Deadline deadline,
                                                       const JobContext& job = {});
    /// Pings the peers from an address of the node, with small packets and with ones of the MTU.
    [[nodiscard]] Result<std::vector<cluster::PeerReach>> reachPeers(const std::string& address, int mtu,
                                                                     const std::vector<std::string>& peers,
                                                                     Deadline deadline, const JobContext& job = {});
    /// By the shortest of several exchanges, see cluster::ClockFacts.
    [[nodiscard]] Result<cluster::ClockFacts> compareClock(int exchanges, Deadline deadline);
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

    /// See core/impair/impairment.h; what is imposed is put back when the agent ends, however it ends. Applying again
    /// puts back first what this agent has imposed before.
    [[nodiscard]] Result<impair::ImpairAbility> impairAbility(Deadline deadline);
    [[nodiscard]] Result<impair::ImpairReport> applyImpairment(const impair::ImpairSpec& spec, Deadline deadline);
    [[nodiscard]] Result<impair::ImpairStatus> impairmentStatus(Deadline deadline);
    [[nodiscard]] Result<RestoreReport> restoreImpairment(Deadline deadline);

    /// A folder of its own for this agent below `folder` (empty: as the agent was told, else below the user's cache
    /// folder), which goes with the agent. Again: the same. Paths of files are relative to it and may not leave it.
    [[nodiscard]] Result<std::string> openWork(const std::string& folder, Deadline deadline);
    /// Whole or not at all, with all folders on its way; DiskFull with one sentence.
    [[nodiscard]] Result<void> putFile(const std::string& path, std::string_view bytes, bool executable,
                                       Deadline deadline, const JobContext& job = {});
    /// A piece of it, 8 MiB at most; without bytes at the end.
    [[nodiscard]] Result<FileBlock> readFileBlock(const std::string& path, std::uint64_t offset, std::uint64_t bytes,
                                                  Deadline deadline);
    /// All of it; InvalidInput when it is larger than `limit`.
    [[nodiscard]] Result<std::string> readFile(const std::string& path, std::size_t limit, Deadline deadline);
    [[nodiscard]] Result<std::vector<WorkFile>> listFiles(Deadline deadline);

    /// For methods without a typed call ("emulate.start").
    [[nodiscard]] AgentClient& client() noexcept { return *m_client; }
    /// Ends the agent in order; see AgentClient::close.
    [[nodiscard]] Result<void> close(Deadline deadline) { return m_client->close(deadline); }

private:
    explicit NodeAgent(std::unique_ptr<AgentClient> client) : m_client(std::move(client)) { }

    std::unique_ptr<AgentClient> m_client;
};

} // namespace millrace::agent
