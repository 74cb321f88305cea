// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/log_follower.h"

#include "core/base/overloaded.h"
#include "core/run/iteration_samples.h"
#include "core/run/log_reading.h"
#include "core/run/training_changes.h"
#include "core/store/event_kinds.h"

namespace millrace::run {

namespace {

constexpr std::size_t mostResults = 10'000;

/// The place of an event's rank in a list by rank; null: there is none.
template <typename T>
T* placeOf(const monitor::EventOrigin& origin, std::vector<T>& byRank)
{
    const auto rank = static_cast<std::size_t>(origin.rank);
    return origin.rank >= 0 && rank < byRank.size() ? &byRank[rank] : nullptr;
}

} // namespace

LogFollower::LogFollower(const RunPlan& plan, Testbed& testbed, Recorder& recorder, const RunRef& heading,
                         RunObserver& observer, InterferenceWatch& watch, WorkloadRecord& record)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder), m_heading(heading), m_observer(observer), m_watch(watch),
      m_record(record)
{
    const auto workers = static_cast<std::size_t>(plan.network.workers());
    record.congestionControls.resize(workers);
    record.sentByRank.resize(workers);
}

Result<void> LogFollower::prepare()
{
    for (const launch::ProcessPlan& process : m_plan.launch.processes) {
        const int firstRank = m_plan.network.firstRank(m_plan.network.find(process.node).value_or(0));
        MR_TRY(parser, makeProcessParser(m_plan, process, {process.rank, m_plan.launch.peers, firstRank}));
        m_parsers.push_back(std::move(parser));
    }
    return {};
}

Result<void> LogFollower::take(const WorkloadProcess& process, const agent::ProcessLine& line)
{
    monitor::LogParser& parser = *m_parsers[process.number];
    const auto stream = line.stream == agent::OutputStream::Errors ? monitor::Stream::Errors : monitor::Stream::Out;
    auto event = parser.parse(line.text, stream, {line.monotonic, line.wall});
    for (; event; event = parser.more()) {
        std::visit(
            [offset = m_testbed.clockOffset(process.node)](auto& each) {
                if (each.origin.timedByWorker)
                    each.origin.wall -= offset;
            },
            *event);
        MR_CHECK(takeEvent(process, *event));
    }
    return {};
}

Result<void> LogFollower::takeEvent(const WorkloadProcess& process, const monitor::LogEvent& event)
{
    const std::string& node = process.plan->node;
    const std::string& label = process.plan->label;
    m_record.adaptation.take(event);
    return std::visit(
        Overloaded{
            [&](monitor::IterationEvent iteration) {
                if (iteration.origin.rank < 0 && iteration.origin.worker.empty())
                    iteration.origin.worker = label; // of several on other nodes
                return takeIteration(iteration);
            },
            [&](const monitor::ConnectedEvent& connected) -> Result<void> {
                if (std::string* place = placeOf(connected.origin, m_record.congestionControls))
                    *place = connected.congestionControl;
                return m_recorder.event(store::events::connected, node, label, &connected.origin);
            },
            [&](const monitor::SentEvent& sent) -> Result<void> {
                if (auto* place = placeOf(sent.origin, m_record.sentByRank))
                    *place = sent;
                return {};
            },
            [&](const monitor::PeersEvent& peers) -> Result<void> {
                for (const IterationSample& sample : peerSamples(peers))
                    MR_CHECK(m_recorder.value(*sample.kind, sample.subject, peers.origin.wall, sample.value));
                return {};
            },
            [&](const monitor::VerifyEvent& verify) { return takeVerdict(process, verify); },
            [&](const monitor::PhaseEvent& phase) -> Result<void> {
                return m_recorder.event(store::events::phase, node, phase.phase, &phase.origin);
            },
            [&](const monitor::FailureEvent& failed) -> Result<void> {
                m_record.failures.push_back(failed);
                return m_recorder.event(store::events::workerError, node, failed.what, &failed.origin);
            },
            [&](const monitor::ResultEvent& result) -> Result<void> {
                if (m_record.results.size() < mostResults)
                    m_record.results.push_back({label, result});
                return {};
            },
            [&](const monitor::MetricEvent& metric) -> Result<void> {
                const auto sample = takePrinted(metric, label, m_record);
                return sample ? m_recorder.value(*sample->kind, sample->subject, metric.origin.wall, sample->value)
                              : Result<void>();
            },
            [&](const monitor::ResizeEvent& resize) -> Result<void> {
                MR_CHECK(m_recorder.event(store::events::resize, node, resizeText(resize), &resize.origin,
                                          resizeJson(resize)));
                return resize.summary ? Result<void>()
                                      : m_recorder.value(store::series::clusterSize, {}, resize.origin.wall, resize.to);
            },
            [&](const monitor::DecisionEvent& decision) -> Result<void> {
                MR_CHECK(m_recorder.event(store::events::decision, node, decisionText(decision), &decision.origin,
                                          decisionJson(decision)));
                return decision.decision.change == policy::Change::Batch
                    ? m_recorder.value(store::series::trainingBatch, {}, decision.origin.wall, decision.decision.value)
                    : Result<void>();
            },
            [&](const monitor::NoticedEvent& noticed) -> Result<void> {
                return m_recorder.event(store::events::noticed, node, noticed.what, &noticed.origin);
            },
            [](const auto&) -> Result<void> { return {}; },
        },
        event);
}

Result<void> LogFollower::takeVerdict(const WorkloadProcess& process, const monitor::VerifyEvent& verify)
{
    ++m_record.verifications;
    if (verify.ok)
        return {};
    ++m_record.wrong;
    return m_recorder.event(store::events::wrongSum, process.plan->node, verify.what, &verify.origin);
}

Result<void> LogFollower::takeIteration(const monitor::IterationEvent& iteration)
{
    const bool timed = iteration.duration || iteration.samplesPerSecond;
    if (timed || !iteration.origin.timedByWorker)
        m_record.iterations.push_back(iteration);
    if (!timed)
        return {};
    MR_CHECK(m_recorder.iteration(iteration));
    m_observer.iteration(m_heading, iteration);
    if (m_phases != nullptr)
        MR_CHECK(m_phases->take(iteration));
    // Steps of other numbers of workers are not comparable, so the detectors do not watch them.
    return iteration.hasMembers() ? Result<void>() : m_recorder.alarms(m_watch.take(iteration), iteration.origin);
}

Result<void> LogFollower::finish()
{
    monitor::EventOrigin end;
    end.wall = m_testbed.clock().wall();
    end.monotonic = m_testbed.clock().monotonic();
    MR_CHECK(m_recorder.alarms(m_watch.rest(), end));
    for (const auto& parser : m_parsers)
        for (const Issue& issue : parser->issues())
            countIssue(m_record.issues, issue);
    return {};
}

} // namespace millrace::run
