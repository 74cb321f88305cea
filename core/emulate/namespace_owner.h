// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/emulate/namespace_process.h"

#include <mutex>
#include <thread>
#include <vector>

namespace millrace::emulate {

/// Thread that creates sets of namespaces, keeps them as long as it lives and detects when one dies. They need a
/// separate thread because the kernel ties their lives to the thread that created them.
class NamespaceOwner
{
public:
    /// Starts all or none.
    [[nodiscard]] static Result<std::unique_ptr<NamespaceOwner>> start(std::vector<NamespaceSetup> setups);
    ~NamespaceOwner();

    [[nodiscard]] const std::vector<pid_t>& pids() const noexcept { return m_pids; }
    /// Returns the TAP interfaces, in the order of the setups; only once.
    [[nodiscard]] std::vector<UniqueFd> takeTaps() noexcept { return std::move(m_taps); }
    [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return m_notes; }
    /// Returns the indices of those that ended unexpectedly.
    [[nodiscard]] std::vector<int> dead() const;

private:
    NamespaceOwner() = default;
    [[nodiscard]] Result<std::vector<NamespaceProcess>> makeAll(const std::vector<NamespaceSetup>& setups);
    void watch(const std::stop_token& stop, std::vector<NamespaceProcess>& processes);

    std::vector<pid_t> m_pids;
    std::vector<UniqueFd> m_taps;
    std::vector<std::string> m_notes;
    mutable std::mutex m_mutex;
    std::vector<int> m_dead;
    WakeUp m_wakeUp;
    std::jthread m_thread;
};

} // namespace millrace::emulate
