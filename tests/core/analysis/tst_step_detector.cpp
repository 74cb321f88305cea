// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_detector.h"

#include <QtTest>

#include <cmath>
#include <map>
#include <random>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr std::int64_t start = 1'700'000'000'000'000'000;
constexpr std::int64_t millisecond = 1'000'000;

/// A job's traffic in bins of 1 ms, and what its log says.
struct Job
{
    std::map<std::int64_t, double> bins; ///< by number
    std::vector<LoggedStep> log;
    std::mt19937 random{11};

    void send(double from, double to, double bytesPerBin)
    {
        for (auto bin = static_cast<std::int64_t>(from); bin < static_cast<std::int64_t>(to); ++bin)
            bins[bin] += bytesPerBin;
    }
    double jitter(double most) { return std::uniform_real_distribution<double>(-most, most)(random); }

    BinnedSeries series() const
    {
        BinnedSeries series;
        series.start = start;
        series.width = millisecond;
        for (const auto& [bin, bytes] : bins) {
            series.index.push_back(bin);
            series.bytes.push_back(bytes);
            series.packets.push_back(static_cast<std::uint32_t>(bytes / 1500) + 1);
        }
        return series;
    }
    void step(double begin, double end)
    {
        log.push_back({start + static_cast<std::int64_t>(begin * 1e6), start + static_cast<std::int64_t>(end * 1e6)});
    }
};

} // namespace

class TestStepDetector : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void computeThenAllReduce();
    void stragglersStretchSteps();
    void twoBurstsInEachStep();
    void trickleBetweenSteps();
    void noSilence();
    void noiseHasNoSteps();
    void silenceHasNoSteps();
    void weekLongGapCostsNothing();
    void comparesWithLog();
};

void TestStepDetector::computeThenAllReduce()
{
    Job job;
    double time = 0;
    for (int i = 0; i < 60; ++i) {
        const double compute = 40 + job.jitter(3), send = 25 + job.jitter(2);
        job.send(time + compute, time + compute + send, 1e6);
        job.step(time, time + compute + send);
        time += compute + send;
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->method, StepMethod::Gaps);
    QCOMPARE(found->steps.size(), std::size_t(60));
    QVERIFY(std::abs(found->period - 0.065) < 0.002);
    QVERIFY(found->confidence > 0.95);
    const StepComparison comparison = compareSteps(found->steps, job.log);
    QCOMPARE(comparison.matched, std::uint64_t(60));
    QCOMPARE(comparison.outside, std::uint64_t(0));
    QVERIFY(std::abs(comparison.delay - 0.040) < 0.002);
    QVERIFY(comparison.error < 0.003);
    for (const TrafficStep& step : found->steps)
        QVERIFY(step.bytes >= 22e6 && step.bytes <= 28e6);
}

void TestStepDetector::stragglersStretchSteps()
{
    Job job;
    double time = 0;
    for (int i = 0; i < 80; ++i) {
        const double compute = (i % 10 == 9 ? 120 : 40) + job.jitter(3);
        job.send(time + compute, time + compute + 25, 1e6);
        job.step(time, time + compute + 25);
        time += compute + 25;
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->steps.size(), std::size_t(80));
    QCOMPARE(compareSteps(found->steps, job.log).matched, std::uint64_t(80));
}

void TestStepDetector::twoBurstsInEachStep()
{
    Job job;
    for (int i = 0; i < 50; ++i) {
        const double time = i * 100;
        job.send(time + 50, time + 60, 1e6);
        job.send(time + 66, time + 90, 2e6); // 6 ms after the first burst, 60 ms before the next step's
        job.step(time, time + 90);
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->steps.size(), std::size_t(50));
    QVERIFY(std::abs(found->period - 0.1) < 1e-6);
    QCOMPARE(compareSteps(found->steps, job.log).matched, std::uint64_t(50));
}

void TestStepDetector::trickleBetweenSteps()
{
    Job job;
    for (int i = 0; i < 50; ++i) {
        job.send(i * 100, i * 100 + 100, 66); // heartbeats
        job.send(i * 100 + 60, i * 100 + 95, 1e6);
        job.step(i * 100, i * 100 + 95);
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->method, StepMethod::Gaps);
    QCOMPARE(compareSteps(found->steps, job.log).matched, std::uint64_t(50));
}

void TestStepDetector::noSilence()
{
    Job job;
    for (int bin = 0; bin < 8000; ++bin)
        job.send(bin, bin + 1, 5e5 + (bin % 80 > 50 ? 1.5e6 : 0) + job.jitter(2e5));
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->method, StepMethod::Period);
    QVERIFY(std::abs(found->period - 0.080) < 0.001);
    QVERIFY(found->steps.size() >= 98 && found->steps.size() <= 101);
}

void TestStepDetector::noiseHasNoSteps()
{
    Job job;
    std::exponential_distribution<double> distance(0.05);
    for (double time = 0; time < 20'000; time += distance(job.random))
        job.send(time, time + 1 + distance(job.random) / 10, 1e6);
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->method, StepMethod::None);
    QVERIFY(!found->reason.empty());
    QVERIFY(std::isnan(found->period));
}

void TestStepDetector::silenceHasNoSteps()
{
    const auto found = detectSteps(BinnedSeries{});
    QVERIFY(found);
    QCOMPARE(found->method, StepMethod::None);
}

void TestStepDetector::weekLongGapCostsNothing()
{
    Job job;
    for (int i = 0; i < 40; ++i) {
        const std::int64_t time = i * 100 + (i >= 20 ? std::int64_t(7) * 86'400'000 : 0);
        job.send(static_cast<double>(time), static_cast<double>(time + 30), 1e6);
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->steps.size(), std::size_t(40));
    QVERIFY(std::abs(found->period - 0.1) < 1e-6);
}

void TestStepDetector::comparesWithLog()
{
    const auto at = [](std::int64_t begin, std::int64_t end) { return TrafficStep{begin, end, 1, 1}; };
    const std::vector<TrafficStep> found{at(5, 9), at(110, 130), at(140, 160), at(215, 240), at(500, 510)};
    const std::vector<LoggedStep> logged{{100, 200}, {200, 300}, {300, 400}};
    const StepComparison comparison = compareSteps(found, logged);
    QCOMPARE(comparison.matched, std::uint64_t(1));
    QCOMPARE(comparison.split, std::uint64_t(1));
    QCOMPARE(comparison.missed, std::uint64_t(1));
    QCOMPARE(comparison.outside, std::uint64_t(2));
    QCOMPARE(comparison.delay, 15e-9);
}

QTEST_APPLESS_MAIN(TestStepDetector)
#include "tst_step_detector.moc"
