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

/// Frames as the switch saw them (up to 64 KiB in fast mode), the MTU packets in them, and their bytes as Ethernet
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
    Traffic lost; ///< by the loss that was asked for
    Traffic queueDropped; ///< a queue with a byte limit was full
    Traffic memoryDropped; ///< the switch's memory limit was reached
    Traffic writeDropped; ///< the receiving node's interface did not take it

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

/// How well the emulator did its own work since start or the last reset; stored with every run.
struct EmulationHealth
{
    cluster::EmulationBackend backend = cluster::EmulationBackend::Switch;
    cluster::SwitchMode mode = cluster::SwitchMode::Fast;
    std::vector<PairHealth> pairs; ///< those with traffic
    PairCounters total;
    std::uint64_t timedFrames = 0; ///< frames that had a due time, on which lateness rests
    Nanoseconds latenessMedian{0}; ///< handed over this much after the due time
    Nanoseconds lateness99{0};
    Nanoseconds latenessMaximum{0};
    std::uint64_t bufferedBytesMaximum = 0;
    std::uint64_t ringDroppedPackets = 0; ///< the kernel dropped them before the switch could read them
    double cpuSeconds = 0; ///< of the switch thread
    double wallSeconds = 0;
    bool realtime = false; ///< scheduled SCHED_FIFO
    bool memoryLocked = false;
    std::vector<std::string> deadNodes; ///< whose init process has ended although nobody asked
    std::vector<std::string> notes; ///< what was wished for and the machine did not allow, one sentence each

    bool operator==(const EmulationHealth&) const = default;
};

[[nodiscard]] nlohmann::ordered_json toJson(const EmulationHealth& health);
[[nodiscard]] Result<EmulationHealth> parseEmulationHealth(const nlohmann::ordered_json& json);

/// Why measurements of this time should not be believed, one sentence each; empty when all is well.
[[nodiscard]] std::vector<std::string> healthProblems(const EmulationHealth& health, const EmulationSpec& spec);

} // namespace millrace::emulate
