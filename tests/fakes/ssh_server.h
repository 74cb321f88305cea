// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/file_io.h"
#include "core/base/unique_fd.h"
#include "tests/need.h"

#include <atomic>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct ssh_bind_struct;

namespace millrace::test {

class ServedConnection;

using tests::need;

/// An ssh server on a loopback port that needs no rights and no account: libssh's server side. Commands are run by
/// /bin/sh as the user of this process, files are served by OpenSSH's sftp-server. Members may be changed before a
/// connection is made; the atomic ones at any time.
class SshServer
{
public:
    SshServer();
    SshServer(const SshServer&) = delete;
    SshServer& operator=(const SshServer&) = delete;
    ~SshServer();

    std::vector<std::string> keys; ///< accepted public keys, as in known_hosts
    std::string password; ///< accepted; empty: the method is not offered
    std::string keyboard; ///< likewise, of keyboard-interactive
    bool keyThenKeyboard = false; ///< both are required, in this order
    std::vector<std::string> shell{"/bin/sh", "-c"}; ///< before the text of a command
    std::vector<std::string> sftp; ///< command of the subsystem; empty: it is refused
    std::vector<std::string> environment; ///< of commands: "NAME=value"
    bool runsCommands = true;
    bool tellsExit = true;
    std::atomic<int> mostChannels = 100; ///< on one connection
    std::atomic<int> turnsAway = 0; ///< so many connections are closed before a word
    std::atomic<bool> silent = false; ///< nothing is read or written

    [[nodiscard]] int port() const noexcept { return m_port; }
    /// The host key, as in known_hosts: "ssh-ed25519 AAAA…".
    [[nodiscard]] const std::string& hostKey() const noexcept { return m_hostKey; }
    [[nodiscard]] int connections() const noexcept { return m_connections; } ///< so far
    [[nodiscard]] int commands() const noexcept { return m_commands; } ///< so far
    /// Breaks all connections.
    void sever();
    /// The path of OpenSSH's sftp-server; empty if it is not installed.
    [[nodiscard]] static std::string sftpProgram();

private:
    friend class ServedConnection;

    void accept(const std::stop_token& stop);

    ssh_bind_struct* m_bind;
    std::string m_hostKey;
    UniqueFd m_listener;
    int m_port = 0;
    std::atomic<int> m_connections = 0;
    std::atomic<int> m_commands = 0;
    std::mutex m_mutex;
    std::list<ServedConnection> m_served;
    std::jthread m_thread; ///< last member: ends first
};

/// A server, and what its user needs in a folder: a key pair, known_hosts, a configuration with the host "box". The
/// user's own files and agent have no influence.
class SshBox
{
public:
    SshBox();

    SshServer server;
    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return m_folder.path() / name; }
    [[nodiscard]] std::filesystem::path configuration() const { return path("ssh_config"); }
    /// Puts settings before those of "box" and all others.
    void configure(const std::string& settings) const;
    /// Settings of another name of the server.
    void alias(const std::string& name, const std::string& settings) const;
    void write(const std::string& name, const std::string& text, bool executable = false) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    /// Makes a key pair, and returns its public part as in known_hosts.
    std::string makeKey(const std::string& name, const std::string& passphrase = {}) const;

private:
    TemporaryFolder m_folder;
};

} // namespace millrace::test
