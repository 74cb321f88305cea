// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/crosstraffic/flow_schedule.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

TrafficProfile exponential(const char* sizes, double rate = 100e6, Nanoseconds loaded = 20s)
{
    TrafficProfile profile;
    profile.name = "test";
    profile.pattern = Pattern::Exponential;
    profile.bitsPerSecond = rate;
    profile.sizes.name = sizes;
    profile.sizes.convention = usualConvention(sizes);
    profile.sources = {"a"};
    profile.destinations = {"b"};
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

std::vector<double> sizesIn(const FlowSchedule& schedule)
{
    std::vector<double> sizes;
    for (const Flow& flow : schedule.flows)
        sizes.push_back(static_cast<double>(flow.bytes));
    return sizes;
}

/// 5 % and 95 % quantile of the medians of `count` independent draws.
std::pair<double, double> bandOfMedians(const char* name, std::size_t count)
{
    const auto sizes = SizeDistribution::named(name, usualConvention(name));
    Random random(42);
    std::vector<double> medians;
    for (int i = 0; i < 20'000; ++i) {
        std::vector<double> drawn(count);
        for (double& each : drawn)
            each = static_cast<double>(sizes->draw(random));
        medians.push_back(median(drawn));
    }
    return {quantile(medians, 0.05), quantile(medians, 0.95)};
}

/// Largest distance to the distribution, times the root of the number: 1.36 for independent draws at 5 %.
double kolmogorov(std::vector<double> sizes, const SizeDistribution& distribution)
{
    std::ranges::sort(sizes);
    const auto n = static_cast<double>(sizes.size());
    double largest = 0;
    for (const auto& point : distribution.points()) {
        const auto upTo = std::ranges::upper_bound(sizes, point.bytes + 0.5) - sizes.begin();
        largest = std::max(largest, std::abs(static_cast<double>(upTo) / n - point.cumulative));
    }
    return largest * std::sqrt(n);
}

} // namespace

class TestVolumeFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twentyFlowsOfAHeavyTailKeepTheirSizes()
    {
        const auto [low, high] = bandOfMedians("data-mining", 20);
        QVERIFY2(std::abs(low / 654 - 1) < 0.05 && std::abs(high / 2897 - 1) < 0.05,
                 qPrintable(QStringLiteral("%1 %2").arg(low).arg(high)));
        double small = 0;
        std::set<double> medians;
        for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            const auto schedule = scheduleOf(exponential("data-mining"), seed);
            QCOMPARE(schedule.flows.size(), std::size_t(20));
            QCOMPARE(schedule.bytes(), std::uint64_t(250'000'000));
            QCOMPARE(schedule.volumes.size(), std::size_t(1));
            QCOMPARE(schedule.volumes[0].scale, 1.0);
            QCOMPARE(schedule.volumes[0].adjusted, std::size_t(1));
            QVERIFY2(schedule.flaws.empty(), schedule.flaws.empty() ? "" : schedule.flaws[0].c_str());
            const auto sizes = sizesIn(schedule);
            const double middle = median(sizes);
            QVERIFY2(middle >= low && middle <= high, qPrintable(QString::number(middle)));
            medians.insert(middle);
            small += static_cast<double>(std::ranges::count_if(sizes, [](double size) { return size < 10'000; }));
            QVERIFY(*std::ranges::max_element(sizes) <= 1e9);
        }
        QVERIFY2(std::abs(small / 600 - 0.8) < 0.03, qPrintable(QString::number(small / 600)));
        QVERIFY(medians.size() > 25); // chance is still in it
    }

    void theStudysSizesAreListedOnes()
    {
        const auto distribution = SizeDistribution::named("web-search-study", Convention::Step);
        const auto [low, high] = bandOfMedians("web-search-study", 106);
        for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            const auto schedule = scheduleOf(exponential("web-search-study"), seed);
            QCOMPARE(schedule.flows.size(), std::size_t(106)); // 250 MB of 2,369,492 B
            QCOMPARE(schedule.bytes(), std::uint64_t(250'000'000));
            QVERIFY(schedule.flaws.empty());
            const auto sizes = sizesIn(schedule);
            QVERIFY(median(sizes) >= low && median(sizes) <= high);
            const auto other = std::ranges::count_if(sizes, [&](double size) {
                return std::ranges::find(distribution->points(), size, &SizeDistribution::Point::bytes)
                    == distribution->points().end();
            });
            QVERIFY(other <= 5);
            QCOMPARE(schedule.volumes[0].scale, 1.0);
            QVERIFY(schedule.volumes[0].adjusted <= 5);
        }
    }

    void manyFlowsFollowTheDistribution()
    {
        for (const std::string_view name : SizeDistribution::names()) {
            const std::string text(name);
            const auto distribution = SizeDistribution::named(name, usualConvention(name));
            for (const double flows : {100.0, 3000.0}) {
                const auto profile = exponential(text.c_str(), flows * distribution->mean() * 8 / 20);
                const auto schedule = scheduleOf(profile, 5);
                QVERIFY(std::abs(static_cast<double>(schedule.flows.size()) - flows) <= 1);
                QCOMPARE(schedule.volumes[0].scale, 1.0);
                QVERIFY2(kolmogorov(sizesIn(schedule), *distribution) < 1.36, text.c_str());
            }
        }
    }

    void theOrderIsLeftToChance()
    {
        const auto sizes = sizesIn(scheduleOf(exponential("facebook", 100e6, 20s)));
        std::vector<double> logarithms;
        for (const double size : sizes)
            logarithms.push_back(std::log(size));
        const double average = mean(logarithms);
        double together = 0;
        double alone = 0;
        for (std::size_t i = 0; i + 1 < logarithms.size(); ++i) {
            together += (logarithms[i] - average) * (logarithms[i + 1] - average);
            alone += (logarithms[i] - average) * (logarithms[i] - average);
        }
        QVERIFY(std::abs(together / alone) < 3 / std::sqrt(static_cast<double>(sizes.size())));
    }

    /// Ten flows in 10 ms at 400 Mbit/s: 150 kB by two flows and 350 kB by eight, of a mean of 2,369,492.4 B.
    void anImposedNumberOfFlowsScalesThem()
    {
        auto profile = exponential("web-search-study", 400e6, 2s);
        profile.pattern = Pattern::Burst;
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.bytes(), std::uint64_t(100'000'000));
        QVERIFY(std::abs(schedule.volumes[0].scale / (350'000 / 8.0 / 2'369'492.4) - 1) < 1e-9);
        QCOMPARE(schedule.flaws.size(), std::size_t(1));
        const std::string& flaw = schedule.flaws[0];
        QVERIFY2(flaw.find("sizes × 0.01846") != std::string::npos && flaw.find("web-search-study") != std::string::npos
                     && flaw.find("leave the volume to chance") != std::string::npos,
                 flaw.c_str());
        profile.exactVolume = false;
        QVERIFY(scheduleOf(profile).flaws.empty());
        QVERIFY(scheduleOf(profile).volumes.empty());
    }

    void tooFewFlowsAreSaid()
    {
        const auto few = scheduleOf(exponential("data-mining", 10e6, 20s)); // 25 MB: two flows
        QCOMPARE(few.flows.size(), std::size_t(2));
        QCOMPARE(few.bytes(), std::uint64_t(25'000'000));
        QCOMPARE(few.flaws.size(), std::size_t(1));
        QVERIFY2(few.flaws[0].find("1 of 2 flows adjusted") != std::string::npos, few.flaws[0].c_str());
        auto profile = exponential("data-mining", 10e6, 20s);
        profile.sources = {"a", "c"};
        profile.matrix = Matrix::Incast;
        const auto both = scheduleOf(profile);
        QCOMPARE(both.flaws.size(), std::size_t(1));
        QVERIFY2(both.flaws[0].find("of 2 of 2 sources") != std::string::npos, both.flaws[0].c_str());
    }

    void flowsOfOneSizeKeepItButForTheLast()
    {
        auto profile = exponential("fixed", 37e6, 1s); // 4,625,000 B
        profile.sizes.fixedBytes = 50'000;
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.bytes(), std::uint64_t(4'625'000));
        const auto sizes = sizesIn(schedule);
        QCOMPARE(sizes.size(), std::size_t(93));
        QCOMPARE(std::ranges::count(sizes, 50'000.0), std::ptrdiff_t(92));
        QCOMPARE(std::ranges::count(sizes, 25'000.0), std::ptrdiff_t(1));
        QVERIFY(schedule.flaws.empty());
    }

    void moreFlowsThanASenderCanOpenAreSaid()
    {
        auto profile = exponential("fixed", 20'000 * 8e3, 2s); // 20 000 flows of 1 kB a second
        profile.sizes.fixedBytes = 1000;
        const auto schedule = scheduleOf(profile);
        QCOMPARE(schedule.flaws.size(), std::size_t(1));
        QVERIFY2(schedule.flaws[0].starts_with("a begins up to 20")
                     && schedule.flaws[0].find("10000") != std::string::npos
                     && schedule.flaws[0].find("more sources") != std::string::npos,
                 schedule.flaws[0].c_str());
        profile.transport = Transport::Udp;
        QVERIFY(scheduleOf(profile).flaws.empty());
        profile.transport = Transport::Tcp;
        profile.bitsPerSecond /= 2.5;
        QVERIFY(scheduleOf(profile).flaws.empty());
    }
};

QTEST_APPLESS_MAIN(TestVolumeFit)
#include "tst_volume_fit.moc"
