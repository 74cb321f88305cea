// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/file_io.h"
#include "core/run/runner.h"
#include "tests/fakes/fake_node.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::test {

/// A store for the runs of many stories.
class StoryStore
{
public:
    StoryStore();
    /// A run that is claimed, with a campaign of its own.
    [[nodiscard]] store::RunId newRun();

    TemporaryFolder folder;
    SystemClock clock;
    store::Database database;
    store::RunRepository repository;
    store::ArtefactRepository artefacts;
    std::unique_ptr<store::StoreWriter> writer;
};

/// A run on fake machines, carried out by the real engine: script what the processes do, execute, look at what came of
/// it. The plan is of the built-in worker without measured conditions: one worker on each node, with the command
/// "worker RANK", and a sample every second.
class RunStory : public run::RunObserver
{
public:
    explicit RunStory(StoryStore& store, int nodes = 2);

    ManualClock clock;
    FakeCluster cluster;
    run::RunPlan plan;
    std::stop_source stop; ///< of the run

    [[nodiscard]] FakeMachine& machine(int position) { return cluster.machine(static_cast<std::size_t>(position)); }
    /// What the worker of this rank does; the last script counts.
    void worker(int rank, std::function<void(FakeProcess)> script);
    /// A worker that makes all steps, 100 ms each, and ends well.
    void goodWorker(int rank, int steps);
    /// Adds cross traffic from the first node to the last, for phases of these lengths, by programs without faults.
    void addTraffic(Nanoseconds baseline, Nanoseconds loaded, Nanoseconds recovery);

    /// Once.
    const run::RunOutcome& execute();
    run::RunOutcome outcome;
    store::RunId id;
    std::vector<store::Event> events;
    std::vector<store::LogLine> lines;
    std::vector<monitor::IterationEvent> iterations;
    std::vector<std::string> notices;
    std::map<std::string, int> samples; ///< stored values by the name of their series
    Nanoseconds took{0}; ///< by the manual clock

    [[nodiscard]] int count(std::string_view kind) const; ///< of events
    /// The first event of the kind whose text contains this.
    [[nodiscard]] const store::Event* event(std::string_view kind, std::string_view text = {}) const;
    [[nodiscard]] const store::Metric* metric(std::string_view name, std::string_view subject = {}) const;
    [[nodiscard]] const store::GateResult* gate(std::string_view name, std::string_view subject = {}) const;
    [[nodiscard]] std::string errorText() const { return outcome.error.text(); }

    void event(const run::RunRef&, const store::Event& event) override { events.push_back(event); }
    void line(const run::RunRef&, const store::LogLine& line) override { lines.push_back(line); }
    void iteration(const run::RunRef&, const monitor::IterationEvent& step) override { iterations.push_back(step); }
    void sample(const run::RunRef&, const run::LiveSample& sample) override { ++samples[std::string(sample.name)]; }
    void notice(std::string_view sentence) override { notices.emplace_back(sentence); }

private:
    StoryStore& m_store;
};

/// Lines of the built-in worker.
[[nodiscard]] FakeProcess::Text stepLine(int rank, int step, Nanoseconds duration = std::chrono::milliseconds(100));
[[nodiscard]] std::string verifyLine(int rank, int step, bool ok);
[[nodiscard]] std::string errorLine(int rank, const std::string& what, const std::vector<int>& peers);
/// Of programs of cross traffic; `fields` begins with a comma or is empty.
[[nodiscard]] FakeProcess::Text trafficLine(const std::string& event, const std::string& fields = {});

} // namespace millrace::test
