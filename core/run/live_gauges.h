// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/exposition/metrics_text.h"
#include "core/run/run_observer.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// The progress of a campaign and the last value of every series of the run that is being made, for a monitoring
/// system. It observes on the campaign's thread; families() may be called on any.
class LiveGauges final : public RunObserver
{
public:
    /// Of series: "millrace_net_sent_bits_per_second{run="3",node="w0"}"; the labels rank and peer for series of ranks.
    [[nodiscard]] std::vector<exposition::Family> families() const;

    void campaignMoved(const CampaignProgress& progress) override;
    void runMoved(const RunRef& run, store::RunState state) override;
    void sample(const RunRef& run, const LiveSample& sample) override;

private:
    /// What follows is about this run.
    void follow(const RunRef& run);

    struct Series
    {
        std::string unit;
        std::map<std::string, double, std::less<>> values; ///< by subject
    };
    mutable std::mutex m_mutex;
    std::optional<CampaignProgress> m_progress;
    std::optional<RunRef> m_run;
    store::RunState m_state = store::RunState::Planned;
    std::map<std::string, Series, std::less<>> m_series; ///< of that run, by name
};

} // namespace millrace::run
