// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/simulated_run.h"

#include "core/base/seconds.h"
#include "core/cluster/cluster_json.h"
#include "core/run/phase_metrics.h"
#include "core/run/recorder.h"
#include "core/run/run_ending.h"
#include "core/run/run_summary.h"
#include "core/run/simulated_training.h"
#include "core/store/event_kinds.h"
#include "core/store/series_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace {

using store::RunState;

class SimulatedRun
{
public:
    SimulatedRun(const RunPlan& plan, const RunRef& heading, RunSinks sinks, const JobContext& job,
                 const CalculatedSteps* ahead)
        : m_plan(plan), m_heading(heading), m_sinks(sinks), m_job(job), m_ahead(ahead),
          m_recorder(sinks.writer, heading, sinks.observer, m_clock)
    {
    }

    Result<void> execute()
    {
        MR_CHECK(m_recorder.event(store::events::simulated, {}, m_plan.simulation->stamp));
        MR_CHECK(m_sinks.repository.saveSnapshots(m_heading.run, std::vector{snapshot()}));
        MR_CHECK(moveTo(RunState::Running));
        MR_CHECK(train());
        MR_CHECK(moveTo(RunState::Collecting));
        MR_CHECK(moveTo(RunState::Analysing));
        m_outcome.metrics = summariseRun(m_plan, m_record, nullptr);
        return {};
    }

    [[nodiscard]] RunOutcome& outcome() noexcept { return m_outcome; }

private:
    Result<void> moveTo(RunState state)
    {
        MR_CHECK(m_sinks.repository.transition(m_heading.run, state));
        m_sinks.observer.runMoved(m_heading, state);
        return {};
    }

    [[nodiscard]] store::Snapshot snapshot() const
    {
        const simulate::TransportLaw& law = m_plan.simulation->law;
        Json json;
        // Of thousands of nodes the campaign has the list.
        if (m_plan.network.nodes.size() <= mostRanksInSeries)
            json["cluster"] = cluster::toJson(m_plan.settings.cluster);
        json["simulation"] = {{"stamp", m_plan.simulation->stamp},
                              {"efficiency", law.efficiency},
                              {"message_s", law.messageSeconds},
                              {"hop_s", law.hopSeconds},
                              {"burst_s", law.burstSeconds},
                              {"processor_bytes_per_s", law.processorBytesPerSecond},
                              {"processor_message_bytes", law.processorMessageBytes}};
        return {{}, json.dump()};
    }

