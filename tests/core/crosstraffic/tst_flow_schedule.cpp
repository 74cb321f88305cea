// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/periodicity.h"
#include "core/base/file_io.h"
#include "core/base/statistics.h"
#include "core/crosstraffic/arrival_process.h"
#include "core/crosstraffic/flow_schedule.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

TrafficProfile profileOf(Pattern pattern, double rate = 1e9, Nanoseconds loaded = 20s)
{
    TrafficProfile profile;
    profile.name = "test";
    profile.pattern = pattern;
    profile.bitsPerSecond = rate;
    profile.sizes.name = "fixed";
    profile.sizes.fixedBytes = 50'000;
    profile.sources = {"source"};
    profile.destinations = {"w0"};
    profile.phases.loaded = loaded;
    return profile;
}

FlowSchedule scheduleOf(const TrafficProfile& profile, std::uint64_t seed = 1)
{
    auto schedule = makeSchedule(profile, seed);
    if (!schedule)
        qFatal("%s", schedule.error().text().c_str());
    return *std::move(schedule);
}

/// Seconds between the starts.
std::vector<double> gapsOf(const FlowSchedule& schedule)
{
    std::vector<double> gaps;
    for (std::size_t i = 1; i < schedule.flows.size(); ++i)
        gaps.push_back(std::chrono::duration<double>(schedule.flows[i].start - schedule.flows[i - 1].start).count());
    return gaps;
}

double variation(const std::vector<double>& values)
{
    return populationDeviation(values) / mean(values);
}

/// Kolmogorov's distance to the exponential distribution with the sample's mean, times √n.
double distanceToExponential(std::vector<double> gaps)
{
    std::ranges::sort(gaps);
    const double average = mean(gaps);
    const auto n = static_cast<double>(gaps.size());
    double largest = 0;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const double expected = 1 - std::exp(-gaps[i] / average);
        largest = std::max({largest, std::abs(expected - double(i) / n), std::abs(expected - double(i + 1) / n)});
    }
    return largest * std::sqrt(n);
}

std::uint64_t bytesOf(const FlowSchedule& schedule, int source)
{
    std::uint64_t sum = 0;
    for (const Flow& flow : schedule.flows)
        sum += flow.source == source ? flow.bytes : 0;
    return sum;
}

const std::vector<Pattern> ownPatterns = {Pattern::Deterministic, Pattern::Exponential, Pattern::LogNormal,
                                          Pattern::OnOff, Pattern::Burst};

} // namespace

