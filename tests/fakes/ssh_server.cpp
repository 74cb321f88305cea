// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/ssh_server.h"

#include "tests/fakes/served_connection.h"

#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <libssh/libssh.h>
#include <libssh/server.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace millrace::test {

namespace {

std::string publicText(ssh_key key)
{
    char* text = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &text) != SSH_OK)
        std::abort();
    std::string line = std::string(ssh_key_type_to_char(ssh_key_type(key))) + " " + text;
    ssh_string_free_char(text);
    return line;
}

ssh_key newKey()
{
    ssh_key key = nullptr;
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
        std::abort();
    return key;
}

UniqueFd listenOnLoopback(int& port)
{
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(fd.get(), 64) != 0
        || ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        std::abort();
    port = ntohs(address.sin_port);
    return fd;
}

} // namespace

SshServer::SshServer() : m_bind(ssh_bind_new())
{
    ::signal(SIGPIPE, SIG_IGN);
    const bool no = false;
    ssh_key key = newKey();
    m_hostKey = publicText(key);
    ssh_bind_options_set(m_bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &no);
    ssh_bind_options_set(m_bind, SSH_BIND_OPTIONS_IMPORT_KEY, key); // is its owner from now on
    if (const std::string program = sftpProgram(); !program.empty())
        sftp = {program};
    m_listener = listenOnLoopback(m_port);
    m_thread = std::jthread([this](const std::stop_token& stop) { accept(stop); });
}

SshServer::~SshServer()
{
    m_thread.request_stop();
    m_thread.join();
    sever();
    m_served.clear();
    ssh_bind_free(m_bind);
}

void SshServer::accept(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        pollfd waiting{m_listener.get(), POLLIN, 0};
        if (::poll(&waiting, 1, 10) <= 0)
            continue;
        UniqueFd fd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        ++m_connections;
        if (turnsAway > 0) {
            --turnsAway;
            continue;
        }
        ssh_session session = ssh_new();
        if (ssh_bind_accept_fd(m_bind, session, fd.get()) != SSH_OK) {
            ssh_free(session);
            continue;
        }
        const std::lock_guard lock(m_mutex);
        m_served.emplace_back(*this, session, fd.release());
    }
}

void SshServer::sever()
{
    const std::lock_guard lock(m_mutex);
    for (ServedConnection& connection : m_served)
        connection.sever();
}

std::string SshServer::sftpProgram()
{
    for (const char* path : {"/usr/lib/openssh/sftp-server", "/usr/lib/ssh/sftp-server",
                             "/usr/libexec/openssh/sftp-server", "/usr/libexec/sftp-server"})
        if (::access(path, X_OK) == 0)
            return path;
    return {};
}

SshBox::SshBox() : m_folder(need(TemporaryFolder::make("mr-ssh-")))
{
    server.keys = {makeKey("id")};
    write("known_hosts", fmt::format("[127.0.0.1]:{} {}\n", server.port(), server.hostKey()));
    write("ssh_config", "");
    alias("box", {});
    write(
        "ssh_config",
        read("ssh_config")
            + fmt::format("Host *\n  User somebody\n  IdentityFile {0}/id\n  IdentitiesOnly yes\n  IdentityAgent none\n"
                          "  UserKnownHostsFile {0}/known_hosts\n  GlobalKnownHostsFile /dev/null\n"
                          "  StrictHostKeyChecking yes\n",
                          m_folder.path().string()));
}

void SshBox::configure(const std::string& settings) const
{
    write("ssh_config", settings + read("ssh_config"));
}

void SshBox::alias(const std::string& name, const std::string& settings) const
{
    configure(fmt::format("Host {}\n  HostName 127.0.0.1\n{}  Port {}\n", name, settings, server.port()));
}

void SshBox::write(const std::string& name, const std::string& text, bool executable) const
{
    std::filesystem::create_directories(path(name).parent_path());
    need(writeFileAtomically(path(name), text));
    std::filesystem::permissions(path(name),
                                 executable ? std::filesystem::perms::owner_all
                                            : std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

std::string SshBox::read(const std::string& name) const
{
    return need(readFile(path(name)));
}

std::string SshBox::makeKey(const std::string& name, const std::string& passphrase) const
{
    ssh_key key = newKey();
    const std::string line = publicText(key);
    if (ssh_pki_export_privkey_file(key, passphrase.empty() ? nullptr : passphrase.c_str(), nullptr, nullptr,
                                    path(name).c_str())
        != SSH_OK)
        std::abort();
    ssh_key_free(key);
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    write(name + ".pub", line + " " + name + "\n");
    return line;
}

} // namespace millrace::test
