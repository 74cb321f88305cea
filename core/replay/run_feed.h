// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_parser.h"
#include "core/replay/replay_source.h"
#include "core/run/iteration_samples.h"
#include "core/run/run_observer.h"
#include "core/run/run_plan.h"
#include "core/run/workload_record.h"
#include "core/store/event_kinds.h"

#include <map>
#include <memory>
#include <string>

namespace millrace::replay {

/// How many samples a series got, and their sum.
struct SeriesTally
{
    std::uint64_t samples = 0;
    double sum = 0;

    void add(double value)
    {
        ++samples;
        sum += value;
    }
    [[nodiscard]] double mean() const { return samples == 0 ? 0 : sum / static_cast<double>(samples); }
};

/// Today's reading of what a run said: every line goes through the parser that a run of today would give its process,
/// and observers are notified as in a run. Add further observers of a replay here.
class RunFeed
{
public:
    /// `plan` may be null: ranks are then those that the names of processes and the lines tell. All must outlive it.
    RunFeed(const run::RunRef& heading, run::RunObserver& observer, const run::RunPlan* plan, std::string framework);

    [[nodiscard]] Result<void> take(const ReplayItem& item);
    /// After the last item: what the parsers did not understand.
    void finish();

    [[nodiscard]] const run::WorkloadRecord& record() const noexcept { return m_record; }
    [[nodiscard]] const monitor::LineCounts& counts() const noexcept { return m_counts; }
    /// Of the series that are made from lines, by name and subject ("rank 0").
    using Tallies = std::map<std::pair<std::string, std::string>, SeriesTally>;
    [[nodiscard]] const Tallies& tallies() const noexcept { return m_tallies; }
    /// By kind, of those made from lines.
    [[nodiscard]] const std::map<std::string, std::uint64_t>& events() const noexcept { return m_events; }
    /// The outcomes that the framework printed itself.
    [[nodiscard]] const std::vector<monitor::ResultEvent>& results() const noexcept { return m_results; }
    /// What else the framework printed, by name: figures ("gradient-noise-scale"), and "resize" in seconds.
    [[nodiscard]] const std::map<std::string, SeriesTally>& figures() const noexcept { return m_figures; }
    [[nodiscard]] std::uint64_t iterations() const noexcept { return m_iterations; }

private:
    struct Process
    {
        std::string node;
        std::string name;
        std::unique_ptr<monitor::LogParser> parser;
    };
    [[nodiscard]] Result<Process*> processOf(const store::LogLine& line);
    [[nodiscard]] Result<void> takeLine(const store::LogLine& line);
    void takeEvent(const Process& process, monitor::LogEvent event);
    void takeIteration(monitor::IterationEvent event);
    void show(const run::IterationSample& sample, const monitor::EventOrigin& origin);
    void tell(const store::EventKind& kind, const Process& process, std::string text,
              const monitor::EventOrigin& origin);

    const run::RunRef& m_heading;
    run::RunObserver& m_observer;
    const run::RunPlan* m_plan;
    std::string m_framework;
    std::map<std::pair<std::string, std::string>, Process> m_processes; ///< by node and name
    run::WorkloadRecord m_record;
    monitor::LineCounts m_counts;
    run::IterationSamples m_samples;
    Tallies m_tallies;
    std::map<std::string, std::uint64_t> m_events;
    std::vector<monitor::ResultEvent> m_results;
    std::map<std::string, SeriesTally> m_figures;
    std::uint64_t m_iterations = 0;
};

} // namespace millrace::replay
