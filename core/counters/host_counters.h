// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace millrace::counters {

/// Counters of one network interface since its creation, from /proc/net/dev. With segmentation offload a "packet" of up
/// to 64 KiB counts once, with its headers once.
struct InterfaceCounters
{
    std::string name;
    std::uint64_t receivedBytes = 0;
    std::uint64_t receivedPackets = 0;
    std::uint64_t receivedErrors = 0;
    std::uint64_t receivedDropped = 0;
    std::uint64_t sentBytes = 0;
    std::uint64_t sentPackets = 0;
    std::uint64_t sentErrors = 0;
    std::uint64_t sentDropped = 0;

    bool operator==(const InterfaceCounters&) const = default;
};

/// Processor time of the whole machine since it started, summed over its processors, with the kernel's resolution
/// (usually 10 ms). In a container or network namespace this is still the whole machine.
struct MachineCpu
{
    Nanoseconds user{0}; ///< including nice
    Nanoseconds system{0}; ///< including interrupts
    Nanoseconds idle{0}; ///< including iowait
    Nanoseconds steal{0}; ///< hypervisor steal
    Nanoseconds pressure{0}; ///< time with some thread waiting for a processor; constant if not counted

    bool operator==(const MachineCpu&) const = default;
};

/// File below /proc that is read repeatedly through one descriptor, without allocating once the buffer is large enough.
/// Not thread-safe.
class ProcFile
{
public:
    [[nodiscard]] static Result<ProcFile> open(const std::string& path);
    /// Returns the whole text; valid until the next call. NotFound if its process has ended.
    [[nodiscard]] Result<std::string_view> read();

private:
    UniqueFd m_fd;
    std::string m_path;
    std::string m_buffer;
};

/// Replaces the content of `into`; keeps its memory. Corrupt with the line if the text is not that of /proc/net/dev.
[[nodiscard]] Result<void> parseInterfaces(std::string_view text, std::vector<InterfaceCounters>& into);
/// Reads the first line of /proc/stat.
[[nodiscard]] Result<MachineCpu> parseMachineCpu(std::string_view text);
/// Parses "total" of the line "some" of /proc/pressure/cpu: the time in which some thread waited for a processor.
[[nodiscard]] std::optional<Nanoseconds> parsePressure(std::string_view text);
/// Parses "MemAvailable" of /proc/meminfo in bytes.
[[nodiscard]] Result<std::uint64_t> parseAvailableMemory(std::string_view text);

} // namespace millrace::counters
