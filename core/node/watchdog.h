// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <array>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace millrace::node {

/// Two small watchdog processes that outlive a killed agent and then clean up the node: they kill every process with
/// the agent's mark, restore the network and delete the work folder. They do the same if the agent sends no heartbeat
/// for the lease (it is frozen), after killing it. A killed watchdog is replaced; there are two, so that the agent and
/// one of them may be killed at the same moment. If all three are, the next agent cleans up (stale_state.h).
class Watchdogs
{
public:
    /// Starts them; `token` begins the marks of the agent's processes.
    [[nodiscard]] static Result<std::unique_ptr<Watchdogs>> start(const std::string& token, Nanoseconds lease);
    Watchdogs(const Watchdogs&) = delete;
    Watchdogs& operator=(const Watchdogs&) = delete;
    /// Ends them; they have nothing left to do, unless leaveToThem() was called.
    ~Watchdogs();

    /// Starts heartbeats and the replacement of watchdogs. Once, after the program's signal handling is set up.
    void watch();
    /// Sets the folder to clean up.
    void tellFolder(const std::filesystem::path& folder);
    /// Stops heartbeats after this time: the agent is about to end; otherwise the watchdogs kill it.
    void expectEndWithin(Nanoseconds limit);
    /// Lets them retry a failed clean-up after the end of the agent.
    void leaveToThem();
    [[nodiscard]] std::vector<pid_t> pids() const;

private:
    struct Watchdog
    {
        pid_t pid = -1;
        UniqueFd life; ///< closes when the agent dies
        UniqueFd ended; ///< from pidfd_open(2)
    };

    Watchdogs(std::string token, Nanoseconds lease) : m_token(std::move(token)), m_lease(lease) { }
    Result<void> launch(Watchdog& watchdog) const;
    void tell(const Watchdog& watchdog, const std::string& line) const;
    void run(const std::stop_token& stop);
    void replaceEnded();

    const std::string m_token;
    const Nanoseconds m_lease;
    mutable std::mutex m_mutex;
    std::filesystem::path m_folder;
    bool m_leave = false;
    std::optional<Deadline> m_silentFrom;
    std::array<Watchdog, 2> m_watchdogs;
    WakeUp m_wake;
    std::jthread m_thread;
};

} // namespace millrace::node
