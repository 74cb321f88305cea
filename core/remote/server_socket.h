// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/remote/ssh_target.h"

#include <stop_token>
#include <sys/types.h>

namespace millrace::remote {

/// Connects to the server's TCP port: all addresses of its name in turn, non-blocking, with keep-alive options.
/// Unreachable with the reason; Cancelled.
[[nodiscard]] Result<UniqueFd> connectToServer(const SshTarget& target, Deadline deadline, const std::stop_token& stop);

/// ProxyCommand in its own process group, with stdin and stdout connected to `fd`. Killed on destruction.
class ProxyProcess
{
public:
    ProxyProcess() = default;
    ProxyProcess(ProxyProcess&& other) noexcept;
    ProxyProcess& operator=(ProxyProcess&& other) noexcept;
    ~ProxyProcess();

    /// Runs the command by the user's shell, as ssh does.
    [[nodiscard]] static Result<ProxyProcess> start(const std::string& command);
    UniqueFd fd; ///< our end

private:
    pid_t m_pid = -1;
};

/// A pair of non-blocking sockets.
struct SocketEnds
{
    UniqueFd ours;
    UniqueFd theirs;
};
[[nodiscard]] Result<SocketEnds> makeSocketPair();

/// Waits like waitReady(); returns Cancelled within 50 ms after a stop request.
[[nodiscard]] Result<bool> waitReadyUnless(int fd, short events, Deadline deadline, const std::stop_token& stop);

} // namespace millrace::remote
