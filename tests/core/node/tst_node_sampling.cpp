// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"
#include "core/node/counter_source.h"
#include "core/node/sampler.h"
#include "core/node/sampling_handlers.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;

namespace {

struct SamplingBed
{
    SamplingBed()
        : bed([this](auto& server) {
              table = std::make_shared<ProcessTable>(server, freshToken(), [] { return std::vector<pid_t>(); });
              registerSamplingHandlers(server, table);
          })
    {
    }
    ~SamplingBed() { table->stopAll(0ns); }
    std::vector<Sample> samples()
    {
        return bed.record.locked([&] {
            std::vector<Sample> all;
            for (const SampleBatch& batch : bed.record.batches)
                all.insert(all.end(), batch.samples.begin(), batch.samples.end());
            return all;
        });
    }

    std::shared_ptr<ProcessTable> table;
    NodeBed bed;
};

SamplingSpec nothing()
{
    SamplingSpec spec;
    spec.interfaces = spec.tcp = spec.processes = spec.machine = false;
    return spec;
}

} // namespace

class TestNodeSampling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void samplesFromBeginToEnd()
    {
        SamplingBed node;
        const auto started = node.table->start({{"sleep", "300"}, {}, {}});
        QVERIFY(started);
        SamplingSpec spec;
        spec.interval = 20ms;
        spec.tcp = false;
        const Nanoseconds before = monotonicNow();
        const auto sampling = node.bed.node->startSampling(spec, soon());
        QVERIFY2(sampling, sampling ? "" : sampling.error().text().c_str());
        QVERIFY(node.bed.record.wait([&] { return node.bed.record.batches.size() >= 2; }));
        const Nanoseconds asked = monotonicNow();
        const auto end = node.bed.node->stopSampling(*sampling, soon());
        QVERIFY(end && end->cpu > 0ns);
        const auto samples = node.samples();
        QCOMPARE(end->taken, std::int64_t(samples.size()));
        QVERIFY(samples.size() >= 10);
        QVERIFY(samples.front().monotonic - before < 5s && samples.back().monotonic >= asked);
        QVERIFY(std::ranges::is_sorted(samples, {}, &Sample::monotonic));
        for (const SampleBatch& batch : node.bed.record.batches) {
            QVERIFY(batch.sampling == *sampling);
            QVERIFY(batch.samples.size() <= 6);
        }
        // The ticks keep their instants: nothing is taken between them but the first and the last.
        QVERIFY((end->taken + end->missed - 2) * spec.interval <= samples.back().monotonic - before);
        const Sample& first = samples.front();
        QVERIFY(std::ranges::find(first.interfaces, "lo", &counters::InterfaceCounters::name)
                != first.interfaces.end());
        QVERIFY(first.machine && first.availableMemory > 0);
        QCOMPARE(first.processes.size(), std::size_t(1));
        QVERIFY(first.processes.front().process == started->process);
        QCOMPARE(first.processes.front().usage.processes, 1U);
        QVERIFY(first.peers.empty());
    }

    void countersThatAreNotAskedForAreLeftOut()
    {
        SamplingBed node;
        auto source = *CounterSource::open(nothing(), node.table);
        const Sample sample = source->read();
        QVERIFY(sample.interfaces.empty() && sample.peers.empty() && sample.processes.empty() && !sample.machine);
        QCOMPARE(sample.availableMemory, std::uint64_t(0));
        QVERIFY(sample.monotonic > 0ns && sample.wall > 0ns);
    }

    void countersOfTheMachineAreReadTenTimesASecond()
    {
        SamplingBed node;
        SamplingSpec spec = nothing();
        spec.machine = true;
        auto source = *CounterSource::open(spec, node.table);
        QVERIFY(source->read().machine);
        QVERIFY(!source->read().machine);
        std::this_thread::sleep_for(100ms);
        const Sample later = source->read();
        QVERIFY(later.machine && later.machine->idle + later.machine->user > 0ns);
    }

    void connectionsByTheirPort()
    {
        SamplingBed node;
        const auto listener = listenTcp({"127.0.0.1", 0});
        const Endpoint there = *localEndpoint(listener->get());
        const auto near = connectTcp(there, soon());
        const auto far = acceptTcp(listener->get(), soon());
        QVERIFY(near && far);
        SamplingSpec spec = nothing();
        spec.tcp = true;
        spec.ports = {there.port, there.port};
        auto source = *CounterSource::open(spec, node.table);
        const Sample sample = source->read();
        QCOMPARE(sample.peers.size(), std::size_t(1));
        QCOMPARE(sample.peers.front().address, std::string("127.0.0.1"));
    }

    void anEndedProcessIsNoLongerRead()
    {
        SamplingBed node;
        SamplingSpec spec = nothing();
        spec.processes = true;
        auto source = *CounterSource::open(spec, node.table);
        const auto lasting = node.table->start({{"sleep", "300"}, {}, {}});
        const auto ending = node.table->start({{"sleep", "300"}, {}, {}});
        QCOMPARE(source->read().processes.size(), std::size_t(2));
        (*node.table->find(ending->process))->requestStop(0ns);
        QVERIFY((*node.table->find(ending->process))->waitForEnd(soon(), {}));
        const Sample sample = source->read();
        QCOMPARE(sample.processes.size(), std::size_t(1));
        QVERIFY(sample.processes.front().process == lasting->process);
    }

    void refusals()
    {
        SamplingBed node;
        const auto refused = [&](const SamplingSpec& spec) {
            const auto started = node.bed.node->startSampling(spec, soon());
            return started ? ErrorCode::Internal : started.error().code;
        };
        for (const Nanoseconds interval : {Nanoseconds(9ms), Nanoseconds(2h), Nanoseconds(-1)}) {
            SamplingSpec spec = nothing();
            spec.interval = interval;
            QCOMPARE(refused(spec), ErrorCode::InvalidInput);
        }
        SamplingSpec spec = nothing();
        spec.ports = {200, 100};
        QCOMPARE(refused(spec), ErrorCode::InvalidInput);
        QCOMPARE(node.bed.node->stopSampling(SamplingId{1}, soon()).error().text(),
                 std::string("this agent has no sampling 1"));
        for (int i = 0; i < 4; ++i)
            QVERIFY(node.bed.node->startSampling(nothing(), soon()));
        QCOMPARE(refused(nothing()), ErrorCode::InvalidInput);
        // A refused one takes no number.
        QVERIFY(node.bed.node->stopSampling(SamplingId{4}, soon()));
        QVERIFY((*node.bed.node->startSampling(nothing(), soon()) == SamplingId{5}));
    }

    void health()
    {
        SamplingBed node;
        QVERIFY(node.table->start({{"sleep", "300"}, {}, {}}));
        QVERIFY(node.bed.node->startSampling(nothing(), soon()));
        const auto health = node.bed.node->health(soon());
        QVERIFY(health && health->cpu > 0ns && health->residentBytes > 1'000'000);
        QCOMPARE(health->processes, std::int64_t(1));
        QCOMPARE(health->samplings, std::int64_t(1));
        node.bed.close(); // ends the sampling, and this returns
    }
};

QTEST_GUILESS_MAIN(TestNodeSampling)
#include "tst_node_sampling.moc"
