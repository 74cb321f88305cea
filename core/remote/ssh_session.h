// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/key_ring.h"
#include "core/remote/prompts.h"
#include "core/remote/remote_channel.h"
#include "core/remote/ssh_handle.h"
#include "core/remote/ssh_target.h"

#include <thread>

namespace millrace::remote {

struct SessionOptions
{
    Nanoseconds pingAfter = std::chrono::seconds(2); ///< of silence
    Nanoseconds silence = std::chrono::seconds(8); ///< timeout of a keep-alive, after which the server counts as lost
    std::size_t channels = 64; ///< limit of concurrent commands; lower if the server's is (MaxSessions), others wait
};

/// One connection to an ssh server, with a separate thread that makes all calls of libssh. Everything else may be
/// called from any thread. When the connection is lost, every waiting call ends with Unreachable and the reason.
class SshSession
{
public:
    /// Connects and logs in, over a session to a jump host if given. Returns at the deadline (without the time of user
    /// prompts) or within 100 ms after a stop request. Errors: Unreachable, Untrusted, Denied, Protocol, Cancelled.
    [[nodiscard]] static Result<std::shared_ptr<SshSession>> connect(SshTarget target, std::shared_ptr<SshSession> via,
                                                                     const SessionOptions& options, Prompts& prompts,
                                                                     std::shared_ptr<KeyRing> keys, Deadline deadline,
                                                                     const JobContext& job = {});
    SshSession(const SshSession&) = delete;
    SshSession& operator=(const SshSession&) = delete;
    ~SshSession();

    [[nodiscard]] const SshTarget& target() const noexcept { return m_target; }
    /// Returns the reason of a lost connection; nothing while it lives.
    [[nodiscard]] std::optional<Error> lost() const { return m_door->closed(); }
    /// Returns at once; errors are reported by the channel.
    [[nodiscard]] std::shared_ptr<RemoteChannel> open(ChannelSpec spec);
    struct Tunnel
    {
        UniqueFd socket;
        std::shared_ptr<RemoteChannel> channel; ///< has the reason if the socket ends early
    };
    /// Returns a socket connected to host:port from the server.
    [[nodiscard]] Result<Tunnel> openTunnel(const std::string& host, std::uint16_t port);

private:
    struct Start;
    struct Transport;
    SshSession(SshTarget target, std::shared_ptr<SshSession> via, SessionOptions options);
    void work(const std::stop_token& stop, std::shared_ptr<Start> start);
    [[nodiscard]] Result<SessionHandle> makeReady(const std::stop_token& stop, Start& start, Transport& transport);
    [[nodiscard]] Result<SessionHandle> attempt(const std::stop_token& stop, Start& start, Transport& transport);
    [[nodiscard]] Result<int> openTransport(const std::stop_token& stop, Deadline deadline, Transport& transport);

    const SshTarget m_target;
    const std::shared_ptr<SshSession> m_via;
    const SessionOptions m_options;
    const std::shared_ptr<SessionDoor> m_door = std::make_shared<SessionDoor>();
    std::jthread m_thread;
};

} // namespace millrace::remote
