// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/ssh_host.h"

#include <map>
#include <span>

namespace millrace::remote {

/// Connections of a campaign: one per destination, shared by all users, reconnected after a loss. Jump hosts are
/// connected to once, too. Any thread. Connections end with the pool and the hosts it returned.
class SessionPool
{
public:
    /// `prompts` must outlive the pool.
    SessionPool(ConnectOptions options, Prompts& prompts);

    /// Returns the live connection, or a new one. Concurrent callers wait for the first one's attempt.
    [[nodiscard]] Result<std::shared_ptr<SshHost>> host(std::string_view destination, Deadline deadline,
                                                        const JobContext& job = {});
    /// Connects to all in parallel; one result per destination, in order. Progress counts the finished ones.
    [[nodiscard]] std::vector<Result<std::shared_ptr<SshHost>>> hosts(std::span<const std::string> destinations,
                                                                      Deadline deadline, const JobContext& job = {});
    /// Drops a connection, so that the next call creates a new one.
    void drop(std::string_view destination);

private:
    struct Entry
    {
        std::mutex mutex;
        std::condition_variable changed;
        bool connecting = false;
        std::shared_ptr<SshHost> host;
    };
    [[nodiscard]] std::shared_ptr<Entry> entryOf(const std::string& key);
    [[nodiscard]] Result<std::shared_ptr<SshHost>> shared(const SshRoute& route, std::size_t hop, Deadline deadline,
                                                          const JobContext& job);
    [[nodiscard]] Result<std::shared_ptr<SshHost>> connect(const SshRoute& route, std::size_t hop, Deadline deadline,
                                                           const JobContext& job);
    [[nodiscard]] Result<SshRoute> routeTo(const std::string& destination, Deadline deadline, const JobContext& job);

    const ConnectOptions m_options;
    Prompts& m_prompts;
    const std::shared_ptr<KeyRing> m_keys = std::make_shared<KeyRing>();
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Entry>, std::less<>> m_entries; ///< by the whole route
    std::map<std::string, SshRoute, std::less<>> m_routes; ///< by destination
};

} // namespace millrace::remote
