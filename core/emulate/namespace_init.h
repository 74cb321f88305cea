// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace millrace::emulate {

/// What the switch takes whole from the TAP interface of a node; the kernel cuts the rest into packets.
enum class TapOffload : std::int32_t
{
    None,
    Tcp4, ///< segments of TCP over IPv4, which the switch itself can cut
    All
};

/// Steps of making a set of namespaces ready, as reported by its first process.
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

/// One message from the first process, with the TAP's descriptor beside it when Ready.
struct InitReport
{
    InitStep step = InitStep::Ready;
    std::int32_t error = 0; ///< errno; 0: all is well
    std::uint64_t refusedSysctls = 0; ///< bit i: the i-th was not accepted
    bool procRefused = false; ///< no /proc of its own
    bool offloadRefused = false;
};

/// All that the first process needs, as plain pointers that stay valid after the clone.
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

/// The whole life of the first process of a set of namespaces. It runs in a copy of a process with many threads, so it
/// makes system calls only: no allocation, no lock.
[[noreturn]] void runNamespaceInit(const InitArguments& arguments) noexcept;

} // namespace millrace::emulate
