// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/counters/host_counters.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace millrace::counters {

/// Fields of /proc/PID/stat.
struct ProcessStat
{
    pid_t pid = 0;
    char state = '?'; ///< 'Z': ended, not reaped
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;
    Nanoseconds own{0}; ///< user and system time, resolution usually 10 ms
    Nanoseconds children{0}; ///< of ended and reaped children
    std::uint64_t startTicks = 0; ///< since boot; identifies a process together with the PID
    std::uint64_t residentBytes = 0;
};
[[nodiscard]] Result<ProcessStat> parseProcessStat(std::string_view text);

/// Parses the second number of /proc/PID/task/TID/schedstat: how long the thread waited for a processor.
[[nodiscard]] std::optional<Nanoseconds> parseRunDelay(std::string_view text);

/// Usage of a process and all of its descendants.
struct TreeUsage
{
    Nanoseconds cpu{0}; ///< since the start, ended descendants included
    std::uint64_t residentBytes = 0; ///< shared pages count once for each process
    std::uint32_t processes = 0; ///< alive now
    /// Time in which threads were runnable without a processor, since the start, summed over all threads; constant if
    /// the kernel does not count it (CONFIG_SCHED_INFO).
    Nanoseconds runDelay{0};
    std::uint32_t stopped = 0; ///< processes stopped by a signal (state T) now

    bool operator==(const TreeUsage&) const = default;
};

/// Whether /proc belongs to the pid namespace of this process; otherwise its PIDs are those of other processes.
[[nodiscard]] bool procIsOurs();
/// Direct children of a process, of all its threads. Empty when it has ended.
[[nodiscard]] std::vector<pid_t> childrenOf(pid_t pid);
/// All descendants, parents before their children; without `root` itself.
[[nodiscard]] std::vector<pid_t> descendantsOf(pid_t root);

/// Tracks one process and its descendants. Processor time of living processes is from their processor clocks
/// (clock_getcpuclockid(3), nanoseconds), of ended ones from their parents' totals (10 ms).
/// Searches for new descendants every 200 ms, and in `discover()`. Not thread-safe.
class ProcessTree
{
public:
    explicit ProcessTree(pid_t root);
    /// Reads the usage; suitable for 100 calls a second.
    [[nodiscard]] TreeUsage read();
    void discover();

private:
    struct Entry
    {
        pid_t pid;
        ProcFile stat;
        pid_t parent;
        Nanoseconds cpu{0}; ///< with ended children, at the last read
        bool alive = true;
        std::map<pid_t, Nanoseconds> runDelays = {}; ///< of its threads, at the last read
    };

    void add(pid_t pid);
    void readRunDelays();
    bool look(Entry& entry, TreeUsage& usage);

    pid_t m_root;
    std::vector<Entry> m_entries;
    Nanoseconds m_lost{0}; ///< time of ended processes that no tracked parent inherited
    Nanoseconds m_highest{0};
    Nanoseconds m_endedRunDelay{0}; ///< of ended processes
    Deadline m_nextDiscovery{};
};

} // namespace millrace::counters
