// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/run_feed.h"

#include "core/base/overloaded.h"
#include "core/base/text.h"
#include "core/run/log_reading.h"
#include "core/run/training_changes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::replay {
namespace {

constexpr std::size_t mostProcesses = 100'000;
constexpr std::size_t mostIterations = 20'000'000;
constexpr std::size_t mostResults = 10'000;
constexpr std::size_t mostTallies = 100'000;

/// "worker 3" → 3
int rankNamed(std::string_view process)
{
    const std::size_t blank = process.rfind(' ');
    const auto number = parseInteger(blank == process.npos ? process : process.substr(blank + 1));
    return number && *number >= 0 && *number < (1 << 20) ? static_cast<int>(*number) : -1;
}

} // namespace

RunFeed::RunFeed(const run::RunRef& heading, run::RunObserver& observer, const run::RunPlan* plan,
                 std::string framework)
    : m_heading(heading), m_observer(observer), m_plan(plan), m_framework(std::move(framework))
{
    if (plan == nullptr)
        return;
    const std::size_t nodes = plan->network.nodes.size();
    m_record.congestionControls.resize(static_cast<std::size_t>(std::max(0, plan->network.workers())));
    m_record.firstSamples.resize(nodes);
    m_record.lastSamples.resize(nodes);
    m_record.retransmittedBytes.resize(nodes);
    m_record.sent.resize(nodes);
    m_record.processCpu.resize(plan->launch.processes.size());
}

Result<void> RunFeed::take(const ReplayItem& item)
{
    return std::visit(
        Overloaded{
            [&](const store::LogLine& line) { return takeLine(line); },
            [&](const store::Event& event) -> Result<void> {
                if (event.kind == store::events::failure)
                    if (auto strike = run::parseStrike(event.json, event.wall))
                        m_record.strikes.push_back(*std::move(strike));
                if (event.kind == store::events::jobRestart) {
                    m_record.restarts.push_back(event.wall);
                    m_record.failures.clear();
                }
                m_observer.event(m_heading, event);
                return {};
            },
            [&](const SeriesValue& value) -> Result<void> {
                m_observer.sample(m_heading, {value.name, value.subject, value.unit, item.wall, value.value});
                return {};
            },
        },
        item.what);
}

Result<RunFeed::Process*> RunFeed::processOf(const store::LogLine& line)
{
    const auto key = std::pair(line.node, line.process);
    if (const auto known = m_processes.find(key); known != m_processes.end())
        return &known->second;
    if (m_processes.size() >= mostProcesses)
        return fail(ErrorCode::Corrupt, "the log names more than 100000 processes");
    Process process{line.node, line.process, nullptr};
    const launch::ProcessPlan* planned = nullptr;
    if (m_plan != nullptr)
        for (const launch::ProcessPlan& each : m_plan->launch.processes)
            if (each.label == line.process && each.node == line.node)
                planned = &each;
    if (planned != nullptr) {
        MR_TRY(parser, run::makeProcessParser(*m_plan, *planned, {planned->rank, m_plan->launch.peers}));
        process.parser = std::move(parser);
    } else {
        MR_TRY(parser, monitor::makeLogParser(m_framework, {rankNamed(line.process), {}}));
        process.parser = std::move(parser);
    }
    return &m_processes.emplace(key, std::move(process)).first->second;
}

Result<void> RunFeed::takeLine(const store::LogLine& line)
{
    m_observer.line(m_heading, line);
    MR_TRY(process, processOf(line));
    const auto stream = line.stream == "stderr" ? monitor::Stream::Errors : monitor::Stream::Out;
    auto event = process->parser->parse(line.text, stream, {line.wall, line.wall});
    for (; event; event = process->parser->more())
        takeEvent(*process, std::move(*event));
    return {};
}

void RunFeed::takeIteration(monitor::IterationEvent event)
{
    if (!event.duration && !event.samplesPerSecond) {
        if (m_record.iterations.size() < mostIterations && !event.origin.timedByWorker)
            m_record.iterations.push_back(std::move(event));
        return;
    }
    ++m_iterations;
    for (const run::IterationSample& sample : m_samples.take(event))
        show(sample, event.origin);
    m_observer.iteration(m_heading, event);
    if (m_record.iterations.size() < mostIterations)
        m_record.iterations.push_back(std::move(event));
}

