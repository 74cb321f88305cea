// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/collective/peer_list.h"
#include "core/collective/session.h"
#include "core/trainer/train_report.h"

#include <optional>
#include <vector>

namespace millrace::trainer {

/// Adds up what the all-reduces of a worker's steps have moved and waited for, by the other side, from one report to
/// the next. One thread.
class PeerMeter
{
public:
    /// Reports are due after `period`; 0: never. `all`: the numbers of the workers in reports are their places there.
    PeerMeter(Nanoseconds period, collective::PeerList all);

    /// The ranks of the statistics are these from here on, and the graph pairs are others.
    void setMembers(const collective::PeerList& members);
    /// One step, between two statistics of the session, with all-reduces of so much payload in so much time.
    void add(const collective::SessionStatistics& before, const collective::SessionStatistics& after,
             const StepReport& step, std::uint64_t payload, Nanoseconds communication, Nanoseconds now);
    /// What was added since the last report, if one is due or is wanted at once and there was a step.
    [[nodiscard]] std::optional<PeerReport> take(Nanoseconds now, bool atOnce);

private:
    struct Count
    {
        std::uint64_t sent = 0;
        std::uint64_t received = 0;
        Nanoseconds waited{0};
    };
    Nanoseconds m_period;
    collective::PeerList m_all;
    std::vector<int> m_number; ///< by rank
    std::optional<Nanoseconds> m_begin; ///< of what is added; nothing: no step ever
    std::vector<Count> m_counts; ///< by number of the worker
    PeerReport m_report; ///< without the lists of the peers
};

} // namespace millrace::trainer
