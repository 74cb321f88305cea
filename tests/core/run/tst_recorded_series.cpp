// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cluster_steps.h"
#include "core/run/iteration_samples.h"

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
