// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace millrace::run {

/// What may be asked of a campaign while it is executed, from any thread and at any moment; nothing here waits. Runs
/// are named by RunRecord::position. Requests that have become pointless (the run has ended, there is no such run) have
/// no effect.
///
/// An order lasts as long as the execution: a campaign that is resumed later goes by position.
class CampaignControl
{
public:
    /// No further run is started; the one under way goes on.
    void pause();
    void resume();
    [[nodiscard]] bool isPaused() const;
    /// The run under way is undone and marked cancelled, a planned one is marked cancelled; the campaign goes on.
    void cancelRun(int position);
    /// A further attempt at a run that has ended, however it did, before all that wait.
    void retry(int position);
    /// What is still planned is made in this order; those left out are held back and stay planned.
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
        std::vector<Request> runs; ///< as they were asked for
        std::optional<std::vector<int>> order; ///< the latest; to be looked at after `runs`
    };
    [[nodiscard]] Requests take();
    /// Returns when there are requests, when it is not paused any more, or when one of the tokens is stopped.
    void waitWhilePaused(const std::stop_token& stop, const std::stop_token& finish);
    /// `stop` is requested when this run shall be cancelled, also when that was asked for just before.
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
