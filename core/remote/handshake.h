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

/// A connected libssh session that is being made ready, and what is needed for it. Used by the session's thread alone.
class Handshake
{
public:
    Handshake(ssh_session_struct* session, const SshTarget& target, Prompts& prompts, KeyRing& keys, Deadline deadline,
              std::stop_token stop);

    /// Exchanges keys with the server. Unreachable when it closes or is silent, Protocol when no algorithm fits.
    [[nodiscard]] Result<void> exchangeKeys();
    /// Untrusted; see checkHostKey().
    [[nodiscard]] Result<void> checkServer(const std::vector<KnownKey>& known);
    /// Denied, with what the server would have taken and what was tried.
    [[nodiscard]] Result<void> logIn();
    /// True when the connection ended before the server said who it is, as one with too many newcomers does.
    [[nodiscard]] bool turnedAway() const noexcept { return m_turnedAway; }

private:
    /// Repeats a libssh call until it has an answer, waiting for the socket in between.
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
    [[nodiscard]] int methods() const;

    ssh_session_struct* m_session;
    const SshTarget& m_target;
    Prompts& m_prompts;
    KeyRing& m_keys;
    Deadline m_deadline; ///< moved on by the time that people took to answer
    JobContext m_job;
    std::unique_ptr<AgentFilter> m_agent;
    std::vector<std::string> m_tried;
    bool m_turnedAway = false;
};

} // namespace millrace::remote
