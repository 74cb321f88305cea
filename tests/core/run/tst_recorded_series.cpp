// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cluster_steps.h"
#include "core/run/iteration_samples.h"
#include "core/run/live_gauges.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;

namespace {

monitor::IterationEvent step(int rank, Nanoseconds duration)
{
    monitor::IterationEvent event;
    event.origin.rank = rank;
    event.duration = duration;
    event.samples = 32;
    return event;
}

std::vector<double> totals(const std::vector<IterationSample>& samples)
{
    std::vector<double> values;
    for (const IterationSample& sample : samples)
        if (sample.subject.empty())
            values.push_back(sample.value);
    return values;
}

} // namespace

class TestRecordedSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void throughputOfAllWorkersIsASeriesOfTheRun()
    {
        IterationSamples series;
        QVERIFY(totals(series.take(step(0, 100ms))).empty());
        QVERIFY(totals(series.take(step(1, 200ms))).empty());
        // The number of workers is known once one of them reports again.
        QCOMPARE(totals(series.take(step(0, 100ms))), std::vector{320.0 + 160.0});
        QCOMPARE(totals(series.take(step(1, 100ms))), std::vector{640.0});
        QVERIFY(totals(series.take(step(1, 100ms))).empty());
        QCOMPARE(totals(series.take(step(0, 400ms))), std::vector{320.0 + 80.0});
    }

    void reportsByPeerAreSeriesOfPairs()
    {
        monitor::PeersEvent event;
        event.origin.rank = 1;
        event.interval = 2s;
        event.payload = 1000;
        event.communication = 100ms;
        event.leads = true;
        event.strategy = "STAR";
        event.root = 1;
        event.peers = {{0, 500, 250, 1s}};
        std::vector<std::tuple<std::string, std::string, double>> found;
        for (const IterationSample& sample : peerSamples(event))
            found.emplace_back(sample.kind->name, sample.subject, sample.value);
        const std::vector<std::tuple<std::string, std::string, double>> expected{
            {"strategy.rate", "STAR at rank 1", 80000},
            {"peer.sent", "rank 1→rank 0", 2000},
            {"peer.received", "rank 0→rank 1", 1000},
            {"peer.waiting", "rank 1→rank 0", 0.5}};
        QVERIFY(found == expected);
        event.leads = false;
        QCOMPARE(peerSamples(event).size(), std::size_t(3));
    }

    void gaugesAreTheLastValues()
    {
        LiveGauges gauges;
        RunRef run;
        run.run = store::RunId(7);
        run.label = "loss=1%";
        run.position = 3;
        CampaignProgress progress;
        progress.total = 12;
        progress.elapsed = 90s;
        gauges.campaignMoved(progress);
        gauges.runMoved(run, store::RunState::Running);
        gauges.sample(run, {"net.sent", "w0", "bit/s", 1s, 5});
        gauges.sample(run, {"net.sent", "w0", "bit/s", 2s, 7});
        gauges.sample(run, {"peer.waiting", "rank 0→rank 1", "", 2s, 0.25});
        gauges.sample(run, {"throughput", "", "samples/s", 2s, 100});
        gauges.sample(run, {"strategy.rate", "STAR", "bit/s", 2s, 8});
        std::string text = exposition::metricsText(gauges.families());
        for (const char* line :
             {"millrace_runs{state=\"planned\"} 12", "millrace_campaign_elapsed_seconds 90",
              "millrace_run_info{run=\"3\",cell=\"loss=1%\",repetition=\"1\",attempt=\"1\",state=\"running\"} 1",
              "millrace_net_sent_bits_per_second{run=\"3\",node=\"w0\"} 7",
              "millrace_peer_waiting{run=\"3\",rank=\"0\",peer=\"1\"} 0.25",
              "millrace_throughput_samples_per_second{run=\"3\"} 100",
              "millrace_strategy_rate_bits_per_second{run=\"3\",strategy=\"STAR\"} 8"})
            QVERIFY2(text.find(std::string(line) + "\n") != std::string::npos,
                     (std::string(line) + " in " + text).c_str());
        run.run = store::RunId(8);
        gauges.runMoved(run, store::RunState::Preparing);
        text = exposition::metricsText(gauges.families());
        QVERIFY2(text.find("net_sent") == std::string::npos, text.c_str());
    }

    /// Where the members change, the sum is of those of just this step, and the steps of each size count.
    void theSumIsOfTheMembers()
    {
        const auto of = [](int rank, Nanoseconds duration, int workers, std::int64_t number) {
            monitor::IterationEvent event = step(rank, duration);
            event.origin.timedByWorker = true;
            event.workers = workers;
            event.iteration = number;
            return event;
        };
        IterationSamples series;
        QVERIFY(totals(series.take(of(0, 100ms, 2, 0))).empty());
        QCOMPARE(totals(series.take(of(1, 100ms, 2, 0))), std::vector{640.0});
        QCOMPARE(totals(series.take(of(1, 200ms, 1, 1))), std::vector{160.0});
        QVERIFY(totals(series.take(of(1, 100ms, 3, 2))).empty());
        QVERIFY(totals(series.take(of(0, 100ms, 3, 2))).empty());
        QCOMPARE(totals(series.take(of(2, 100ms, 3, 2))), std::vector{960.0});

        WorkloadRecord record;
        record.iterations = {of(0, 100ms, 2, 0), of(1, 100ms, 2, 0), of(1, 200ms, 1, 1), of(1, 100ms, 2, 2)};
        const ClusterSteps steps = clusterSteps(record);
        QCOMPARE(steps.count(), 3); // the last one was finished by one of two, and is kept
        QCOMPARE(steps.reporters, 2);
        QCOMPARE(steps.all[1].samples, 32.0);
        QVERIFY(steps.areOfMembers());
        QCOMPARE(steps.workers(4), 0);
        record.iterations.resize(2);
        QCOMPARE(clusterSteps(record).workers(4), 2);
        record.iterations = {step(0, 100ms), step(1, 100ms)};
        QVERIFY(!clusterSteps(record).areOfMembers());
        QCOMPARE(clusterSteps(record).workers(4), 4);
    }

    void aStepGivesTheSeriesOfItsRank()
    {
        monitor::IterationEvent event = step(3, 100ms);
        event.compute = 40ms;
        event.communication = 60ms;
        std::map<std::string_view, double> values;
        for (const IterationSample& sample : IterationSamples().take(event)) {
            QCOMPARE(sample.subject, std::string("rank 3"));
            values[sample.kind->name] = sample.value;
        }
        const std::map<std::string_view, double> expected{
            {"step.time", 0.1}, {"step.compute", 0.04}, {"step.communication", 0.06}, {"throughput", 320.0}};
        QVERIFY(values == expected);
    }

    void printedRatesAreTakenWhereNoStepIsTimed()
    {
        monitor::IterationEvent event;
        event.origin.rank = 0;
        event.samplesPerSecond = 55;
        const auto samples = IterationSamples().take(event);
        QCOMPARE(samples.size(), std::size_t(1));
        QCOMPARE(samples[0].kind->name, std::string_view("throughput"));
        QCOMPARE(samples[0].value, 55.0);
    }
};

QTEST_GUILESS_MAIN(TestRecordedSeries)
#include "tst_recorded_series.moc"
