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

namespace millrace {

/// Two small processes that outlive the agent when that is killed, and then put the node in order: they kill every
/// process with the agent's mark, put back what was imposed on the network and delete the work folder. They do the same
/// when the agent gives no sign of life for the lease (it is frozen), which they kill then. One that is killed is
/// replaced; two of them, so that the agent and one of them may be killed at the same moment. When all three are, the
/// next agent cleans up (left_behind.h).
class Keepers
{
public:
    /// `token` begins the marks of the agent's processes.
    [[nodiscard]] static Result<std::unique_ptr<Keepers>> start(const std::string& token, Nanoseconds lease);
    Keepers(const Keepers&) = delete;
    Keepers& operator=(const Keepers&) = delete;
    /// Lets them go; they have nothing left to do, unless leaveToThem() was called.
    ~Keepers();

    /// Begins to give signs of life and to replace those that end. Once, after the signals of the program are arranged.
    void watch();
    /// The folder to be cleaned up.
    void tellFolder(const std::filesystem::path& folder);
    /// No sign of life any more after this time: the agent is about to end, and if it does not, the keepers end it.
    void expectEndWithin(Nanoseconds limit);
    /// Something could not be put back: they shall try again when the agent has ended.
    void leaveToThem();
    [[nodiscard]] std::vector<pid_t> pids() const;

private:
    struct Keeper
    {
        pid_t pid = -1;
        UniqueFd life; ///< its other end tells the keeper that the agent has died
        UniqueFd ended; ///< from pidfd_open(2)
    };

    Keepers(std::string token, Nanoseconds lease) : m_token(std::move(token)), m_lease(lease) { }
    Result<void> launch(Keeper& keeper) const;
    void tell(const Keeper& keeper, const std::string& line) const;
    void run(const std::stop_token& stop);
    void replaceEnded();

    const std::string m_token;
    const Nanoseconds m_lease;
    mutable std::mutex m_mutex;
    std::filesystem::path m_folder;
    bool m_leave = false;
    std::optional<Deadline> m_silentFrom;
    std::array<Keeper, 2> m_keepers;
    WakeUp m_wake;
    std::jthread m_thread;
};

} // namespace millrace
