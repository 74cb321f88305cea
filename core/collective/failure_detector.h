// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/job.h"
#include "core/base/unique_fd.h"
#include "core/collective/control_plane.h"
#include "core/collective/mesh.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace millrace::collective {

/// The only place where a rank waits. Tracks readiness of the data connections, reads the control connections, and
/// decides when to give up: after half of the deadline without progress it pings everybody; after the other half the
/// ranks that did not answer are frozen. If all answered, the wait times out after the patience, which is at least the
/// deadline; until then it pings again.
class FailureDetector
{
public:
    /// Returns the ranks with data still to come.
    using Missing = std::function<std::vector<int>()>;

    [[nodiscard]] static Result<std::unique_ptr<FailureDetector>> make(const PeerList& peers, int rank, Mesh& mesh,
                                                                       Nanoseconds deadline, Nanoseconds patience,
                                                                       const JobContext& job);

    [[nodiscard]] ControlPlane& control() noexcept { return m_control; }
    [[nodiscard]] const FailureText& words() const noexcept { return m_words; }

    /// By lane: rank of the other side + ranks × stream. Edge-triggered: the code that finds a connection empty or full
    /// must clear its flag.
    std::vector<char> readable;
    std::vector<char> writable;

    /// Restarts the deadline: bytes moved.
    void noteProgress() noexcept { m_moved = true; }
    /// Reports a broken data connection. Its control connection gets a moment to deliver the reason.
    void suspect(int peer);
    /// Waits for any event, at most until the next decision is due.
    [[nodiscard]] Result<void> waitForProgress(const Missing& missing);
    /// As waitForProgress(), without waiting: for those that wait elsewhere.
    [[nodiscard]] Result<void> checkProgress(const Missing& missing);
    /// Handles events without waiting.
    [[nodiscard]] Result<void> look() { return handleEvents(Nanoseconds(0)); }
    /// Sleeps until `time`, answering control messages.
    [[nodiscard]] Result<void> sleepUntil(Deadline time);
    /// Sleeps until wakeUp(), answering control messages; returns at once if it was called since the last time.
    [[nodiscard]] Result<void> sleepUntilWoken(std::optional<Deadline> time);
    /// Any thread.
    void wakeUp() const noexcept { m_woken.notify(); }

    /// Stores the failure and returns its error.
    [[nodiscard]] Error raise(Failure failure);
    [[nodiscard]] const std::optional<Failure>& failure() const noexcept { return m_failure; }

private:
    FailureDetector(const PeerList& peers, int rank, std::vector<UniqueFd> control, Nanoseconds deadline,
                    Nanoseconds patience);

    [[nodiscard]] Result<void> watch(int fd, std::uint64_t key, std::uint32_t events);
    [[nodiscard]] Result<void> handleEvents(Nanoseconds timeout);
    [[nodiscard]] Deadline beginWait(Deadline now);
    [[nodiscard]] Result<void> decide(const Missing& missing, Deadline now);

    struct Suspicion
    {
        int peer = -1;
        Deadline until;
    };

    FailureText m_words;
    ControlPlane m_control;
    Nanoseconds m_deadline;
    Nanoseconds m_patience;
    UniqueFd m_epoll;
    WakeUp m_stopped;
    WakeUp m_woken;
    bool m_awake = false; ///< wakeUp() was called
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
    bool m_moved = true;
    Deadline m_lastProgress;
    Deadline m_answered; ///< when all were last known to live
    std::optional<Deadline> m_pinged;
    std::optional<Suspicion> m_suspicion;
    std::optional<Failure> m_failure;
};

} // namespace millrace::collective
