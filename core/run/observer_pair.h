// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"

namespace millrace::run {

/// Notifies two observers, the first one first. Both outlive it.
class ObserverPair final : public RunObserver
{
public:
    ObserverPair(RunObserver& first, RunObserver& second) : m_first(first), m_second(second) { }

    void campaignStarted(store::CampaignId id, std::span<const store::RunRecord> runs) override
    {
        both([&](RunObserver& each) { each.campaignStarted(id, runs); });
    }
    void campaignMoved(const CampaignProgress& progress) override
    {
        both([&](RunObserver& each) { each.campaignMoved(progress); });
    }
    void queueMoved(const CampaignQueue& queue) override
    {
        both([&](RunObserver& each) { each.queueMoved(queue); });
    }
    void paused(bool isPaused) override
    {
        both([&](RunObserver& each) { each.paused(isPaused); });
    }
    void runMoved(const RunRef& run, store::RunState state) override
    {
        both([&](RunObserver& each) { each.runMoved(run, state); });
    }
    void stepMoved(const RunRef& run, RunStep now, std::optional<RunStep> next) override
    {
        both([&](RunObserver& each) { each.stepMoved(run, now, next); });
    }
    void iteration(const RunRef& run, const monitor::IterationEvent& event) override
    {
        both([&](RunObserver& each) { each.iteration(run, event); });
    }
    void sample(const RunRef& run, const LiveSample& value) override
    {
        both([&](RunObserver& each) { each.sample(run, value); });
    }
    void line(const RunRef& run, const store::LogLine& text) override
    {
        both([&](RunObserver& each) { each.line(run, text); });
    }
    void event(const RunRef& run, const store::Event& what) override
    {
        both([&](RunObserver& each) { each.event(run, what); });
    }
    void runEnded(const RunRef& run, const RunOutcome& outcome) override
    {
        both([&](RunObserver& each) { each.runEnded(run, outcome); });
    }
    void runSkipped(const RunRef& run, std::string_view reason) override
    {
        both([&](RunObserver& each) { each.runSkipped(run, reason); });
    }
    void notice(std::string_view sentence) override
    {
        both([&](RunObserver& each) { each.notice(sentence); });
    }

private:
    template <typename Call>
    void both(Call call)
    {
        call(m_first);
        call(m_second);
    }

    RunObserver& m_first;
    RunObserver& m_second;
};

} // namespace millrace::run
