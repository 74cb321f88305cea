// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace millrace::run {

/// Requests to a campaign during its execution, from any thread at any time; none of them blocks. Runs are identified
/// by RunRecord::position. Obsolete requests (the run has ended, no such run) have no effect.
///
/// An order is valid for one execution: a campaign that is resumed later goes by position.
class CampaignControl
{
public:
    /// Starts no further run; the current one continues.
    void pause();
    void resume();
    [[nodiscard]] bool isPaused() const;
    /// Undoes the current run and marks it cancelled, or marks a planned one cancelled; the campaign continues.
    void cancelRun(int position);
    /// Repeats a run that has ended, whatever its outcome, before all waiting runs.
    void retry(int position);
    /// Sets the order of the runs that are still planned; those left out are held back and stay planned.
    void setOrder(std::vector<int> positions);

    // For the thread of the campaign:

    struct Request
    {
        bool retry = false; ///< else cancel
        int position = 0;

        bool operator==(const Request&) const = default;
    };
    struct Requests
    {
        std::vector<Request> runs; ///< in order of request
        std::optional<std::vector<int>> order; ///< the latest; apply after `runs`
    };
    [[nodiscard]] Requests take();
    /// Returns when there are requests, when no longer paused, or when one of the tokens is stopped.
    void waitWhilePaused(const std::stop_token& stop, const std::stop_token& finish);
    /// Registers `stop`, which is requested when this run shall be cancelled, also if that was requested just before.
    void beginRun(int position, std::stop_source stop);
    void endRun();

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_paused = false;
    Requests m_requests;
    int m_running = 0; ///< position; 0: none
    std::optional<std::stop_source> m_runStop;
};

} // namespace millrace::run
