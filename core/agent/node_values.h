// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/base/process.h"
#include "core/base/strong_id.h"
#include "core/counters/host_counters.h"
#include "core/counters/process_cpu.h"
#include "core/counters/tcp_sockets.h"

#include <optional>

namespace millrace::agent {

using ProcessId = StrongId<struct ProcessTag>;
using SamplingId = StrongId<struct SamplingTag>;
using CaptureId = StrongId<struct CaptureTag>;

struct StartedProcess
{
    ProcessId process;
    std::int64_t pid = 0; ///< in the agent's pid namespace

    bool operator==(const StartedProcess&) const = default;
};

enum class OutputStream
{
    Output,
    Errors
};

/// One line without its end; a line longer than 1 MiB is split. The times are those of reading its last bytes.
struct ProcessLine
{
    ProcessId process;
    OutputStream stream = OutputStream::Output;
    std::string text;
    Nanoseconds monotonic{0};
    Nanoseconds wall{0};

    bool operator==(const ProcessLine&) const = default;
};

struct ProcessExit
{
    ProcessId process;
    ExitStatus status;
    Nanoseconds cpu{0}; ///< user and system time of the process and of the children that it waited for
    std::uint64_t peakResidentBytes = 0;
    Nanoseconds monotonic{0};
    Nanoseconds wall{0};

    bool operator==(const ProcessExit&) const = default;
};

/// Sampled counters and their interval.
struct SamplingSpec
{
    Nanoseconds interval = std::chrono::milliseconds(100); ///< at least 10 ms
    bool interfaces = true;
    bool tcp = true;
    bool processes = true; ///< those started by this agent
    bool machine = true;
    counters::PortRange ports; ///< of the TCP sockets

    bool operator==(const SamplingSpec&) const = default;
};

struct ProcessUsage
{
    ProcessId process;
    counters::TreeUsage usage;

    bool operator==(const ProcessUsage&) const = default;
};

/// Counters at one instant, all since their beginning: rates are differences of two samples.
struct Sample
{
    Nanoseconds monotonic{0}; ///< begin of the reading
    Nanoseconds wall{0};
    std::vector<counters::InterfaceCounters> interfaces;
    std::vector<counters::PeerTcp> peers;
    std::vector<ProcessUsage> processes;
    std::optional<counters::MachineCpu> machine;
    std::uint64_t availableMemory = 0; ///< bytes; 0: not sampled

    bool operator==(const Sample&) const = default;
};

struct SampleBatch
{
    SamplingId sampling;
    std::int64_t missed = 0; ///< ticks since the start without a sample
    std::vector<Sample> samples;

    bool operator==(const SampleBatch&) const = default;
};

/// Summary of a stopped sampling.
struct SamplingEnd
{
    std::int64_t taken = 0;
    std::int64_t missed = 0;
    Nanoseconds cpu{0}; ///< used by the sampling itself

    bool operator==(const SamplingEnd&) const = default;
};

/// File in the agent's work folder.
struct WorkFile
{
    std::string path; ///< relative to the folder
    std::uint64_t bytes = 0;
    Nanoseconds modified{0}; ///< by the node's clock

    bool operator==(const WorkFile&) const = default;
};

/// Resource usage of the agent itself.
struct AgentHealth
{
    Nanoseconds cpu{0};
    std::uint64_t residentBytes = 0;
    std::int64_t processes = 0; ///< running
    std::int64_t samplings = 0;
    std::int64_t waitingBytes = 0; ///< queued for the controller

    bool operator==(const AgentHealth&) const = default;
};

} // namespace millrace::agent
