// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace millrace::remote {

/// Proxy between libssh, which would offer every key of an ssh agent, and the agent: shows only the keys that the user
/// named (IdentitiesOnly). A separate thread forwards the messages; destruction ends it.
class AgentFilter
{
public:
    /// `keys` are public keys in base64.
    [[nodiscard]] static Result<std::unique_ptr<AgentFilter>> start(const std::filesystem::path& agent,
                                                                    std::set<std::string> keys);
    AgentFilter(const AgentFilter&) = delete;
    AgentFilter& operator=(const AgentFilter&) = delete;
    ~AgentFilter();

    UniqueFd end; ///< for libssh

private:
    AgentFilter(UniqueFd agent, UniqueFd client, std::set<std::string> keys);
    void work();

    UniqueFd m_agent;
    UniqueFd m_client;
    const std::set<std::string> m_keys;
    std::jthread m_thread;
};

/// Returns the agent's reply to a request for its keys (draft-miller-ssh-agent, 4.4), with only those named; a
/// malformed reply becomes one without keys.
[[nodiscard]] std::string filteredIdentities(std::string_view answer, const std::set<std::string>& keys);

} // namespace millrace::remote
