// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/phase_circle.h"
#include "core/base/time_distance.h"

#include <QTest>
#include <cmath>

using namespace millrace;
using namespace millrace::analysis;

namespace {

bool near(double found, double wanted, double tolerance = 1e-9)
{
    return std::abs(found - wanted) <= tolerance;
}

PhaseCircle circleOf(const TrafficPattern& first, const TrafficPattern& second, double capacity = 1)
{
    const auto circle = phaseCircle(first, second, capacity);
    return circle ? *circle : PhaseCircle{};
}

class TestPhaseCircle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Half on, half off, the whole link: half a turn apart they never meet, at no shift one capacity too much is asked
    /// for half of the time.
    void halfDuty()
    {
        const TrafficPattern half = onOffPattern(0.04, 0.5, 1);
        const PhaseCircle circle = circleOf(half, half);
        QVERIFY(circle.common);
        QCOMPARE(circle.firstTurns, 1);
        QVERIFY(near(circle.perimeter, 0.04));
        QVERIFY(near(circle.bestScore, 1));
        QVERIFY(near(circle.bestShift, 0.02));
        QVERIFY(near(circle.scores.front(), 0.5));
        QVERIFY(near(circle.worstScore, 0.5));
        QVERIFY(near(circle.meanScore, 0.75));
        QVERIFY(near(circle.scores[circle.scores.size() / 4], 0.75)); // a quarter of a turn: half of the overlap
    }

    /// Two equal jobs whose medians differ by noise alone do not drift; two that are known well do.
    void periodsAreKnownAsWellAsTheyAreMeasured()
    {
        TrafficPattern first = onOffPattern(0.0703, 0.5, 1), second = onOffPattern(0.0716, 0.5, 1);
        first.periodDeviation = second.periodDeviation = 0.0001; // 2·√2·0.14 % = 0.4 %
        const PhaseCircle known = circleOf(first, second);
        QVERIFY(!known.common);
        QVERIFY(near(known.tolerance, 0.005));
        first.periodDeviation = second.periodDeviation = 0.0006; // 2.4 %
        const PhaseCircle equal = circleOf(first, second);
        QVERIFY(equal.common && equal.firstTurns == 1 && equal.secondTurns == 1);
        QVERIFY(near(equal.tolerance, 2 * std::hypot(0.0006 / 0.0703, 0.0006 / 0.0716)));
        QVERIFY(near(equal.mismatch, 1 - 0.0703 / 0.0716));
        second.periodDeviation = std::nan(""); // not known
        QVERIFY(near(circleOf(first, second).tolerance, 0.005));
    }

    /// Duties a and b of the whole link: the overlap is at least max(0, a + b − 1).
    void dutiesThatDoNotFit()
    {
        for (const auto& [a, b] : {std::pair(0.5, 0.75), std::pair(0.25, 0.5), std::pair(0.75, 0.75)}) {
            const PhaseCircle circle = circleOf(onOffPattern(1, a, 1, 72), onOffPattern(1, b, 1, 72));
            QVERIFY(near(circle.bestScore, 1 - std::max(0.0, a + b - 1)));
            QVERIFY(near(circle.meanScore, 1 - a * b)); // overlap at a shift drawn evenly
        }
    }

    /// Two constant rates r and s: the excess is r + s − C at any shift; three times the capacity gives below 0.
    void constantRates()
    {
        const PhaseCircle circle = circleOf({1, {0.75}}, {1, {0.5}});
        QVERIFY(near(circle.bestScore, 0.75) && near(circle.worstScore, 0.75) && near(circle.bestShift, 0));
        QVERIFY(near(circleOf({1, {2}}, {1, {2}}).bestScore, -2));
        QVERIFY(near(circleOf({1, {0.5}}, {1, {0.5}}).bestScore, 1));
    }

    /// The paper's example of different periods: 40 and 60 ms meet on a circle of 120 ms.
    void commonPeriod()
    {
        const PhaseCircle circle = circleOf(onOffPattern(0.04, 0.5, 1), onOffPattern(0.06, 1.0 / 3, 1));
        QVERIFY(circle.common);
        QVERIFY(near(circle.perimeter, 0.12));
        QCOMPARE(circle.firstTurns, 3);
        QCOMPARE(circle.secondTurns, 2);
        QVERIFY(near(circle.meanScore, 1 - 0.5 / 3, 1e-6));
        // On for 20 of 40 and for 20 of 60 ms: twice 20 ms of the second must find room, once the whole, once none.
        QVERIFY(near(circle.bestScore, 1 - 20.0 / 120, 1e-6));
        QVERIFY(near(circle.worstScore, 1 - 20.0 / 120, 1e-6));
        const PhaseCircle twice = circleOf(onOffPattern(0.04, 0.5, 1), onOffPattern(0.08, 0.25, 1));
        QVERIFY(near(twice.bestScore, 1) && near(twice.perimeter, 0.08));
        QVERIFY(near(twice.worstScore, 1 - 0.25));
    }