    Result<void> train()
    {
        if (m_ahead != nullptr)
            return takeAll(*m_ahead);
        MR_TRY(training, SimulatedTraining::make(*m_plan.simulation, m_plan.settings.cluster, m_plan.crossTraffic()));
        const trainer::TrainSpec& spec = training->spec();
        MR_CHECK(remark(training->remark()));
        m_begin = m_clock.wall();
        for (int step = 0; step < spec.warmupSteps + spec.steps; ++step) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled");
            const bool warmup = step < spec.warmupSteps;
            const simulate::Step& made = training->next();
            if (training->isOver())
                break;
            MR_CHECK(take(made, warmup ? step : step - spec.warmupSteps, warmup, spec.batch));
        }
        return takePhases(training->phases());
    }

    /// Of a run with cross traffic.
    Result<void> takePhases(const std::optional<SimulatedPhases>& phases)
    {
        if (!phases)
            return {};
        SimulatedPhases taken = phases->at(m_begin);
        m_record.phases = taken.marks;
        m_record.traffic = std::move(taken.traffic);
        const PhaseMarks& marks = m_record.phases;
        monitor::EventOrigin origin;
        for (const auto& [when, name] : {std::pair(marks.baseline, "baseline"),
                                         {marks.loaded, "loaded"},
                                         {marks.drain, "drain"},
                                         {marks.recovery, "recovery"},
                                         {marks.end, "end"}}) {
            if (when == Nanoseconds(0))
                continue;
            origin.wall = when;
            MR_CHECK(m_recorder.event(store::events::phase, {}, name, &origin));
        }
        const TrafficPlan& plan = *m_plan.traffic;
        origin.wall = marks.loaded;
        if (marks.loaded > Nanoseconds(0) && !plan.senders.empty()) {
            MR_CHECK(m_recorder.event(store::events::crossTraffic, {}, crosstraffic::describe(plan.profile), &origin,
                                      trafficDetails(plan)));
            for (const std::string& flaw : plan.flaws)
                MR_CHECK(m_recorder.event(store::events::crossTrafficFlaw, {}, flaw, &origin));
            MR_CHECK(recordRates(plan));
        }
        if (marks.end == Nanoseconds(0))
            return remark(unfinishedText(marks));
        return {};
    }

    /// As measured ones every 100 ms.
    Result<void> recordRates(const TrafficPlan& plan)
    {
        constexpr double bin = 0.1; // s
        for (std::size_t sender = 0; sender < plan.senders.size(); ++sender) {
            std::vector<double> bytes;
            for (const TrafficRate& rate : m_record.traffic.acked[sender]) {
                const double begin = seconds(rate.begin - m_record.phases.loaded) / bin;
                const double end = seconds(rate.end - m_record.phases.loaded) / bin;
                if (end > static_cast<double>(bytes.size()))
                    bytes.resize(static_cast<std::size_t>(std::ceil(end - 1e-9)), 0);
                for (auto at = static_cast<std::size_t>(begin); at < bytes.size() && static_cast<double>(at) < end;
                     ++at)
                    bytes[at] += rate.bytes / (end - begin)
                        * (std::min(end, static_cast<double>(at) + 1) - std::max(begin, static_cast<double>(at)));
            }
            const std::string& node = m_plan.network.node(plan.senders[sender].node).name;
            for (std::size_t at = 0; at < bytes.size(); ++at)
                MR_CHECK(m_recorder.value(store::series::crossAcked, node,
                                          m_record.phases.loaded + fromSeconds(bin * static_cast<double>(at + 1)),
                                          8 * bytes[at] / bin));
        }
        return {};
    }

    /// What is not simulated of this run.
    Result<void> remark(const std::string& sentence)
    {
        return sentence.empty() ? Result<void>() : m_recorder.event(store::events::simulated, {}, sentence);
    }

    Result<void> takeAll(const CalculatedSteps& steps)
    {
        MR_CHECK(remark(steps.remark));
        m_begin = m_clock.wall();
        for (int step = 0; step < static_cast<int>(steps.all.size()); ++step) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled");
            const bool warmup = step < steps.warmupSteps;
            MR_CHECK(take(steps.all[static_cast<std::size_t>(step)], warmup ? step : step - steps.warmupSteps, warmup,
                          steps.batch));
        }
        return takePhases(steps.phases);
    }

    Result<void> take(const simulate::Step& step, int number, bool warmup, int batch)
    {
        const std::size_t ranks = step.end.size();
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            monitor::IterationEvent event;
            event.origin.rank = static_cast<int>(rank);
            event.origin.wall = m_begin + fromSeconds(step.end[rank]);
            event.origin.timedByWorker = true;
            event.iteration = number;
            event.warmup = warmup;
            event.duration = fromSeconds(step.end[rank] - step.begin[rank]);
            event.compute = fromSeconds(step.computed[rank] - step.begin[rank]);
            event.communication = fromSeconds(step.end[rank] - step.computed[rank]);
            event.samples = batch;
            event.samplesPerSecond = batch / std::max(1e-9, step.end[rank] - step.begin[rank]);
            if (ranks <= mostRanksInSeries) {
                MR_CHECK(m_recorder.iteration(event));
                m_sinks.observer.iteration(m_heading, event);
            }
            m_record.iterations.push_back(std::move(event));
        }
        if (ranks <= mostRanksInSeries)
            return {};
        const double end = std::ranges::max(step.end);
        const double duration = end - std::ranges::min(step.begin);
        return m_recorder.value(store::series::throughput, {}, m_begin + fromSeconds(end),
                                batch * static_cast<double>(ranks) / std::max(1e-9, duration));
    }

    const RunPlan& m_plan;
    const RunRef& m_heading;
    RunSinks m_sinks;
    const JobContext& m_job;
    const CalculatedSteps* m_ahead;
    SystemClock m_clock;
    Recorder m_recorder;
    Nanoseconds m_begin{0};
    WorkloadRecord m_record;
    RunOutcome m_outcome;
};

} // namespace

Result<RunOutcome> simulateRun(const RunPlan& plan, const RunRef& heading, RunSinks sinks, const JobContext& job,
                               const CalculatedSteps* ahead)
{
    SimulatedRun run(plan, heading, sinks, job, ahead);
    const auto executed = run.execute();
    return endRun(
        plan, heading, sinks, run.outcome(), executed, [] { return std::vector<Error>(); }, job);
}

} // namespace millrace::run
