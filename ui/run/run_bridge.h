// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace millrace::ui {

/// Changes of a campaign since the last call. Values only.
struct RunBatch
{
    struct Started
    {
        store::CampaignId campaign;
        std::vector<store::RunRecord> runs;
    };
    /// Change of a run's state.
    struct Move
    {
        run::RunRef heading;
        store::RunState state = store::RunState::Planned;
        std::optional<run::RunOutcome> outcome; ///< if it has ended
        std::string skipped; ///< why it will not be made; empty: not skipped
    };
    struct Step
    {
        run::RunRef heading;
        run::RunStep now = run::RunStep::MakeCluster;
        std::optional<run::RunStep> next;
        Nanoseconds wall{0};
    };
    struct Iteration
    {
        run::RunRef heading;
        std::int64_t iteration = 0; ///< from 0
        bool warmup = false;
        Nanoseconds duration{0};
    };
    struct Samples
    {
        store::RunId run;
        std::string name;
        std::string subject;
        std::string unit;
        std::vector<std::int64_t> times;
        std::vector<double> values;
    };

    std::optional<Started> started;
    std::optional<run::CampaignProgress> progress; ///< the latest
    std::optional<run::CampaignQueue> queue; ///< the latest
    std::optional<bool> paused; ///< the latest
    std::vector<Move> moves; ///< all, in order
    std::vector<Step> steps;
    std::optional<Iteration> iteration; ///< the latest of rank 0
    std::vector<Samples> samples;
    std::vector<std::pair<store::RunId, store::LogLine>> lines;
    std::vector<std::pair<store::RunId, store::Event>> events;
    std::vector<std::string> notices;
    std::int64_t droppedSamples = 0; ///< received faster than consumed; the store has them
    std::int64_t droppedLines = 0;

    [[nodiscard]] bool isEmpty() const noexcept;
};

/// Gathers what a campaign reports on its thread, in bounded memory, until the GUI thread takes it whole.
class RunBridge final : public run::RunObserver
{
public:
    static constexpr std::size_t mostSamples = 400'000; ///< limit of waiting ones
    static constexpr std::size_t mostLines = 20'000;

    /// Empties the bridge; any thread.
    [[nodiscard]] RunBatch take();

    void campaignStarted(store::CampaignId campaign, std::span<const store::RunRecord> runs) override;
    void campaignMoved(const run::CampaignProgress& progress) override;
    void queueMoved(const run::CampaignQueue& queue) override;
    void paused(bool paused) override;
    void runMoved(const run::RunRef& heading, store::RunState state) override;
    void stepMoved(const run::RunRef& heading, run::RunStep now, std::optional<run::RunStep> next) override;
    void iteration(const run::RunRef& heading, const monitor::IterationEvent& event) override;
    void sample(const run::RunRef& heading, const run::LiveSample& sample) override;
    void line(const run::RunRef& heading, const store::LogLine& line) override;
    void event(const run::RunRef& heading, const store::Event& event) override;
    void runEnded(const run::RunRef& heading, const run::RunOutcome& outcome) override;
    void runSkipped(const run::RunRef& heading, std::string_view why) override;
    void notice(std::string_view sentence) override;

private:
    void addSample(store::RunId run, const run::LiveSample& sample);
    RunBatch::Samples& blockFor(store::RunId run, const run::LiveSample& sample);

    std::mutex m_mutex;
    RunBatch m_batch;
    std::size_t m_sampleCount = 0;
    store::RunId m_run; ///< of the blocks in m_blocks
    /// Indices into the batch, by name and subject.
    std::map<std::string, std::map<std::string, std::size_t, std::less<>>, std::less<>> m_blocks;
};

} // namespace millrace::ui
