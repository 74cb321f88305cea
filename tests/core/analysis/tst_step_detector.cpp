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
    void stepsOfAnyLength();
    void pausesWithinStepsLongerThanThoseBetween();
    void lateRemnantsBelongToTheirStep();
    void startIsNoStep();
    void unevenVolumesAtEvenDistances();
    void oneStepWithMostOfTheTrafficIsRefused();
    void stragglingVolumesAreNotReliable();
    void chanceHasNoEqualVolumes();
    void manyStepsCostLittle();
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
    QCOMPARE(found->method, StepMethod::Volume);
    QVERIFY(found->reliable);
    QVERIFY(found->doubt.empty());
    QCOMPARE(found->steps.size(), std::size_t(60));
    QVERIFY(std::abs(found->volume - 25e6) < 1.1e6);
    QVERIFY(std::abs(found->period - 0.065) < 0.002);
    QVERIFY2(found->confidence > 0.8, qPrintable(QString::number(found->confidence)));
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
    QCOMPARE(found->method, StepMethod::Volume);
    QCOMPARE(compareSteps(found->steps, job.log).matched, std::uint64_t(50));
}

void TestStepDetector::noSilence()
{
    Job job;
    for (int bin = 0; bin < 8000; ++bin)
        job.send(bin, bin + 1, 8e5 + (bin % 80 > 50 ? 1.5e6 : 0) + job.jitter(2e5));
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->method, StepMethod::Period);
    QVERIFY(std::abs(found->period - 0.080) < 0.001);
    QVERIFY(found->steps.size() >= 98 && found->steps.size() <= 101);
    // Steps of equal length by their making have no spread.
    QVERIFY(std::isnan(found->lowerQuartile) && std::isnan(found->upperQuartile));
    QVERIFY(std::isnan(found->gap));
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

