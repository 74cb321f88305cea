// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/agent_filter.h"
#include "core/remote/key_ring.h"
#include "core/remote/known_hosts.h"
#include "core/remote/prompts.h"
#include "core/remote/ssh_handle.h"
#include "core/remote/ssh_target.h"

#include <functional>

namespace millrace::remote {

/// Key exchange, host key check and login of a libssh session. Used by the session's thread only.
class Handshake
{
public:
    Handshake(ssh_session_struct* session, const SshTarget& target, Prompts& prompts, KeyRing& keys, Deadline deadline,
              std::stop_token stop);

    /// Exchanges keys with the server. Unreachable if it closes or is silent, Protocol if no algorithm matches.
    [[nodiscard]] Result<void> exchangeKeys();
    /// Fails with Untrusted; see checkHostKey().
    [[nodiscard]] Result<void> checkServer(const std::vector<KnownKey>& known);
    /// Fails with Denied, with the methods that the server accepts and those tried.
    [[nodiscard]] Result<void> logIn();
    /// Whether the connection ended before the server's identification, as with too many unauthenticated connections
    /// (MaxStartups).
    [[nodiscard]] bool turnedAway() const noexcept { return m_turnedAway; }

private:
    /// Repeats a libssh call until it has a result, waiting for the socket in between.
    [[nodiscard]] Result<int> settled(const std::function<int()>& call, int again);
    [[nodiscard]] Result<int> tryMethod(const std::string& method);
    [[nodiscard]] Result<int> byAgent();
    void showNamedKeysOnly();
    [[nodiscard]] Result<int> byKeyFiles();
    [[nodiscard]] Result<int> byKeyFile(const std::filesystem::path& file);
    [[nodiscard]] Result<int> byKeyboard();
    [[nodiscard]] Result<int> answerRound(int attempt);
    [[nodiscard]] Result<int> byPassword();
    [[nodiscard]] Result<std::vector<std::string>> asked(const KeyboardQuestion& question);
    [[nodiscard]] Error lost(const std::string& doing) const;
    [[nodiscard]] Error refused() const;
    [[nodiscard]] unsigned int methods() const;

    ssh_session_struct* m_session;
    const SshTarget& m_target;
    Prompts& m_prompts;
    KeyRing& m_keys;
    Deadline m_deadline; ///< extended by the time of user prompts
    JobContext m_job;
    std::unique_ptr<AgentFilter> m_agent;
    std::vector<std::string> m_tried;
    bool m_turnedAway = false;
};

} // namespace millrace::remote
