// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/emulate/emulation_spec.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace millrace::emulate {

/// Frames counted by the switch (up to 64 KiB in fast mode), the MTU packets in them, and their bytes as Ethernet
/// frames without preamble and checksum, headers of every packet included.
struct Traffic
{
    std::uint64_t frames = 0;
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;

    void add(std::uint64_t packetCount, std::uint64_t byteCount) noexcept
    {
        ++frames;
        packets += packetCount;
        bytes += byteCount;
    }
    Traffic& operator+=(const Traffic& other) noexcept;
    Traffic& operator-=(const Traffic& other) noexcept;
    bool operator==(const Traffic&) const = default;
};

/// offered = delivered + lost + queueDropped + memoryDropped + writeDropped + still in the switch.
struct PairCounters
{
    Traffic offered;
    Traffic delivered;
    Traffic lost; ///< by the configured loss
    Traffic queueDropped; ///< by a full queue with a byte limit
    Traffic memoryDropped; ///< by the switch's memory limit
    Traffic writeDropped; ///< not accepted by the receiving node's interface

    PairCounters& operator+=(const PairCounters& other) noexcept;
    bool operator==(const PairCounters&) const = default;
};

struct PairHealth
{
    int from = 0;
    int to = 0;
    PairCounters counters;

    bool operator==(const PairHealth&) const = default;
};

/// Performance of the emulator itself since start or the last reset; stored with every run.
struct EmulationHealth
{
    cluster::EmulationBackend backend = cluster::EmulationBackend::Switch;
    cluster::SwitchMode mode = cluster::SwitchMode::Fast;
    std::vector<PairHealth> pairs; ///< those with traffic
    PairCounters total;
    std::uint64_t timedFrames = 0; ///< frames with a due time: the base of lateness
    Nanoseconds latenessMedian{0}; ///< delay of the write after the due time
    Nanoseconds lateness99{0};
    Nanoseconds latenessMaximum{0};
    std::uint64_t bufferedBytesMaximum = 0;
    std::uint64_t ringDroppedPackets = 0; ///< the kernel dropped them before the switch could read them
    double cpuSeconds = 0; ///< of the switch thread
    double wallSeconds = 0;
    bool realtime = false; ///< scheduled SCHED_FIFO
    bool memoryLocked = false;
    std::vector<std::string> deadNodes; ///< whose init process ended unexpectedly
    std::vector<std::string> notes; ///< requested settings that the machine did not allow, one sentence each

    bool operator==(const EmulationHealth&) const = default;
};

[[nodiscard]] nlohmann::ordered_json toJson(const EmulationHealth& health);
[[nodiscard]] Result<EmulationHealth> parseEmulationHealth(const nlohmann::ordered_json& json);

/// Returns why measurements of this time are unreliable, one sentence each; empty if they are not. How late the switch
/// was is judged by the gate of a run, which knows what its user accepts.
[[nodiscard]] std::vector<std::string> healthProblems(const EmulationHealth& health, const EmulationSpec& spec);

} // namespace millrace::emulate