void TestStepDetector::stepsOfAnyLength()
{
    // A busy machine: steps of 26 to 178 ms, each with the same volume.
    Job job;
    double time = 0;
    std::vector<double> lengths;
    for (int i = 0; i < 50; ++i) {
        const double compute = 14 + job.jitter(2), length = 80 + job.jitter(66);
        int part = 0;
        for (const double piece : {3, 5, 2, 6}) { // as the kernel finds time
            const double from = time + compute + part++ * length / 5;
            job.send(from, from + piece, 2e6);
        }
        job.step(time, time + compute + length);
        lengths.push_back(compute + length);
        time += compute + length;
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QVERIFY(found->reliable);
    const StepComparison comparison = compareSteps(found->steps, job.log);
    QVERIFY2(comparison.matched >= 48, qPrintable(QString::number(comparison.matched)));
    // The spread is that of the steps that were made.
    std::ranges::sort(lengths);
    QVERIFY(std::abs(found->lowerQuartile * 1e3 - lengths[12]) < 12);
    QVERIFY(std::abs(found->upperQuartile * 1e3 - lengths[37]) < 12);
}

void TestStepDetector::pausesWithinStepsLongerThanThoseBetween()
{
    // Every sixth step waits 200 ms for a retransmission in its middle; 25 ms lie between steps.
    Job job;
    double time = 0;
    for (int i = 0; i < 60; ++i) {
        const double begin = time;
        time += 25 + job.jitter(2);
        job.send(time, time + 12, 1e6);
        time += i % 6 == 1 ? 212 : 16;
        job.send(time, time + 28, 1e6);
        time += 28;
        job.step(begin, time);
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QVERIFY2(found->reliable, found->doubt.c_str());
    QCOMPARE(compareSteps(found->steps, job.log).matched, std::uint64_t(60));
}

void TestStepDetector::lateRemnantsBelongToTheirStep()
{
    Job job;
    for (int i = 0; i < 40; ++i) {
        const double time = i * 200;
        job.send(time + 60, time + 100, 1e6);
        if (i % 4 == 2)
            job.send(time + 160, time + 162, 1e6); // sent again, as long after as the next step is away
        job.step(time, time + 199);
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->steps.size(), std::size_t(40));
    QVERIFY(compareSteps(found->steps, job.log).matched >= 39);
}

void TestStepDetector::startIsNoStep()
{
    // Parameters are sent to all first: the volume of half a step.
    Job job;
    job.send(100, 112, 1e6);
    for (int i = 0; i < 20; ++i) {
        const double time = 400 + i * 120;
        job.send(time + 80, time + 105, 1e6);
        job.step(time, time + 105);
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QVERIFY(found->reliable);
    const StepComparison comparison = compareSteps(found->steps, job.log);
    QCOMPARE(comparison.matched, std::uint64_t(20));
    QVERIFY(comparison.outside <= 1);
}

void TestStepDetector::unevenVolumesAtEvenDistances()
{
    // Compressed gradients: each step sends between a tenth and all of them.
    Job job;
    for (int i = 0; i < 60; ++i) {
        const double time = i * 100;
        job.send(time + 50, time + 55 + 30 * std::abs(job.jitter(1)), 1e6);
        job.step(time, time + 99);
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QCOMPARE(found->method, StepMethod::Gaps);
    QCOMPARE(compareSteps(found->steps, job.log).matched, std::uint64_t(60));
    QVERIFY(std::abs(found->period - 0.1) < 0.002);
    // Distances alone are no proof when volumes contradict.
    QVERIFY(!found->reliable);
    QVERIFY(!found->doubt.empty());
}

void TestStepDetector::oneStepWithMostOfTheTrafficIsRefused()
{
    // Other traffic fills the pauses of nine tenths of the time; at the end eight steps can be seen.
    Job job;
    for (int bin = 0; bin < 8000; ++bin)
        job.send(bin, bin + 1, 2e5 + std::abs(job.jitter(2e5)));
    for (int i = 0; i < 8; ++i)
        job.send(8100 + i * 100, 8120 + i * 100, 5e5);
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QVERIFY(!found->reliable);
    for (const TrafficStep& step : found->steps)
        QVERIFY(step.end - step.begin < 4 * 1'000'000'000LL);
}

void TestStepDetector::stragglingVolumesAreNotReliable()
{
    // Silences at random between random volumes, all large enough to look like steps.
    Job job;
    double time = 0;
    for (int i = 0; i < 40; ++i) {
        const double length = 5 + 60 * std::abs(job.jitter(1));
        job.send(time, time + length, 1e6);
        time += length + 20 + 150 * std::abs(job.jitter(1));
    }
    const auto found = detectSteps(job.series());
    QVERIFY(found);
    QVERIFY(!found->reliable);
}

void TestStepDetector::chanceHasNoEqualVolumes()
{
    int reliable = 0;
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        Job job;
        job.random.seed(seed);
        std::exponential_distribution<double> silence(seed % 2 == 0 ? 0.05 : 0.01);
        std::lognormal_distribution<double> size(0, 1.2);
        double time = 0;
        for (int i = 0; i < 150; ++i) {
            const double length = 1 + 3 * size(job.random);
            job.send(time, time + length, 1e6);
            time += length + 1 + silence(job.random);
        }
        const auto found = detectSteps(job.series());
        QVERIFY(found);
        reliable += found->reliable ? 1 : 0;
        if (found->reliable)
            qInfo("seed %u: method %d, %zu steps, even %.2f, regular %.2f, contrast %.2f, separation %.2f", seed,
                  static_cast<int>(found->method), found->steps.size(), found->quality.even, found->quality.regular,
                  found->quality.contrast, found->quality.separation);
    }
    QVERIFY2(reliable <= 2, qPrintable(QString::number(reliable)));
}

void TestStepDetector::manyStepsCostLittle()
{
    Job job;
    for (int i = 0; i < 20'000; ++i) {
        const double time = i * 50 + job.jitter(5);
        job.send(time + 20, time + 28, 1e6);
        job.send(time + 31, time + 40, 1e6);
        job.step(i * 50 - 5, i * 50 + 45);
    }
    const BinnedSeries series = job.series();
    QElapsedTimer timer;
    timer.start();
    const auto found = detectSteps(series);
    QVERIFY(found);
    QCOMPARE(compareSteps(found->steps, job.log).matched, std::uint64_t(20'000));
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
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
