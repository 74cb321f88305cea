// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <string>
#include <sys/types.h>

namespace millrace {

/// A small process that outlives the agent when that is killed, and then kills every process that the agent had
/// started: those that carry its mark. Without an agent to look after, it ends.
class Keeper
{
public:
    /// Call it before any thread is started. `token` begins the marks of the agent's processes.
    [[nodiscard]] static Result<Keeper> start(const std::string& token);
    Keeper(Keeper&&) noexcept = default;
    Keeper& operator=(Keeper&&) noexcept = default;
    /// Lets it go, having nothing left to do.
    ~Keeper();

    [[nodiscard]] pid_t pid() const noexcept { return m_pid; }

private:
    Keeper() = default;

    pid_t m_pid = -1;
    UniqueFd m_life; ///< its other end tells the keeper that the agent has died
};

} // namespace millrace
