// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/ssh_options.h"

#include "core/base/file_io.h"
#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <libssh/libssh.h>
#include <pwd.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

/// AES-GCM first: twice as fast as the others on processors with AES instructions.
constexpr const char* ciphers =
    "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,aes256-ctr,"
    "aes192-ctr,aes128-ctr";

std::string textOption(ssh_session session, ssh_options_e option)
{
    char* value = nullptr;
    if (ssh_options_get(session, option, &value) != SSH_OK || value == nullptr)
        return {};
    std::string text(value);
    ssh_string_free_char(value);
    return text;
}

/// libssh identifies RSA keys by their type, servers by signature algorithms.
std::vector<std::string> algorithmsOf(const std::string& keyType)
{
    if (keyType == "ssh-rsa")
        return {"rsa-sha2-512", "rsa-sha2-256"};
    return {keyType};
}

} // namespace

std::string hostKeyAlgorithms(const std::vector<KnownKey>& known)
{
    static const std::vector<std::string> all{"ssh-ed25519",         "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384",
                                              "ecdsa-sha2-nistp521", "rsa-sha2-512",        "rsa-sha2-256"};
    std::vector<std::string> list;
    const auto add = [&list](const std::string& name) {
        if (std::ranges::find(all, name) != all.end() && std::ranges::find(list, name) == list.end())
            list.push_back(name);
    };
    for (const KnownKey& key : known) {
        for (const std::string& name : algorithmsOf(key.type))
            add(name);
    }
    for (const std::string& name : all)
        add(name);
    return join(list, ",");
}

Result<SessionHandle> makeSession(const SshTarget& target, const std::vector<KnownKey>& known, int fd)
{
    SessionHandle session(ssh_new());
    if (!session) {
        ::close(fd);
        return fail(ErrorCode::Internal, "libssh cannot create a session.");
    }
    const auto set = [&](ssh_options_e option, const void* value) {
        return ssh_options_set(session.get(), option, value) == SSH_OK;
    };
    const bool no = false;
    const unsigned int port = target.port;
    const std::string keys = hostKeyAlgorithms(known);
    const char* compression = target.compression ? "yes" : "no";
    const int noDelay = 1;
    // The descriptor first: from then on it is closed with the session.
    bool done = set(SSH_OPTIONS_FD, &fd);
    if (!done)
        ::close(fd);
    done = done && set(SSH_OPTIONS_PROCESS_CONFIG, &no) && set(SSH_OPTIONS_HOST, target.host.c_str())
        && set(SSH_OPTIONS_PORT, &port) && (target.user.empty() || set(SSH_OPTIONS_USER, target.user.c_str()))
        && set(SSH_OPTIONS_HOSTKEYS, keys.c_str()) && set(SSH_OPTIONS_COMPRESSION, compression)
        && set(SSH_OPTIONS_NODELAY, &noDelay);
    const std::string list = target.ciphers.empty() ? ciphers : target.ciphers;
    done = done && set(SSH_OPTIONS_CIPHERS_C_S, list.c_str()) && set(SSH_OPTIONS_CIPHERS_S_C, list.c_str());
    if (!target.identityAgent.empty())
        done = done && set(SSH_OPTIONS_IDENTITY_AGENT, target.identityAgent.c_str());
    if (!done)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("The ssh settings for {} cannot be used: {}", target.destination, lastError(session.get())));
    ssh_set_blocking(session.get(), 0);
    return session;
}

Result<SshTarget> targetByLibrary(const std::string& destination, const Destination& to,
                                  const std::filesystem::path& configuration)
{
    const SessionHandle session(ssh_new());
    if (!session || ssh_options_set(session.get(), SSH_OPTIONS_HOST, to.host.c_str()) != SSH_OK)
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not the name of a host.", destination));
    if (!to.user.empty())
        ssh_options_set(session.get(), SSH_OPTIONS_USER, to.user.c_str());
    const unsigned int asked = to.port;
    if (to.port != 0)
        ssh_options_set(session.get(), SSH_OPTIONS_PORT, &asked);
    const char* file = configuration.empty() ? nullptr : configuration.c_str();
    if (ssh_options_parse_config(session.get(), file) != SSH_OK)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("The ssh configuration cannot be read: {}", lastError(session.get())));
    SshTarget target;
    target.destination = destination;
    target.host = textOption(session.get(), SSH_OPTIONS_HOST);
    target.user = textOption(session.get(), SSH_OPTIONS_USER);
    if (target.user.empty()) {
        const passwd* entry = ::getpwuid(::getuid());
        target.user = entry != nullptr ? entry->pw_name : "";
    }
    unsigned int port = 22;
    ssh_options_get_port(session.get(), &port);
    target.port = static_cast<std::uint16_t>(port);
    // The configuration has overwritten them; for OpenSSH, what the user types counts.
    if (!to.user.empty())
        target.user = to.user;
    if (to.port != 0)
        target.port = to.port;
    target.proxyCommand = textOption(session.get(), SSH_OPTIONS_PROXYCOMMAND);
    const std::filesystem::path folder = homeFolder() / ".ssh";
    if (const std::string identity = textOption(session.get(), SSH_OPTIONS_IDENTITY);
        !identity.empty() && identity.find('%') == std::string::npos)
        target.identityFiles.emplace_back(identity);
    for (const char* name : {"id_ed25519", "id_ecdsa", "id_rsa"}) {
        const auto known = folder / name;
        if (std::ranges::find(target.identityFiles, known) == target.identityFiles.end())
            target.identityFiles.push_back(known);
    }
    if (const char* agent = std::getenv("SSH_AUTH_SOCK"); agent != nullptr)
        target.identityAgent = agent;
    const auto known = textOption(session.get(), SSH_OPTIONS_KNOWNHOSTS);
    target.userKnownHosts = {known.empty() ? folder / "known_hosts" : std::filesystem::path(known)};
    target.globalKnownHosts = {"/etc/ssh/ssh_known_hosts"};
    return target;
}

} // namespace millrace::remote
