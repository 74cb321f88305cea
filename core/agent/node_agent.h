// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_client.h"
#include "core/agent/node.h"

#include <memory>

namespace millrace::agent {

/// A node by the agent's protocol: an AgentClient that knows the methods of millrace-agent.
class NodeAgent final : public Node
{
public:
    /// Starts `millrace-agent serve` on the host (give the program's path in argv[0] of `serve`) and performs the
    /// handshake.
    [[nodiscard]] static Result<std::unique_ptr<NodeAgent>> start(Host& host, const Command& serve, std::string version,
                                                                  NodeCallbacks events, Deadline deadline);
    [[nodiscard]] static Result<std::unique_ptr<NodeAgent>>
    connect(std::unique_ptr<HostStream> stream, ClientOptions options, NodeCallbacks events, Deadline deadline);

    [[nodiscard]] Result<StartedProcess> startProcess(const Command& command, Deadline deadline) override;
    /// To the whole group.
    [[nodiscard]] Result<void> signalProcess(ProcessId process, int signal, Deadline deadline);
    [[nodiscard]] Result<ExitStatus> stopProcess(ProcessId process, Nanoseconds grace, Deadline deadline) override;

    [[nodiscard]] Result<SamplingId> startSampling(const SamplingSpec& spec, Deadline deadline) override;
    [[nodiscard]] Result<SamplingEnd> stopSampling(SamplingId sampling, Deadline deadline) override;

    [[nodiscard]] Result<CaptureId> startCapture(const capture::CaptureSpec& spec, Deadline deadline) override;
    [[nodiscard]] Result<capture::CaptureStatus> captureStatus(CaptureId capture, Deadline deadline);
    [[nodiscard]] Result<capture::CaptureStatus> stopCapture(CaptureId capture, Deadline deadline) override;
    [[nodiscard]] Result<std::size_t> analyseCapture(CaptureId capture, Deadline deadline,
                                                     const JobContext& job = {}) override;
    [[nodiscard]] Result<FileBlock> readCapture(CaptureId capture, std::size_t file, std::uint64_t offset,
                                                std::uint64_t bytes, Deadline deadline) override;
    [[nodiscard]] Result<void> removeCapture(CaptureId capture, Deadline deadline) override;

    [[nodiscard]] Result<Json> snapshot(Deadline deadline) override;
    [[nodiscard]] Result<cluster::NodeFacts> preflight(const cluster::PreflightQuestion& question, Deadline deadline,
                                                       const JobContext& job = {}) override;
    [[nodiscard]] Result<std::vector<cluster::PeerReach>> reachPeers(const std::string& address, int mtu,
                                                                     const std::vector<std::string>& peers,
                                                                     Deadline deadline,
                                                                     const JobContext& job = {}) override;
    /// By the shortest of several exchanges, see cluster::ClockFacts.
    [[nodiscard]] Result<cluster::ClockFacts> compareClock(int exchanges, Deadline deadline);
    [[nodiscard]] Result<AgentHealth> health(Deadline deadline);

    [[nodiscard]] Result<Endpoint> startResponder(const Endpoint& address, Deadline deadline) override;
    [[nodiscard]] Result<void> stopResponder(const Endpoint& address, Deadline deadline) override;
    [[nodiscard]] Result<probe::DelayReport> probeDelay(const probe::DelaySpec& spec, Deadline deadline,
                                                        const JobContext& job = {}) override;
    [[nodiscard]] Result<probe::LossReport> probeLoss(const probe::LossSpec& spec, Deadline deadline,
                                                      const JobContext& job = {}) override;
    [[nodiscard]] Result<probe::RateReport> probeRate(const probe::RateSpec& spec, Deadline deadline,
                                                      const JobContext& job = {}) override;
    [[nodiscard]] Result<Endpoint> startDrain(const Endpoint& address, Deadline deadline) override;
    [[nodiscard]] Result<void> stopDrain(const Endpoint& address, Deadline deadline) override;
    [[nodiscard]] Result<probe::TcpRateReport> probeTcpRate(const probe::TcpRateSpec& spec, Deadline deadline,
                                                            const JobContext& job = {}) override;

    [[nodiscard]] Result<impair::ImpairAbility> impairAbility(Deadline deadline);
    [[nodiscard]] Result<impair::ImpairReport> applyImpairment(const impair::ImpairSpec& spec,
                                                               Deadline deadline) override;
    [[nodiscard]] Result<impair::ImpairStatus> impairmentStatus(Deadline deadline);
    [[nodiscard]] Result<RestoreReport> restoreImpairment(Deadline deadline) override;

    [[nodiscard]] Result<std::string> openWork(const std::string& folder, Deadline deadline) override;
    [[nodiscard]] Result<void> putFile(const std::string& path, std::string_view bytes, bool executable,
                                       Deadline deadline, const JobContext& job = {}) override;
    /// A piece of it, 8 MiB at most; without bytes at the end.
    [[nodiscard]] Result<FileBlock> readFileBlock(const std::string& path, std::uint64_t offset, std::uint64_t bytes,
                                                  Deadline deadline);
    [[nodiscard]] Result<std::string> readFile(const std::string& path, std::size_t limit, Deadline deadline) override;
    [[nodiscard]] Result<std::vector<WorkFile>> listFiles(Deadline deadline);

    /// For methods without a typed call ("emulate.start").
    [[nodiscard]] AgentClient& client() noexcept { return *m_client; }
    [[nodiscard]] Result<void> close(Deadline deadline) override { return m_client->close(deadline); }

private:
    explicit NodeAgent(std::unique_ptr<AgentClient> client) : m_client(std::move(client)) { }

    std::unique_ptr<AgentClient> m_client;
};

} // namespace millrace::agent
