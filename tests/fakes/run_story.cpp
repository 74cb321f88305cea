// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/run_story.h"
#include "tests/need.h"

#include "core/base/unknown.h"
#include "core/crosstraffic/flow_log.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace millrace::test {

using namespace std::chrono_literals;

namespace {

using tests::need;

std::vector<std::string> nodeNames(int nodes)
{
    std::vector<std::string> names;
    for (int node = 0; node < nodes; ++node)
        names.push_back("node" + std::to_string(node));
    return names;
}

run::RunPlan planOf(int nodes)
{
    run::RunPlan plan;
    plan.settings.workload.framework = "builtin";
    plan.settings.workload.steps = 3;
    plan.settings.workers = nodes;
    plan.gate.enabled = false;
    plan.capture.enabled = false;
    plan.sampling.interval = 1s;
    plan.network.paths.resize(static_cast<std::size_t>(nodes * nodes));
    plan.forecast.sentByNode.assign(static_cast<std::size_t>(nodes), unknown);
    for (int node = 0; node < nodes; ++node) {
        run::RunNode& place = plan.network.nodes.emplace_back();
        place.name = place.host = "node" + std::to_string(node);
        place.address = "10.0.0." + std::to_string(node + 1);
        place.interface = "eth0";
        plan.launch.peers.push_back(place.address + ":10000");
        launch::ProcessPlan worker;
        worker.node = place.name;
        worker.label = "worker " + std::to_string(node);
        worker.rank = node;
        worker.command.argv = {"worker", std::to_string(node)};
        plan.launch.processes.push_back(worker);
    }
    return plan;
}

} // namespace

namespace {

/// Stores write durably, which on a disk takes most of the time of a story; so they are made in memory where possible.
TemporaryFolder storyFolder()
{
    if (std::filesystem::is_directory("/dev/shm"))
        ::setenv("TMPDIR", "/dev/shm", 0);
    return need(TemporaryFolder::make("mr-story-"));
}

} // namespace

StoryStore::StoryStore()
    : folder(storyFolder()), database(need(store::Database::create(folder.path() / "s.mrdb"))),
      repository(database, clock), artefacts(database), writer(need(store::StoreWriter::start(database)))
{
}

store::RunId StoryStore::newRun()
{
    store::CampaignRecord campaign;
    campaign.gridName = "grid";
    store::RunRecord run;
    run.cell = "0123456789abcdef";
    run.position = 1;
    const auto made = need(repository.createCampaign(campaign, std::span(&run, 1)));
    return need(repository.claim(need(repository.runs(made)).front().id)).id;
}

RunStory::RunStory(StoryStore& store, int nodes) : cluster(clock, nodeNames(nodes)), plan(planOf(nodes)), m_store(store)
{
}

void RunStory::worker(int rank, std::function<void(FakeProcess)> script)
{
    machine(rank).scripts["worker " + std::to_string(rank)] = std::move(script);
}

void RunStory::goodWorker(int rank, int steps)
{
    worker(rank, [rank, steps](const FakeProcess& process) {
        for (int step = 1; step <= steps; ++step)
            process.prints(step * 100ms, stepLine(rank, step));
        process.exits(steps * 100ms + 10ms);
    });
}