class TestFlowSchedule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neverBackwardsAndExactToTheByte()
    {
        for (const Pattern pattern : ownPatterns)
            for (std::uint64_t seed = 0; seed < 60; ++seed) {
                auto profile = profileOf(pattern, 37e6 + 1e5 * double(seed), 1s + Nanoseconds(seed * 12'345'679));
                profile.sizes = SizeSpec{};
                profile.sizes.name = std::string(SizeDistribution::names()[seed % 4]);
                const auto schedule = scheduleOf(profile, seed);
                QVERIFY(std::ranges::is_sorted(schedule.flows, {}, &Flow::start));
                QVERIFY(schedule.flows.front().start >= 0ns);
                QVERIFY(schedule.flows.back().start < profile.phases.loaded);
                QVERIFY(std::ranges::all_of(schedule.flows, [](const Flow& flow) { return flow.bytes > 0; }));
                const auto asked =
                    static_cast<long double>(profile.bitsPerSecond) * profile.phases.loaded.count() / 8e9L;
                QVERIFY(std::abs(static_cast<long double>(schedule.bytes()) - asked) <= 0.5L);
                QCOMPARE(schedule.volumes.size(), std::size_t(1));
                QVERIFY(std::ranges::all_of(schedule.flaws, [](const std::string& flaw) {
                    return flaw.find("exact volume") != std::string::npos;
                }));
            }
    }

    void withoutExactVolumeTheVolumeIsRightOnAverage()
    {
        for (const Pattern pattern : ownPatterns) {
            auto profile = profileOf(pattern, 100e6, 20s);
            profile.exactVolume = false;
            profile.sizes.fixedBytes = 5'000;
            std::set<std::uint64_t> sums;
            double sum = 0;
            for (std::uint64_t seed = 0; seed < 10; ++seed) {
                const auto schedule = scheduleOf(profile, seed);
                QVERIFY(std::ranges::is_sorted(schedule.flows, {}, &Flow::start));
                QVERIFY(std::ranges::all_of(schedule.flows, [](const Flow& flow) { return flow.bytes == 5'000; }));
                sums.insert(schedule.bytes());
                sum += double(schedule.bytes()) / 10;
            }
            // 50,000 flows a run: 0.14 % standard error of ten runs; on/off times do not change the number.
            QVERIFY2(std::abs(sum / 250e6 - 1) < 0.006, std::string(patternName(pattern)).c_str());
            QCOMPARE(sums.size() > 1, pattern != Pattern::Deterministic);
        }
    }

    void seeds()
    {
        for (const Pattern pattern : ownPatterns) {
            const auto profile = profileOf(pattern);
            QVERIFY(scheduleOf(profile, 5) == scheduleOf(profile, 5));
            QCOMPARE(scheduleOf(profile, 5) == scheduleOf(profile, 6), pattern == Pattern::Deterministic);
        }
    }

    void deterministicGaps()
    {
        const auto schedule = scheduleOf(profileOf(Pattern::Deterministic, 40e6, 10s)); // 1000 flows of 50 kB
        QCOMPARE(schedule.flows.size(), std::size_t(1000));
        for (std::size_t i = 0; i < schedule.flows.size(); ++i)
            QVERIFY(std::abs((schedule.flows[i].start - 10ms * int(i)).count()) <= 1);
    }

    void exponentialGaps()
    {
        for (const bool exact : {true, false}) {
            auto profile = profileOf(Pattern::Exponential); // 50,000 flows
            profile.exactVolume = exact;
            const auto gaps = gapsOf(scheduleOf(profile, 11));
            QVERIFY(distanceToExponential(gaps) < 1.3); // Lilliefors, 0.1 %
            QVERIFY(std::abs(variation(gaps) - 1) < 0.02);
        }
        QVERIFY(distanceToExponential(gapsOf(scheduleOf(profileOf(Pattern::LogNormal)))) > 5);
    }

    void logNormalGaps()
    {
        for (const double wanted : {0.1, 0.5, 1.5}) {
            auto profile = profileOf(Pattern::LogNormal);
            profile.gapVariation = wanted;
            const auto gaps = gapsOf(scheduleOf(profile, 3));
            QVERIFY2(std::abs(variation(gaps) / wanted - 1) < 0.07, qPrintable(QString::number(variation(gaps))));
            std::vector<double> logarithms;
            for (const double gap : gaps)
                logarithms.push_back(std::log(gap));
            // The logarithms are normal: their deviation is √ln(1 + cv²) and they have no skew.
            QVERIFY(std::abs(standardDeviation(logarithms) / std::sqrt(std::log1p(wanted * wanted)) - 1) < 0.02);
            QVERIFY(std::abs(median(logarithms) - mean(logarithms)) < 0.02 * wanted + 0.01);
        }
    }

    void onOffTimes()
    {
        auto profile = profileOf(Pattern::OnOff, 100e6, 60s);
        profile.sizes.fixedBytes = 2'000; // 375,000 flows, 80 µs apart while on
        profile.onTime = 50ms;
        profile.offTime = 150ms;
        const auto gaps = gapsOf(scheduleOf(profile, 2));
        std::vector<double> silent;
        std::vector<double> busy;
        for (const double gap : gaps)
            (gap > 2e-3 ? silent : busy).push_back(gap);
        // About 300 cycles: the mean of exponential off times is known to 6 %; those below 2 ms are not seen.
        QVERIFY(std::abs(mean(silent) / 0.152 - 1) < 0.2);
        const double off = std::accumulate(silent.begin(), silent.end(), 0.0) / 60;
        QVERIFY2(std::abs(off - 0.75) < 0.05, qPrintable(QString::number(off)));
        QVERIFY(std::abs(variation(busy) - 1) < 0.1);
    }

    void burstShares()
    {
        for (const double share : {0.3, 0.0, 1.0, 0.55}) {
            auto profile = profileOf(Pattern::Burst, 400e6, 2s);
            profile.sizes = SizeSpec{};
            profile.burstShare = share;
            const auto schedule = scheduleOf(profile, 9);
            std::vector<double> inside(200, 0);
            std::vector<double> all(200, 0);
            for (const Flow& flow : schedule.flows) {
                const auto period = static_cast<std::size_t>(flow.start / 10ms);
                all[period] += double(flow.bytes);
                inside[period] += flow.start % 10ms < 1ms ? double(flow.bytes) : 0;
            }
            for (std::size_t i = 0; i < all.size(); ++i) {
                QCOMPARE(all[i], 500'000.0);
                QCOMPARE(inside[i], 500'000.0 * share);
            }
        }
    }

    void burstPeriod()
    {
        auto profile = profileOf(Pattern::Burst, 1e9, 20s);
        profile.sizes = SizeSpec{};
        const auto preview = previewOf(scheduleOf(profile, 4), 20'000);
        QVERIFY(preview.bin == 1ms);
        const auto found = analysis::findPeriod(preview.bitsPerSecond, 1e-3);
        QVERIFY(found->found);
        QVERIFY2(std::abs(found->period - 0.010) < 5e-5, qPrintable(QString::number(found->period)));

        profile.pattern = Pattern::Exponential;
        QVERIFY(!analysis::findPeriod(previewOf(scheduleOf(profile, 4), 20'000).bitsPerSecond, 1e-3)->found);
    }

    void incastBeginsTogether()
    {
        auto profile = profileOf(Pattern::Exponential, 100e6, 5s);
        profile.sizes = SizeSpec{};
        profile.matrix = Matrix::Incast;
        profile.sources = {"a", "b", "c"};
        profile.destinations = {"w0", "w1"};
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.destinations, std::vector<std::string>{"w0"});
        std::map<Nanoseconds, int> together;
        for (const Flow& flow : schedule.flows)
            ++together[flow.start];
        QVERIFY(together.size() > 10);
        for (const auto& [start, flows] : together)
            QCOMPARE(flows, 3);
        for (int source = 0; source < 3; ++source)
            QCOMPARE(bytesOf(schedule, source), std::uint64_t(62'500'000));
    }

    void manyGoesRound()
    {
        auto profile = profileOf(Pattern::Exponential, 40e6, 10s); // 1000 flows of each source
        profile.matrix = Matrix::Many;
        profile.sources = {"a", "w1"};
        profile.destinations = {"w0", "w1", "w2", "w3"};
        const auto schedule = scheduleOf(profile);
        std::map<std::pair<int, int>, int> counts;
        for (const Flow& flow : schedule.flows)
            ++counts[{flow.source, flow.destination}];
        QCOMPARE(counts.size(), std::size_t(7)); // w1 does not send to itself
        for (int destination = 0; destination < 4; ++destination)
            QCOMPARE((counts[{0, destination}]), 250);
        for (const int destination : {0, 2, 3})
            QVERIFY(std::abs(counts[{1, destination}] - 333.3) < 1);
    }

    void allToAll()
    {
        auto profile = profileOf(Pattern::Exponential, 40e6, 9s); // 900 flows
        profile.matrix = Matrix::AllToAll;
        profile.sources = {"a", "b"};
        profile.destinations = {"b", "c", "d"};
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.sources, (std::vector<std::string>{"a", "b", "c", "d"}));
        QCOMPARE(schedule.destinations, schedule.sources);
        std::map<std::pair<int, int>, int> counts;
        for (const Flow& flow : schedule.flows)
            ++counts[{flow.source, flow.destination}];
        QCOMPARE(counts.size(), std::size_t(12));
        for (const auto& [pair, flows] : counts) {
            QVERIFY(pair.first != pair.second);
            QCOMPARE(flows, 300);
        }
    }

    void streams()
    {
        auto profile = profileOf(Pattern::Stream, 120e6);
        profile.streams = 3;
        profile.matrix = Matrix::Many;
        profile.destinations = {"w0", "w1"};
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.flows.size(), std::size_t(6));
        QVERIFY(std::ranges::all_of(schedule.flows, [](const Flow& f) { return f.bytes == 0 && f.start == 0ns; }));
        QCOMPARE(schedule.flowBitsPerSecond, 20e6);
        const auto preview = previewOf(schedule);
        QCOMPARE(preview.meanBitsPerSecond, 120e6);
        QCOMPARE(preview.bitsPerSecond.back(), 120e6);

        profile.bitsPerSecond = 0;
        QCOMPARE(scheduleOf(profile).flowBitsPerSecond, 0.0);
        QVERIFY(std::isnan(previewOf(scheduleOf(profile)).meanBitsPerSecond));

        profile.transport = Transport::Udp;
        profile.slowdown = 0.1;
        QCOMPARE(scheduleOf(profile).flows.size(), std::size_t(6));
    }

    void scaledSizes()
    {
        // A network of 1/50 of the rate with sizes of 1/50: the same flows at the same times.
        for (const Pattern pattern : {Pattern::Exponential, Pattern::Burst, Pattern::PublishedConsistent,
                                      Pattern::PublishedBurst, Pattern::PublishedPoisson}) {
            auto profile = profileOf(pattern, 10e9, 5s);
            profile.sizes = SizeSpec{};
            const auto large = scheduleOf(profile, 3);
            profile.bitsPerSecond /= 50;
            profile.sizes.scale = 0.02;
            QVERIFY(validate(profile).empty());
            const auto small = scheduleOf(profile, 3);
            QCOMPARE(small.flows.size(), large.flows.size());
            for (std::size_t i = 0; i < small.flows.size(); ++i) {
                QVERIFY(small.flows[i].start == large.flows[i].start);
                const double expected = double(large.flows[i].bytes) / 50;
                QVERIFY(std::abs(double(small.flows[i].bytes) - expected) <= 2 + expected / 300);
            }
        }
    }

    void replayedLoadFile()
    {
        const auto folder = TemporaryFolder::make("millrace-load");
        auto profile = profileOf(Pattern::Trace, 0, 1s);
        profile.file = folder->path() / "load.config";
        QVERIFY(writeFileAtomically(profile.file, "4\n500 1000 0\n400 2000 1\n900000 3000 0\n3000000 1 0\n"));
        const auto refused = makeSchedule(profile, 1);
        QVERIFY(refused.error().text().find("destination 1") != std::string::npos);

        profile.destinations = {"w0", "w1"};
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.flows, (std::vector<Flow>{{400us, 2000, 0, 1}, {500us, 1000, 0, 0}, {900ms, 3000, 0, 0}}));
        QCOMPARE(schedule.flaws.size(), std::size_t(1));
        QVERIFY(schedule.flaws.front().find("backwards 1 times") != std::string::npos);

        profile.bitsPerSecond = 8e6; // 1 MB in the second
        QCOMPARE(scheduleOf(profile).bytes(), std::uint64_t(1'000'000));
        profile.file = folder->path() / "none";
        QCOMPARE(makeSchedule(profile, 1).error().code, ErrorCode::NotFound);
    }

    void replayedStretches()
    {
        const auto folder = TemporaryFolder::make("millrace-trace");
        auto profile = profileOf(Pattern::Trace, 0, 2s);
        profile.file = folder->path() / "job.csv";
        QVERIFY(writeFileAtomically(profile.file, "seconds,bit/s\n0,0\n0.1,8e8\n0.165,0\n0.5,0\n"));
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.flows.size(), std::size_t(4 * 7)); // 65 ms in pieces of 10 ms, four times
        QCOMPARE(schedule.bytes(), std::uint64_t(4 * 6'500'000));
        QVERIFY(schedule.flows[7].start == 600ms);
        QCOMPARE(schedule.flows[6].bytes, std::uint64_t(500'000));
        profile.bitsPerSecond = 52e6;
        QCOMPARE(scheduleOf(profile).bytes(), std::uint64_t(13'000'000));
    }

    void longLoads()
    {
        auto profile = profileOf(Pattern::Exponential, 10e6, 5000s);
        profile.sizes.fixedBytes = 10'000'000;
        const auto schedule = scheduleOf(profile);
        QVERIFY(schedule.flows.back().start > 4900s); // 32 bits of microseconds end at 2147 s
        QCOMPARE(schedule.bytes(), std::uint64_t(6'250'000'000));
    }

    void tooManyFlowsAreRefused()
    {
        for (const Pattern pattern : ownPatterns) {
            auto profile = profileOf(pattern, 1e12, 3600s);
            profile.sizes.fixedBytes = 1;
            const auto refused = makeSchedule(profile, 1);
            QVERIFY(!refused);
            QVERIFY(refused.error().what.find("5 million") != std::string::npos);
        }
        auto profile = profileOf(Pattern::OnOff);
        profile.onTime = profile.offTime = 1ns;
        QVERIFY(!makeSchedule(profile, 1));
        profile = profileOf(Pattern::Burst);
        profile.burstPeriod = 2ns;
        profile.burstWidth = 1ns;
        QVERIFY(!makeSchedule(profile, 1));
        profile.bitsPerSecond = 0;
        QVERIFY(makeSchedule(profile, 1).error().what.find("rate:") == 0);
    }

    void scaling()
    {
        Random random(1);
        for (int i = 0; i < 300; ++i) {
            std::vector<std::uint64_t> sizes(1 + random.below(40));
            for (auto& size : sizes)
                size = 1 + random.below(std::uint64_t(1) << random.below(40));
            const std::uint64_t total = random.below(std::uint64_t(1) << random.below(50));
            const std::size_t before = sizes.size();
            scaleTo(sizes, total);
            QCOMPARE(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t(0)), total);
            QCOMPARE(sizes.size(), std::min<std::size_t>(before, total));
            QVERIFY(std::ranges::none_of(sizes, [](std::uint64_t size) { return size == 0; }));
        }
        std::vector<std::uint64_t> sizes = {1000, 2000, 3000};
        scaleTo(sizes, 12'000);
        QVERIFY(std::abs(double(sizes[0]) - 2000) <= 1 && std::abs(double(sizes[2]) - 6000) <= 2);
    }

    void preview()
    {
        FlowSchedule schedule{{"a"}, {"b"}, {}, 1s, 0, {}, {}};
        schedule.flows = {{0ms, 1000, 0, 0},
                          {Nanoseconds(500us), 1000, 0, 0},
                          {Nanoseconds(1200us), 3000, 0, 0},
                          {900ms, 5000, 0, 0}};
        const auto preview = previewOf(schedule, 100);
        QVERIFY(preview.bin == 10ms);
        QCOMPARE(preview.bitsPerSecond.size(), std::size_t(100));
        QCOMPARE(preview.bitsPerSecond[0], 5000 * 8 / 0.01);
        QCOMPARE(preview.bitsPerSecond[90], 5000 * 8 / 0.01);
        QCOMPARE(preview.burstIndicator[0], 1.0); // two flows less than 800 µs before the next
        QCOMPARE(preview.burstIndicator[90], 0.0);
        QCOMPARE(preview.meanBitsPerSecond, 80'000.0);
        QCOMPARE(preview.peakBitsPerSecond, 4e6);
        QCOMPARE(preview.meanFlowBytes, 2500.0);
        QCOMPARE(preview.sizeTail, (std::vector<std::pair<double, double>>{{1000, 1}, {3000, 0.5}, {5000, 0.25}}));
        QVERIFY(previewOf(FlowSchedule{}).bitsPerSecond.empty());
        QVERIFY(previewOf(schedule, 0).bitsPerSecond.size() == 1);
        // Bins are 1 ms at least, the last one may be shorter.
        schedule.duration = 2500us;
        const auto fine = previewOf(schedule, 1000);
        QCOMPARE(fine.bitsPerSecond, (std::vector<double>{16e6, 24e6, 0}));
    }
};

QTEST_APPLESS_MAIN(TestFlowSchedule)
#include "tst_flow_schedule.moc"