void RunFeed::show(const run::IterationSample& sample, const monitor::EventOrigin& origin)
{
    m_observer.sample(m_heading, {sample.kind->name, sample.subject, sample.kind->unit, origin.wall, sample.value});
    if (sample.subject.empty() && sample.kind->name == store::series::throughput.name)
        return; // follows from those of the ranks, by their order
    const auto key = std::pair(std::string(sample.kind->name), sample.subject);
    if (m_tallies.size() < mostTallies || m_tallies.contains(key))
        m_tallies[key].add(sample.value);
}

void RunFeed::tell(const store::EventKind& kind, const Process& process, std::string text,
                   const monitor::EventOrigin& origin)
{
    ++m_events[std::string(kind.name)];
    store::Event event;
    event.wall = origin.wall;
    event.monotonic = origin.monotonic;
    event.kind = kind.name;
    event.node = process.node;
    event.text = std::move(text);
    m_observer.event(m_heading, event);
}

void RunFeed::takeEvent(const Process& process, monitor::LogEvent event)
{
    m_record.adaptation.take(event);
    std::visit(Overloaded{
                   [&](monitor::IterationEvent& iteration) {
                       if (iteration.origin.rank < 0 && iteration.origin.worker.empty())
                           iteration.origin.worker = process.name;
                       takeIteration(std::move(iteration));
                   },
                   [&](monitor::ConnectedEvent& connected) {
                       const auto rank = static_cast<std::size_t>(connected.origin.rank);
                       if (connected.origin.rank >= 0 && rank < m_record.congestionControls.size())
                           m_record.congestionControls[rank] = connected.congestionControl;
                       tell(store::events::connected, process, process.name, connected.origin);
                   },
                   [&](monitor::PeersEvent& peers) {
                       for (const run::IterationSample& sample : run::peerSamples(peers))
                           show(sample, peers.origin);
                   },
                   [&](monitor::VerifyEvent& verify) {
                       ++m_record.verifications;
                       m_record.wrong += verify.ok ? 0 : 1;
                       if (!verify.ok)
                           tell(store::events::wrongSum, process, verify.what, verify.origin);
                   },
                   [&](monitor::PhaseEvent& phase) { tell(store::events::phase, process, phase.phase, phase.origin); },
                   [&](monitor::FailureEvent& failed) {
                       tell(store::events::workerError, process, failed.what, failed.origin);
                       if (m_record.failures.size() < mostResults)
                           m_record.failures.push_back(std::move(failed));
                   },
                   [&](monitor::ResultEvent& result) {
                       if (m_results.size() >= mostResults)
                           return;
                       m_record.results.push_back({process.name, result});
                       m_results.push_back(std::move(result));
                   },
                   [&](monitor::MetricEvent& metric) {
                       if (const auto sample = run::takePrinted(metric, process.name, m_record))
                           show(*sample, metric.origin);
                       if (std::isfinite(metric.value)
                           && (m_figures.size() < mostTallies || m_figures.contains(metric.name)))
                           m_figures[metric.name].add(metric.value);
                   },
                   [&](monitor::DecisionEvent& decision) {
                       tell(store::events::decision, process, run::decisionText(decision), decision.origin);
                       if (decision.decision.change == policy::Change::Batch)
                           show({&store::series::trainingBatch, {}, static_cast<double>(decision.decision.value)},
                                decision.origin);
                   },
                   [&](monitor::NoticedEvent& noticed) {
                       tell(store::events::noticed, process, noticed.what, noticed.origin);
                   },
                   [&](monitor::ResizeEvent& resize) {
                       tell(store::events::resize, process, run::resizeText(resize), resize.origin);
                       if (!resize.summary)
                           show({&store::series::clusterSize, {}, static_cast<double>(resize.to)}, resize.origin);
                       if (resize.duration && !resize.summary)
                           m_figures["resize"].add(std::chrono::duration<double>(*resize.duration).count());
                   },
                   [](auto&) {},
               },
               event);
}

void RunFeed::finish()
{
    for (const auto& [key, process] : m_processes) {
        const monitor::LineCounts& counts = process.parser->counts();
        m_counts.read += counts.read;
        m_counts.events += counts.events;
        m_counts.silent += counts.silent;
        m_counts.unknown += counts.unknown;
        m_counts.damaged += counts.damaged;
        for (const Issue& issue : process.parser->issues())
            countIssue(m_record.issues, issue);
    }
}

} // namespace millrace::replay
