// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/run_bridge.h"

namespace millrace::ui {

bool RunBatch::isEmpty() const noexcept
{
    return !started && !progress && !queue && !paused && !iteration && moves.empty() && steps.empty() && samples.empty()
        && lines.empty() && events.empty() && notices.empty() && droppedSamples == 0 && droppedLines == 0;
}

RunBatch RunBridge::take()
{
    const std::lock_guard lock(m_mutex);
    m_sampleCount = 0;
    m_blocks.clear();
    return std::exchange(m_batch, {});
}

void RunBridge::campaignStarted(store::CampaignId campaign, std::span<const store::RunRecord> runs)
{
    RunBatch::Started started{campaign, {runs.begin(), runs.end()}};
    const std::lock_guard lock(m_mutex);
    m_batch.started = std::move(started);
}

void RunBridge::campaignMoved(const run::CampaignProgress& progress)
{
    const std::lock_guard lock(m_mutex);
    m_batch.progress = progress;
}

void RunBridge::queueMoved(const run::CampaignQueue& queue)
{
    const std::lock_guard lock(m_mutex);
    m_batch.queue = queue;
}

void RunBridge::paused(bool paused)
{
    const std::lock_guard lock(m_mutex);
    m_batch.paused = paused;
}

void RunBridge::runMoved(const run::RunRef& heading, store::RunState state)
{
    const std::lock_guard lock(m_mutex);
    m_batch.moves.push_back({heading, state, {}, {}});
}

void RunBridge::stepMoved(const run::RunRef& heading, run::RunStep now, std::optional<run::RunStep> next)
{
    const Nanoseconds wall = wallNow();
    const std::lock_guard lock(m_mutex);
    m_batch.steps.push_back({heading, now, next, wall});
}

void RunBridge::iteration(const run::RunRef& heading, const monitor::IterationEvent& event)
{
    if (event.origin.rank != 0)
        return;
    const std::lock_guard lock(m_mutex);
    m_batch.iteration =
        RunBatch::Iteration{heading, event.iteration, event.warmup, event.duration.value_or(Nanoseconds(0))};
}

RunBatch::Samples& RunBridge::blockFor(store::RunId run, const run::LiveSample& sample)
{
    auto named = m_blocks.find(sample.name);
    if (named == m_blocks.end())
        named = m_blocks.try_emplace(std::string(sample.name)).first;
    const auto found = named->second.find(sample.subject);
    if (found != named->second.end())
        return m_batch.samples[found->second];
    named->second.emplace(sample.subject, m_batch.samples.size());
    return m_batch.samples.emplace_back(RunBatch::Samples{
        run, std::string(sample.name), std::string(sample.subject), std::string(sample.unit), {}, {}});
}

void RunBridge::addSample(store::RunId run, const run::LiveSample& sample)
{
    if (m_sampleCount >= mostSamples) {
        ++m_batch.droppedSamples;
        return;
    }
    ++m_sampleCount;
    RunBatch::Samples& block = blockFor(run, sample);
    block.times.push_back(sample.wall.count());
    block.values.push_back(sample.value);
}

void RunBridge::sample(const run::RunRef& heading, const run::LiveSample& sample)
{
    const std::lock_guard lock(m_mutex);
    if (heading.run != m_run) {
        m_blocks.clear();
        m_run = heading.run;
    }
    addSample(heading.run, sample);
}

void RunBridge::line(const run::RunRef& heading, const store::LogLine& line)
{
    const std::lock_guard lock(m_mutex);
    if (m_batch.lines.size() >= mostLines)
        ++m_batch.droppedLines;
    else
        m_batch.lines.emplace_back(heading.run, line);
}

void RunBridge::event(const run::RunRef& heading, const store::Event& event)
{
    const std::lock_guard lock(m_mutex);
    if (m_batch.events.size() < mostLines)
        m_batch.events.emplace_back(heading.run, event);
}

void RunBridge::runEnded(const run::RunRef& heading, const run::RunOutcome& outcome)
{
    const std::lock_guard lock(m_mutex);
    m_batch.moves.push_back({heading, outcome.state, outcome, {}});
}

void RunBridge::runSkipped(const run::RunRef& heading, std::string_view why)
{
    const std::lock_guard lock(m_mutex);
    m_batch.moves.push_back({heading, store::RunState::Cancelled, {}, std::string(why)});
}

void RunBridge::notice(std::string_view sentence)
{
    const std::lock_guard lock(m_mutex);
    m_batch.notices.emplace_back(sentence);
}

} // namespace millrace::ui