    void noCommonPeriod()
    {
        const PhaseCircle circle = circleOf(onOffPattern(1, 0.5, 1), onOffPattern(std::sqrt(2) * 41.37, 0.5, 1));
        QVERIFY(!circle.common);
        QVERIFY(circle.mismatch > 0.005);
        QVERIFY(near(circle.meanScore, 0.75, 0.02));
    }

    void folds()
    {
        // 10 ms period, 2.5 ms of 8 Gbit/s at its end, sampled every 0.5 ms; a gap of NaN.
        std::vector<std::int64_t> times;
        std::vector<double> rates;
        for (int i = 0; i <= 2000; ++i) {
            times.push_back(7'000'000'000 + i * 500'000);
            rates.push_back((i + 19) % 20 >= 15 ? 8e9 : 0);
            if (i == 33)
                rates.back() = std::nan("");
        }
        const auto pattern = foldPattern(times, rates, 0.01, 20);
        QVERIFY(pattern.has_value());
        for (std::size_t i = 0; i < 20; ++i)
            QVERIFY2(near(pattern->rates[i], i >= 15 ? 8e9 : 0, 1e3), qPrintable(QString::number(i)));
        const auto coarse = foldPattern(times, rates, 0.01, 2);
        QVERIFY(coarse && near(coarse->rates[0], 0, 1e3) && near(coarse->rates[1], 4e9, 1e7));
        // A sample of a day does not take a day.
        QVERIFY(foldPattern(std::vector<std::int64_t>{0, 86'400'000'000'000}, std::vector<double>{1, 2}, 1e-3, 8));
    }

    void foldsDamagedTimes()
    {
        constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max();
        // Out of order: samples before the first one are left out.
        const auto early = foldPattern(std::vector<std::int64_t>{1'000'000'000, 0, 500'000'000, 2'000'000'000},
                                       std::vector<double>{1, 2, 3, 4}, 0.7, 8);
        QVERIFY(early.has_value());
        for (const double rate : early->rates)
            QCOMPARE(rate, 4.0);
        // So far apart that the distance has no room in 64 bits, and periods that are none.
        QVERIFY(foldPattern(std::vector<std::int64_t>{-farthest, farthest}, std::vector<double>{1, 2}, 1, 8));
        QVERIFY(!foldPattern(std::vector<std::int64_t>{0, farthest}, std::vector<double>{1, 2}, 1e-320, 8));
        QCOMPARE(secondsBetween(-farthest, farthest), 2 * static_cast<double>(farthest) / 1e9);
        QCOMPARE(secondsBetween(farthest, -farthest), -2 * static_cast<double>(farthest) / 1e9);
        QCOMPARE(secondsBetween(1'500'000'000, -500'000'000), -2.0);
    }

    void refuses()
    {
        const TrafficPattern good = onOffPattern(1, 0.5, 1);
        for (const TrafficPattern& bad : {TrafficPattern{0, {1}}, TrafficPattern{1, {}}, TrafficPattern{1, {-1}},
                                          TrafficPattern{1, {std::nan("")}}, TrafficPattern{std::nan(""), {1}}}) {
            QVERIFY(!phaseCircle(bad, good, 1));
            QVERIFY(!phaseCircle(good, bad, 1));
        }
        for (const double capacity : {0.0, -1.0, std::nan("")})
            QVERIFY(!phaseCircle(good, good, capacity));
        const std::vector<std::int64_t> times{0, 1};
        const std::vector<double> rates{1, 1};
        QVERIFY(!foldPattern({}, {}, 1, 1));
        QVERIFY(!foldPattern(times, rates, 0, 1));
        QVERIFY(!foldPattern(times, rates, 1, 0));
        QVERIFY(!foldPattern(times, std::vector<double>{std::nan(""), std::nan("")}, 1, 1));
        const auto extreme = phaseCircle(good, onOffPattern(1e-9, 0.5, 1), 1);
        QVERIFY(extreme && !extreme->common);
    }
};

} // namespace

QTEST_APPLESS_MAIN(TestPhaseCircle)
#include "tst_phase_circle.moc"
