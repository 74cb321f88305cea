// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"
#include "tests/fakes/ssh_server.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <memory>
#include <optional>

namespace millrace::test {

/// Connects to a server on an IPv4 address; empty if there is none.
[[nodiscard]] UniqueFd connectedTo(const char* address, int port);

/// A channel of a served connection: a process, or a connection to somewhere else.
class ServedChannel
{
public:
    explicit ServedChannel(ssh_channel channel);
    ServedChannel(const ServedChannel&) = delete;
    ServedChannel& operator=(const ServedChannel&) = delete;
    ~ServedChannel();

    [[nodiscard]] ssh_channel channel() const noexcept { return m_channel; }
    bool run(const std::vector<std::string>& argv, const std::vector<std::string>& environment);
    void forwardTo(UniqueFd connection);
    /// The process that outlives the channel, as those of OpenSSH do; -1: none.
    [[nodiscard]] pid_t release() noexcept { return std::exchange(m_process, -1); }
    /// Moves what there is; false at the end of the channel.
    bool pump(bool tellsExit);

private:
    static int onData(ssh_session, ssh_channel, void* bytes, std::uint32_t size, int isError, void* self);
    static void onEof(ssh_session, ssh_channel, void* self);
    void feed();
    void forward(UniqueFd& from, bool isError);
    void tellExit(int status);

    ssh_channel m_channel;
    ssh_channel_callbacks_struct m_callbacks{};
    pid_t m_process = -1;
    UniqueFd m_input;
    UniqueFd m_output;
    UniqueFd m_errors;
    std::string m_pending; ///< for the process
    bool m_inputEnded = false;
};

/// One client of an SshServer, on a thread.
class ServedConnection
{
public:
    ServedConnection(SshServer& server, ssh_session session, int fd);
    ServedConnection(const ServedConnection&) = delete;
    ServedConnection& operator=(const ServedConnection&) = delete;
    ~ServedConnection();
    void sever();

private:
    static int onPassword(ssh_session, const char* user, const char* password, void* self);
    static int onKey(ssh_session session, const char* user, ssh_key_struct* key, char state, void* self);
    static int onMessage(ssh_session, ssh_message message, void* self);
    int keyboard(ssh_message message);
    int openChannel(ssh_message message);
    int request(ssh_message message);
    void serve(const std::stop_token& stop);

    SshServer& m_server;
    ssh_session m_session;
    const int m_fd; ///< a copy
    ssh_server_callbacks_struct m_callbacks{};
    bool m_keyAccepted = false;
    std::list<ServedChannel> m_channels;
    std::vector<pid_t> m_left; ///< processes of closed channels
    std::jthread m_thread; ///< last member: ends first
};

} // namespace millrace::test
