// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace millrace::emulate {

/// Segments that the switch accepts uncut from the TAP interface of a node; the kernel cuts the others into packets.
enum class TapOffload : std::int32_t
{
    None,
    Tcp4, ///< TCP over IPv4, which the switch can cut itself
    All
};

/// Steps of preparing a set of namespaces, as reported by its first process.
enum class InitStep : std::int32_t
{
    PrivateMounts,
    SharedFolder,
    Tmp,
    HostName,
    OpenTun,
    MakeTap,
    TapHeader,
    Ready
};

/// Message from the first process, with the TAP's descriptor attached if Ready.
struct InitReport
{
    InitStep step = InitStep::Ready;
    std::int32_t error = 0; ///< errno; 0: success
    std::uint64_t refusedSysctls = 0; ///< bit i: the i-th was not accepted
    bool procRefused = false; ///< no separate /proc
    bool offloadRefused = false;
};

/// Arguments of the first process, as plain pointers that stay valid after the clone.
struct InitArguments
{
    int control = -1; ///< socket for the InitReport; its closing ends the process
    const char* hostName = "";
    bool makeTap = true;
    TapOffload offload = TapOffload::All;
    const char* const* sharedFolders = nullptr;
    int sharedFolderCount = 0;
    const char* const* sysctlFiles = nullptr;
    const char* const* sysctlValues = nullptr;
    int sysctlCount = 0;
};

inline constexpr int maximumSharedFolders = 16;

/// Main function of the first process of a set of namespaces. It runs in a copy of a process with many threads, so it
/// makes system calls only: no allocation, no lock.
[[noreturn]] void runNamespaceInit(const InitArguments& arguments) noexcept;

} // namespace millrace::emulate
