// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/capture_json.h"
#include "core/agent/impair_json.h"
#include "core/agent/message.h"
#include "core/agent/node_values.h"
#include "core/base/command.h"
#include "core/base/job.h"
#include "core/cluster/preflight.h"
#include "core/probe/report.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::agent {

/// Events of a node. All are called on one thread, in the order in which things happened; they must be quick and must
/// not call the node.
struct NodeCallbacks
{
    std::function<void(const ProcessLine&)> onLine;
    std::function<void(const ProcessExit&)> onExit; ///< after all lines of that process
    std::function<void(const SampleBatch&)> onSamples;
    std::function<void(const Event&)> onOther; ///< events of other methods, for example of emulate
    std::function<void(const Error&)> onLost; ///< at most once
};

/// What the run engine needs of a node: processes, samples of counters, captures, probes, impairments, files. A call
/// blocks until the node has answered, at the latest until its deadline (Timeout); Unreachable when the node is lost.
/// All functions may be called from any thread, but not from the callbacks. Whatever a node started or imposed ends
/// with it.
class Node
{
public:
    virtual ~Node() = default;

    /// The process leads a group of its own; its standard input is empty. A line may arrive before this returns.
    [[nodiscard]] virtual Result<StartedProcess> startProcess(const Command& command, Deadline deadline) = 0;
    /// SIGTERM to it and all its descendants, after `grace` SIGKILL. Returns when they are gone; onExit has been
    /// called.
    [[nodiscard]] virtual Result<ExitStatus> stopProcess(ProcessId process, Nanoseconds grace, Deadline deadline) = 0;

    /// The first sample has been taken when this returns.
    [[nodiscard]] virtual Result<SamplingId> startSampling(const SamplingSpec& spec, Deadline deadline) = 0;
    /// Takes one last sample; the last batch has been delivered when this returns.
    [[nodiscard]] virtual Result<SamplingEnd> stopSampling(SamplingId sampling, Deadline deadline) = 0;

    /// See core/node/capture_handlers.h for what an empty interface and an empty file mean.
    [[nodiscard]] virtual Result<CaptureId> startCapture(const capture::CaptureSpec& spec, Deadline deadline) = 0;
    /// Its files are whole when this returns.
    [[nodiscard]] virtual Result<capture::CaptureStatus> stopCapture(CaptureId capture, Deadline deadline) = 0;
    /// Analyses its files on the node; the result is the file of the returned number for readCapture().
    [[nodiscard]] virtual Result<std::size_t> analyseCapture(CaptureId capture, Deadline deadline,
                                                             const JobContext& job = {}) = 0;
    /// A piece of one of its files (CaptureStatus::files) once it is stopped; less than asked for at the end.
    [[nodiscard]] virtual Result<FileBlock> readCapture(CaptureId capture, std::size_t file, std::uint64_t offset,
                                                        std::uint64_t bytes, Deadline deadline) = 0;
    /// Stops it and deletes its files on the node.
    [[nodiscard]] virtual Result<void> removeCapture(CaptureId capture, Deadline deadline) = 0;

    [[nodiscard]] virtual Result<Json> snapshot(Deadline deadline) = 0; ///< see core/node/host_handlers.h
    /// What the node says about itself, its clock compared with this machine's; the peers are left out.
    [[nodiscard]] virtual Result<cluster::NodeFacts> preflight(const cluster::PreflightQuestion& question,
                                                               Deadline deadline, const JobContext& job = {}) = 0;
    /// Pings the peers from an address of the node, with small packets and with ones of the MTU.
    [[nodiscard]] virtual Result<std::vector<cluster::PeerReach>> reachPeers(const std::string& address, int mtu,
                                                                             const std::vector<std::string>& peers,
                                                                             Deadline deadline,
                                                                             const JobContext& job = {}) = 0;

    /// Port 0: any free one. The endpoint that it listens on.
    [[nodiscard]] virtual Result<Endpoint> startResponder(const Endpoint& address, Deadline deadline) = 0;
    [[nodiscard]] virtual Result<void> stopResponder(const Endpoint& address, Deadline deadline) = 0;
    [[nodiscard]] virtual Result<probe::DelayReport> probeDelay(const probe::DelaySpec& spec, Deadline deadline,
                                                                const JobContext& job = {}) = 0;
    [[nodiscard]] virtual Result<probe::LossReport> probeLoss(const probe::LossSpec& spec, Deadline deadline,
                                                              const JobContext& job = {}) = 0;
    [[nodiscard]] virtual Result<probe::RateReport> probeRate(const probe::RateSpec& spec, Deadline deadline,
                                                              const JobContext& job = {}) = 0;
    /// As of a responder, for probeTcpRate().
    [[nodiscard]] virtual Result<Endpoint> startDrain(const Endpoint& address, Deadline deadline) = 0;
    [[nodiscard]] virtual Result<void> stopDrain(const Endpoint& address, Deadline deadline) = 0;
    [[nodiscard]] virtual Result<probe::TcpRateReport> probeTcpRate(const probe::TcpRateSpec& spec, Deadline deadline,
                                                                    const JobContext& job = {}) = 0;

    /// See core/impair/impairment.h; what is imposed is put back when the node's session ends, however it ends.
    /// Applying again first restores what was imposed before.
    [[nodiscard]] virtual Result<impair::ImpairReport> applyImpairment(const impair::ImpairSpec& spec,
                                                                       Deadline deadline) = 0;
    [[nodiscard]] virtual Result<RestoreReport> restoreImpairment(Deadline deadline) = 0;

    /// A folder of its own for this session below `folder` (empty: the node's choice, below the user's cache folder),
    /// removed at its end. Again: the same. Paths of files are relative to it and may not leave it.
    [[nodiscard]] virtual Result<std::string> openWork(const std::string& folder, Deadline deadline) = 0;
    /// Whole or not at all, with all folders on its way; DiskFull with one sentence.
    [[nodiscard]] virtual Result<void> putFile(const std::string& path, std::string_view bytes, bool executable,
                                               Deadline deadline, const JobContext& job = {}) = 0;
    /// All of it; InvalidInput when it is larger than `limit`.
    [[nodiscard]] virtual Result<std::string> readFile(const std::string& path, std::size_t limit,
                                                       Deadline deadline) = 0;

    /// Ends the session in order: waits until everything is put back, until the deadline; Timeout then.
    [[nodiscard]] virtual Result<void> close(Deadline deadline) = 0;
};

} // namespace millrace::agent
