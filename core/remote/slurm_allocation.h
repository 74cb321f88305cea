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

/// Where a job of Slurm stands, as squeue says.
struct SlurmJobState
{
    std::string job; ///< its number; empty: there is no such job
    std::string state; ///< "PENDING", "RUNNING", "COMPLETING" …
    std::string reason; ///< why it waits: "Resources", "Priority"; "None"
    std::vector<std::string> nodes; ///< empty while it waits
    std::optional<std::chrono::seconds> timeLeft; ///< absent: unlimited or not known

    bool operator==(const SlurmJobState&) const = default;
};
/// One line of `squeue --noheader --format=%i|%T|%r|%N|%L`; an empty text is a job that has gone.
[[nodiscard]] Result<SlurmJobState> parseSlurmJob(std::string_view line);
/// "4:58", "1:04:58", "2-01:04:58"; absent for UNLIMITED, INVALID and the like.
[[nodiscard]] std::optional<std::chrono::seconds> parseSlurmTime(std::string_view text);
/// salloc's arguments: whole nodes (--exclusive) unless the options say how they are shared.
[[nodiscard]] std::vector<std::string> slurmArguments(const cluster::SlurmAccess& access, int nodes,
                                                      const std::string& jobName);

/// Nodes that Slurm gave. `salloc` holds them with a `cat` that reads from this process, so that they are given back
/// however this process ends; where salloc is refused, `sbatch` with a time limit. Functions from any thread.
class SlurmAllocation
{
public:
    /// Asks for nodes and waits for them until the deadline; progress tells the reason of the queue. On failure and on
    /// cancellation nothing of ours is left in the queue.
    [[nodiscard]] static Result<std::unique_ptr<SlurmAllocation>> obtain(std::shared_ptr<Host> login,
                                                                         const cluster::SlurmAccess& access, int nodes,
                                                                         Deadline deadline, const JobContext& job = {});
    /// Releases, without words.
    ~SlurmAllocation();
    SlurmAllocation(const SlurmAllocation&) = delete;
    SlurmAllocation& operator=(const SlurmAllocation&) = delete;

    [[nodiscard]] const std::string& job() const noexcept { return m_job; }
    [[nodiscard]] const std::string& jobName() const noexcept { return m_jobName; } ///< carries our mark
    [[nodiscard]] const std::vector<std::string>& nodes() const noexcept { return m_nodes; }
    /// Asks squeue; PeerFailed when the job has gone or its nodes were lost.
    [[nodiscard]] Result<SlurmJobState> state(Deadline deadline) const;
    /// Commands on one of the nodes, by srun. Must not outlive the login node's Host.
    [[nodiscard]] Result<std::shared_ptr<Host>> node(const std::string& name) const;
    /// scancel, and waits until the job has left the queue.
    [[nodiscard]] Result<void> release(Deadline deadline);

private:
    SlurmAllocation(std::shared_ptr<Host> login, std::string jobName);
    Result<void> submit(const cluster::SlurmAccess& access, int nodes, Deadline deadline, const JobContext& job);
    Result<void> submitBatch(const cluster::SlurmAccess& access, int nodes, const std::string& refusal,
                             Deadline deadline, const JobContext& job);
    Result<void> await(Deadline deadline, const JobContext& job);
    [[nodiscard]] Result<SlurmJobState> query(Deadline deadline, const JobContext& job = {}) const;
    /// What salloc said when it ended without a job.
    [[nodiscard]] std::optional<std::string> refusal();

    std::shared_ptr<Host> m_login;
    std::string m_jobName;
    std::string m_job;
    std::vector<std::string> m_nodes;
    std::unique_ptr<HostStream> m_holder; ///< salloc with its cat
    bool m_released = false;
};

} // namespace millrace::remote
