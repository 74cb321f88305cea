// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"
#include "core/cluster/cluster.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace millrace::remote {

/// State of a Slurm job, from squeue.
struct SlurmJobState
{
    std::string job; ///< job number; empty: no such job
    std::string state; ///< "PENDING", "RUNNING", "COMPLETING" …
    std::string reason; ///< why it waits: "Resources", "Priority"; "None"
    std::vector<std::string> nodes; ///< empty while it waits
    std::optional<std::chrono::seconds> timeLeft; ///< absent: unlimited or not known

    bool operator==(const SlurmJobState&) const = default;
};
/// Parses a line of `squeue --noheader --format=%i|%T|%r|%N|%L`; an empty text means that the job is gone.
[[nodiscard]] Result<SlurmJobState> parseSlurmJob(std::string_view line);
/// Parses "4:58", "1:04:58", "2-01:04:58"; nothing for UNLIMITED, INVALID and similar.
[[nodiscard]] std::optional<std::chrono::seconds> parseSlurmTime(std::string_view text);
/// Returns salloc's arguments: whole nodes (--exclusive) unless the options set how they are shared.
[[nodiscard]] std::vector<std::string> slurmArguments(const cluster::SlurmAccess& access, int nodes,
                                                      const std::string& jobName);

/// Nodes allocated by Slurm. `salloc` holds them with a `cat` that reads from this process, so that they are released
/// however this process ends; if salloc is refused, `sbatch` with a time limit. Functions from any thread.
class SlurmAllocation
{
public:
    /// Requests nodes and waits for them until the deadline; progress reports the reason of the queue. On failure and
    /// on cancellation no job is left in the queue.
    [[nodiscard]] static Result<std::unique_ptr<SlurmAllocation>> obtain(std::shared_ptr<Host> login,
                                                                         const cluster::SlurmAccess& access, int nodes,
                                                                         Deadline deadline, const JobContext& job = {});
    /// Releases the nodes silently.
    ~SlurmAllocation();
    SlurmAllocation(const SlurmAllocation&) = delete;
    SlurmAllocation& operator=(const SlurmAllocation&) = delete;

    [[nodiscard]] const std::string& job() const noexcept { return m_job; }
    [[nodiscard]] const std::string& jobName() const noexcept { return m_jobName; } ///< identifies the job as ours
    [[nodiscard]] const std::vector<std::string>& nodes() const noexcept { return m_nodes; }
    /// Queries squeue; PeerFailed if the job is gone or its nodes were lost.
    [[nodiscard]] Result<SlurmJobState> state(Deadline deadline) const;
    /// Returns one of the nodes, where commands run by srun. Must not outlive the login node's Host.
    [[nodiscard]] Result<std::shared_ptr<Host>> node(const std::string& name) const;
    /// Cancels the job (scancel), and waits until it has left the queue.
    [[nodiscard]] Result<void> release(Deadline deadline);

private:
    SlurmAllocation(std::shared_ptr<Host> login, std::string jobName);
    Result<void> submit(const cluster::SlurmAccess& access, int nodes, Deadline deadline, const JobContext& job);
    Result<void> submitBatch(const cluster::SlurmAccess& access, int nodes, const std::string& refusal,
                             Deadline deadline, const JobContext& job);
    Result<void> await(Deadline deadline, const JobContext& job);
    [[nodiscard]] Result<SlurmJobState> query(Deadline deadline, const JobContext& job = {}) const;
    /// Returns the output of salloc if it ended without a job.
    [[nodiscard]] std::optional<std::string> refusal();

    std::shared_ptr<Host> m_login;
    std::string m_jobName;
    std::string m_job;
    std::vector<std::string> m_nodes;
    std::unique_ptr<HostStream> m_holder; ///< salloc with its cat
    bool m_released = false;
};

} // namespace millrace::remote
