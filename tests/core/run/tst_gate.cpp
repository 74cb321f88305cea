// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cleanup_stack.h"
#include "core/run/gate.h"
#include "core/run/run_summary.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;
using store::Verdict;

class TestGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void delayWithinFivePerCent()
    {
        const grid::GateTolerances tolerances;
        const auto verdict = [&](Nanoseconds measured, std::uint64_t samples = 25) {
            return delayVerdict({"a↔b", 20ms, 0ms, measured, samples}, tolerances).verdict;
        };
        QCOMPARE(verdict(20'900us), Verdict::Pass);
        QCOMPARE(verdict(21'100us), Verdict::Fail);
        QCOMPARE(verdict(18'900us), Verdict::Fail);
        QCOMPARE(verdict(0ms, 0), Verdict::Unknown);
    }

    void aDelayOfZeroHasAnAbsoluteAllowance()
    {
        const grid::GateTolerances tolerances;
        QCOMPARE(delayVerdict({"a↔b", 0ms, 0ms, 150us, 5}, tolerances).verdict, Verdict::Pass);
        QCOMPARE(delayVerdict({"a↔b", 0ms, 0ms, 10ms, 5}, tolerances).verdict, Verdict::Fail);
    }

    void lossByItsBinomialInterval()
    {
        grid::GateTolerances tolerances;
        tolerances.lossConfidence = 0.99;
        // 99 % of the counts of 10 000 packets at 1 % lie in about 75 … 127.
        QCOMPARE(lossVerdict({"a→b", 0.01, 10000, 100}, tolerances).verdict, Verdict::Pass);
        QCOMPARE(lossVerdict({"a→b", 0.01, 10000, 124}, tolerances).verdict, Verdict::Pass);
        QCOMPARE(lossVerdict({"a→b", 0.01, 10000, 140}, tolerances).verdict, Verdict::Fail);
        QCOMPARE(lossVerdict({"a→b", 0.01, 10000, 60}, tolerances).verdict, Verdict::Fail);
        QCOMPARE(lossVerdict({"a→b", 0.01, 0, 0}, tolerances).verdict, Verdict::Unknown);
        const auto gate = lossVerdict({"a→b", 0.01, 10000, 100}, tolerances);
        QVERIFY(gate.low < 0.01 && gate.high > 0.01);
    }

    /// Interfaces also count what other programs send and what TCP says about missing pieces. Connections do not.
    void payloadIsTakenFromTheConnectionsWhereAllWorkersToldIt()
    {
        RunPlan plan;
        plan.settings.workload.framework = "builtin";
        plan.settings.workload.steps = 10;
        plan.settings.workload.warmupSteps = 0;
        plan.network.nodes.resize(2);
        for (const int node : {0, 1}) {
            plan.network.nodes[static_cast<std::size_t>(node)].name = "node" + std::to_string(node);
            plan.network.nodes[static_cast<std::size_t>(node)].interface = "eth1";
        }
        plan.network.nodes[0].slots = 2;
        plan.forecast.sentByNode = {30'000, 10'000};
        for (const int rank : {0, 1, 2}) {
            launch::ProcessPlan& process = plan.launch.processes.emplace_back();
            process.node = rank < 2 ? "node0" : "node1";
            process.rank = rank;
        }
        WorkloadRecord record;
        record.retransmittedBytes.resize(2);
        record.sentByRank.resize(3);
        for (auto* samples : {&record.firstSamples, &record.lastSamples}) {
            samples->resize(2);
            for (agent::Sample& sample : *samples) {
                sample.interfaces.resize(1);
                sample.interfaces[0].name = "eth1";
            }
        }
        for (agent::Sample& sample : record.lastSamples) {
            sample.interfaces[0].sentBytes = 20'000;
            sample.interfaces[0].sentPackets = 100;
        }
        record.sentByRank[0] = monitor::SentEvent{{}, 16'000, 1'000};
        record.sentByRank[1] = monitor::SentEvent{{}, 15'000, 0};
        const auto payload = [&](const std::string& node) {
            for (const store::Metric& metric : summariseRun(plan, record, nullptr))
                if (metric.name == "sent_payload" && metric.subject == node)
                    return metric.value;
            return std::nan("");
        };
        QCOMPARE(payload("node0"), 30'000.0);
        QCOMPARE(payload("node1"), 20'000.0 - 66 * 100); // its worker died
        record.sentByRank[1].reset();
        QCOMPARE(payload("node0"), 20'000.0 - 66 * 100);
    }

    /// The worker of node1 is late by half a step. By the end of its first step, node0 has sent half of its second.
    void payloadOfOtherFrameworksIsCountedByEachNodesOwnSteps()
    {
        RunPlan plan;
        plan.settings.workload.framework = "pytorch-ddp";
        plan.settings.workload.steps = 4;
        plan.settings.workload.warmupSteps = 0;
        plan.network.nodes.resize(2);
        plan.forecast.sentByNode = {40'000, 40'000};
        WorkloadRecord record;
        for (auto* samples : {&record.firstSamples, &record.lastSamples})
            samples->resize(2);
        record.retransmittedBytes.resize(2);
        record.sent.resize(2);
        for (const int node : {0, 1}) {
            const auto position = static_cast<std::size_t>(node);
            plan.network.nodes[position].name = "node" + std::to_string(node);
            const Nanoseconds late = node * 500ms;
            for (int step = 0; step <= 4; ++step)
                record.sent[position].push_back({late + step * 1s, step * 10'000.0, 0, 0});
            for (int step = 1; step <= 4; ++step) {
                monitor::IterationEvent iteration;
                iteration.origin.rank = node;
                iteration.origin.wall = late + step * 1s;
                iteration.iteration = step;
                record.iterations.push_back(iteration);
            }
        }
        const auto payload = [&](const std::string& node) {
            for (const store::Metric& metric : summariseRun(plan, record, nullptr))
                if (metric.name == "sent_payload" && metric.subject == node)
                    return metric.value;
            return std::nan("");
        };
        QCOMPARE(payload("node0"), 30'000.0);
        QCOMPARE(payload("node1"), 30'000.0);
        // Only rank 0 prints steps: they represent those of all ranks.
        std::erase_if(record.iterations, [](const auto& iteration) { return iteration.origin.rank == 1; });
        QCOMPARE(payload("node0"), 30'000.0);
        QCOMPARE(payload("node1"), 30'000.0);
    }

    void payloadThatTheCountersCannotTellIsUnknown()
    {
        QCOMPARE(trafficVerdict("n1", 80e6, 86e6, 0.03, 4e6).verdict, Verdict::Unknown);
        QVERIFY(trafficVerdict("n1", 80e6, 86e6, 0.03, 4e6).sentence.ends_with("only known within ± 3.81 MiB"));
        QCOMPARE(trafficVerdict("n1", 80e6, 86e6, 0.03, 3e6).verdict, Verdict::Fail);
        QCOMPARE(trafficVerdict("n1", 80e6, 74e6, 0.03, 4e6).verdict, Verdict::Unknown);
        QCOMPARE(trafficVerdict("n1", 80e6, 82e6, 0.03, 40e6).verdict, Verdict::Pass);
    }

    // Steps of 286 ms took 417 ms, because the worker of one node had no processor for 131 ms of each. Everything else
    // was as requested, so the run counted.
    void starvedWorkersMakeARunInvalid()
    {
        const auto gatesOf = [](Nanoseconds waited, Nanoseconds step, Nanoseconds stolen) {
            RunPlan plan;
            plan.network.nodes.resize(2);
            plan.network.nodes[0].name = "node0";
            plan.network.nodes[1].name = "node1";
            plan.settings.workload.framework = "builtin";
            plan.forecast.sentByNode = {std::nan(""), std::nan("")};
            WorkloadRecord record;
            record.firstSamples.resize(2);
            record.lastSamples.resize(2);
            record.retransmittedBytes.resize(2);
            record.processors.resize(2);
            for (int number = 0; number < 3; ++number) {
                monitor::IterationEvent iteration;
                iteration.iteration = number;
                iteration.duration = step;
                iteration.origin.wall = 10s + (number + 1) * step;
                record.iterations.push_back(iteration);
            }
            // Before the first step the worker waits much longer: it is being started with all the others.
            for (int i = 0; i <= 100; ++i) {
                const Nanoseconds wall = 8s + i * 50ms;
                const double steps = std::max(0.0, std::chrono::duration<double>(wall - 10s) / step);
                agent::Sample sample;
                sample.wall = wall;
                sample.monotonic = wall;
                sample.machine = counters::MachineCpu{};
                sample.machine->user = i * 90ms;
                sample.machine->steal = i * stolen;
                agent::ProcessUsage usage;
                usage.usage.runDelay =
                    std::min<Nanoseconds>(wall - 8s, 2s) + Nanoseconds(std::int64_t(steps * double(waited.count())));
                sample.processes = {usage};
                record.processors[1].take(sample);
            }
            return judgeRun(plan, record, nullptr, {});
        };
        const auto verdictOf = [](const std::vector<store::GateResult>& gates, const std::string& subject) {
            const auto gate = std::ranges::find_if(gates, [&](const store::GateResult& each) {
                return each.name == "processor" && each.subject == subject;
            });
            return gate == gates.end() ? std::optional<Verdict>() : gate->verdict;
        };
        const auto starved = gatesOf(131ms, 417ms, 1ms);
        QCOMPARE(verdictOf(starved, "node1"), std::optional(Verdict::Fail));
        QVERIFY(machineWasLate(starved) && workerWasStarved(starved));
        const auto gate = std::ranges::find(starved, "processor", &store::GateResult::name);
        QVERIFY(std::abs(gate->achieved - 131.0 / 417) < 0.01);
        const auto fine = gatesOf(40ms, 326ms, 1ms);
        QCOMPARE(verdictOf(fine, "node1"), std::optional(Verdict::Pass));
        QCOMPARE(verdictOf(fine, "machine"), std::optional(Verdict::Pass));
        QVERIFY(!machineWasLate(fine));
        QCOMPARE(verdictOf(gatesOf(40ms, 326ms, 20ms), "machine"), std::optional(Verdict::Fail));
        QCOMPARE(waitingVerdict({}, std::nan("")).verdict, Verdict::Unknown);
        QCOMPARE(stealVerdict(std::nan("")).verdict, Verdict::Unknown);
    }

    // A busy machine makes round trips longer and rates lower; nothing else is its doing.
    void whatALateMachineDoes()
    {
        const grid::GateTolerances tolerances;
        const auto late = [](const store::GateResult& gate) { return machineWasLate({gate}); };
        QVERIFY(late(delayVerdict({"a↔b", 400us, 0ms, 963us, 11}, tolerances)));
        QVERIFY(!late(delayVerdict({"a↔b", 400us, 0ms, 500us, 11}, tolerances)));
        QVERIFY(!late(delayVerdict({"a↔b", 20ms, 0ms, 10ms, 11}, tolerances)));
        QVERIFY(late(rateVerdict({"a→b", 1e8, 0.8e8, 1.2e8}, tolerances)));
        QVERIFY(!late(rateVerdict({"a→b", 1e8, 1.2e8, 1.2e8}, tolerances)));
        QVERIFY(!late(lossVerdict({"a→b", 0.01, 10000, 140}, tolerances)));
        QVERIFY(late(healthVerdict(2ms, 1ms, {})));
        // On remote nodes only this counts.
        QVERIFY(!workerWasStarved({healthVerdict(2ms, 1ms, {}), rateVerdict({"a→b", 1e8, 0.8e8, 1.2e8}, tolerances)}));
        QVERIFY(workerWasStarved({waitingVerdict("n1", 0.5)}));
    }

    void rateAndSettings()
    {
        const grid::GateTolerances tolerances;
        QCOMPARE(rateVerdict({"a→b", 1e8, 0.96e8}, tolerances).verdict, Verdict::Pass);
        QCOMPARE(rateVerdict({"a→b", 1e8, 0.94e8}, tolerances).verdict, Verdict::Fail);
        QCOMPARE(rateVerdict({"a→b", 1e8, 0}, tolerances).verdict, Verdict::Unknown);
        // A train that was slower than the link says nothing about the link.
        const auto slow = rateVerdict({"a→b", 5e8, 2.62e8, 2.63e8}, tolerances);
        QCOMPARE(slow.verdict, Verdict::Unknown);
        QVERIFY(slow.sentence.find("offered at 263 Mbit/s") != std::string::npos);
        QCOMPARE(rateVerdict({"a→b", 5e8, 2.62e8, 5.9e8}, tolerances).verdict, Verdict::Fail);
        QCOMPARE(rateVerdict({"a→b", 5e8, 4.9e8, 5.1e8}, tolerances).verdict, Verdict::Pass);
        QCOMPARE(rateVerdict({"a→b", 1e8, 1.2e8, 1e8}, tolerances).verdict, Verdict::Fail); // faster than asked for
        QCOMPARE(settingVerdict("cc", "rank 0", "cubic", "cubic").verdict, Verdict::Pass);
        QCOMPARE(settingVerdict("cc", "rank 0", "cubic", "bbr").verdict, Verdict::Fail);
        QCOMPARE(settingVerdict("cc", "rank 0", "cubic", "").verdict, Verdict::Unknown);
    }

    /// What is late by a small part of every delay does not change the conditions; the user may accept more.
    void latenessByTheDelays()
    {
        grid::GateTolerances tolerances;
        NetworkPlan network;
        QCOMPARE(acceptedLateness(network, tolerances), Nanoseconds(1ms));
        network.paths.resize(4);
        QCOMPARE(healthVerdict(1900us, acceptedLateness(network, tolerances), {}).verdict, Verdict::Fail);
        QCOMPARE(healthVerdict(1001us, acceptedLateness(network, tolerances), {}).verdict, Verdict::Fail);
        network.paths[1].delay = 20ms;
        QCOMPARE(healthVerdict(1900us, acceptedLateness(network, tolerances), {}).verdict, Verdict::Fail);
        network.paths[1].delay = 40ms;
        QCOMPARE(healthVerdict(1900us, acceptedLateness(network, tolerances), {}).verdict, Verdict::Pass);
        network.paths[2].delay = 130ms;
        QCOMPARE(acceptedLateness(network, tolerances), Nanoseconds(2ms));
        network.paths[3].delay = 350us;
        QCOMPARE(acceptedLateness(network, tolerances), Nanoseconds(1ms));
        tolerances.lateness = 5ms;
        QCOMPARE(acceptedLateness(network, tolerances), Nanoseconds(5ms));
        const auto late = healthVerdict(1210us, acceptedLateness({}, {}), {});
        QCOMPARE(late.verdict, Verdict::Fail);
        QCOMPARE(
            late.sentence,
            std::string("packets left the switch at most 1.21 ms late (99th percentile); at most 1.00 ms is accepted"));
    }

    void switchAndTraffic()
    {
        QCOMPARE(healthVerdict(100us, 1ms, {}).verdict, Verdict::Pass);
        QCOMPARE(healthVerdict(2ms, 1ms, {}).verdict, Verdict::Fail);
        const auto bad = healthVerdict(100us, 1ms, {"the switch was saturated"});
        QCOMPARE(bad.verdict, Verdict::Fail);
        QCOMPARE(bad.sentence, std::string("the switch was saturated"));
        QCOMPARE(trafficVerdict("n0", 1e8, 1.02e8).verdict, Verdict::Pass);
        QCOMPARE(trafficVerdict("n0", 1e8, 1.05e8).verdict, Verdict::Fail);
        QCOMPARE(trafficVerdict("n0", 1e8, std::nan("")).verdict, Verdict::Unknown);
        QVERIFY(anyFailed({healthVerdict(2ms, 1ms, {})}));
        QVERIFY(!anyFailed({trafficVerdict("n0", 1e8, std::nan(""))}));
    }

    void undoneInReverseDespiteErrors()
    {
        std::string order;
        CleanupStack stack;
        stack.push("first", [&]() -> Result<void> {
            order += "1";
            return {};
        });
        stack.push("second", [&]() -> Result<void> {
            order += "2";
            return fail(ErrorCode::Io, "no");
        });
        stack.push("third", [&]() -> Result<void> {
            order += "3";
            return {};
        });
        const auto errors = stack.unwind();
        QCOMPARE(order, std::string("321"));
        QCOMPARE(errors.size(), std::size_t(1));
        QCOMPARE(errors[0].text(), std::string("undoing: second: no"));
        QCOMPARE(stack.size(), std::size_t(0));
    }

    void payloadWithoutHeaders()
    {
        agent::Sample first, last;
        first.interfaces = {{"lo", 0, 0, 0, 0, 5, 5, 0, 0}, {"eth0", 0, 0, 0, 0, 1000, 10, 0, 0}};
        last.interfaces = {{"lo", 0, 0, 0, 0, 9, 9, 0, 0}, {"eth0", 0, 0, 0, 0, 1000 + 3 * 1514, 13, 0, 0}};
        QCOMPARE(payloadSent(first, last, 0, {}), 3.0 * 1448);
        QCOMPARE(payloadSent(first, last, 1448, {}), 2.0 * 1448);
        last.interfaces.clear();
        QVERIFY(std::isnan(payloadSent(first, last, 0, {})));
    }

    void recordings()
    {
        const auto whole = captureVerdict("node0", 1000, 0, "");
        QVERIFY(whole.verdict == store::Verdict::Pass);
        QCOMPARE(whole.sentence, std::string("all 1000 packets were recorded"));
        const auto dropped = captureVerdict("node0", 1000, 3, "");
        QVERIFY(dropped.verdict == store::Verdict::Unknown); // a warning, which does not make the run invalid
        QCOMPARE(dropped.achieved, 3.0);
        QCOMPARE(dropped.sentence, std::string("warning: 3 of 1000 packets were dropped and are not in the recording"));
        const auto ended = captureVerdict("node0", 1000, 0, "the disk is full");
        QVERIFY(ended.verdict == store::Verdict::Unknown);
        QVERIFY(ended.sentence.find("the disk is full") != std::string::npos);
        QVERIFY(!anyFailed({whole, dropped, ended}));
    }
};

QTEST_APPLESS_MAIN(TestGate)
#include "tst_gate.moc"
