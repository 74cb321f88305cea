// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/emulate/namespace_init.h"

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace millrace::emulate {

/// Configuration of a set of namespaces.
struct NamespaceSetup
{
    std::string hostName;
    bool makeTap = true; ///< eth0 as a TAP interface whose descriptor is returned
    TapOffload offload = TapOffload::All;
    std::vector<std::string> sharedFolders; ///< below /tmp: stay visible over the new, empty /tmp
    /// Files below /proc/sys and their values; a refused one is noted, not an error.
    std::vector<std::pair<std::string, std::string>> sysctls;
};

/// Returns the settings of every node: no IPv6, socket buffers large enough for long fat paths, no metrics cached from
/// earlier connections.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> nodeSysctls();

/// One set of namespaces (net, mnt, uts, pid, ipc) and its first process, which only holds them. Destruction kills that
/// process and with it everything inside; so does the end of the thread that started it.
class NamespaceProcess
{
public:
    /// Starts it. The calling thread must live as long as the namespaces: the kernel kills them when it ends
    /// (PR_SET_PDEATHSIG).
    [[nodiscard]] static Result<NamespaceProcess> start(const NamespaceSetup& setup);
    NamespaceProcess(NamespaceProcess&& other) noexcept;
    NamespaceProcess& operator=(NamespaceProcess&& other) noexcept;
    ~NamespaceProcess();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
    /// Kills without waiting, so that many can end in parallel before their destructors wait for each.
    void kill() const noexcept;
    /// Becomes readable when the process has ended.
    [[nodiscard]] int watchFd() const noexcept { return m_control.get(); }
    /// The TAP interface; may be taken.
    UniqueFd tap;
    /// Requested settings that were refused, one sentence each.
    std::vector<std::string> notes;

private:
    NamespaceProcess() = default;
    [[nodiscard]] Result<void> receiveReport(const NamespaceSetup& setup);
    void end() noexcept;

    pid_t m_pid = -1;
    UniqueFd m_control;
};

} // namespace millrace::emulate