void RunStory::addTraffic(Nanoseconds baseline, Nanoseconds loaded, Nanoseconds recovery)
{
    const int last = static_cast<int>(plan.network.nodes.size()) - 1;
    run::TrafficPlan& traffic = plan.traffic.emplace();
    traffic.profile.name = "background";
    traffic.profile.phases = {baseline, loaded, recovery, 0ns};
    traffic.baseline = baseline;
    traffic.port = 5000;
    traffic.receivers = {last};
    run::TrafficSender& sender = traffic.senders.emplace_back();
    sender.targets = {last};
    machine(last).scripts["traffic receive"] = [](const FakeProcess& process) {
        process.prints(1ms, trafficLine("ready", ",\"role\":\"receiver\""));
        process.prints(2s, trafficLine("rate", ",\"received_bytes\":1000"));
        process.prints(3s, trafficLine("rate", ",\"received_bytes\":1000"));
    };
    FakeMachine& source = machine(0);
    source.scripts["traffic send"] = [&source, loaded](const FakeProcess& process) {
        process.prints(1ms, trafficLine("ready", ",\"role\":\"sender\""));
        source.onFile = [&source, process, loaded](const std::string& path, const std::string& text) {
            if (path != "cross-traffic/start")
                return;
            const Nanoseconds begin = need(crosstraffic::parseStart(text)).wall - source.wall();
            process.prints(begin, trafficLine("start"));
            for (Nanoseconds time = 500ms; time <= loaded; time += 500ms)
                process.prints(begin + time, trafficLine("rate", ",\"sent_bytes\":1000,\"acked_bytes\":1000"));
            process.prints(begin + loaded + 230ms, trafficLine("end", ",\"flows\":1,\"completed\":1"));
            process.exits(begin + loaded + 240ms);
        };
    };
    source.files["cross-traffic/flows.csv"] = crosstraffic::flowLogText({});
}

const run::RunOutcome& RunStory::execute()
{
    id = m_store.newRun();
    run::RunRef heading;
    heading.run = id;
    const run::TestbedOptions options{false, &cluster, &clock};
    outcome = need(run::executeRun(plan, heading, {m_store.repository, *m_store.writer, *this, &m_store.artefacts},
                                   options, {stop.get_token(), {}}));
    took = clock.elapsed();
    return outcome;
}

int RunStory::count(std::string_view kind) const
{
    return static_cast<int>(std::ranges::count(events, kind, &store::Event::kind));
}

const store::Event* RunStory::event(std::string_view kind, std::string_view text) const
{
    const auto found = std::ranges::find_if(events, [&](const store::Event& each) {
        return each.kind == kind && each.text.find(text) != std::string::npos;
    });
    return found == events.end() ? nullptr : &*found;
}

const store::Metric* RunStory::metric(std::string_view name, std::string_view subject) const
{
    const auto found = std::ranges::find_if(
        outcome.metrics, [&](const store::Metric& each) { return each.name == name && each.subject == subject; });
    return found == outcome.metrics.end() ? nullptr : &*found;
}

const store::GateResult* RunStory::gate(std::string_view name, std::string_view subject) const
{
    const auto found = std::ranges::find_if(
        outcome.gates, [&](const store::GateResult& each) { return each.name == name && each.subject == subject; });
    return found == outcome.gates.end() ? nullptr : &*found;
}

FakeProcess::Text stepLine(int rank, int step, Nanoseconds duration)
{
    return [=](Nanoseconds monotonic, Nanoseconds wall) {
        return fmt::format(R"({{"event":"step","rank":{},"mono_ns":{},"wall_ns":{},"step":{},"warmup":false,)"
                           R"("compute_ns":{},"comm_ns":{},"step_ns":{},"samples":8}})",
                           rank, monotonic.count(), wall.count(), step, (duration / 2).count(), (duration / 2).count(),
                           duration.count());
    };
}

std::string verifyLine(int rank, int step, bool ok)
{
    return fmt::format(R"({{"event":"verify","rank":{},"step":{},"checksum":"ab","ok":{},"what":"{}"}})", rank, step,
                       ok, ok ? "" : "element 7 differs");
}

std::string errorLine(int rank, const std::string& what, const std::vector<int>& peers)
{
    return fmt::format(R"({{"event":"error","rank":{},"code":"timeout","what":"{}","peers":[{}]}})", rank, what,
                       fmt::join(peers, ","));
}

FakeProcess::Text trafficLine(const std::string& event, const std::string& fields)
{
    return [=](Nanoseconds monotonic, Nanoseconds wall) {
        return fmt::format(R"({{"event":"traffic-{}","wall_ns":{},"mono_ns":{}{}}})", event, wall.count(),
                           monotonic.count(), fields);
    };
}

} // namespace millrace::test
