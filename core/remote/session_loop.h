// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/live_channel.h"
#include "core/remote/ssh_session.h"

#include <list>
#include <poll.h>

struct ssh_counter_struct;

namespace millrace::remote {

/// Event loop of a session after the login: one thread polls the connection, a wake-up and the sockets of tunnels, and
/// makes all calls of libssh. After two seconds of silence it sends a keep-alive (a global request that the server
/// refuses); after eight the server counts as lost.
class SessionLoop
{
public:
    SessionLoop(SessionHandle session, SessionDoor& door, const SshTarget& target, const SessionOptions& options);
    ~SessionLoop();
    /// Returns why the connection ended.
    [[nodiscard]] Error run(const std::stop_token& stop);
    /// Ends all channels with the reason, and the connection.
    void close(const Error& reason);

private:
    void admit();
    void stepAll();
    void step(LiveChannel& channel);
    void kill(LiveChannel& channel);
    void removeDone();
    [[nodiscard]] bool anyReady() const;
    void wait();
    [[nodiscard]] std::optional<Error> pump();
    [[nodiscard]] std::optional<Error> watch();
    void ping();
    [[nodiscard]] std::size_t openCommands() const;
    [[nodiscard]] std::uint64_t received() const;

    SessionHandle m_session;
    EventHandle m_event;
    SessionDoor& m_door;
    const SshTarget& m_target;
    const SessionOptions m_options;
    std::unique_ptr<ssh_counter_struct> m_counter;
    std::list<std::unique_ptr<LiveChannel>> m_channels;
    std::vector<pollfd> m_polled;
    std::size_t m_limit; ///< limit of open commands
    Nanoseconds m_retry{0}; ///< no command is opened before
    bool m_plainShell = false;
    bool m_pinging = false;
    std::uint64_t m_heardBytes = 0;
    Nanoseconds m_heard{0};
    Nanoseconds m_turn{0};
};

} // namespace millrace::remote
